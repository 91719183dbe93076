/**
 * What results come to by size and level, and results as files.
 */

import { csvFields, csvText } from '../csv.js';
import { LEVELS } from '../game-id.js';
import { counting, own, timeOf } from './results.js';
import { rolling } from './session.js';

/** @import { Result } from './results.js' */

/** The columns of the CSV file, in order. @type {readonly (keyof Result)[]} */
export const COLUMNS = ['finished', 'size', 'level', 'id', 'start', 'goal', 'moves', 'millis', 'optimal', 'assisted', 'fewest', 'plus2', 'splits'];
/** Columns that files of earlier versions do not have. @type {readonly (keyof Result)[]} */
const LATER = ['fewest', 'plus2', 'splits'];

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
  return byKind(counting(results)).map((rows) => ({
    size: rows[0].size,
    level: rows[0].level,
    wins: rows.length,
    fewest: rows.reduce((best, row) => (row.moves - best.moves || row.millis - best.millis) < 0 ? row : best),
    quickest: rows.reduce((best, row) => (timeOf(row) - timeOf(best) || row.moves - best.moves) < 0 ? row : best),
    ao5: rolling(rows, 5).at(-1) ?? null,
    ao12: rolling(rows, 12).at(-1) ?? null,
    ao100: rolling(rows, 100).at(-1) ?? null,
  }));
}

/** Rows by size and level, small boards and easy levels first. @param {Iterable<Result>} results @returns {Result[][]} */
function byKind(results) {
  /** @type {Map<string, Result[]>} */
  const groups = new Map();
  for (const row of results) {
    const key = `${row.size}:${row.level}`;
    groups.set(key, [...(groups.get(key) ?? []), row]);
  }
  const area = (/** @type {Result} */ { size }) => size.split('x').reduce((product, n) => product * Number(n), 1);
  const rank = (/** @type {Result} */ { level }) => LEVELS.findIndex((name) => name === level);
  return [...groups.values()].sort(([a], [b]) => area(a) - area(b) || rank(a) - rank(b));
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
  return byKind(boards.values()).map((rows) => {
    const extra = rows.flatMap(({ moves, optimal }) => (optimal === null ? [] : [moves - optimal]));
    return {
      size: rows[0].size, level: rows[0].level, boards: rows.length, perfect: extra.filter((n) => n === 0).length,
      over: extra.length === 0 ? null : extra.reduce((sum, n) => sum + n, 0) / extra.length,
    };
  });
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
