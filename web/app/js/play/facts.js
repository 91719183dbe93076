/**
 * What is known of positions, so that a hint follows the line it began.
 */

/** Moves of the longest hint. */
export const LONGEST = 5;
/** Positions remembered. */
const KEPT = 20_000;

export class Facts {
  /** @type {Map<string, Fact>} */
  #facts = new Map();

  /** @param {Board} board @param {string} goal @returns {Fact | null} */
  known(board, goal) {
    return this.#facts.get(key(board, goal)) ?? null;
  }

  /**
   * Remembers a line and every board on it.
   * @param {Board} board @param {string} goal @param {Move[]} line @param {number | null} distance where it is proven
   * @param {number | null} [estimate] of the first board
   */
  learn(board, goal, line, distance, estimate = null) {
    for (const [i, at] of (board.along(line.slice(0, -1)) ?? []).entries()) {
      const name = key(at, goal);
      const before = this.#facts.get(name);
      const rest = line.slice(i);
      // A proof beats a guess; a longer line beats a shorter one of the same worth.
      const better = !before || (distance !== null && before.distance === null) ||
        (before.line.length < rest.length && (before.distance === null) === (distance === null));
      if (better) {
        this.#facts.set(name, {
          line: rest,
          proven: distance !== null,
          distance: distance === null ? null : distance - i,
          estimate: (i === 0 ? estimate : null) ?? before?.estimate ?? null,
        });
      }
    }
    if (this.#facts.size > KEPT) {
      for (const name of [...this.#facts.keys()].slice(0, KEPT / 2)) this.#facts.delete(name);
    }
  }
}

/** @param {Board} board @param {string} goal */
export const key = (board, goal) => `${board.toLink()} ${goal}`;
