/**
 * IDA* for boards of at most sixteen cells whose goal is blank-last: proven where it ends in time,
 * else a good solution with the estimate weighted.
 *
 * The estimate is walking distance, and inversion distance where that is larger, for rows and for
 * columns; on long thin boards the sum of the tiles' ways.
 *
 * @module offline/search
 */

import { goalBoard, manhattan } from '../board-state.js';
import { LONGEST, Walking } from './walking.js';

/** @typedef {import('../board-state.js').Board} Board */
/** @typedef {import('../board-state.js').Move} Move */

/** Nodes between two looks at the clock. */
const BATCH = 1 << 14;
/** Weights tried in turn when the proof takes too long, and the part of the time each gets. */
const WEIGHTS = [1.25, 1.5, 2, 3, 5];

/** @type {Map<string, Walking>} */
const tables = new Map();
/** @param {number} lines @param {number} length */
function walking(lines, length) {
  const key = `${lines} ${length}`;
  const table = tables.get(key) ?? new Walking(lines, length);
  tables.set(key, table);
  return table;
}

/**
 * @typedef {object} Found
 * @property {Move[] | null} line
 * @property {boolean} proven
 * @property {number} least no solution is shorter
 * @property {number} nodes
 */

/**
 * @param {Board} board
 * @param {number} millis for the proof; a good solution takes up to half as long again
 * @param {(nodes: number, bound: number) => void} [onProgress] a few times a second
 * @returns {Found}
 */
export function solve(board, millis, onProgress) {
  const search = new Search(board, onProgress);
  const exact = search.run(1, performance.now() + millis);
  if (exact) return { line: exact, proven: true, least: exact.length, nodes: search.nodes };
  const { least } = search;
  for (const weight of WEIGHTS) {
    const good = search.run(weight, performance.now() + Math.max(150, millis / 4));
    if (good) return { line: good, proven: good.length === least, least, nodes: search.nodes };
  }
  return { line: null, proven: false, least, nodes: search.nodes };
}

/** A good solution at once. @param {Board} board @returns {Found} */
export function quick(board) {
  const search = new Search(board);
  for (const weight of [1.5, ...WEIGHTS.slice(2)]) {
    const line = search.run(weight, performance.now() + 400);
    if (line) return { line, proven: false, least: search.least, nodes: search.nodes };
  }
  return { line: null, proven: false, least: search.least, nodes: search.nodes };
}

/** An admissible estimate. @param {Board} board */
export function estimate(board) {
  return new Search(board).least;
}

/** The state of one board's search; `run` may be called again with another weight. */
class Search {
  nodes = 0;
  /** The largest bound proven so far. */
  least;

  /** @param {Board} board @param {(nodes: number, bound: number) => void} [onProgress] */
  constructor(board, onProgress) {
    this.board = board;
    this.onProgress = onProgress;
    this.guide = board.rows <= LONGEST && board.cols <= LONGEST ? walkingGuide(board) : plainGuide(board);
    this.least = this.guide.start.bound;
  }

  /** @param {number} weight @param {number} deadline @returns {Move[] | null} */
  run(weight, deadline) {
    const { board, guide } = this;
    const { rows, cols } = board;
    const cells = Uint8Array.from(board.cells);
    const path = new Uint8Array(512);
    let length = 0;
    let stopped = false;

    /**
     * Depth first below a bound; the least value beyond it, or FOUND. Moves: 0 U, 1 D, 2 L, 3 R.
     * @param {number} blank @param {number} g @param {number} bound @param {number} a @param {number} b
     * @param {number} c @param {number} d the guide's state @param {number} last
     * @returns {number}
     */
    const descend = (blank, g, bound, a, b, c, d, last) => {
      const h = guide.bound(a, b, c, d);
      const f = g + weight * h;
      if (f > bound || g >= path.length) return f;
      if (h === 0) {
        length = g;
        return FOUND;
      }
      this.nodes++;
      if ((this.nodes & (BATCH - 1)) === 0) {
        stopped = performance.now() > deadline;
        this.onProgress?.(this.nodes, bound);
      }
      if (stopped) return Infinity;
      const row = (blank / cols) | 0;
      const col = blank % cols;
      let least = Infinity;
      for (let move = 0; move < 4; move++) {
        if (last >= 0 && move === (last ^ 1)) continue;
        // The tile comes from below (U), above (D), the right (L), the left (R).
        let source = blank;
        if (move === 0) source = row + 1 < rows ? blank + cols : -1;
        else if (move === 1) source = row > 0 ? blank - cols : -1;
        else if (move === 2) source = col + 1 < cols ? blank + 1 : -1;
        else source = col > 0 ? blank - 1 : -1;
        if (source < 0) continue;
        const tile = cells[source];
        guide.step(cells, blank, source, tile, move, a, b, c, d);
        const { state } = guide;
        const na = state[0];
        const nb = state[1];
        const nc = state[2];
        const nd = state[3];
        cells[blank] = tile;
        cells[source] = 0;
        path[g] = move;
        const result = descend(source, g + 1, bound, na, nb, nc, nd, move);
        cells[source] = tile;
        cells[blank] = 0;
        if (result === FOUND) return FOUND;
        if (result < least) least = result;
      }
      return least;
    };

    const { a, b, c, d, bound: h } = guide.start;
    let bound = h * weight;
    for (;;) {
      const next = descend(board.blank, 0, bound, a, b, c, d, -1);
      if (next === FOUND) return Array.from(path.subarray(0, length), (move) => LETTERS[move]);
      if (stopped || next === Infinity) return null;
      bound = next;
      if (weight === 1) this.least = Math.max(this.least, bound);
    }
  }
}

/**
 * An estimate that follows the board move by move; its state is four numbers.
 *
 * @typedef {object} Guide
 * @property {{a: number, b: number, c: number, d: number, bound: number}} start
 * @property {(a: number, b: number, c: number, d: number) => number} bound
 * @property {(cells: Uint8Array, blank: number, source: number, tile: number, move: number, a: number, b: number, c: number, d: number) => void} step puts the state after a slide into `state`
 * @property {Int32Array} state
 */

/** The sum of the tiles' ways. @param {Board} board @returns {Guide} */
function plainGuide(board) {
  const { cols } = board;
  const sum = manhattan(board, goalBoard('blank-last', board));
  const state = new Int32Array(4);
  const way = (/** @type {number} */ tile, /** @type {number} */ cell) =>
    Math.abs(((cell / cols) | 0) - (((tile - 1) / cols) | 0)) + Math.abs((cell % cols) - ((tile - 1) % cols));
  return {
    start: { a: sum, b: 0, c: 0, d: 0, bound: sum },
    state,
    bound: (a) => a,
    step: (_cells, blank, source, tile, _move, a) => {
      state[0] = a + way(tile, blank) - way(tile, source);
    },
  };
}

/** Walking and inversion distance of rows (a, c) and columns (b, d). @param {Board} board @returns {Guide} */
function walkingGuide(board) {
  const { rows, cols } = board;
  const [vertical, horizontal] = [walking(rows, cols), walking(cols, rows)];
  const count = rows * cols;
  const goalRow = Uint8Array.from({ length: count }, (_, tile) => (tile === 0 ? 0 : Math.floor((tile - 1) / cols)));
  const goalCol = Uint8Array.from({ length: count }, (_, tile) => (tile === 0 ? 0 : (tile - 1) % cols));
  /** A tile's number if cells were counted column by column. */
  const turned = Uint8Array.from({ length: count }, (_, tile) => (tile === 0 ? 0 : goalCol[tile] * rows + goalRow[tile] + 1));
  const [byInversions, byTurned] = [inversionBounds(count, cols - 1), inversionBounds(count, rows - 1)];
  const state = new Int32Array(4);

  const byRow = range(rows).map((row) => range(cols).map((col) => board.cells[row * cols + col]));
  const byCol = range(cols).map((col) => range(rows).map((row) => board.cells[row * cols + col]));
  const a = vertical.state(byRow.map((line) => line.map((tile) => (tile ? goalRow[tile] : -1))));
  const b = horizontal.state(byCol.map((line) => line.map((tile) => (tile ? goalCol[tile] : -1))));
  const c = inversions(byRow.flat().filter(Boolean));
  const d = inversions(byCol.flat().filter(Boolean).map((tile) => turned[tile]));

  /** @type {Guide['bound']} */
  const bound = (va, hb, vi, hi) => {
    const [v, h] = [vertical.distance[va], horizontal.distance[hb]];
    const [w, x] = [byInversions[vi], byTurned[hi]];
    return (v > w ? v : w) + (h > x ? h : x);
  };
  return {
    start: { a, b, c, d, bound: bound(a, b, c, d) },
    state,
    bound,
    step: (cells, blank, source, tile, move, va, hb, vi, hi) => {
      let change = 0;
      if (move < 2) {
        // Up, it comes to stand before the tiles between, and is inverted with the smaller ones; down, the other way.
        const first = (move === 0 ? blank : source) + 1;
        for (let i = 0; i < cols - 1; i++) change += cells[first + i] < tile ? 1 : -1;
        state[0] = vertical.next[va * 2 * rows + (move === 0 ? rows : 0) + goalRow[tile]];
        state[1] = hb;
        state[2] = vi + (move === 0 ? change : -change);
        state[3] = hi;
        return;
      }
      const left = move === 2;
      const row = (blank / cols) | 0;
      const [firstCol, lastCol] = left ? [blank % cols, source % cols] : [source % cols, blank % cols];
      const rank = turned[tile];
      for (let r = row + 1; r < rows; r++) change += turned[cells[r * cols + firstCol]] < rank ? 1 : -1;
      for (let r = 0; r < row; r++) change += turned[cells[r * cols + lastCol]] < rank ? 1 : -1;
      state[0] = va;
      state[1] = horizontal.next[hb * 2 * cols + (left ? cols : 0) + goalCol[tile]];
      state[2] = vi;
      state[3] = hi + (left ? change : -change);
    },
  };
}

const FOUND = -1;
/** @type {readonly Move[]} */
const LETTERS = ['U', 'D', 'L', 'R'];
/** @param {number} n */
const range = (n) => Array.from({ length: n }, (_, i) => i);

/**
 * The fewest slides that can undo so many inversions when each passes so many tiles: it changes
 * them by at most that, and by an odd number if that is odd.
 * @param {number} cells @param {number} passed
 */
function inversionBounds(cells, passed) {
  return Uint8Array.from({ length: (cells * cells) / 2 + 1 }, (_, inverted) => {
    const slides = Math.ceil(inverted / passed);
    return passed % 2 === 1 && (slides - inverted) % 2 !== 0 ? slides + 1 : slides;
  });
}

/** @param {readonly number[]} order */
function inversions(order) {
  let count = 0;
  order.forEach((first, i) => {
    for (let j = i + 1; j < order.length; j++) if (order[j] < first) count++;
  });
  return count;
}
