/**
 * Rows and columns of cells, which count row by row from the top left. No rules: what a picture of a board needs.
 */

/** @typedef {{rows: number, cols: number}} Size */

/** @param {Size} size @param {number} cell */
export const rowOf = (size, cell) => Math.floor(cell / size.cols);
/** @param {Size} size @param {number} cell */
export const colOf = (size, cell) => cell % size.cols;

/** Rows and columns from one cell to another. @param {Size} size @param {number} a @param {number} b */
export const stepsBetween = (size, a, b) => Math.abs(rowOf(size, a) - rowOf(size, b)) + Math.abs(colOf(size, a) - colOf(size, b));
