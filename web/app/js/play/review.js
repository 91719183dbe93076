/**
 * A game move by move: what each move gained or lost, as far as `analyze` could tell.
 */

export class Review {
  /** Moves to go from each board, null where they are not known. @type {(number | null)[]} */
  distances;
  /** What each move lost, null where it is not known. @type {(number | null)[]} */
  losses;

  /** @param {Board[]} boards one more than moves @param {Move[]} moves */
  constructor(boards, moves) {
    this.boards = boards;
    this.moves = moves;
    this.distances = boards.map(() => null);
    this.losses = moves.map(() => null);
  }

  /** Takes in an answer to `analyze`. @param {{best?: number, per_move: {distance: number, exact: boolean, loss?: number}[]}} answer */
  take({ best, per_move: judged }) {
    this.distances = [best ?? null, ...judged.map(({ distance, exact }) => (exact ? distance : null))];
    this.losses = judged.map(({ loss }) => loss ?? null);
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

  /** The moves that lost, by index. */
  lost() {
    return this.moves.map((_, index) => index).filter((index) => (this.losses[index] ?? 0) > 0);
  }

  /** The whole loss, as far as it is known. */
  get total() {
    return this.lost().reduce((sum, index) => sum + (this.losses[index] ?? 0), 0);
  }

  get isComplete() {
    return !this.distances.includes(null);
  }
}
