/**
 * Games that were finished: bests, averages, export and import. Only rows are kept; the rest is
 * computed from them.
 */

import { csvFields, csvText } from '../csv.js';
import { read } from '../store.js';
import { rolling, timeOf } from './session.js';

/**
 * @typedef {object} Result
 * @property {string} finished ISO time, which also tells rows apart
 * @property {string} size rows first
 * @property {string} level empty for a board that was typed
 * @property {string} id the game ID, empty for a board that was typed
 * @property {string} start the position text
 * @property {string} goal
 * @property {number} moves single-tile moves
 * @property {number} millis
 * @property {number | null} optimal fewest moves possible, where that is known
 * @property {boolean} assisted
 * @property {boolean} [fewest] whether only the moves counted
 * @property {boolean} [plus2] whether two seconds are added as a penalty
 * @property {number[]} [splits] milliseconds after which each row was home for good
 */

/** Rows kept; the oldest go first. */
const KEPT = 5000;

/** The columns of the CSV file, in order. @type {readonly (keyof Result)[]} */
export const COLUMNS = ['finished', 'size', 'level', 'id', 'start', 'goal', 'moves', 'millis', 'optimal', 'assisted', 'fewest', 'plus2', 'splits'];
/** Columns that files of earlier versions do not have. @type {readonly (keyof Result)[]} */
const LATER = ['fewest', 'plus2', 'splits'];

/** The rows of this browser. @returns {Result[]} */
export const keptResults = () => read('results', []);

/** The rows of dealt boards with the usual goal, without help. @param {readonly Result[]} results */
const own = (results) => results.filter((row) => !row.assisted && row.id !== '' && row.goal === 'blank-last');
/** Those by the clock of a size and level, in the order they were finished; any goal counts. @param {string} size @param {string | undefined} level */
export const timedResults = (size, level) => keptResults().filter((row) => !row.assisted && !row.fewest && row.id && row.size === size && row.level === level);
/** Those that count for bests by time and moves. @param {readonly Result[]} results */
const counting = (results) => own(results).filter((row) => !row.fewest);

/**
 * Best results by size and level, small boards first.
 *
 * @typedef {object} Best
 * @property {string} size @property {string} level @property {number} wins
 * @property {Result} fewest @property {Result} quickest
 * @property {number | null} ao5 mean time of the last five without the best and the worst
 * @property {number | null} ao12
 * @property {number | null} ao100
 *
 * @param {readonly Result[]} results @returns {Best[]}
 */
export function bests(results) {
  /** @type {Map<string, Result[]>} */
  const groups = new Map();
  for (const row of counting(results)) {
    const key = `${row.size}:${row.level}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const all = [...groups.values()].map((rows) => ({
    size: rows[0].size,
    level: rows[0].level,
    wins: rows.length,
    fewest: rows.reduce((best, row) => (row.moves - best.moves || row.millis - best.millis) < 0 ? row : best),
    quickest: rows.reduce((best, row) => (timeOf(row) - timeOf(best) || row.moves - best.moves) < 0 ? row : best),
    ao5: rolling(rows, 5).at(-1) ?? null,
    ao12: rolling(rows, 12).at(-1) ?? null,
    ao100: rolling(rows, 100).at(-1) ?? null,
  }));
  return all.sort(bySizeAndLevel);
}

/** Small boards and easy levels first. @param {{size: string, level: string}} a @param {{size: string, level: string}} b */
function bySizeAndLevel(a, b) {
  const area = (/** @type {string} */ size) => size.split('x').reduce((product, n) => product * Number(n), 1);
  const levels = ['easy', 'medium', 'hard', 'expert', 'random'];
  return area(a.size) - area(b.size) || levels.indexOf(a.level) - levels.indexOf(b.level);
}

/** The player's fewest moves on a board where only moves counted, null before the first. @param {readonly Result[]} results @param {string} start @param {string} goal */
export function fewestOn(results, start, goal) {
  const moves = results.filter((row) => row.fewest && !row.assisted && row.start === start && row.goal === goal).map((row) => row.moves);
  return moves.length === 0 ? null : Math.min(...moves);
}

/**
 * Boards solved where only moves counted, by size and level: each board counts once, by its best try.
 *
 * @typedef {object} Fewest
 * @property {string} size @property {string} level
 * @property {number} boards
 * @property {number} perfect how many of them in the fewest moves possible
 * @property {number | null} over moves too many, on average; null where no optimum is known
 *
 * @param {readonly Result[]} results @returns {Fewest[]}
 */
export function fewestBests(results) {
  /** @type {Map<string, Result>} */
  const boards = new Map();
  for (const row of own(results).filter(({ fewest }) => fewest)) {
    const before = boards.get(row.start);
    // The optimum may have been found after a worse try.
    const optimal = row.optimal ?? before?.optimal ?? null;
    boards.set(row.start, { ...(before && before.moves <= row.moves ? before : row), optimal });
  }
  /** @type {Map<string, Result[]>} */
  const groups = new Map();
  for (const row of boards.values()) {
    const key = `${row.size}:${row.level}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  return [...groups.values()].map((rows) => {
    const extra = rows.flatMap(({ moves, optimal }) => (optimal === null ? [] : [moves - optimal]));
    return {
      size: rows[0].size, level: rows[0].level, boards: rows.length, perfect: extra.filter((n) => n === 0).length,
      over: extra.length === 0 ? null : extra.reduce((sum, n) => sum + n, 0) / extra.length,
    };
  }).sort(bySizeAndLevel);
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

/** @param {readonly Result[]} results */
export const toCsv = (results) => csvText(COLUMNS, results);

/**
 * Reads what `toCsv` wrote, or JSON with `results`; null where it is neither.
 * @param {string} text @returns {Result[] | null}
 */
export function readResults(text) {
  try {
    const rows = /^\s*[[{]/.test(text) ? fromJson(JSON.parse(text)) : fromCsv(text);
    return rows && rows.every(isResult) ? rows : null;
  } catch {
    return null;
  }
}

/** @param {any} value @returns {Result[] | null} */
function fromJson(value) {
  const rows = Array.isArray(value) ? value : value.results;
  return Array.isArray(rows) ? rows : null;
}

/** @param {string} text @returns {Result[] | null} */
function fromCsv(text) {
  const [head, ...lines] = text.trim().split(/\r?\n/).map(csvFields);
  if (COLUMNS.some((name) => !head.includes(name) && !LATER.includes(name))) return null;
  return lines.map((values) => {
    const { fewest, plus2, splits, ...row } = Object.fromEntries(head.map((name, index) => [name, values[index] ?? '']));
    return /** @type {Result} */ (/** @type {unknown} */ ({
      ...row,
      moves: Number(row.moves), millis: Number(row.millis),
      optimal: row.optimal === '' ? null : Number(row.optimal), assisted: row.assisted === 'true', ...(fewest === 'true' ? { fewest: true } : {}),
      ...(plus2 === 'true' ? { plus2: true } : {}), ...(splits ? { splits: splits.split(' ').map(Number) } : {}),
    }));
  });
}

/** @param {any} row */
function isResult(row) {
  return !!row && typeof row.finished === 'string' && typeof row.size === 'string' && typeof row.start === 'string' &&
    Number.isInteger(row.moves) && Number.isFinite(row.millis);
}
