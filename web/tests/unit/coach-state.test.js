// A lesson of the human method, on the stages the service gives for a board of the manual.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { goalBoard, parseBoard, parseMoves } from '../../app/js/board-state.js';
import { Lesson, isPair, readName, readSentence } from '../../app/js/coach/coach-state.js';

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

test('every sentence of the service can be said in other languages', () => {
  const sentences = [
    ...explained.stages.map((/** @type {{ text: string }} */ stage) => stage.text),
    'Slide 14 left into its place.',
    'Tiles 1, 2 and 3 are already in place.',
    'Tile 4 is already in place. Bring 3 to row 1, column 3.',
    'Turn the last three tiles clockwise until 5, 6 and 8 are in place.',
  ];
  for (const text of sentences) assert.ok(readSentence(text), text);
  assert.equal(readSentence('Something else altogether.'), null);
  const [mirrored] = readSentence(explained.stages[1].text) ?? [];
  assert.deepEqual(mirrored, { id: 'stage_mirrored', params: { a: '3', b: '4', beside: 'below', way1: 'left', way2: 'up' } });
});

test('names and pairs', () => {
  assert.deepEqual(explained.stages.map((/** @type {any} */ stage) => readName(stage).id),
    ['stage_row', 'stage_row', 'stage_row', 'stage_row', 'stage_column', 'stage_column', 'stage_square']);
  assert.deepEqual(explained.stages.map((/** @type {any} */ stage) => isPair(stage, goal)), [false, true, false, true, true, true, false]);
});
