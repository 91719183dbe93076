/**
 * Rows and columns of cells, which count row by row from the top left, and the ways of tiles. No rules: what a picture of a board needs.
 */

/** @typedef {{rows: number, cols: number}} Size */
/** @typedef {'U' | 'D' | 'L' | 'R'} Move the way a tile goes */

/** @type {Record<Move, Move>} */
export const INVERSE = { U: 'D', D: 'U', L: 'R', R: 'L' };
/** @type {Record<Move, string>} */
export const ARROW = { U: '↑', D: '↓', L: '←', R: '→' };
/** The ways that arrow keys name. @type {Record<string, Move>} */
export const ARROW_KEYS = { ArrowUp: 'U', ArrowDown: 'D', ArrowLeft: 'L', ArrowRight: 'R' };

/** @param {Size} size @param {number} cell */
export const rowOf = (size, cell) => Math.floor(cell / size.cols);
/** @param {Size} size @param {number} cell */
export const colOf = (size, cell) => cell % size.cols;

/** Rows and columns from one cell to another. @param {Size} size @param {number} a @param {number} b */
export const stepsBetween = (size, a, b) => Math.abs(rowOf(size, a) - rowOf(size, b)) + Math.abs(colOf(size, a) - colOf(size, b));
