// Rounds of "Best move?": which boards are asked about, what is right, and what a round remembers.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Board, goalBoard, parseBoard } from '../../app/js/board-state.js';
import { QUESTIONS, Question, questionsOf, Round, seedOf } from '../../app/js/quiz/quiz-state.js';

/** @typedef {import('../../app/js/board-state.js').Move} Move */

/** All boards of 2x3 and how far they are, by breadth-first search from the goal. @type {Map<string, number>} */
const far = new Map();
const goal = goalBoard('blank-last', { rows: 2, cols: 3 });
for (let layer = [goal], depth = 0; layer.length > 0; depth++) {
  const fresh = layer.filter((board) => !far.has(board.toLink()) && far.set(board.toLink(), depth));
  layer = fresh.flatMap((board) => board.moves().map((move) => /** @type {Board} */ (board.slide(move))));
}
const boards = [...far.keys()];
const deal = async (/** @type {unknown} */ _size, /** @type {string} */ _level, /** @type {bigint} */ seed) => parseBoard(boards[Number(seed) % boards.length]);
const distance = async (/** @type {Board} */ board) => far.get(board.toLink()) ?? null;
const NAME = { size: { rows: 2, cols: 3 }, level: 'random', seed: 0n };

/** @param {bigint} seed */
async function round(seed) {
  const all = new Round({ ...NAME, seed });
  for await (const question of questionsOf({ ...NAME, seed }, deal, distance)) all.questions.push(question);
  return all;
}

test('half of all boards of 2x3 are reached', () => assert.equal(far.size, 360));

test('every question has a right and a wrong move, and the solved board is none', async () => {
  for (const seed of [0n, 100n, 300n]) {
    const { questions } = await round(seed);
    assert.equal(questions.length, QUESTIONS);
    for (const question of questions) {
      assert.ok(question.distance > 0);
      assert.ok(question.best.length > 0 && question.best.length < question.after.size, String(question.board));
      for (const [move] of question.after) assert.ok([0, 2].includes(question.loss(move)));
    }
  }
});

test('the same round has the same questions, and another shares none', async () => {
  const ids = async (/** @type {bigint} */ number) => (await round(seedOf(number))).questions.map(({ id }) => id);
  assert.deepEqual(await ids(3n), await ids(3n));
  const others = await ids(4n);
  assert.ok((await ids(3n)).every((id) => !others.includes(id)));
});

test('boards whose distance is not known are passed over', async () => {
  const shy = async (/** @type {Board} */ board) => (board.blank === 0 ? null : distance(board));
  for await (const { board, after } of questionsOf(NAME, deal, shy)) {
    assert.notEqual(board.blank, 0);
    for (const move of after.keys()) assert.notEqual(board.slide(move)?.blank, 0);
  }
});

test('answers are counted, and a move that cannot be made is none', () => {
  const board = parseBoard('1 2 3/4 0 5');
  const question = new Question('x', board, 1, new Map(/** @type {[Move, number][]} */ ([['D', 2], ['L', 0], ['R', 2]])));
  const game = new Round(NAME);
  game.questions = Array(QUESTIONS).fill(question);
  assert.deepEqual(question.best, ['L']);
  assert.equal(question.tile('L'), 5);
  assert.equal(game.answer('U'), null);
  assert.equal(game.answer('L'), true);
  assert.equal(game.answer('D'), false);
  assert.deepEqual([game.marks, game.score, game.isOver], [[true, false], 1, false]);
  assert.deepEqual(game.save(), { name: '2x3:random:0', answers: 'LD' });
  for (let i = 2; i < QUESTIONS; i++) game.answer('L');
  assert.deepEqual([game.score, game.isOver, game.answer('L')], [9, true, null]);
});
