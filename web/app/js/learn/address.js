/**
 * The state of the Learn page as an address, so that every view is a link.
 */

import { addressedBoard, GOALS } from '../board-state.js';
import { ADMISSIBLE, ENCODINGS, SOLVERS, isInformed } from '../catalogue.js';

/** The position of the manual's examples: 14 moves, small enough for every algorithm. */
export const FIRST_BOARD = '8 1 3/4 0 2/7 6 5';

export const TABS = /** @type {const} */ (['tree', 'lists', 'heuristic', 'formula', 'plan', 'parity']);
export const ALGORITHMS = SOLVERS.filter((solver) => solver.textbook).map((solver) => solver.name);

/**
 * @typedef {object} LearnState
 * @property {import('../board-state.js').Board} board @property {string} goal
 * @property {string} algorithm @property {string} heuristic @property {string} weight
 * @property {string} tab @property {number} step
 * @property {string} encoding @property {number} bound -1: as the estimate says
 * @property {boolean} broken whether the address held a board that could not be read
 */

/** Reads an address; what is missing or wrong becomes the default. @param {string} search @returns {LearnState} */
export function readAddress(search) {
  const query = new URLSearchParams(search);
  /** @type {<T extends string>(name: string, known: readonly T[], fallback: T) => T} */
  const oneOf = (name, known, fallback) => known.find((value) => value === query.get(name)) ?? fallback;
  const whole = (/** @type {string} */ name, /** @type {number} */ fallback) => {
    const text = query.get(name) ?? '';
    return /^\d{1,6}$/.test(text) ? Number(text) : fallback;
  };
  const weight = query.get('w') ?? '';
  return {
    ...addressedBoard(query, FIRST_BOARD),
    goal: oneOf('goal', GOALS, 'blank-last'),
    algorithm: oneOf('algo', ALGORITHMS, 'astar'),
    heuristic: oneOf('h', ADMISSIBLE, 'manhattan'),
    weight: /^([1-9]\d?|100)(\.\d{1,2})?$/.test(weight) ? weight : '2',
    tab: oneOf('tab', TABS, 'tree'),
    step: whole('step', 0),
    encoding: oneOf('enc', ENCODINGS, 'course'),
    bound: whole('k', -1),
  };
}

/** The address of a state, defaults left out. @param {LearnState} state */
export function writeAddress(state) {
  const parts = [`b=${state.board.toLink()}`];
  const add = (/** @type {string} */ name, /** @type {string | number} */ value, /** @type {string | number} */ fallback) => {
    if (value !== fallback) parts.push(`${name}=${encodeURIComponent(value)}`);
  };
  add('goal', state.goal, 'blank-last');
  add('algo', state.algorithm, 'astar');
  if (isInformed(state.algorithm)) add('h', state.heuristic, 'manhattan');
  if (state.algorithm === 'wastar') add('w', state.weight, '2');
  add('tab', state.tab, 'tree');
  add('step', state.step, 0);
  if (state.tab === 'formula') {
    add('enc', state.encoding, 'course');
    add('k', state.bound, -1);
  }
  return `?${parts.join('&')}`;
}

/** The algorithm as the service reads it. @param {LearnState} state */
export function specOf(state) {
  return state.algorithm === 'wastar' ? `wastar:weight=${state.weight}` : state.algorithm;
}

/** The command that does the same. @param {LearnState} state */
export function commandOf(state) {
  const options = [];
  if (isInformed(state.algorithm)) options.push(`heuristic=${state.heuristic}`);
  if (state.algorithm === 'wastar') options.push(`weight=${state.weight}`);
  const goal = state.goal === 'blank-last' ? '' : ` --goal ${state.goal}`;
  return `taquin solve --trace --algo ${[state.algorithm, options.join(',')].filter(Boolean).join(':')}${goal} "${state.board}"`;
}
