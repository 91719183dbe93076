import assert from 'node:assert/strict';
import { test } from 'node:test';
import { provide } from '../../app/js/i18n.js';
import { measure, placesByTime, timeWords, timingOf } from '../../app/js/timing.js';

test('the median of several runs is told, with their spread', () => {
  // The review's eight loads of the same search: 14, 0.19, 1.9, 0.25, 7.5, 0.45, 0.17 and 0.19 ms.
  assert.deepEqual(timingOf([14, 0.19, 1.9, 0.25, 7.5]), { median: 1.9, low: 0.19, high: 14, runs: 5 });
  assert.deepEqual(timingOf([3]), { median: 3, low: 3, high: 3, runs: 1 });
  assert.equal(timingOf([1, 3]).median, 2);
});

test('short runs are warmed up and repeated, long ones are not', async () => {
  const times = [92, 1, 2, 3, 4, 5];
  let asked = 0;
  const ask = async () => ({ stats: { time_ms: times[asked++] } });
  assert.deepEqual(await measure({}, 0.5, undefined, ask), { median: 3, low: 1, high: 5, runs: 5 });
  assert.equal(asked, 6);
  asked = 0;
  assert.deepEqual(await measure({}, 4000, undefined, ask), { median: 4000, low: 4000, high: 4000, runs: 1 });
  assert.equal(asked, 0);
});

test('differences within the noise make no ranking', () => {
  const at = (/** @type {number} */ low, /** @type {number} */ median, /** @type {number} */ high) => ({ median, low, high, runs: 5 });
  assert.deepEqual(placesByTime([at(0.5, 0.65, 0.7), at(0.15, 0.2, 1.9), null]), [1, 1, 0]);
  assert.deepEqual(placesByTime([at(5, 6, 7), at(0.1, 0.2, 0.3), at(0.25, 0.3, 0.4)]), [3, 1, 1]);
  // The third overlaps the second, but not the first.
  assert.deepEqual(placesByTime([at(1, 2, 3), at(2.5, 3, 5), at(4, 6, 7)]), [1, 1, 3]);
  const once = (/** @type {number} */ median) => ({ median, low: median, high: median, runs: 1 });
  assert.deepEqual(placesByTime([once(2000), once(2400), once(9000)]), [1, 1, 3]);
});

test('times are written with two figures', () => {
  provide({}, 'en');
  assert.deepEqual([0.001, 0.1872, 12.7, 86.4, 1234].map(timeWords), ['< 0.01 ms', '0.19 ms', '13 ms', '86 ms', '1.23 s']);
  provide({}, 'de');
  assert.equal(timeWords(0.1872), '0,19 ms');
  // The digits are those of the boards.
  provide({}, 'ar');
  assert.match(timeWords(0.1872), /19 ms$/);
});
