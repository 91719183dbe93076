// The clock of a race.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RaceClock, compareCommand } from '../../app/js/race/race-clock.js';

/** @param {number} median */
const timing = (median) => ({ median, low: median * 0.9, high: median * 1.1, runs: 5 });
const RUNNERS = [
  { expanded: 5123, timing: timing(4), solved: true, length: 14 },
  { expanded: 38, timing: timing(0.4), solved: true, length: 14 },
  { expanded: 38, timing: timing(8), solved: true, length: 14 },
  { expanded: 9000, timing: timing(2), solved: false },
];

test('at each moment every lane has had the same number of nodes', () => {
  const clock = new RaceClock(RUNNERS, 'nodes', 1000);
  clock.advance(300);
  const [a, b, c, d] = clock.lanes();
  assert.ok(a.done > 1 && a.done < 38);
  assert.deepEqual([b.done, c.done, d.done], [a.done, a.done, a.done]);
  clock.advance(250);
  assert.deepEqual(clock.lanes().map((lane) => lane.finished), [false, true, true, false]);
  clock.advance(100000);
  assert.ok(clock.over && clock.lanes().every((lane) => lane.finished));
});

test('who needs fewest is ahead from the start, and only who is home is at the flag', () => {
  const clock = new RaceClock(RUNNERS, 'nodes', 1000);
  for (let shown = 100; shown < 1000; shown += 100) {
    clock.advance(100);
    const [bfs, astar, , out] = clock.lanes();
    assert.ok(astar.part > bfs.part && bfs.part > out.part, `at ${shown}`);
    assert.ok(bfs.part < 1 && out.part < 1);
  }
  clock.finish();
  const parts = clock.lanes().map(({ part }) => part);
  assert.deepEqual(parts.slice(0, 3), [1, 1, 1]);
  assert.ok(parts[3] < 1);
});

test('places follow the pace; equals share one; no solution, no place', () => {
  const clock = new RaceClock(RUNNERS, 'nodes', 1000);
  assert.deepEqual(clock.places(), [3, 1, 1, 0]);
  clock.pace = 'time';
  assert.deepEqual(clock.places(), [2, 1, 3, 0]);
});

test('what counts something else than nodes has no place among them', () => {
  const clock = new RaceClock([{ expanded: 19, timing: timing(1), solved: true, otherUnit: true }, ...RUNNERS], 'nodes', 0);
  assert.deepEqual(clock.places(), [0, 3, 1, 1, 0]);
  clock.pace = 'time';
  assert.deepEqual(clock.places(), [2, 3, 1, 4, 0]);
});

test('without a duration the race is over at once', () => {
  const clock = new RaceClock(RUNNERS, 'time', 0);
  assert.ok(clock.over);
  assert.deepEqual(clock.lanes().map((lane) => lane.done), [4, 0.4, 8, 2]);
});

test('the command names every lane, a line for each limit', () => {
  const lanes = [{ spec: 'bfs', limit: '5s' }, { spec: 'astar/manhattan', limit: '5s' }, { spec: 'human', limit: '1e3n' }];
  assert.equal(
    compareCommand('1 2/3 0', lanes),
    'taquin compare "1 2/3 0" --with bfs,astar/manhattan --time-limit 5s --format md\ntaquin compare "1 2/3 0" --with human --node-limit 1e3 --format md',
  );
});
