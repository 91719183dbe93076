/**
 * New boards, one ahead, so that a shuffle waits for nobody.
 */

import { post, prepareEngine } from '../api.js';
import { parseBoard } from '../board-state.js';
import { idLink, LEVELS } from '../game-id.js';
import { Game } from './game.js';

/** The levels of a size. @param {Size} size */
export function levelsOf({ rows, cols }) {
  return ['random', ...LEVELS.filter((level) => level !== 'random' && (level !== 'expert' || rows * cols < 17))];
}

/** A seed no one can guess, short enough to say. */
export const freshSeed = () => BigInt(crypto.getRandomValues(new Uint32Array(1))[0]);

/** A board drawn ahead of its time. @type {{key: string, game: Promise<Game>} | null} */
let ahead = null;

/**
 * A new game of a level; one that is solved as it is dealt is none.
 * @param {Size} size @param {string} level @param {string} goal @returns {Promise<Game>}
 */
export async function dealGame(size, level, goal) {
  dealAhead(size, level, goal);
  const game = await /** @type {NonNullable<typeof ahead>} */ (ahead).game;
  ahead = null;
  dealAhead(size, level, goal);
  return game.isOver ? dealGame(size, level, goal) : game;
}

/**
 * Gets the engine before the first hint asks for it, while the server still answers, and a board for the first shuffle;
 * not where bytes are dear. @param {State} state
 */
export async function getReady({ game, level, goalName }) {
  const isFrugal = /** @type {any} */ (navigator).connection?.saveData === true;
  const isReady = !isFrugal && (await prepareEngine());
  document.documentElement.dataset.engine = isReady ? 'ready' : 'none';
  if (isReady) dealAhead(game.board, level, goalName);
}

/** Draws the next game of a level, unless it is there. @param {Size} size @param {string} level @param {string} goal */
export function dealAhead(size, level, goal) {
  const fitting = levelsOf(size).includes(level) ? level : 'hard';
  const key = `${size.rows}x${size.cols} ${fitting} ${goal}`;
  if (ahead?.key === key) return;
  const mine = { key, game: dealId(size, fitting, freshSeed(), goal) };
  ahead = mine;
  mine.game.catch(() => {
    if (ahead === mine) ahead = null;
  });
}

/**
 * The game of an ID; other goals than the usual one have no IDs, their boards are uniform.
 * @param {Size} size @param {string} level @param {bigint} seed @param {string} [goal] @returns {Promise<Game>}
 */
export async function dealId(size, level, seed, goal = 'blank-last') {
  const text = `${size.rows}x${size.cols}`;
  const id = `${text}:${level}:${seed}`;
  const isUsual = goal === 'blank-last';
  // Seeds beyond 2^53 are no numbers in JSON as browsers write it; the ID holds them whole.
  const { puzzles: [{ board, optimal, upper_bound: upperBound }] } = await post('/puzzles', isUsual ? { id: idLink(id) } : { size: text, goal, seed: Number(seed) });
  return new Game(parseBoard(board), goal, isUsual ? { id, level, optimal, upperBound } : {});
}
