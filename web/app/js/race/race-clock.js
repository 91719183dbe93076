/**
 * The clock of a race: which lane has come how far, by nodes or by time.
 *
 * The runs are over before the race is shown; a race is their numbers told on one clock, so that at each moment every
 * lane has had the same number of nodes, or of milliseconds. Searches differ by factors of thousands, so the clock is
 * logarithmic: it shows 10, 100, 1000 nodes after equal times. A runner stands where its own search is on the same
 * scale, and reaches the flag when it is done: who needs fewest is ahead from the start.
 */

import { placesByTime } from '../timing.js';

/** @typedef {'nodes' | 'time'} Pace */

/**
 * A run as the clock sees it.
 * @typedef {object} Runner
 * @property {number} expanded
 * @property {Timing | null} timing
 * @property {boolean} solved
 * @property {boolean} [otherUnit] whether `expanded` counts something else than nodes
 */

/** How far a lane is: `done` of `total` in the unit of the pace; `part` of its track. @typedef {{ done: number, total: number, part: number, finished: boolean }} Lane */

/** Who gives up does not come to the flag. */
const SHORT_OF = 0.94;
/** Milliseconds below which times are not told apart on the track. */
const TICK = 0.01;

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
    return this.pace === 'nodes' ? runner.expanded : runner.timing?.median ?? 0;
  }

  /** A number of nodes or milliseconds on the scale of the track. @param {number} amount */
  #scale(amount) {
    return Math.log1p(this.pace === 'nodes' ? amount : amount / TICK);
  }

  /** The longest lane. */
  get longest() {
    return Math.max(0, ...this.runners.map((runner) => this.#total(runner)));
  }

  /** Where the clock stands, in nodes or milliseconds. */
  get now() {
    if (this.over) return this.longest;
    const amount = Math.expm1(this.#scale(this.longest) * (this.shown / this.duration));
    return this.pace === 'nodes' ? amount : amount * TICK;
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

  /** @returns {Lane[]} */
  lanes() {
    const now = this.now;
    return this.runners.map((runner) => {
      const total = this.#total(runner);
      const done = Math.min(total, now);
      const finished = this.over || now >= total;
      const part = finished || total === 0 ? 1 : this.#scale(done) / this.#scale(total);
      return { done, total, part: runner.solved ? part : part * SHORT_OF, finished };
    });
  }

  /**
   * The place of each lane: 1 for the first home, equals share one, 0 for no solution or for what cannot be compared.
   * Times that differ by less than they vary are equal.
   * @returns {number[]}
   */
  places() {
    if (this.pace === 'time') return placesByTime(this.runners.map(({ solved, timing }) => (solved ? timing : null)));
    const ranked = (/** @type {Runner} */ runner) => runner.solved && !runner.otherUnit;
    const totals = this.runners.filter(ranked).map((runner) => runner.expanded).sort((a, b) => a - b);
    return this.runners.map((runner) => (ranked(runner) ? totals.indexOf(runner.expanded) + 1 : 0));
  }
}

/** Nodes that fill a track while nobody knows how many it will take. */
const FAR = 1e8;

/** Where a runner stands whose search is still under way: never at the flag. @param {number} expanded */
export const runningPart = (expanded) => SHORT_OF * Math.min(1, Math.log1p(expanded) / Math.log1p(FAR));

/**
 * The duration of a race on the screen: long enough to see it, never long enough to be tired of it.
 * @param {number} longest nodes
 */
export function raceDuration(longest) {
  return Math.round(Math.min(7000, 2000 + 700 * Math.log10(1 + longest)));
}

/**
 * A position and lanes as lines for the command line, one for each limit.
 * @param {string} board @param {{ spec: string, limit: string }[]} lanes
 */
export const compareCommand = (board, lanes) => [...new Set(lanes.map(({ limit }) => limit))].map((limit) => {
  const specs = lanes.filter((lane) => lane.limit === limit).map(({ spec }) => spec);
  const flag = limit.endsWith('s') ? `--time-limit ${limit}` : `--node-limit ${limit.slice(0, -1)}`;
  return `taquin compare "${board}" --with ${specs.join(',')} ${flag} --format md`;
}).join('\n');
