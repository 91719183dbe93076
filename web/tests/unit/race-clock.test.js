// The clock of a race.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RaceClock, compareCommand } from '../../app/js/race/race-clock.js';

const RUNNERS = [
  { expanded: 5123, timeMs: 4, solved: true, length: 14 },
  { expanded: 38, timeMs: 0.4, solved: true, length: 14 },
  { expanded: 38, timeMs: 8, solved: true, length: 14 },
  { expanded: 9000, timeMs: 2, solved: false },
];

test('a tick is the same number of nodes in every lane', () => {
  const clock = new RaceClock(RUNNERS, 'nodes', 9000);
  clock.advance(38);
  assert.deepEqual(clock.lanes().map((lane) => Math.round(lane.done)), [38, 38, 38, 38]);
  assert.deepEqual(clock.lanes().map((lane) => lane.finished), [false, true, true, false]);
  clock.advance(100000);
  assert.ok(clock.over && clock.lanes().every((lane) => lane.finished));
});

test('places follow the pace; equals share one; no solution, no place', () => {
  const clock = new RaceClock(RUNNERS, 'nodes', 1000);
  assert.deepEqual(clock.places(), [3, 1, 1, 0]);
  clock.setPace('time');
  assert.deepEqual(clock.places(), [2, 1, 3, 0]);
});

test('what counts something else than nodes has no place among them', () => {
  const clock = new RaceClock([{ expanded: 19, timeMs: 1, solved: true, otherUnit: true }, ...RUNNERS], 'nodes', 0);
  assert.deepEqual(clock.places(), [0, 3, 1, 1, 0]);
  clock.setPace('time');
  assert.deepEqual(clock.places(), [2, 3, 1, 4, 0]);
});

test('without a duration the race is over at once', () => {
  const clock = new RaceClock(RUNNERS, 'time', 0);
  assert.ok(clock.over);
  assert.deepEqual(clock.lanes().map((lane) => lane.done), [4, 0.4, 8, 2]);
});

test('the command names every lane, a line for each limit', () => {
  const lanes = [{ spec: 'bfs', limit: 'a' }, { spec: 'astar/manhattan', limit: 'a' }, { spec: 'human', limit: 'b' }];
  assert.equal(
    compareCommand('1 2/3 0', 'blank-last', lanes, { a: '--time-limit 5s', b: '' }),
    'taquin compare "1 2/3 0" --with bfs,astar/manhattan --time-limit 5s --format md\ntaquin compare "1 2/3 0" --with human --format md',
  );
});
