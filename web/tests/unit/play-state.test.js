import assert from 'node:assert/strict';
import { test } from 'node:test';

import { parseBoard } from '../../app/js/board-state.js';
import { change, read, write } from '../../app/js/store.js';
import { Game } from '../../app/js/play/game.js';
import { State } from '../../app/js/play/state.js';
import { update } from '../../app/js/play/update.js';
import { Table } from '../table.js';

/** @typedef {import('../../types/play.js').Message} Message */
/** @typedef {import('../../types/play.js').Effect} Effect */

/** Play without a page: what is kept is kept at once, all other effects are noted. */
class Sitting {
  state = new State();
  now = 1000;
  /** @type {Effect[]} */ effects = [];

  /** @param {string} board @param {Origin} [origin] */
  constructor(board, origin = {}) {
    for (const key of ['results', 'watched', 'others', 'told_undo']) write(key, undefined);
    change({ bar: false, fewest: false, celebrate: true, arrows: 'tile', inspection: false });
    this.send({ type: 'open', opened: new Game(parseBoard(board), 'blank-last', origin) });
    this.send({ type: 'greet' });
  }

  /** @param {Message} message */
  send(message) {
    this.effects = update(this.state, message, this.now);
    for (const effect of this.effects) {
      if (effect.do === 'keep') write(effect.key, effect.value);
      if (effect.do === 'choose') change(effect.change);
    }
    return this.state;
  }

  /** The effects of a kind after the last message. @template {Effect['do']} K @param {K} kind @returns {Extract<Effect, {do: K}>[]} */
  done(kind) {
    return /** @type {any} */ (this.effects.filter((effect) => effect.do === kind));
  }

  /** Answers what was asked for last, by the breadth-first oracle. */
  answer() {
    const [{ purpose, board, goal: _, game, grade, hoped }] = this.done('advise').filter((asked) => asked.purpose !== 'ahead');
    const table = new Table(game.goal);
    /** @type {import('../../app/js/board-state.js').Move[]} */
    const line = [];
    for (let at = board; table.distance(at) > 0;) {
      const move = at.moves().find((way) => table.distance(/** @type {any} */ (at.slide(way))) < table.distance(at));
      assert(move);
      line.push(move);
      at = /** @type {any} */ (at.slide(move));
    }
    const fact = { line, proven: true, distance: line.length, estimate: null };
    this.state.facts.learn(board, game.goalName, line, line.length);
    return this.send({ type: 'advised', purpose, board, fact, grade, hoped, game });
  }
}

test('a press slides, a wrong one is told and shakes the tile', () => {
  const sitting = new Sitting('1 2 3/4 5 6/0 7 8');
  assert.equal(sitting.state.message.text, 'ready');
  sitting.send({ type: 'press', cell: 1 });
  assert.equal(sitting.state.message.text, 'cannot_move');
  assert.deepEqual(sitting.done('shake'), [{ do: 'shake', cell: 1 }]);
  sitting.send({ type: 'press', cell: 6 });
  assert.equal(sitting.state.message.text, 'cannot_move_blank');
  sitting.send({ type: 'press', cell: 7 });
  assert.deepEqual([sitting.state.game.made, sitting.state.state, sitting.state.message.text], [1, 'playing', '']);
  assert.deepEqual(sitting.done('speak-move')[0].moves, ['L']);
});

test('a win is noted once, with its optimum when that is found', () => {
  const sitting = new Sitting('1 2 3/4 5 6/0 7 8', { id: '3x3:easy:9', level: 'easy' });
  sitting.send({ type: 'press', cell: 8 });
  assert.deepEqual([sitting.state.state, sitting.state.message], ['won', { text: 'won best_first', win: true }]);
  assert.deepEqual(sitting.state.offers.map(({ id }) => id), ['review', 'race_self']);
  assert.equal(sitting.done('show-card').length, 1);
  assert.equal(sitting.done('keep-replay').length, 1);
  sitting.answer();
  assert.equal(sitting.state.message.text, 'won_perfect best_first');
  assert.deepEqual(read('results', []).map(({ moves, optimal }) => [moves, optimal]), [[2, 2]]);
  sitting.send({ type: 'undo' });
  sitting.send({ type: 'redo' });
  assert.equal(read('results', []).length, 1);
});

test('hints in a hurry are all played, and a hint makes the win one with help', () => {
  const sitting = new Sitting('1 2 3/0 4 6/7 5 8');
  sitting.send({ type: 'hint' });
  const [asked] = sitting.done('advise');
  sitting.send({ type: 'hint' });
  assert.equal(sitting.done('advise').length, 0, 'the press before sees to it');
  sitting.effects = [asked];
  sitting.answer();
  assert.equal(sitting.state.game.made, 1, 'the first is played, the second asked for');
  sitting.answer();
  assert.deepEqual([sitting.state.game.made, sitting.done('ring').length], [1, 1]);
  sitting.send({ type: 'ring-over' });
  assert.equal(sitting.state.game.made, 2);
  sitting.send({ type: 'press', cell: 8 });
  assert.equal(sitting.state.state, 'won-assisted');
});

test('an answer about a board that was left is not told', () => {
  const sitting = new Sitting('1 2 3/0 4 6/7 5 8');
  sitting.send({ type: 'peek' });
  const [asked] = sitting.done('advise');
  sitting.send({ type: 'press', cell: 0 });
  sitting.effects = [asked];
  sitting.answer();
  assert.deepEqual([sitting.state.peek, sitting.state.game.assisted], [null, false]);
});

test('a peek tells more with each press', () => {
  const sitting = new Sitting('1 2 3/0 4 6/7 5 8');
  for (const [grade, id] of [[1, 'hint_tile'], [2, 'hint_move'], [3, 'hint_line']]) {
    sitting.send({ type: 'peek' });
    sitting.answer();
    assert.deepEqual([sitting.state.peek?.grade, sitting.state.message.text], [grade, id]);
  }
  sitting.send({ type: 'escape' });
  assert.equal(sitting.state.peek, null);
});

test('a pause stops the clock, and the next move lets it go on', () => {
  const sitting = new Sitting('1 2 3/4 5 6/0 7 8');
  sitting.send({ type: 'pause' });
  assert.equal(sitting.state.message.text, 'not_running');
  sitting.send({ type: 'press', cell: 7 });
  sitting.now = 3000;
  sitting.send({ type: 'pause' });
  assert.deepEqual([sitting.state.mode, sitting.state.game.elapsed(9000)], ['paused', 2000]);
  sitting.now = 9000;
  sitting.send({ type: 'press', cell: 8 });
  assert.deepEqual([sitting.state.state, sitting.state.game.elapsed(9000)], ['won', 2000]);
});

test('of two deals under way only the last one begins, and undo brings the game back', () => {
  const sitting = new Sitting('1 2 3/4 5 6/0 7 8');
  sitting.send({ type: 'press', cell: 7 });
  const before = String(sitting.state.game.board);
  const numbers = [1, 2].map(() => {
    sitting.send({ type: 'shuffle' });
    return sitting.done('deal')[0].number;
  });
  const dealt = (/** @type {number} */ number) => sitting.send({ type: 'dealt', number, game: new Game(parseBoard('1 2 3/4 0 6/7 5 8')) });
  dealt(numbers[0]);
  assert.equal(String(sitting.state.game.board), before);
  dealt(numbers[1]);
  assert.deepEqual([sitting.state.state, sitting.state.message.text], ['ready', 'undo_new']);
  sitting.now = 5000;
  sitting.send({ type: 'undo' });
  assert.equal(String(sitting.state.game.board), before);
});

test('a solution is played back, makes a win one with help, and gives the board back', () => {
  const sitting = new Sitting('1 2 3/0 4 6/7 5 8');
  sitting.send({ type: 'solve' });
  assert.deepEqual([sitting.state.mode, sitting.done('search').length], ['searching', 1]);
  sitting.send({ type: 'progress', nodes: 7, bound: 3, lower: 3, best: null });
  assert.equal(sitting.state.search?.nodes, 7);
  sitting.send({ type: 'searched', line: ['L', 'U', 'L'], proven: true, ended: 'done' });
  assert.deepEqual([sitting.state.mode, sitting.state.message.text, sitting.done('count').length], ['playback', 'solution', 1]);
  sitting.now += 500;
  sitting.send({ type: 'tick' });
  assert.equal(String(sitting.state.shown), '1 2 3/4 0 6/7 5 8');
  sitting.send({ type: 'drive', what: 'end' });
  sitting.send({ type: 'leave' });
  assert.deepEqual([sitting.state.mode, String(sitting.state.shown)], ['play', '1 2 3/0 4 6/7 5 8']);
  sitting.send({ type: 'restart' });
  for (const cell of [4, 7, 8]) sitting.send({ type: 'press', cell });
  assert.equal(sitting.state.state, 'won-assisted');
});

test('a search that was called off says nothing more', () => {
  const sitting = new Sitting('1 2 3/0 4 6/7 5 8');
  sitting.send({ type: 'solve' });
  sitting.send({ type: 'escape' });
  assert.deepEqual([sitting.state.mode, sitting.state.message.text, sitting.done('cancel-search').length], ['play', 'search_cancelled', 1]);
  sitting.send({ type: 'searched', line: ['L', 'U', 'L'], proven: true, ended: 'done' });
  assert.equal(sitting.state.playback, null);
});

test('a review marks what was lost, and one can try again from there', () => {
  const sitting = new Sitting('1 2 3/4 5 6/0 7 8');
  for (const move of /** @type {const} */ (['L', 'R', 'L', 'L'])) sitting.send({ type: 'go', move, by: 'key' });
  sitting.send({ type: 'review' });
  const [{ review }] = sitting.done('analyse');
  const table = new Table(sitting.state.game.goal);
  const distances = review.boards.map((board) => table.distance(board));
  const per_move = distances.slice(1).map((distance, i) => ({ distance, exact: true, loss: distance + 1 - distances[i] }));
  sitting.send({ type: 'reviewed', review, answer: { best: distances[0], per_move } });
  assert.deepEqual([sitting.state.message.text, review.lost()], ['reviewed', [1]]);
  sitting.send({ type: 'look-at', at: 1 });
  assert.equal(String(sitting.state.shown), '1 2 3/4 5 6/7 0 8');
  sitting.send({ type: 'retry', move: 1 });
  assert.deepEqual([sitting.state.state, sitting.state.message.text, sitting.state.review], ['ready', 'find_better', null]);
});

test('where only moves count no clock runs, and a better try is praised', () => {
  const sitting = new Sitting('1 2 3/4 5 6/0 7 8', { id: '3x3:easy:9', level: 'easy' });
  sitting.send({ type: 'fewest' });
  assert.equal(sitting.state.message.text, 'fewest_ready');
  for (const move of /** @type {const} */ (['L', 'R', 'L', 'L'])) sitting.send({ type: 'go', move, by: 'key' });
  assert.deepEqual([sitting.state.game.origin.best, sitting.state.game.elapsed(99_000), sitting.done('keep-replay').length], [4, 0, 0]);
  sitting.send({ type: 'travel', made: 0 });
  sitting.send({ type: 'press', cell: 8 });
  assert.deepEqual([sitting.state.game.origin.best, sitting.state.praise], [2, 'best_moves']);
  sitting.send({ type: 'fewest' });
  assert.deepEqual([sitting.state.game.origin.fewest, sitting.state.message.text], [undefined, 'restarted']);
});
