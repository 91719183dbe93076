/**
 * What a race is: a position and two to four lanes, each an algorithm with a heuristic and a limit; as an address.
 */

import { addressedBoard } from '../board-state.js';
import { ADMISSIBLE, IN_PAGE, isInformed } from '../catalogue.js';

export const [LEAST_LANES, MOST_LANES] = [2, 4];

/** Limits by name: seconds, or nodes. */
export const LIMITS = ['1s', '5s', '20s', '1e3n', '1e4n', '1e5n', '1e6n'];
/** What the service gets for a limit. @param {string} limit */
export const limitsOf = (limit) => (limit.endsWith('s') ? { time_ms: 1000 * Number(limit.slice(0, -1)) } : { nodes: Number(limit.slice(0, -1)) });
const DEFAULT_LIMIT = '5s';

/** @typedef {{ board: Board, lanes: LaneChoice[], pace: 'nodes' | 'time', broken: boolean }} RaceState */

/** The lane as users write it: `astar/manhattan`. @param {LaneChoice} lane */
export const specOf = (lane) => (isInformed(lane.algorithm) ? `${lane.algorithm}/${lane.heuristic}` : lane.algorithm);

/** Reads `astar/manhattan@5s`; null where it names nothing known. @param {string} text @returns {LaneChoice | null} */
export function readLane(text) {
  const [spec = '', limit = DEFAULT_LIMIT] = text.split('@');
  const [algorithm = '', heuristic = 'manhattan'] = spec.split('/');
  const known = IN_PAGE.some((name) => name === algorithm) && ADMISSIBLE.some((name) => name === heuristic) && LIMITS.includes(limit);
  return known ? { algorithm, heuristic, limit } : null;
}

const FIRST = ['bfs', 'astar/misplaced', 'astar/manhattan', 'ida/linear-conflict'];
const FIRST_BOARD = '8 1 3/4 0 2/7 6 5';

/** @param {string} search @returns {RaceState} */
export function readAddress(search) {
  const query = new URLSearchParams(search);
  const asked = query.getAll('lane').map(readLane).filter((lane) => lane !== null).slice(0, MOST_LANES);
  const lanes = /** @type {LaneChoice[]} */ (asked.length >= LEAST_LANES ? asked : FIRST.map(readLane));
  return { ...addressedBoard(query, FIRST_BOARD), lanes, pace: query.get('pace') === 'time' ? 'time' : 'nodes' };
}

/** @param {RaceState} state */
export function writeAddress(state) {
  const lanes = state.lanes.map((lane) => `lane=${specOf(lane)}${lane.limit === DEFAULT_LIMIT ? '' : `@${lane.limit}`}`);
  return `?b=${state.board.toLink()}&${lanes.join('&')}${state.pace === 'time' ? '&pace=time' : ''}`;
}
