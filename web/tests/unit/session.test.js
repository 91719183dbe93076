import assert from 'node:assert/strict';
import { test } from 'node:test';
import { parseBoard } from '../../app/js/board-state.js';
import { Game } from '../../app/js/play/game.js';
import { askRows, ready } from '../../app/js/engine/results.js';

await ready();
/** @param {any[]} rows */
const sitting = (rows) => askRows('sitting', rows);

/** @param {number[]} seconds @returns {any[]} */
const rows = (seconds) => seconds.map((s, i) => ({ finished: String(i), size: '4x4', start: '', moves: 1, millis: s * 1000 }));

test('averages leave out the best and the worst, and roll', () => {
  // The example of the competition rules: of 10, 12, 14, 16, 30 the mean of the middle three.
  assert.deepEqual(sitting(rows([10, 12, 14, 16, 30, 11])).fives, [null, null, null, null, 14_000, 14_000]);
  assert.equal(sitting(rows([10, 12, 14, 16, 30, 11])).fives[5], (12 + 14 + 16) * 1000 / 3);
  const { averages } = sitting(rows(Array.from({ length: 100 }, (_, i) => i + 1)));
  // 6 to 95 on average.
  assert.equal(averages[100].now, 50_500);
});

test('a penalty of two seconds counts everywhere', () => {
  const some = rows([10, 12, 14]);
  some[0].plus2 = true;
  assert.deepEqual(sitting(some).best, 12_000);
  assert.equal(sitting(some).mean, (12 + 12 + 14) * 1000 / 3);
});

test('a session has its best averages besides the newest', () => {
  const { averages } = sitting(rows([10, 10, 10, 10, 10, 20, 20, 20, 20, 20]));
  assert.deepEqual(averages[5], { now: 20_000, best: 10_000 });
  assert.deepEqual(averages[12], { now: null, best: null });
  assert.deepEqual(sitting([]).best, null);
});

test('splits are when a row was home for good', () => {
  const game = new Game(parseBoard('1 2 3/4 5 6/0 7 8'));
  for (const [move, at] of /** @type {const} */ ([['D', 0], ['D', 1000], ['U', 2000], ['U', 3000], ['L', 4000], ['L', 5000]])) game.slide(move, at);
  assert.ok(game.isOver);
  // The first row was disturbed by the second slide and home again with the third, the second with the fourth.
  assert.deepEqual(game.splits(), [2000, 3000, 5000]);
});

test('the histogram counts every time once', () => {
  const { counts, low } = sitting(rows([1, 2, 3, 4, 5, 6, 7, 8, 9])).histogram;
  assert.equal(low, 1000);
  assert.equal(counts.reduce((/** @type {number} */ a, /** @type {number} */ b) => a + b), 9);
});
