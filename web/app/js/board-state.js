/**
 * The rules and the notation of the sliding puzzle, without a page around them.
 *
 * Boards are values: a slide gives another board. Cells count row by row from the top left,
 * the blank is 0, and a move is the way the *tile* goes.
 *
 * @module board-state
 */

/** @typedef {'U' | 'D' | 'L' | 'R'} Move */
/** @typedef {{rows: number, cols: number}} Size */
/** @typedef {{id: string, params: Record<string, string | number>, index?: number}} Fault */

/** Rows and columns of the smallest board. */
export const LEAST = 2;
/** Rows and columns of the largest board of the page. */
export const MOST = 16;

/** @type {readonly Move[]} */
export const MOVES = ['U', 'D', 'L', 'R'];

/** @type {Record<Move, Move>} */
export const INVERSE = { U: 'D', D: 'U', L: 'R', R: 'L' };

/** Where the sliding tile comes from, seen from the blank: rows and columns. */
/** @type {Record<Move, readonly [number, number]>} */
const SOURCE = { U: [1, 0], D: [-1, 0], L: [0, 1], R: [0, -1] };

/** The names of goals, the default first. */
export const GOALS = /** @type {const} */ (['blank-last', 'blank-first', 'spiral']);

/** A text that is no board; `fault.id` names the message, `fault.params` fill it. */
export class BoardFault extends Error {
  /** @param {string} id @param {Record<string, string | number>} params @param {number} [index] */
  constructor(id, params = {}, index) {
    super(`${id} ${JSON.stringify(params)}`);
    /** @type {Fault} */
    this.fault = { id, params, index };
  }
}

/** A position: each of the tiles 1 to n once, and one blank. */
export class Board {
  /**
   * @param {number} rows
   * @param {number} cols
   * @param {readonly number[]} cells numbers in reading order, 0 for the blank
   * @throws {BoardFault} when they are no board
   */
  constructor(rows, cols, cells) {
    check(rows, cols, cells);
    /** @readonly */ this.rows = rows;
    /** @readonly */ this.cols = cols;
    /** @readonly @type {readonly number[]} */ this.cells = cells;
    /** @readonly */ this.blank = cells.indexOf(0);
  }

  /** The size as text, rows first: `3x4`. */
  get size() {
    return `${this.rows}x${this.cols}`;
  }

  /** The largest tile. */
  get tiles() {
    return this.cells.length - 1;
  }

  /** The cell of a tile, -1 if there is none. @param {number} tile */
  find(tile) {
    return this.cells.indexOf(tile);
  }

  /** The cell whose tile this move slides, -1 if no tile can go that way. @param {Move} move */
  source(move) {
    const [down, right] = SOURCE[move];
    const row = rowOf(this, this.blank) + down;
    const col = colOf(this, this.blank) + right;
    return row < 0 || row >= this.rows || col < 0 || col >= this.cols ? -1 : row * this.cols + col;
  }

  /** The moves that can be made, in the order U D L R. @returns {Move[]} */
  moves() {
    return MOVES.filter((move) => this.source(move) >= 0);
  }

  /** The board after a move, null if no tile can go that way. @param {Move} move */
  slide(move) {
    const source = this.source(move);
    if (source < 0) return null;
    const cells = [...this.cells];
    cells[this.blank] = cells[source];
    cells[source] = 0;
    return withCells(this, cells);
  }

  /** The board after moves, null if one cannot be made. @param {Iterable<Move>} moves */
  play(moves) {
    /** @type {Board | null} */
    let board = this;
    for (const move of moves) {
      board = board.slide(move);
      if (!board) return null;
    }
    return board;
  }

  /**
   * The moves that a press on a cell makes: all tiles between it and the blank slide.
   * Null when the cell is not in the blank's row or column, or is the blank.
   * @param {number} cell @returns {Move[] | null}
   */
  press(cell) {
    const sameRow = rowOf(this, cell) === rowOf(this, this.blank);
    const sameCol = colOf(this, cell) === colOf(this, this.blank);
    if (sameRow === sameCol) return null;
    const before = cell < this.blank;
    const count = sameRow ? Math.abs(cell - this.blank) : Math.abs(cell - this.blank) / this.cols;
    return Array(count).fill(sameRow ? (before ? 'R' : 'L') : before ? 'D' : 'U');
  }

  /** The same board with two tiles changed for one another. @param {number} a @param {number} b */
  swapped(a, b) {
    return withCells(this, this.cells.map((n) => (n === a ? b : n === b ? a : n)));
  }

  /** @param {Board | null | undefined} other */
  equals(other) {
    return !!other && this.rows === other.rows && this.cols === other.cols &&
      this.cells.every((n, cell) => n === other.cells[cell]);
  }

  /** The position text: `8 1 3/4 0 2/7 6 5`. */
  toString() {
    return textOf(this, ' ');
  }

  /** The form for links: `8,1,3/4,0,2/7,6,5`. */
  toLink() {
    return textOf(this, ',');
  }
}

/** A board of the same size, of cells that need no check. @param {Board} board @param {number[]} cells @returns {Board} */
function withCells({ rows, cols }, cells) {
  return Object.assign(Object.create(Board.prototype), { rows, cols, cells, blank: cells.indexOf(0) });
}

/** @param {Board} board @param {string} separator */
const textOf = (board, separator) => rowsOf(board).map((row) => row.join(separator)).join('/');

/** @param {Size} size @param {number} cell */
export const rowOf = (size, cell) => Math.floor(cell / size.cols);
/** @param {Size} size @param {number} cell */
export const colOf = (size, cell) => cell % size.cols;

/** The rows of a board as lists of numbers. @param {Board} board */
export function rowsOf(board) {
  return Array.from({ length: board.rows }, (_, row) =>
    board.cells.slice(row * board.cols, (row + 1) * board.cols));
}

/** @param {number} rows @param {number} cols @param {readonly number[]} cells */
function check(rows, cols, cells) {
  if (!(rows >= LEAST && rows <= MOST && cols >= LEAST && cols <= MOST)) {
    throw new BoardFault('bad_range_size', { w: cols, h: rows, least: LEAST, most: MOST });
  }
  const need = rows * cols;
  if (cells.length !== need) {
    throw new BoardFault('bad_size', { n: cells.length, count: cells.length, w: cols, h: rows, need });
  }
  const max = need - 1;
  const seen = new Set();
  cells.forEach((n, index) => {
    if (!Number.isInteger(n) || n < 0 || n > max) throw new BoardFault('bad_tile', { t: n, max }, index);
    if (seen.has(n)) {
      const times = cells.filter((m) => m === n).length;
      throw n === 0
        ? new BoardFault('bad_blank', { n: times }, index)
        : new BoardFault('bad_board', { t: n, n: times, max }, index);
    }
    seen.add(n);
  });
}

/* ---- reading ------------------------------------------------------------------------------ */

/**
 * Reads a position in any of its forms: rows by `/` or line ends, tiles by space or comma, `0 _ . x`
 * for the blank, a flat list (square, or of the size given), JSON rows, `2x3:` in front.
 *
 * @param {string} text
 * @param {Size} [size] the size of a flat list that is not square
 * @returns {Board}
 * @throws {BoardFault} naming what is wrong
 */
export function parseBoard(text, size) {
  let body = text.trim();
  let isGiven = false;
  const prefix = /^(\d+)\s*[x×]\s*(\d+)\s*:/i.exec(body);
  if (prefix) {
    size = { rows: Number(prefix[1]), cols: Number(prefix[2]) };
    isGiven = true;
    body = body.slice(prefix[0].length).trim();
  }
  if (!body) throw new BoardFault('bad_empty');
  const rows = body.startsWith('[') ? jsonRows(body) : plainRows(body);
  const numbers = rows.flat();
  if (rows.length === 1 || (rows.every((row) => row.length === 1) && !body.includes('/'))) {
    const fits = size && (isGiven || size.rows * size.cols === numbers.length || !Number.isInteger(Math.sqrt(numbers.length)));
    const shape = fits && size ? size : squareOf(numbers.length);
    return new Board(shape.rows, shape.cols, numbers);
  }
  const cols = rows[0].length;
  rows.forEach((row, index) => {
    if (row.length !== cols) {
      throw new BoardFault('bad_rows', { row: index + 1, n: row.length, w: cols });
    }
  });
  return new Board(rows.length, cols, numbers);
}

/** @param {number} count @returns {Size} */
function squareOf(count) {
  const side = Math.sqrt(count);
  if (Number.isInteger(side)) return { rows: side, cols: side };
  const near = Math.min(MOST, Math.max(LEAST, Math.round(side)));
  throw new BoardFault('bad_size', { n: count, count, w: near, h: near, need: near * near });
}

/** @param {string} text */
function plainRows(text) {
  const rows = text.split(/[/\n]/).map((row) => row.split(/[\s,;|]+/).filter(Boolean).map(number));
  return rows.filter((row) => row.length > 0);
}

/** @param {string} token */
function number(token) {
  if (/^[_.xX]$/.test(token)) return 0;
  if (!/^\d{1,6}$/.test(token)) throw new BoardFault('bad_token', { token: token.slice(0, 24) });
  return Number(token);
}

/** @param {string} text @returns {number[][]} */
function jsonRows(text) {
  let value;
  try {
    value = JSON.parse(text);
  } catch {
    throw new BoardFault('bad_token', { token: text.slice(0, 24) });
  }
  const rows = Array.isArray(value[0]) ? value : [value];
  for (const row of rows) {
    if (!Array.isArray(row)) throw new BoardFault('bad_token', { token: JSON.stringify(row).slice(0, 24) });
    for (const n of row) {
      if (!Number.isInteger(n)) throw new BoardFault('bad_token', { token: String(JSON.stringify(n)).slice(0, 24) });
    }
  }
  return rows;
}

/**
 * Reads moves: `LUR2D2`, spaces and commas allowed.
 * @param {string} text @returns {Move[] | null} null when it cannot be read
 */
export function parseMoves(text) {
  /** @type {Move[]} */
  const moves = [];
  const tight = text.replace(/[\s,]+/g, '').toUpperCase();
  if (!/^([UDLR]\d{0,3})*$/.test(tight)) return null;
  for (const [, letter, times] of tight.matchAll(/([UDLR])(\d*)/g)) {
    for (let i = Number(times || 1); i > 0; i--) moves.push(/** @type {Move} */ (letter));
  }
  return moves;
}

/** Writes moves, runs as `R2`. @param {readonly Move[]} moves */
export function formatMoves(moves) {
  return moves.join('').replace(/([UDLR])\1+/g, (run, letter) => `${letter}${run.length}`);
}

/** Reads `4x4` or `3×5`, rows first. @param {string} text @returns {Size | null} */
export function parseSize(text) {
  const match = /^\s*(\d+)\s*[x×]\s*(\d+)\s*$/i.exec(text);
  if (!match) return null;
  const [rows, cols] = [Number(match[1]), Number(match[2])];
  const fits = [rows, cols].every((n) => n >= LEAST && n <= MOST);
  return fits ? { rows, cols } : null;
}

/* ---- goals and parity --------------------------------------------------------------------- */

/**
 * The goal board of a name, or of a position text.
 * @param {string} name @param {Size} size @returns {Board}
 */
export function goalBoard(name, { rows, cols }) {
  const count = rows * cols;
  if (name === 'blank-last') {
    return new Board(rows, cols, Array.from({ length: count }, (_, i) => (i + 1) % count));
  }
  if (name === 'blank-first') return new Board(rows, cols, Array.from({ length: count }, (_, i) => i));
  if (name === 'spiral') return spiral(rows, cols);
  return parseBoard(name, { rows, cols });
}

/** @param {number} rows @param {number} cols */
function spiral(rows, cols) {
  const cells = Array(rows * cols).fill(0);
  let [top, left, bottom, right, next] = [0, 0, rows, cols, 1];
  /** @param {number} row @param {number} col */
  const put = (row, col) => {
    cells[row * cols + col] = next < cells.length ? next : 0;
    next += 1;
  };
  while (top < bottom && left < right) {
    for (let col = left; col < right; col++) put(top, col);
    for (let row = top + 1; row < bottom; row++) put(row, right - 1);
    if (bottom - top > 1) for (let col = right - 2; col >= left; col--) put(bottom - 1, col);
    if (right - left > 1) for (let row = bottom - 2; row > top; row--) put(row, left);
    [top, left, bottom, right] = [top + 1, left + 1, bottom - 1, right - 1];
  }
  return new Board(rows, cols, cells);
}

/**
 * The parity of a board as seen from a goal; even means that the goal can be reached.
 *
 * @typedef {object} Parity
 * @property {number} inversions pairs of tiles in the other order than in the goal
 * @property {number} blankRows rows between the blank and its home
 * @property {boolean} evenWidth whether the blank's row counts
 * @property {boolean} odd
 *
 * @param {Board} board @param {Board} goal @returns {Parity}
 */
export function parity(board, goal) {
  const inversions = inversionPairs(board, goal).length;
  const blankRows = Math.abs(rowOf(board, board.blank) - rowOf(goal, goal.blank));
  const evenWidth = board.cols % 2 === 0;
  return { inversions, blankRows, evenWidth, odd: (inversions + (evenWidth ? blankRows : 0)) % 2 === 1 };
}

/** The pairs of tiles that stand in the other order in the goal. @param {Board} board @param {Board} goal */
export function inversionPairs(board, goal) {
  const rank = new Map(goal.cells.filter((n) => n !== 0).map((n, place) => [n, place]));
  const order = board.cells.filter((n) => n !== 0);
  /** @type {[number, number][]} */
  const pairs = [];
  order.forEach((first, i) => {
    for (const later of order.slice(i + 1)) {
      if (Number(rank.get(later)) < Number(rank.get(first))) pairs.push([first, later]);
    }
  });
  return pairs;
}

/**
 * The swap that gives a board the other parity: the one that turns it into the goal if there is
 * one, else that of the first two tiles.
 * @param {Board} board @param {Board} goal @returns {{swap: [number, number], board: Board}}
 */
export function mend(board, goal) {
  const wrong = board.cells.filter((n, cell) => n !== 0 && n !== goal.cells[cell]);
  const pair = wrong.length === 2 && board.blank === goal.blank
    ? wrong
    : board.cells.filter((n) => n !== 0).slice(0, 2);
  const [a, b] = [Math.min(...pair), Math.max(...pair)];
  return { swap: [a, b], board: board.swapped(a, b) };
}

/** Rows and columns between a tile and its home. @param {Board} board @param {Board} goal @param {number} tile */
export function away(board, goal, tile) {
  const [here, home] = [board.find(tile), goal.find(tile)];
  return Math.abs(rowOf(board, here) - rowOf(board, home)) + Math.abs(colOf(board, here) - colOf(board, home));
}

/** The sum of `away` over all tiles. @param {Board} board @param {Board} goal */
export function manhattan(board, goal) {
  return board.cells.reduce((sum, tile) => sum + (tile === 0 ? 0 : away(board, goal, tile)), 0);
}
