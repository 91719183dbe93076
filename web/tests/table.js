/**
 * Exact distances of every board of at most nine cells, by breadth-first search from the goal.
 *
 * @module table
 */

/** @typedef {import('../app/js/board-state.js').Board} Board */
/** @typedef {import('../app/js/board-state.js').Move} Move */

/** No board of nine cells is farther than 31. */
const UNSEEN = 255;

export class Table {
  /** @type {Uint8Array} */
  #distance;

  /** @param {Board} goal */
  constructor(goal) {
    const count = goal.cells.length;
    this.#distance = new Uint8Array(factorial(count)).fill(UNSEEN);
    this.#distance[rank(goal.cells)] = 0;
    /** @type {Uint8Array[]} */
    let frontier = [Uint8Array.from(goal.cells)];
    for (let depth = 1; frontier.length > 0; depth++) {
      /** @type {Uint8Array[]} */
      const next = [];
      for (const cells of frontier) {
        const blank = cells.indexOf(0);
        for (const other of neighbours(blank, goal)) {
          const moved = cells.slice();
          moved[blank] = cells[other];
          moved[other] = 0;
          const place = rank(moved);
          if (this.#distance[place] === UNSEEN) {
            this.#distance[place] = depth;
            next.push(moved);
          }
        }
      }
      frontier = next;
    }
  }

  /** @param {Board} board */
  distance(board) {
    return this.#distance[rank(board.cells)];
  }

  /** How many shortest solutions there are. @param {Board} board */
  count(board) {
    /** The boards of one distance, and how many shortest ways lead to each. @type {Map<string, {board: Board, ways: number}>} */
    let level = new Map([[board.toLink(), { board, ways: 1 }]]);
    for (let left = this.distance(board); left > 0; left--) {
      /** @type {typeof level} */
      const next = new Map();
      for (const { board: at, ways } of level.values()) {
        for (const move of at.moves()) {
          const after = /** @type {Board} */ (at.slide(move));
          if (this.distance(after) !== left - 1) continue;
          const name = after.toLink();
          next.set(name, { board: after, ways: ways + (next.get(name)?.ways ?? 0) });
        }
      }
      level = next;
    }
    return [...level.values()].reduce((sum, { ways }) => sum + ways, 0);
  }

  /** A shortest solution, in the order U D L R where several moves are best. @param {Board} board @returns {Move[]} */
  line(board) {
    /** @type {Move[]} */
    const line = [];
    for (let at = board, left = this.distance(board); left > 0; left--) {
      for (const move of at.moves()) {
        const next = /** @type {Board} */ (at.slide(move));
        if (this.distance(next) === left - 1) {
          line.push(move);
          at = next;
          break;
        }
      }
    }
    return line;
  }
}

/** @param {number} cell @param {{rows: number, cols: number}} size */
function neighbours(cell, { rows, cols }) {
  const [row, col] = [Math.floor(cell / cols), cell % cols];
  const cells = [];
  if (row > 0) cells.push(cell - cols);
  if (row + 1 < rows) cells.push(cell + cols);
  if (col > 0) cells.push(cell - 1);
  if (col + 1 < cols) cells.push(cell + 1);
  return cells;
}

/** @param {number} n */
function factorial(n) {
  let product = 1;
  for (let factor = 2; factor <= n; factor++) product *= factor;
  return product;
}

/** The number of a permutation in the order of the dictionary. @param {ArrayLike<number>} cells */
function rank(cells) {
  let seen = 0;
  let number = 0;
  for (let i = 0; i < cells.length; i++) {
    const value = cells[i];
    // Smaller values that stand before this one do not count.
    let smaller = seen & ((1 << value) - 1);
    let before = 0;
    while (smaller) {
      smaller &= smaller - 1;
      before++;
    }
    number = number * (cells.length - i) + value - before;
    seen |= 1 << value;
  }
  return number;
}
