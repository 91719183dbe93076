import assert from 'node:assert/strict';
import { test } from 'node:test';

import { parseBoard } from '../../app/js/board-state.js';
import { Game, Session } from '../../app/js/play/game.js';
import { Player } from '../../app/js/play/player.js';
import { fewestOn, merge, praise } from '../../app/js/play/results.js';
import { Review } from '../../app/js/play/review.js';
import { askRows, askText, ready } from '../../app/js/engine/results.js';
import { goalBoard } from '../../app/js/board-state.js';
import { Table } from '../table.js';
import { idLink, parseId } from '../../app/js/game-id.js';
import { readLink, writeLink } from '../../app/js/play/link.js';

const game = (/** @type {string} */ text, origin = {}) => new Game(parseBoard(text), 'blank-last', origin);

test('the clock starts with the first move and stops with the last', () => {
  const played = game('1 2 3/4 5 6/0 7 8');
  assert.equal(played.phase, 'ready');
  played.resume(1000);
  assert.equal(played.isRunning, false);
  assert(played.slide('L', 10_000));
  assert.equal(played.phase, 'playing');
  assert(played.slide('L', 13_000));
  assert.equal(played.phase, 'won');
  assert.equal(played.elapsed(99_000), 3000);
  assert.equal(played.slide('R', 14_000), false);
});

test('what slid together is undone together', () => {
  const played = game('1 2 3/4 5 6/0 7 8');
  assert.equal(played.press(0, 0), 2);
  assert.equal(String(played.board), '0 2 3/1 5 6/4 7 8');
  assert.deepEqual(played.undo(0), ['D', 'D']);
  assert(played.board.equals(played.start));
  assert.deepEqual(played.redo(0), ['D', 'D']);
  assert.equal(played.redo(0), null);
});

test('a board of the wrong parity is no game', () => {
  assert.throws(() => game('1 8 7/4 3 2/6 5 0'));
});

test('a game comes back as it was left', () => {
  const played = game('8 1 3/4 0 2/7 6 5', { id: '3x3:hard:1', optimal: 14 });
  played.slide('L', 100);
  played.press(2, 400);
  played.undo(500);
  played.assist();
  const again = Game.restore(JSON.parse(JSON.stringify(played.save(1100))));
  assert(again);
  assert.deepEqual(again.save(0), played.save(1100));
  assert.equal(again.elapsed(5000), 1000);
  assert.deepEqual([again.presses, again.slides], [['L', 'D'], played.slides]);
  for (const damage of [{ moves: 'L X' }, { made: 99 }, { start: '1 2 3' }, { moves: 'LLLL' }, { goal: 'moon' }]) {
    assert.equal(Game.restore({ ...played.save(0), ...damage }), null, JSON.stringify(damage));
  }
});

test('undo goes back across games, a held key stops at the start', () => {
  const session = new Session(game('1 2 3/4 5 6/0 7 8'));
  session.game.slide('L', 1000);
  const before = session.game.board;
  session.begin(game('1 2 3/4 0 5/7 8 6'), 2000);
  session.game.slide('L', 2500);
  assert.equal(session.undo(3000).did, 'moves');
  assert.equal(session.undo(3030).did, 'held');
  assert.equal(session.undo(3500).did, 'game');
  assert(session.game.board.equals(before));
  // The time between does not count.
  assert.equal(session.game.elapsed(9000), 1000);
  assert.equal(session.redo(4000).did, 'game');
  const again = Session.restore(JSON.parse(JSON.stringify(session.save(5000))));
  assert.ok(again?.canUndo);
  assert.equal(again?.save(5000).games.length, 2);
  assert.equal(Session.restore({ games: [] }), null);
  assert.equal(Session.restore(null), null);
});

test('a review says what an analysis found, and what it left open', () => {
  const played = game('8 1 3/4 0 2/7 6 5');
  const table = new Table(played.goal);
  for (const move of 'UDLRLURRDDLURULDLU') played.slide(/** @type {any} */ (move), 0);
  const review = new Review(played.boards(), played.line());
  assert.equal(review.isComplete, false);
  const distances = review.boards.map((board) => table.distance(board));
  const judged = distances.slice(1).map((distance, i) => ({ distance, exact: true, loss: distance + 1 - distances[i] }));
  review.take({ best: distances[0], per_move: judged });
  assert.deepEqual(review.distances, distances);
  assert.deepEqual([review.isComplete, review.total, review.lost()], [true, 4, [0, 3]]);
  review.take({ per_move: judged.map((move, i) => (i < 5 ? { distance: 3, exact: false } : move)) });
  assert.deepEqual([review.isComplete, review.distances[0], review.distances[1], review.total], [false, null, null, 0]);
});

test('a player plays to the end and then from the beginning', () => {
  const player = new Player(2);
  assert.equal(player.tick(1), false);
  player.toggle(0);
  assert.equal(player.tick(499), false);
  assert.equal(player.tick(500), true);
  assert.equal(player.tick(1000), true);
  assert.deepEqual([player.isAtEnd, player.isPlaying], [true, false]);
  player.toggle(1000);
  assert.deepEqual([player.at, player.isPlaying], [0, true]);
  player.seek(99);
  assert.equal(player.at, 2);
  player.seek(-1);
  assert.equal(player.at, 0);
});

await ready();
const bests = (/** @type {object[]} */ rows) => askRows('bests', rows);
const toCsv = (/** @type {object[]} */ rows) => askText('write', JSON.stringify(rows)) ?? '';
const readResults = (/** @type {string} */ text) => JSON.parse(askText('read', text) ?? 'null');

const row = (/** @type {object} */ change) => ({
  finished: '2026-01-01T00:00:00.000Z', size: '3x3', level: 'easy', id: '3x3:easy:1', start: '1 2 3/4 5 6/7 0 8', goal: 'blank-last',
  moves: 10, millis: 5000, optimal: null, assisted: false, ...change,
});

test('bests are kept by moves and by time, without help', () => {
  const rows = [row({}), row({ finished: '2', moves: 8, millis: 9000 }), row({ finished: '3', moves: 1, assisted: true }), row({ finished: '4', moves: 1, id: '' })];
  const [best] = bests(rows);
  assert.deepEqual([best.wins, best.fewest.moves, best.quickest.millis], [2, 8, 5000]);
  assert.equal(praise([], row({})), 'best_first');
  assert.equal(praise(rows, row({ moves: 7, millis: 1 })), 'best_both');
  assert.equal(praise(rows, row({ moves: 7, millis: 9999 })), 'best_moves');
  assert.equal(praise(rows, row({ moves: 70, millis: 1 })), 'best_time');
  assert.equal(praise(rows, row({ moves: 70, millis: 99_999 })), null);
  assert.equal(praise(rows, row({ moves: 1, assisted: true })), null);
  const five = [1, 2, 3, 4, 100].map((n) => row({ finished: String(n), millis: n * 1000 }));
  assert.equal(bests(five)[0].ao5, 3000);
});

test('results are read back from CSV and JSON, and nothing else', () => {
  const rows = [row({}), row({ finished: '2027', start: 'with, comma and "quotes"', optimal: 9, level: '' })];
  assert.deepEqual(readResults(toCsv(rows)), rows);
  assert.deepEqual(readResults(JSON.stringify({ results: rows })), rows);
  assert.deepEqual(merge(rows, rows), rows);
  for (const text of ['', 'a,b\n1,2', '{}', '[1]', '{"results":[{}]}', 'null', '[']) assert.equal(readResults(text), null, text);
});

test('where only moves count, no clock runs and a board counts once, by its best try', () => {
  const quiet = game('1 2 3/4 5 6/0 7 8', { fewest: true });
  quiet.slide('L', 100);
  assert.deepEqual([quiet.phase, quiet.isRunning, quiet.elapsed(5000)], ['playing', false, 0]);
  quiet.undo(6000);
  assert.equal(quiet.phase, 'ready');
  const link = readLink(writeLink(quiet));
  assert(link && link !== 'bad');
  assert.deepEqual([writeLink(quiet), link.isFewest], ['?b=1,2,3/4,5,6/0,7,8&mode=fewest', true]);
  const rows = [
    row({ fewest: true, moves: 14, start: 'a' }), row({ fewest: true, moves: 10, start: 'a', optimal: 10 }), row({ fewest: true, moves: 12, start: 'a' }),
    row({ fewest: true, moves: 16, start: 'b', optimal: 12 }), row({ fewest: true, moves: 9, start: 'c' }), row({ fewest: true, moves: 1, start: 'c', assisted: true }), row({ start: 'a', moves: 2 }),
  ];
  assert.deepEqual(askRows('fewest', rows), [{ size: '3x3', level: 'easy', boards: 3, perfect: 1, over: 2 }]);
  assert.deepEqual([fewestOn(rows, 'a', 'blank-last'), fewestOn(rows, 'c', 'blank-last'), fewestOn(rows, 'd', 'blank-last'), fewestOn(rows, 'a', 'spiral')], [10, 9, null, null]);
  // They are no bests against the clock, and no praise either.
  assert.equal(bests(rows)[0].wins, 1);
  assert.equal(praise([], row({ fewest: true })), null);
  assert.deepEqual(readResults(toCsv(rows)), rows);
  // Files of earlier versions have no such column.
  assert.deepEqual(readResults(toCsv([row({})]).replace(',fewest', '').replace(/,$/m, '')), [row({})]);
});

test('game IDs are read in both forms', () => {
  const id = parseId('g1-4x4-hard-20481');
  assert.deepEqual(id, { size: { rows: 4, cols: 4 }, level: 'hard', seed: 20481n, id: '4x4:hard:20481' });
  assert.deepEqual(parseId('4x4:hard:20481'), id);
  assert.equal(idLink('4x4:hard:20481'), 'g1-4x4-hard-20481');
  for (const text of ['', '4x4:hard', 'g2-4x4-hard-1', '4x4:herd:1', '1x4:hard:1', '17x4:hard:1', '4x4:hard:18446744073709551616', '4x4-hard-1']) {
    assert.equal(parseId(text), null, text);
  }
});

test('links are read and written', () => {
  assert.equal(readLink(''), null);
  assert.equal(readLink('?x=1'), null);
  for (const bad of ['?b=1,2,3', '?b=', '?id=moon', '?b=1,2,3/4,5,6/7,8,0&m=LX', '?b=1,2,3/4,5,6/7,8,0&goal=moon']) assert.equal(readLink(bad), 'bad', bad);
  const played = game('8 1 3/4 0 2/7 6 5');
  played.slide('L', 0);
  assert.equal(writeLink(played), '?b=8,1,3/4,0,2/7,6,5&m=L');
  const link = readLink(writeLink(played));
  assert(link && link !== 'bad');
  assert.equal(String(link.board), '8 1 3/4 0 2/7 6 5');
  assert.deepEqual(link.moves, ['L']);
  assert.equal(writeLink(game('8 1 3/4 0 2/7 6 5', { id: '3x3:hard:7' })), '?id=g1-3x3-hard-7');
  assert.equal(writeLink(game('1 2 3/4 5 6/7 8 0')), '');
  const spiral = new Game(parseBoard('1 2 3/8 4 0/7 6 5'), 'spiral');
  assert.equal(writeLink(spiral), '?b=1,2,3/8,4,0/7,6,5&goal=spiral');
  // A long game would make a long address: the board itself stands there instead.
  const long = game('8 1 3/4 0 2/7 6 5');
  for (let i = 0; i < 900; i++) for (const move of ['L', 'R']) long.slide(/** @type {any} */ (move), 0);
  assert.equal(writeLink(long), '?b=8,1,3/4,0,2/7,6,5');
});

test('a line is shortened by its loops, and still leads there', () => {
  const start = parseBoard('8 1 3/4 0 2/7 6 5');
  const game = new Game(start);
  /** @type {import('../../app/js/board-state.js').Move[]} */
  const line = ['L', 'R', 'L', 'U', 'D', 'U', 'R', 'R'];
  for (const move of line) assert.ok(game.slide(move, 0), move);
  const review = new Review(game.boards(), game.line());
  assert.deepEqual(review.shortened().join(''), 'LURR');
  assert.ok(start.play(review.shortened())?.equals(game.board));
});

test('a replay keeps to its times, and the moves of one press go together', () => {
  const player = new Player(4, [100, 100, 600, 700]);
  player.toggle(0);
  assert.equal(player.tick(99), false);
  assert.equal(player.tick(100), true);
  assert.deepEqual([player.at, player.millis], [2, 100]);
  player.setSpeed(2, 100);
  assert.equal(player.tick(349), false);
  player.tick(350);
  assert.equal(player.at, 3);
  player.tick(401);
  assert.deepEqual([player.at, player.isPlaying, player.millis], [4, false, 700]);
});

test('shortest solutions are counted as by trying everything', () => {
  const table = new Table(goalBoard('blank-last', { rows: 2, cols: 3 }));
  /** @param {import('../../app/js/board-state.js').Board} board @returns {number} */
  const count = (board) => {
    const left = table.distance(board);
    if (left === 0) return 1;
    return board.moves().map((move) => board.slide(move)).filter((next) => next && table.distance(next) === left - 1)
      .reduce((sum, next) => sum + count(/** @type {import('../../app/js/board-state.js').Board} */ (next)), 0);
  };
  for (const text of ['1 2 3/4 5 0', '1 2 3/0 4 5', '4 5 0/1 2 3', '5 4 3/2 1 0', '0 5 4/3 2 1'].map((one) => parseBoard(one))) {
    if (table.distance(text) < 255) assert.equal(table.count(text), count(text), String(text));
  }
});
