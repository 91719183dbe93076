/**
 * The first game of a first visit: a small, easy board, there at once and without asking anybody.
 */

/** The level of whoever has not chosen one. */
export const FIRST_LEVEL = 'easy';

/** Boards of `3x3:easy:SEED` as generator g1 deals them; all are twelve moves from the goal. */
const BOARDS = /** @type {const} */ ([
  [1, '4 1 3/6 0 8/2 7 5'], [3, '4 3 1/5 8 2/0 7 6'], [7, '2 7 3/1 0 4/5 8 6'], [17, '2 3 5/1 0 8/7 6 4'], [20, '1 2 3/6 4 8/5 7 0'], [29, '4 3 5/7 0 1/8 2 6'],
]);
export const FIRST_MOVES = 12;

/** A board as text and where it comes from. @param {number} [number] which of them */
export function firstDeal(number = Math.floor(Math.random() * BOARDS.length)) {
  const [seed, board] = BOARDS[number % BOARDS.length];
  return { board, origin: { id: `3x3:${FIRST_LEVEL}:${seed}`, level: FIRST_LEVEL, optimal: FIRST_MOVES } };
}
