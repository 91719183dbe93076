/**
 * Boards, moves and goals by the rules of `taquin-core`, which answer in `engine/rules.js`.
 *
 * Boards are values: a slide gives another board. Cells count row by row from the top left,
 * the blank is 0, and a move is the way the *tile* goes.
 */

import { ask, know, RulesFault } from './engine/rules.js';
import { INVERSE } from './grid.js';

export { colOf, INVERSE, rowOf } from './grid.js';
/** A text that is no board. */
export { RulesFault as BoardFault };

/** @typedef {import('./grid.js').Move} Move */
/** @typedef {import('./grid.js').Size} Size */

/** Rows and columns of the smallest board. */
export const LEAST = 2;
/** Rows and columns of the largest board of the page. */
export const MOST = 16;

/** The names of goals, the default first. */
export const GOALS = /** @type {const} */ (['blank-last', 'blank-first', 'spiral']);

/** A position: each of the tiles 1 to n once, and one blank. */
export class Board {
  #text;
  /** Cells of the tiles that can slide, by their move. @type {Map<Move, number> | null} */ #ways = null;

  /** @param {string} text as the rules write boards */
  constructor(text) {
    const rows = text.split('/').map((row) => row.split(' ').map(Number));
    this.#text = text;
    /** @readonly */ this.rows = rows.length;
    /** @readonly */ this.cols = rows[0].length;
    /** @readonly @type {readonly number[]} */ this.cells = rows.flat();
    /** @readonly */ this.blank = this.cells.indexOf(0);
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
    return this.#sources.get(move) ?? -1;
  }

  /** The tile that this move slides. @param {Move} move */
  tileOf(move) {
    return this.cells[this.source(move)];
  }

  /** The tile that this move has just slid. @param {Move} move */
  movedBy(move) {
    return this.tileOf(INVERSE[move]);
  }

  /** The moves that can be made, in the order U D L R. @returns {Move[]} */
  moves() {
    return [...this.#sources.keys()];
  }

  get #sources() {
    this.#ways ??= new Map(know('ways', this.#text)[0].split(' ').map((way) => [/** @type {Move} */ (way[0]), Number(way.slice(1))]));
    return this.#ways;
  }

  /** The board after a move, null if no tile can go that way. @param {Move} move */
  slide(move) {
    return this.play([move]);
  }

  /** The board after moves, null if one cannot be made. @param {Iterable<Move>} moves @returns {Board | null} */
  play(moves) {
    return boardOf(ask('play', this.#text, [...moves].join('')));
  }

  /** This board and those after each of some moves, null if one cannot be made. @param {Iterable<Move>} moves @returns {Board[] | null} */
  along(moves) {
    const boards = ask('boards', this.#text, [...moves].join(''));
    return boards && [this, ...boards.filter(Boolean).map((text) => new Board(text))];
  }

  /**
   * The moves that a press on a cell makes: all tiles between it and the blank slide.
   * Null when the cell is not in the blank's row or column, or is the blank.
   * @param {number} cell @returns {Move[] | null}
   */
  press(cell) {
    return movesOf(ask('press', this.#text, cell));
  }

  /** The same board with two tiles changed for one another. @param {number} a @param {number} b */
  swapped(a, b) {
    return new Board(know('swap', this.#text, a, b)[0]);
  }

  /** @param {Board | null | undefined} other */
  equals(other) {
    return !!other && this.#text === String(other);
  }

  /** The position text: `8 1 3/4 0 2/7 6 5`. */
  toString() {
    return this.#text;
  }

  /** The form for links: `8,1,3/4,0,2/7,6,5`. */
  toLink() {
    return this.#text.replaceAll(' ', ',');
  }
}

/** @param {string[] | null} answer */
const boardOf = (answer) => answer && new Board(answer[0]);
/** @param {string[] | null} answer */
const movesOf = (answer) => answer && /** @type {Move[]} */ ([...answer[0]]);
/** @param {Size} size */
const sizeText = ({ rows, cols }) => `${rows}x${cols}`;

/**
 * Reads a position in any form that the command line reads.
 * @param {string} text
 * @param {string} [size] the size of a flat list that is not square, `2x3`
 * @returns {Board}
 * @throws {RulesFault} naming what is wrong
 */
export const parseBoard = (text, size = '') => new Board(know('board', text, size)[0]);

/**
 * The board that an address names with `b`; the usual one where it names none, or a broken one.
 * @param {URLSearchParams} query @param {string} usual @returns {{board: Board, broken: boolean}}
 */
export function addressedBoard(query, usual) {
  try {
    return { board: parseBoard(query.get('b') || usual), broken: false };
  } catch {
    return { board: parseBoard(usual), broken: true };
  }
}

/**
 * Reads moves: `LUR2D2`, spaces and commas allowed.
 * @param {string} text @returns {Move[] | null} null when it cannot be read
 */
export const parseMoves = (text) => movesOf(ask('moves', text));

/** Moves without those that undo each other. @param {readonly Move[]} moves */
export const simplified = (moves) => movesOf(ask('simplify', moves.join('')));

/** Writes moves, runs as `R2`. @param {readonly Move[]} moves */
export const formatMoves = (moves) => know('line', moves.join(''))[0];

/**
 * The goal board of a name, or of a position text.
 * @param {string} name @param {Size} size @returns {Board} @throws {RulesFault}
 */
export const goalBoard = (name, size) => new Board(know('goal', name, sizeText(size))[0]);

/**
 * The parity of a board as seen from a goal; even means that the goal can be reached.
 *
 * @typedef {object} Parity
 * @property {number} inversions pairs of tiles in the other order than in the goal
 * @property {number} blankRows rows between the blank and its home
 * @property {boolean} evenWidth whether the blank's row counts
 * @property {boolean} odd
 *
 * @param {Board} board @param {Board} goal @returns {Parity} odd where the sizes differ
 */
export function parity(board, goal) {
  const [inversions, blankRows, evenWidth, odd] = (ask('parity', String(board), String(goal)) ?? [0, 0, 0, 1]).map(Number);
  return { inversions, blankRows, evenWidth: evenWidth === 1, odd: odd === 1 };
}

/** The pairs of tiles that stand in the other order in the goal. @param {Board} board @param {Board} goal */
export function inversionPairs(board, goal) {
  const pairs = know('pairs', String(board), String(goal)).filter(Boolean);
  return pairs.map((pair) => /** @type {[number, number]} */ (pair.split(' ').map(Number)));
}

/**
 * The swap that gives a board the other parity: the one that turns it into the goal if there is
 * one, else that of the first two tiles.
 * @param {Board} board @param {Board} goal @returns {{swap: [number, number], board: Board}}
 */
export function mend(board, goal) {
  const [a, b, text] = know('mend', String(board), String(goal));
  return { swap: [Number(a), Number(b)], board: new Board(text) };
}

/** Rows and columns between each cell's tile and its home. @param {Board} board @param {Board} goal @returns {number[]} */
const distances = (board, goal) => know('away', String(board), String(goal))[0].split(' ').map(Number);

/** Rows and columns between a tile and its home. @param {Board} board @param {Board} goal @param {number} tile */
export const away = (board, goal, tile) => distances(board, goal)[board.find(tile)];

/** The sum of `away` over all tiles. @param {Board} board @param {Board} goal */
export const manhattan = (board, goal) => distances(board, goal).reduce((sum, distance) => sum + distance, 0);
