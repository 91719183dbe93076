/** The boards of the texts on the puzzle, with what the command line answers to them. */

import { spawnSync } from 'node:child_process';

/** Nodes that each may take; two of them need a hundred million. */
const NODES = 1_000_000;

/** What must not depend on where a search runs. @param {any} answer */
export const essence = ({ type, status, length, moves, lower_bound: bound, proven, stats }) => (type === undefined
  ? { status, length, moves, bound, proven, expanded: stats.expanded, generated: stats.generated }
  : { type });

/** @param {string} taquin the binary @returns {{id: string, question: object, expected: ReturnType<typeof essence>}[]} */
export function corpus(taquin) {
  // Some of the boards cannot be solved, which the exit status tells.
  const run = (/** @type {string[]} */ args, input = '') => spawnSync(taquin, args, { input, encoding: 'utf8' }).stdout;
  const rows = (/** @type {string} */ text) => text.split('\n').filter(Boolean).map((line) => JSON.parse(line));
  const boards = rows(run(['dataset', 'get', 'seeds', '--format', 'ndjson']));
  const answers = rows(run(['solve', '--algo', 'ida:heuristic=linear-conflict', '--node-limit', String(NODES), '--format', 'ndjson'], run(['dataset', 'get', 'seeds'])));
  if (boards.length === 0 || answers.length !== boards.length) throw new Error(`${answers.length} answers to ${boards.length} boards`);
  return boards.map(({ id, board, goal }, at) => ({
    id, question: { board, goal, algorithm: 'ida/linear-conflict', limits: { nodes: NODES } }, expected: essence(answers[at]),
  }));
}
