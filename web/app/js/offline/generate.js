/**
 * Generator major `g1` in the page: the same size, level and seed give the same board as the
 * service, wherever no table of distances is needed, or one fits into the page.
 *
 * Random numbers are xoshiro256** seeded by SplitMix64, as in the core.
 *
 * @module offline/generate
 */

import { Board, goalBoard, INVERSE } from '../board-state.js';

/** @typedef {import('../board-state.js').Move} Move */
/** @typedef {import('../board-state.js').Size} Size */

const MASK = (1n << 64n) - 1n;
/** @param {bigint} x @param {bigint} k */
const rotl = (x, k) => ((x << k) | (x >> (64n - k))) & MASK;

/** A stream of random numbers from a seed. */
export class Random {
  /** @type {bigint[]} */
  #state;

  /** @param {bigint} seed */
  constructor(seed) {
    let at = seed & MASK;
    this.#state = Array.from({ length: 4 }, () => {
      at = (at + 0x9e3779b97f4a7c15n) & MASK;
      let z = ((at ^ (at >> 30n)) * 0xbf58476d1ce4e5b9n) & MASK;
      z = ((z ^ (z >> 27n)) * 0x94d049bb133111ebn) & MASK;
      return z ^ (z >> 31n);
    });
  }

  /** The next 64 bits. */
  bits() {
    let [a, b, c, d] = this.#state;
    const result = (rotl((b * 5n) & MASK, 7n) * 9n) & MASK;
    const shifted = (b << 17n) & MASK;
    c ^= a;
    d ^= b;
    b ^= c;
    a ^= d;
    this.#state = [a, b, c ^ shifted, rotl(d, 45n)];
    return result;
  }

  /** A number from 0 to `bound - 1`, each equally likely. @param {number} bound */
  below(bound) {
    const largest = bound - 1;
    if (largest === 0) return 0;
    const zeros = BigInt(64 - largest.toString(2).length);
    for (;;) {
      const number = Number(this.bits() >> zeros);
      if (number <= largest) return number;
    }
  }
}

/** The next board of the stream: every board that reaches the goal is equally likely. @param {Board} goal @param {Random} random */
export function uniform(goal, random) {
  const cells = [...goal.cells];
  let odd = false;
  for (let last = cells.length - 1; last > 0; last--) {
    const other = random.below(last + 1);
    [cells[last], cells[other]] = [cells[other], cells[last]];
    odd = odd !== (last !== other);
  }
  const blank = cells.indexOf(0);
  const steps = Math.abs(Math.floor(blank / goal.cols) - Math.floor(goal.blank / goal.cols)) +
    Math.abs((blank % goal.cols) - (goal.blank % goal.cols));
  if (odd !== (steps % 2 === 1)) {
    const first = blank === 0 ? 1 : 0;
    const second = first + 1 + (blank === first + 1 ? 1 : 0);
    [cells[first], cells[second]] = [cells[second], cells[first]];
  }
  return new Board(goal.rows, goal.cols, cells);
}

/** The end of a walk of random moves from the goal, none taken back. @param {Board} goal @param {number} length @param {Random} random */
function walk(goal, length, random) {
  let board = goal;
  /** @type {Move | null} */
  let last = null;
  for (let step = 0; step < length; step++) {
    const choices = board.moves().filter((move) => last === null || INVERSE[move] !== last);
    const move = choices[random.below(choices.length)];
    board = /** @type {Board} */ (board.slide(move));
    last = move;
  }
  return board;
}

/**
 * A board dealt here.
 * @typedef {{board: Board, optimal?: number, upperBound?: number}} Dealt
 */

/** The bands of exact distances on 3x3. @type {Record<string, readonly [number, number]>} */
const BANDS = { easy: [5, 12], medium: [13, 20], hard: [21, 26], expert: [27, 31] };

/**
 * The board of a level and a seed, or null where only the service has it (levels of boards between
 * the small and the large ones, and those that a size does not have).
 *
 * @param {Size} size @param {string} level @param {bigint} seed
 * @param {((board: Board) => number) | null} distance exact distances on 3x3, where the table is there
 * @returns {Dealt | null}
 */
export function deal(size, level, seed, distance) {
  const goal = goalBoard('blank-last', size);
  const random = new Random(seed);
  const cells = size.rows * size.cols;
  if (level === 'random' || (level === 'hard' && cells >= 17)) return { board: uniform(goal, random) };
  if (size.rows === 3 && size.cols === 3 && distance) {
    const [least, most] = BANDS[level];
    for (;;) {
      const board = uniform(goal, random);
      const optimal = distance(board);
      if (optimal >= least && optimal <= most) return { board, optimal };
    }
  }
  if (cells < 17 || level === 'expert') return null;
  const length = level === 'easy' ? cells : 4 * cells;
  for (;;) {
    const board = walk(goal, length, random);
    if (!board.equals(goal)) return { board, upperBound: length };
  }
}

/** A seed no one can guess, short enough to say. */
export function freshSeed() {
  const words = crypto.getRandomValues(new Uint32Array(1));
  return BigInt(words[0]);
}
