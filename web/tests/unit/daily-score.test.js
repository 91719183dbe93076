// Scores and dates of the daily boards.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { better, dayAfter, isPlayable, monthWeeks, resultText, stars, streak, untilTomorrow } from '../../app/js/daily/daily-score.js';

const result = (/** @type {number} */ moves, timeMs = 60000, assisted = false) => ({ moves, timeMs, optimal: 20, assisted });

test('fewer moves over the optimum win, then the shorter time, and help counts less', () => {
  assert.equal(better(result(22), result(20, 90000)).moves, 20);
  assert.equal(better(result(20, 90000), result(20, 50000)).timeMs, 50000);
  assert.equal(better(result(20, 1, true), result(40)).moves, 40);
  assert.equal(better(undefined, result(30)).moves, 30);
});

test('stars', () => {
  assert.deepEqual([20, 22, 25, 26, 90].map((moves) => stars(result(moves))), [3, 2, 2, 1, 1]);
  assert.equal(stars(result(20, 1, true)), 0);
});

test('days follow one another over months and leap years', () => {
  assert.equal(dayAfter('2026-12-31'), '2027-01-01');
  assert.equal(dayAfter('2028-02-28'), '2028-02-29');
  assert.equal(dayAfter('2026-03-01', -1), '2026-02-28');
  assert.equal(untilTomorrow(new Date('2026-11-15T23:59:00Z')), 60000);
});

test('only days that exist and have begun can be played', () => {
  assert.ok(isPlayable('2026-11-15', '2026-11-15'));
  for (const text of ['2026-11-16', '2026-02-30', '15.11.2026', '', '2026-1-1', '2026-13-01']) {
    assert.equal(isPlayable(text, '2026-11-15'), false, text);
  }
});

test('November 2026 begins on a Sunday', () => {
  const weeks = monthWeeks(2026, 11);
  assert.deepEqual(weeks[0], [0, 0, 0, 0, 0, 0, 1]);
  assert.equal(weeks.flat().filter(Boolean).length, 30);
});

test('a streak may be missing only today', () => {
  const done = new Set(['2026-11-12', '2026-11-13', '2026-11-14']);
  assert.equal(streak((date) => done.has(date), '2026-11-15'), 3);
  assert.equal(streak((date) => done.has(date), '2026-11-16'), 0);
  done.add('2026-11-15');
  assert.equal(streak((date) => done.has(date), '2026-11-15'), 4);
});

test('the result text tells the score and nothing of the board', () => {
  const text = resultText('2026-11-15', [{ size: '3x3', result: result(22, 41000) }, { size: '4x4' }], (ms) => `${ms / 1000}s`, 'L');
  assert.equal(text, 'taquin 2026-11-15\n3x3 ★★☆ 22 (+2) 41s\n4x4 –\nL');
});
