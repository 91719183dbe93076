/**
 * Walking distance (K. Takahashi): the fewest vertical moves if only the rows matter, and the same
 * for columns. Tables for boards whose sides are at most four, made in a moment.
 *
 * A state says how many tiles of each goal row lie in each row, and in which row the blank is; a
 * move exchanges the blank with any tile of a neighbouring row. Every real solution walks through
 * these states, so the fewest steps there are a lower bound.
 *
 * @module offline/walking
 */

/** The longest side for which the table is small. */
export const LONGEST = 4;

export class Walking {
  /** @type {Map<number, number>} */
  #index = new Map();
  /** @type {number[]} */
  #distance = [];
  /** The state after the blank goes to the line before (0) or after (1) for a tile of a group. @type {Int32Array} */
  next;

  /** @param {number} lines @param {number} length cells of a line; the goal's last line has the blank */
  constructor(lines, length) {
    this.lines = lines;
    const goal = Array.from({ length: lines * lines }, (_, i) => {
      const [line, group] = [Math.floor(i / lines), i % lines];
      return line !== group ? 0 : length - (line === lines - 1 ? 1 : 0);
    });
    /** @type {number[]} */
    const links = [];
    /** @type {{counts: number[], blank: number}[]} */
    const states = [];
    const visit = (/** @type {number[]} */ counts, /** @type {number} */ blank, /** @type {number} */ distance) => {
      const key = keyOf(counts, blank);
      let at = this.#index.get(key);
      if (at === undefined) {
        at = states.length;
        this.#index.set(key, at);
        this.#distance.push(distance);
        states.push({ counts, blank });
        for (let i = 0; i < 2 * lines; i++) links.push(-1);
      }
      return at;
    };
    visit(goal, lines - 1, 0);
    for (let at = 0; at < states.length; at++) {
      const { counts, blank } = states[at];
      for (const [side, line] of [[0, blank - 1], [1, blank + 1]]) {
        if (line < 0 || line >= lines) continue;
        for (let group = 0; group < lines; group++) {
          if (counts[line * lines + group] === 0) continue;
          const moved = counts.slice();
          moved[line * lines + group]--;
          moved[blank * lines + group]++;
          links[at * 2 * lines + side * lines + group] = visit(moved, line, this.#distance[at] + 1);
        }
      }
    }
    this.next = Int32Array.from(links);
    this.distance = Uint8Array.from(this.#distance);
  }

  /** The state of a board, by the goal line of each tile, line by line. @param {(readonly number[])[]} groups -1 for the blank */
  state(groups) {
    const { lines } = this;
    const counts = Array(lines * lines).fill(0);
    let blank = 0;
    groups.forEach((line, at) => {
      for (const group of line) {
        if (group < 0) blank = at;
        else counts[at * lines + group]++;
      }
    });
    return /** @type {number} */ (this.#index.get(keyOf(counts, blank)));
  }
}

/** A number for each state: counts are at most 4, so base 5 of at most 16 places. @param {number[]} counts @param {number} blank */
function keyOf(counts, blank) {
  let key = blank;
  for (const count of counts) key = key * 5 + count;
  return key;
}
