/**
 * How long a search takes, told so that it can be relied on: one run warms caches and tables up, several are measured,
 * and the median is told with the spread of the others.
 */

import { post } from './api.js';
import { numberText } from './i18n.js';

/** Runs that are measured where they are short. */
const RUNS = 5;
/** Milliseconds after which no further run is begun. */
const ENOUGH = 800;

/** @param {number[]} times in milliseconds, at least one @returns {Timing} */
export function timingOf(times) {
  const sorted = [...times].sort((a, b) => a - b);
  const middle = (sorted.length - 1) / 2;
  return {
    median: (sorted[Math.floor(middle)] + sorted[Math.ceil(middle)]) / 2,
    low: sorted[0], high: sorted[sorted.length - 1], runs: sorted.length,
  };
}

/**
 * Measures a question for `/solve`. A run that was made already tells how long it takes: a long one is not repeated.
 * @param {object} question @param {number} first milliseconds of the run made already
 * @param {AbortSignal} [signal] @param {(path: string, body: object, options: object) => Promise<any>} [ask]
 * @returns {Promise<Timing>}
 */
export async function measure(question, first, signal, ask = post) {
  if (first * 2 > ENOUGH) return timingOf([first]);
  // What was run before has warmed up another process, or nothing.
  await ask('/solve', question, { signal });
  const times = [];
  const begun = performance.now();
  while (times.length < RUNS && (times.length === 0 || performance.now() - begun < ENOUGH)) {
    times.push((await ask('/solve', question, { signal })).stats.time_ms);
  }
  return timingOf(times);
}

/**
 * The place of each by time: 1 for the first. Two whose spreads overlap are not told apart, nor is one run a proof: it
 * may be off by half. Null has no place (0).
 * @param {(Timing | null)[]} timings @returns {number[]}
 */
export function placesByTime(timings) {
  const spread = (/** @type {Timing} */ { low, high, median, runs }) => (runs > 1 ? [low, high] : [median / 1.5, median * 1.5]);
  const order = timings.map((timing, index) => ({ timing, index })).filter(({ timing }) => timing !== null)
    .sort((a, b) => /** @type {Timing} */ (a.timing).median - /** @type {Timing} */ (b.timing).median);
  const places = timings.map(() => 0);
  let [place, reach] = [0, -Infinity];
  order.forEach(({ timing, index }, at) => {
    const [low, high] = spread(/** @type {Timing} */ (timing));
    // Each is compared with the leader of its group, so that a chain of neighbours does not make all equal.
    if (low > reach) [place, reach] = [at + 1, high];
    places[index] = place;
  });
  return places;
}

/** A time with two figures that count; what the clock cannot tell apart from nothing is said so. @param {number} millis */
export function timeWords(millis) {
  const format = (/** @type {number} */ value, /** @type {number} */ digits) => numberText(value, { maximumSignificantDigits: digits });
  if (millis < 0.01) return `< ${format(0.01, 1)} ms`;
  return millis < 1000 ? `${format(millis, 2)} ms` : `${format(millis / 1000, 3)} s`;
}
