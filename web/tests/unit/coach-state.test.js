// A lesson of the human method, on the stages the service gives for a board of the manual.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { goalBoard, parseBoard, parseMoves } from '../../app/js/board-state.js';
import { Lesson, isPair } from '../../app/js/coach/coach-state.js';
import { sayName, sayStage } from '../../app/js/stage-words.js';
import { provide } from '../../app/js/i18n.js';

const explained = JSON.parse(readFileSync(new URL('../fixtures/explain-4x4.json', import.meta.url), 'utf8'));
const start = parseBoard(explained.board);
const goal = goalBoard('blank-last', start);
const fresh = () => new Lesson(start, goal, explained.stages);

test('the coach\'s own moves finish one stage after another', () => {
  const lesson = fresh();
  for (const [i, stage] of explained.stages.entries()) {
    assert.ok(lesson.stage <= i);
    for (const move of parseMoves(stage.moves) ?? []) lesson.play(move, 'shown');
    assert.equal(String(lesson.board), stage.board_after);
    assert.ok(lesson.stage > i, stage.name);
    for (const tile of stage.goal_tiles) assert.ok(lesson.locked.has(tile) || lesson.solved);
  }
  assert.ok(lesson.solved);
  assert.equal(lesson.shown, explained.length);
  assert.equal(lesson.own, 0);
});

test('a tile that leaves its place is named, and its stage is open again', () => {
  const lesson = fresh();
  for (const move of parseMoves(explained.stages[0].moves) ?? []) lesson.play(move, 'own');
  assert.equal(lesson.stage, 1);
  const done = lesson.play('R', 'own');
  assert.deepEqual(done?.disturbed, [2]);
  assert.equal(lesson.stage, 0);
  assert.ok(lesson.undo());
  assert.equal(lesson.stage, 1);
});

test('undo takes moves back to the start and no further', () => {
  const lesson = fresh();
  lesson.play('L', 'own');
  lesson.play('U', 'shown');
  assert.deepEqual([lesson.own, lesson.shown], [1, 1]);
  assert.ok(lesson.undo() && lesson.undo());
  assert.equal(lesson.undo(), false);
  assert.ok(lesson.board.equals(start));
});

test('a move that cannot be made changes nothing', () => {
  const lesson = new Lesson(goal, goal, []);
  assert.equal(lesson.play('U', 'own'), null);
  assert.equal(lesson.own, 0);
});

/** @param {string} tag */
function speak(tag) {
  for (const bundle of ['common', 'coach']) provide(JSON.parse(readFileSync(new URL(`../../app/i18n/${tag}/${bundle}.json`, import.meta.url), 'utf8')), tag);
}

test('every sentence of the service is said in every language', () => {
  const others = [
    { id: 'already', tiles: [4] }, { id: 'already', tiles: [1, 2, 3] }, { id: 'straight', tile: 14, way: 'left' },
    { id: 'set-up', first: 3, last: 4, beside: 'down', last_way: 'right', first_way: 'up' },
    { id: 'turn', clockwise: true, tiles: [5, 6, 8] }, { id: 'bring', places: [{ tile: 7, row: 2, column: 3 }] },
  ];
  for (const tag of ['en', 'de', 'fr', 'es', 'ar']) {
    speak(tag);
    for (const stage of [...explained.stages, ...others.map((sentence) => ({ text: '', sentences: [sentence] }))]) {
      const said = sayStage(stage);
      assert.ok(said && !/[{}_]|undefined/.test(said), `${tag}: ${said}`);
      if (tag !== 'en') assert.notEqual(said, stage.text);
    }
  }
  speak('en');
  assert.equal(sayStage(explained.stages[1]), 'Set up 3 in the corner and 4 just below it, with the blank at the place of 3; then slide 3 left and 4 up.');
  assert.equal(sayStage({ text: 'As it came.', sentences: [{ id: 'other' }] }), 'As it came.');
});

test('names and pairs', () => {
  speak('en');
  assert.deepEqual(explained.stages.map(sayName),
    ['Row 1: 1, 2', 'Row 1: 3, 4', 'Row 2: 5, 6', 'Row 2: 7, 8', 'Column 1: 9, 13', 'Column 2: 10, 14', 'Last 2×2: 11, 12, 15']);
  assert.deepEqual(explained.stages.map((/** @type {any} */ stage) => isPair(stage, goal)), [false, true, false, true, true, true, false]);
});
