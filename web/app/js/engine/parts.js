/**
 * One long search shared by several threads: a threshold is cut into parts, which any thread can search, and the counts
 * of its parts add up to those of one thread.
 */

import { boardSize, LEAST_CELLS, MOST_CELLS } from './size.js';

/** @typedef {(name: string, question: object, onProgress?: (progress: any) => void) => Promise<any>} Ask */

/** Parts for each thread: the last one to end keeps the others waiting. */
const EACH = 16;
/** Nodes after which a part gives back its rest, for a thread that has none. */
const BUDGET = 20_000_000;

/** Whether a search can be shared: for one proof, without a limit of nodes. @param {Record<string, any>} question */
export function canShare(question) {
  const { algorithm = 'auto', goal = '', count, limits = {} } = question;
  const { cells } = boardSize(question);
  return cells >= LEAST_CELLS && cells <= MOST_CELLS && /^(auto|pdb-ida(:tables=[\d-]+)?)$/.test(algorithm) && !count && !goal.includes('+') && limits.nodes === undefined;
}

/** The tables that a search used, null where it used none that parts know. @param {any} answer */
const tablesOf = ({ algorithm, heuristic }) => (algorithm === 'pdb-ida' ? /^zero-aware-pdb:([\d-]+)$/.exec(heuristic ?? '')?.[1] ?? null : null);

/** Whether a search ended without proof because its time was over. @param {any} answer */
export const isUnfinished = (answer) => answer.status === 'limit' && answer.limit === 'time' && tablesOf(answer) !== null;

/**
 * Goes on with a search that one thread did not finish, from the threshold that it had reached.
 *
 * @param {Ask} ask any thread @param {Record<string, any>} question @param {any} first the thread's answer
 * @param {{threads: number, until: () => boolean, onProgress?: (progress: any) => void}} options until: whether there is time left
 * @returns {Promise<any>} an answer of the same form
 */
export async function shareSearch(ask, { board, goal }, first, { threads, until, onProgress }) {
  const puzzle = { board, ...(goal ? { goal } : {}), tables: tablesOf(first) };
  const stats = { ...first.stats };
  const began = performance.now();
  const { first_threshold: least } = await ask('parts', { ...puzzle, parts: 1 });
  // Lengths of solutions are all odd or all even.
  let threshold = Math.max(least, first.lower_bound);
  threshold += (threshold - least) % 2;
  for (; until(); threshold += 2) {
    const { parts } = await ask('parts', { ...puzzle, threshold, parts: EACH * threads });
    const found = await searchThreshold(ask, { ...puzzle, threshold }, parts, { threads, until, count });
    if (found === null) break;
    if (found !== '') return solved(first, found, threshold, stats, began);
  }
  return { ...first, lower_bound: threshold, stats: timed(stats, began) };

  /** @param {any} part */
  function count({ expanded, generated }) {
    stats.expanded += expanded;
    stats.generated += generated;
    onProgress?.({ expanded: stats.expanded, bound: threshold, lower_bound: threshold, elapsed_ms: timed(stats, began).time_ms });
  }
}

/**
 * Searches the parts of a threshold.
 * @param {Ask} ask @param {object} puzzle @param {string[]} parts
 * @param {{threads: number, until: () => boolean, count: (part: any) => void}} options
 * @returns {Promise<string | null>} the first solution, empty if there is none, null if time was over
 */
async function searchThreshold(ask, puzzle, parts, { threads, until, count }) {
  let open = parts.map((part, order) => ({ part, order }));
  let best = { order: Infinity, moves: '' };
  let isOver = false;
  const work = async () => {
    for (let next = open.shift(); next && !isOver; next = open.shift()) {
      const { part, order } = next;
      const searched = await ask('part', { ...puzzle, part, budget: BUDGET });
      count(searched);
      // What is left of a part comes before the solution found in it.
      if (searched.solution !== undefined && order <= best.order) best = { order, moves: searched.solution };
      open = [...searched.rest.map((/** @type {string} */ rest) => ({ part: rest, order })), ...open].filter((other) => other.order <= best.order);
      isOver = !until();
    }
  };
  // A thread without a part may get the rest of another's.
  do await Promise.all(Array.from({ length: threads }, work)); while (open.length > 0 && !isOver);
  if (isOver && open.length > 0 && best.moves === '') return null;
  return best.moves;
}

/** @param {any} first @param {string} moves @param {number} length @param {any} stats @param {number} began */
function solved({ limit, ...first }, moves, length, stats, began) {
  const { length_mtm, ...rest } = first;
  return { ...rest, status: 'optimal', proven: true, length, moves, lower_bound: length, stats: timed(stats, began) };
}

/** @param {any} stats @param {number} began */
const timed = (stats, began) => ({ ...stats, time_ms: stats.time_ms + performance.now() - began });
