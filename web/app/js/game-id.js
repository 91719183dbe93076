/**
 * Game IDs: `4x4:hard:20481` for people, `g1-4x4-hard-20481` in links.
 */

import { ask } from './engine/rules.js';

export const LEVELS = /** @type {const} */ (['easy', 'medium', 'hard', 'expert', 'random']);

/**
 * Reads both forms of a game ID.
 * @param {string} text @returns {{size: Size, level: string, seed: bigint, id: string} | null}
 */
export function parseId(text) {
  const answer = ask('id', text);
  if (!answer) return null;
  const [size, level, seed, id] = answer;
  const [rows, cols] = size.split('x').map(Number);
  return { size: { rows, cols }, level, seed: BigInt(seed), id };
}

/** The form for links. @param {string} id */
export const idLink = (id) => `g1-${id.replaceAll(':', '-')}`;
