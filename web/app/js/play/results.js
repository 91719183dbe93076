/**
 * Games that were finished. Only rows are kept; the rest is computed from them.
 */

import { read } from '../store.js';

/** Rows kept; the oldest go first. */
const KEPT = 5000;

/** Milliseconds of a result with its penalty. @param {Result} row */
export const timeOf = (row) => row.millis + (row.plus2 ? 2000 : 0);

/** The rows of this browser. @returns {Result[]} */
export const keptResults = () => read('results', []);

/** Those by the clock of a size and level, in the order they were finished; any goal counts. @param {string} size @param {string | undefined} level */
export const timedResults = (size, level) => keptResults().filter((row) => !row.assisted && !row.fewest && row.id && row.size === size && row.level === level);
/** Those that count for bests by time and moves: of dealt boards with the usual goal, without help. @param {readonly Result[]} results */
const counting = (results) => results.filter((row) => !row.assisted && !row.fewest && row.id !== '' && row.goal === 'blank-last');

/** The player's fewest moves on a board where only moves counted, null before the first. @param {readonly Result[]} results @param {string} start @param {string} goal */
export function fewestOn(results, start, goal) {
  const moves = results.filter((row) => row.fewest && !row.assisted && row.start === start && row.goal === goal).map((row) => row.moves);
  return moves.length === 0 ? null : Math.min(...moves);
}

/**
 * Which best a new result is: the id of a message, or null.
 * @param {readonly Result[]} before @param {Result} row
 */
export function praise(before, row) {
  if (counting([row]).length === 0) return null;
  const same = counting(before).filter((other) => other.size === row.size && other.level === row.level);
  if (same.length === 0) return 'best_first';
  const fewer = same.every((other) => row.moves < other.moves);
  const quicker = same.every((other) => timeOf(row) < timeOf(other));
  if (fewer && quicker) return 'best_both';
  return fewer ? 'best_moves' : quicker ? 'best_time' : null;
}

/** Joins rows, each once, in the order they were finished. @param {readonly Result[]} some @param {readonly Result[]} more */
export function merge(some, more) {
  const rows = new Map([...some, ...more].map((row) => [`${row.finished} ${row.start}`, row]));
  return [...rows.values()].sort((a, b) => (a.finished < b.finished ? -1 : 1)).slice(-KEPT);
}
