/**
 * The clock of a race: which lane has come how far, by nodes or by time.
 *
 * The runs are over before the race is shown; a race is their numbers told on one clock, so that a tick
 * is the same number of nodes, or of milliseconds, in every lane.
 */

/** @typedef {'nodes' | 'time'} Pace */

/**
 * A run as the clock sees it.
 * @typedef {object} Runner
 * @property {number} expanded
 * @property {number} timeMs
 * @property {boolean} solved
 * @property {number} [length]
 * @property {boolean} [otherUnit] whether `expanded` counts something else than nodes
 */

/** How far a lane is: `done` of `total` in the unit of the pace. @typedef {{ done: number, total: number, part: number, finished: boolean }} Lane */

export class RaceClock {
  /**
   * @param {Runner[]} runners @param {Pace} pace
   * @param {number} duration milliseconds that the longest lane takes on the screen
   */
  constructor(runners, pace, duration) {
    this.runners = runners;
    this.pace = pace;
    this.duration = duration;
    /** Milliseconds shown so far. */
    this.shown = 0;
  }

  /** What a lane has to do altogether. @param {Runner} runner */
  #total(runner) {
    return this.pace === 'nodes' ? runner.expanded : runner.timeMs;
  }

  /** The longest lane. */
  get longest() {
    return Math.max(0, ...this.runners.map((runner) => this.#total(runner)));
  }

  /** Where the clock stands, in nodes or milliseconds. */
  get now() {
    return this.duration === 0 ? this.longest : this.longest * Math.min(1, this.shown / this.duration);
  }

  get over() {
    return this.shown >= this.duration;
  }

  /** Lets time pass. @param {number} millis */
  advance(millis) {
    this.shown = Math.min(this.duration, this.shown + millis);
  }

  finish() {
    this.shown = this.duration;
  }

  /** Changes what a tick is, keeping how much of the race is over. @param {Pace} pace */
  setPace(pace) {
    this.pace = pace;
  }

  /** @returns {Lane[]} */
  lanes() {
    const now = this.now;
    const longest = this.longest;
    return this.runners.map((runner) => {
      const total = this.#total(runner);
      const done = Math.min(total, now);
      return { done, total, part: longest === 0 ? 1 : done / longest, finished: this.over || now >= total };
    });
  }

  /**
   * The place of each lane: 1 for the first home, equals share one, 0 for no solution or for what cannot be compared.
   * @returns {number[]}
   */
  places() {
    const ranked = (/** @type {Runner} */ runner) => runner.solved && !(this.pace === 'nodes' && runner.otherUnit);
    const totals = this.runners.filter(ranked).map((runner) => this.#total(runner)).sort((a, b) => a - b);
    return this.runners.map((runner) => (ranked(runner) ? totals.indexOf(this.#total(runner)) + 1 : 0));
  }
}

/**
 * The duration of a race on the screen: long enough to see it, never long enough to be tired of it.
 * @param {number} longest nodes
 */
export function raceDuration(longest) {
  return Math.round(Math.min(9000, 2500 + 900 * Math.log10(1 + longest)));
}

/** A position and lanes as lines for the command line, one for each limit. */
/**
 * @param {string} board @param {string} goal
 * @param {{ spec: string, limit: string }[]} lanes @param {Record<string, string>} flags flags by limit
 */
export function compareCommand(board, goal, lanes, flags) {
  /** @type {Map<string, string[]>} */
  const byLimit = new Map();
  for (const { spec, limit } of lanes) byLimit.set(limit, [...(byLimit.get(limit) ?? []), spec]);
  return [...byLimit].map(([limit, specs]) => {
    const parts = ['taquin compare', `"${board}"`, `--with ${specs.join(',')}`];
    if (goal !== 'blank-last') parts.push(`--goal ${/\s/.test(goal) ? `"${goal}"` : goal}`);
    const flag = flags[limit];
    if (flag) parts.push(flag);
    parts.push('--format md');
    return parts.join(' ');
  }).join('\n');
}
