/**
 * The solver of the page, off its thread: answers questions while there is no connection.
 *
 * @module offline/worker
 */

import { goalBoard, parseBoard } from '../board-state.js';
import { deal } from './generate.js';
import { SEARCH_CELLS, TABLE_CELLS } from './limits.js';
import { estimate, quick, solve } from './search.js';
import { Table } from './table.js';

/** @typedef {import('../board-state.js').Board} Board */

/**
 * @typedef {object} Question
 * @property {number} id
 * @property {'solve' | 'quick' | 'deal' | 'count'} kind
 * @property {string} [board]
 * @property {string} [goal]
 * @property {number} [millis]
 * @property {{rows: number, cols: number}} [size]
 * @property {string} [level]
 * @property {string} [seed]
 */

/** @type {Map<string, Table>} */
const tables = new Map();

/** @param {string} goalName @param {{rows: number, cols: number}} size */
function tableFor(goalName, size) {
  const key = `${goalName} ${size.rows}x${size.cols}`;
  const table = tables.get(key) ?? new Table(goalBoard(goalName, size));
  tables.set(key, table);
  return table;
}

/** @param {Question} question */
function answer(question) {
  if (question.kind === 'deal') return answerDeal(question);
  const board = parseBoard(question.board ?? '');
  const goalName = question.goal ?? 'blank-last';
  if (question.kind === 'count') return { optimal_count: tableFor(goalName, board).count(board) };
  if (board.cells.length <= TABLE_CELLS) {
    const line = tableFor(goalName, board).line(board);
    const h = goalName === 'blank-last' ? estimate(board) : 0;
    return { line: line.join(''), proven: true, least: line.length, nodes: line.length, estimate: h };
  }
  if (board.cells.length > SEARCH_CELLS || goalName !== 'blank-last') return { tooLarge: true };
  const report = (/** @type {number} */ nodes, /** @type {number} */ bound) => progress(question.id, nodes, bound);
  const found = question.kind === 'quick' ? quick(board) : solve(board, question.millis ?? 900, report);
  return { ...found, line: found.line?.join('') ?? null, estimate: estimate(board) };
}

/** @param {Question} question */
function answerDeal({ size, level, seed }) {
  if (!size || !level || !seed) return null;
  const needsTable = size.rows === 3 && size.cols === 3 && level !== 'random';
  const table = needsTable ? tableFor('blank-last', size) : null;
  const dealt = deal(size, level, BigInt(seed), table && ((board) => table.distance(board)));
  return dealt && { ...dealt, board: String(dealt.board) };
}

let reported = 0;
/** @param {number} id @param {number} nodes @param {number} bound */
function progress(id, nodes, bound) {
  const now = performance.now();
  if (now - reported < 100) return;
  reported = now;
  postMessage({ id, progress: { nodes, bound } });
}

addEventListener('message', (event) => {
  const question = /** @type {Question} */ (event.data);
  postMessage({ id: question.id, answer: answer(question) });
});
