/**
 * The page's own solver, asked like the service: starts its worker when first needed.
 *
 * @module offline/local
 */

import { SEARCH_CELLS, TABLE_CELLS } from './limits.js';

/** @typedef {import('../board-state.js').Board} Board */
/** @typedef {import('../board-state.js').Move} Move */

/**
 * @typedef {object} Answer
 * @property {string | null} line
 * @property {boolean} proven
 * @property {number} least
 * @property {number} nodes
 * @property {number} estimate
 */

/** @type {Worker | null} */
let worker = null;
let lastId = 0;
/** @type {Map<number, {resolve: (answer: any) => void, onProgress?: (progress: {nodes: number, bound: number}) => void}>} */
const waiting = new Map();

function start() {
  worker = new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });
  worker.addEventListener('message', ({ data }) => {
    const question = waiting.get(data.id);
    if (data.progress) question?.onProgress?.(data.progress);
    else {
      waiting.delete(data.id);
      question?.resolve(data.answer);
    }
  });
  return worker;
}

/**
 * @param {object} question @param {AbortSignal} [signal] an aborted search ends with its worker
 * @param {(progress: {nodes: number, bound: number}) => void} [onProgress]
 * @returns {Promise<any>}
 */
function ask(question, signal, onProgress) {
  const id = ++lastId;
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted();
    signal?.addEventListener('abort', () => {
      if (!waiting.delete(id)) return;
      // Nobody else waits: the thread need not finish. It starts anew with the next question.
      if (waiting.size === 0) stop();
      reject(new DOMException('aborted', 'AbortError'));
    }, { once: true });
    waiting.set(id, { resolve, onProgress });
    (worker ?? start()).postMessage({ id, ...question });
  });
}

function stop() {
  worker?.terminate();
  worker = null;
}

/** Whether boards like this can be solved here. @param {Board} board @param {string} goal */
export function canSolve(board, goal) {
  return board.cells.length <= (goal === 'blank-last' ? SEARCH_CELLS : TABLE_CELLS);
}

/**
 * A solution: proven if it is found within the time, else a good one.
 * @param {Board} board @param {string} goal
 * @param {{millis?: number, signal?: AbortSignal, onProgress?: (progress: {nodes: number, bound: number}) => void}} [options]
 * @returns {Promise<Answer>}
 */
export function solveHere(board, goal, { millis = 900, signal, onProgress } = {}) {
  return ask({ kind: 'solve', board: String(board), goal, millis }, signal, onProgress);
}

/** A good solution at once. @param {Board} board @param {string} goal @returns {Promise<Answer>} */
export function solveQuickly(board, goal) {
  return ask({ kind: 'quick', board: String(board), goal });
}

/** How many shortest solutions a small board has. @param {Board} board @param {string} goal @returns {Promise<{optimal_count: number}>} */
export function countHere(board, goal) {
  return ask({ kind: 'count', board: String(board), goal });
}

/**
 * The board of a game ID, null where only the service has it.
 * @param {{rows: number, cols: number}} size @param {string} level @param {bigint} seed
 * @returns {Promise<{board: string, optimal?: number, upperBound?: number} | null>}
 */
export function dealHere(size, level, seed) {
  return ask({ kind: 'deal', size, level, seed: String(seed) });
}
