/**
 * Sessions as speed players know them: rolling averages, penalties. Computed from the rows of results;
 * no page in here.
 */

import { timeOf } from './results.js';

/** @import { Result } from './results.js' */

/**
 * The average of each n results in a row, without the best and the worst twentieth (one each of five and twelve, five of
 * a hundred); null where there are not n before.
 * @param {readonly Result[]} rows in the order they were finished @param {number} n @returns {(number | null)[]}
 */
export function rolling(rows, n) {
  const times = rows.map(timeOf);
  const cut = Math.ceil(n / 20);
  return times.map((_, at) => {
    if (at + 1 < n) return null;
    const window = times.slice(at + 1 - n, at + 1).sort((a, b) => a - b).slice(cut, n - cut);
    return window.reduce((sum, time) => sum + time, 0) / window.length;
  });
}

/**
 * What a session comes to.
 * @typedef {object} Summary
 * @property {number} count @property {number | null} best @property {number | null} mean
 * @property {Record<5 | 12 | 100, {now: number | null, best: number | null}>} averages
 */

/** @param {readonly Result[]} rows @returns {Summary} */
export function summary(rows) {
  const times = rows.map(timeOf);
  const least = (/** @type {(number | null)[]} */ values) => values.reduce((best, value) => (value !== null && (best === null || value < best) ? value : best), null);
  const average = (/** @type {number} */ n) => {
    const all = rolling(rows, n);
    return { now: all.at(-1) ?? null, best: least(all) };
  };
  return {
    count: rows.length, best: least(times),
    mean: times.length ? times.reduce((sum, time) => sum + time, 0) / times.length : null,
    averages: { 5: average(5), 12: average(12), 100: average(100) },
  };
}

/** Counts of times in equal steps, for a histogram. @param {readonly Result[]} rows @param {number} [bars] */
export function histogram(rows, bars = 8) {
  const times = rows.map(timeOf);
  const [low, high] = [Math.min(...times), Math.max(...times)];
  const step = Math.max(1, (high - low) / bars);
  const counts = Array(bars).fill(0);
  for (const time of times) counts[Math.min(bars - 1, Math.floor((time - low) / step))] += 1;
  return { low, step, counts };
}
