/**
 * Game IDs: `4x4:hard:20481` for people, `g1-4x4-hard-20481` in links.
 *
 * @module game-id
 */

/** @typedef {import('./board-state.js').Size} Size */

/** Rows and columns of the smallest and the largest board. */
const [LEAST, MOST_SIDE] = [2, 16];

export const LEVELS = /** @type {const} */ (['easy', 'medium', 'hard', 'expert', 'random']);

/** The greatest seed: 64 bits. */
const MOST = (1n << 64n) - 1n;

/**
 * Reads both forms of a game ID.
 * @param {string} text @returns {{size: Size, level: string, seed: bigint, id: string} | null}
 */
export function parseId(text) {
  const match = /^(?:g1-(\d+)x(\d+)-([a-z]+)-(\d{1,20})|(\d+)x(\d+):([a-z]+):(\d{1,20}))$/.exec(text.trim());
  if (!match) return null;
  const [rows, cols, level, seed] = (match[1] ? match.slice(1, 5) : match.slice(5, 9));
  const size = { rows: Number(rows), cols: Number(cols) };
  const fits = [size.rows, size.cols].every((n) => n >= LEAST && n <= MOST_SIDE);
  if (!fits || !LEVELS.some((name) => name === level) || BigInt(seed) > MOST) return null;
  return { size, level, seed: BigInt(seed), id: `${rows}x${cols}:${level}:${seed}` };
}

/** The form for links. @param {string} id */
export const idLink = (id) => `g1-${id.replaceAll(':', '-')}`;
