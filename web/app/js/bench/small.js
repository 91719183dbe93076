/**
 * A small measurement made from the page: some boards, some solvers, one run after another.
 */

import { get, isAbort, post, Problem } from '../api.js';
import { goalBoard, parseBoard } from '../board-state.js';

/**
 * @typedef {object} Order
 * @property {string} set an instance set by name; empty for boards drawn by size, level and seed
 * @property {string} size @property {string} level @property {number} seed @property {number} count
 * @property {string[]} configurations @property {number} seconds @property {number} repeats
 */

/**
 * Runs everything in order; each row is handed over as it comes.
 * @param {Order} order @param {AbortSignal} signal @param {(row: Record<string, any>, done: number, all: number) => void} onRow
 */
export async function measure(order, signal, onRow) {
  const puzzles = await boards(order, signal);
  if (puzzles.length > 0) await check(puzzles[0], order, signal);
  const all = puzzles.length * order.configurations.length * order.repeats;
  let done = 0;
  for (let repeat = 0; repeat < order.repeats; repeat++) {
    for (const puzzle of puzzles) {
      for (const configuration of order.configurations) {
        const row = await one(puzzle, configuration, repeat, order, signal);
        done += 1;
        onRow(row, done, all);
      }
    }
  }
}

/** A configuration that the service refuses: nothing was measured. */
export class BadConfiguration extends Error {
  /** @param {string} configuration @param {string} detail */
  constructor(configuration, detail) {
    super(detail);
    this.configuration = configuration;
  }
}

/**
 * Asks each configuration for a board that is solved already, which costs nothing and tells whether there is such a one.
 * @param {any} puzzle @param {Order} order @param {AbortSignal} signal @throws {BadConfiguration}
 */
async function check(puzzle, { configurations }, signal) {
  const { rows, cols } = parseBoard(puzzle.board);
  const goal = puzzle.goal ?? 'blank-last';
  const board = String(goalBoard(goal, { rows, cols }));
  for (const configuration of configurations) {
    try {
      await post('/solve', { board, goal, algorithm: configuration, limits: { time_ms: 1000 } }, { signal });
    } catch (error) {
      if (error instanceof Problem && error.status >= 400 && error.status < 500 && !error.isBusy) throw new BadConfiguration(configuration, error.message);
      throw error;
    }
  }
}

/** @param {Order} order @param {AbortSignal} signal @returns {Promise<any[]>} */
async function boards({ set, size, level, seed, count }, signal) {
  if (set) return (await get(`/datasets/${encodeURIComponent(set)}`, { signal })).rows.slice(0, count);
  return (await post('/puzzles', { size, level, seed, count }, { signal })).puzzles;
}

/**
 * @param {any} puzzle @param {string} configuration @param {number} repeat @param {Order} order @param {AbortSignal} signal
 * @returns {Promise<Record<string, any>>}
 */
async function one(puzzle, configuration, repeat, order, signal) {
  const base = {
    instance_id: puzzle.id ?? puzzle.board, board: puzzle.board, goal: puzzle.goal ?? 'blank-last', configuration, seed: puzzle.seed, repeat,
    time_limit_s: order.seconds, started_at: new Date().toISOString(),
  };
  try {
    const answer = await post('/solve', { board: puzzle.board, goal: base.goal, algorithm: configuration, limits: { time_ms: order.seconds * 1000 } }, { signal });
    const { stats } = answer;
    return {
      ...base, status: answer.length === undefined ? 'limit' : answer.status === 'limit' ? 'solved' : answer.status, length: answer.length ?? null, proven: answer.proven,
      lower_bound: answer.lower_bound, h_start: answer.h_start ?? null, expanded: stats.expanded, generated: stats.generated, reopened: stats.reopened,
      peak_mem_bytes: Math.round(stats.peak_mb * 1e6), solve_s: stats.time_ms / 1000, verified: answer.verified, version: answer.version,
    };
  } catch (error) {
    if (isAbort(error) || !(error instanceof Error) || error.name === 'Offline') throw error;
    return { ...base, status: 'refused', solve_s: 0, length: null, proven: false, error: error.message };
  }
}
