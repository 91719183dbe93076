/**
 * A game move by move: what each move gained or lost, as far as it is known.
 *
 * Neighbouring boards differ by exactly one move to go, so what is found out about one narrows all
 * others; `question()` names the board worth a search.
 *
 * @module play/review
 */

/** @typedef {import('../board-state.js').Board} Board */
/** @typedef {import('../board-state.js').Move} Move */
/** @typedef {{least: number, most: number}} Interval */

/** Far beyond every distance. */
const FAR = 1e9;

export class Review {
  /** @type {Board[]} one more than moves */
  boards;
  /** @type {Interval[]} */
  known;
  isGivenUp = false;

  /** @param {Board[]} boards @param {Move[]} moves @param {Board} goal */
  constructor(boards, moves, goal) {
    this.boards = boards;
    this.moves = moves;
    this.known = boards.map((board) =>
      (board.equals(goal) ? { least: 0, most: 0 } : { least: 1, most: FAR }));
    this.#narrow();
  }

  /** The exact distance of a board, null where it is open. @param {number} index */
  distance(index) {
    const { least, most } = this.known[index];
    return least === most ? least : null;
  }

  /** The last board whose distance is open: searches are short there. Null when there is none. */
  question() {
    if (this.isGivenUp) return null;
    for (let index = this.known.length - 1; index >= 0; index--) if (this.distance(index) === null) return index;
    return null;
  }

  /** Takes in what was found of a board; an answer that settles nothing ends the questions. @param {number} index @param {number} least @param {number} [most] */
  answer(index, least, most = FAR) {
    const known = this.known[index];
    known.least = Math.max(known.least, least);
    known.most = Math.min(known.most, most);
    this.isGivenUp = known.least !== known.most;
    this.#narrow();
  }

  /** The line without its loops: where a board comes again, what lies between is left out. @returns {Move[]} */
  shortened() {
    /** The moves that lead to each board of the line so far. @type {Map<string, number>} */
    const seen = new Map([[this.boards[0].toLink(), 0]]);
    /** @type {Move[]} */
    const line = [];
    this.moves.forEach((move, index) => {
      line.push(move);
      const name = this.boards[index + 1].toLink();
      line.length = seen.get(name) ?? line.length;
      for (const [other, length] of seen) if (length > line.length) seen.delete(other);
      seen.set(name, line.length);
    });
    return line;
  }

  /** How many moves longer a move made the way: 0 or 2; null where it is not known. @param {number} move */
  loss(move) {
    const [before, after] = [this.distance(move), this.distance(move + 1)];
    return before === null || after === null ? null : after + 1 - before;
  }

  /** The moves that lost, by index. */
  lost() {
    return this.moves.map((_, index) => index).filter((index) => (this.loss(index) ?? 0) > 0);
  }

  /** The whole loss, as far as it is known. */
  get total() {
    return this.lost().reduce((sum, index) => sum + (this.loss(index) ?? 0), 0);
  }

  get isComplete() {
    return this.known.every((_, index) => this.distance(index) !== null);
  }

  #narrow() {
    const { known } = this;
    const carry = (/** @type {Interval} */ from, /** @type {Interval} */ to) => {
      to.least = Math.max(to.least, from.least - 1);
      to.most = Math.min(to.most, from.most + 1);
    };
    for (let i = 1; i < known.length; i++) carry(known[i - 1], known[i]);
    for (let i = known.length - 1; i > 0; i--) carry(known[i], known[i - 1]);
  }
}
