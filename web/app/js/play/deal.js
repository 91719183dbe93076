/**
 * New boards: drawn here where the page can, else asked of the service, one ahead.
 *
 * @module play/deal
 */

import { post } from '../api.js';
import { goalBoard, parseBoard } from '../board-state.js';
import { deal as draw, freshSeed, Random, uniform } from '../offline/generate.js';
import { Game } from './game.js';

/** @typedef {import('../board-state.js').Size} Size */

/** The levels of a size. @param {Size} size */
export function levelsOf({ rows, cols }) {
  const all = ['random', 'easy', 'medium', 'hard', 'expert'];
  return rows * cols >= 17 ? all.slice(0, -1) : all;
}

/** A board drawn ahead of its time. @type {{key: string, game: Promise<Game>} | null} */
let ahead = null;

/**
 * A new game of a level; boards that only the service can deal are asked for one ahead.
 * @param {Size} size @param {string} level @param {string} goal @returns {Promise<Game>}
 */
export async function dealGame(size, level, goal) {
  const fitting = levelsOf(size).includes(level) ? level : 'hard';
  const key = `${size.rows}x${size.cols} ${fitting} ${goal}`;
  const waiting = ahead?.key === key ? ahead.game : null;
  ahead = null;
  const game = await (waiting ?? dealFresh(size, fitting, goal));
  if (needsService(size, fitting)) {
    ahead = { key, game: dealFresh(size, fitting, goal) };
    ahead.game.catch(() => {
      ahead = null;
    });
  }
  return game;
}

/**
 * A board of a seed that nobody has seen. One of the twelve boards of 2x2 is solved already; it is drawn again.
 * @param {Size} size @param {string} level @param {string} goal @returns {Promise<Game>}
 */
async function dealFresh(size, level, goal) {
  for (;;) {
    const game = await dealId(size, level, freshSeed(), goal);
    if (!game.isSolved) return game;
  }
}

/** @param {Size} size @param {string} level */
const needsService = ({ rows, cols }, level) => level !== 'random' && rows * cols < 17;

/**
 * The game of an ID; other goals than the usual one have no IDs, their boards are uniform.
 * @param {Size} size @param {string} level @param {bigint} seed @param {string} [goal] @returns {Promise<Game>}
 */
export async function dealId(size, level, seed, goal = 'blank-last') {
  const id = `${size.rows}x${size.cols}:${level}:${seed}`;
  if (goal !== 'blank-last') return new Game(uniform(goalBoard(goal, size), new Random(seed)), goal, {});
  const here = draw(size, level, seed, null);
  if (here) {
    const { board, upperBound } = here;
    return new Game(board, goal, { id, level, upperBound });
  }
  // Seeds beyond 2^53 are no numbers in JSON as browsers write it; the ID holds them whole.
  const { puzzles } = await post('/puzzles', { id: `g1-${id.replaceAll(':', '-')}` });
  const { board, optimal, upper_bound: upperBound } = puzzles[0];
  return new Game(parseBoard(board), goal, { id, level, optimal, upperBound });
}
