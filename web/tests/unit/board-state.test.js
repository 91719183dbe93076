import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  Board, BoardFault, formatMoves, goalBoard, inversionPairs, manhattan, mend, parity, parseBoard, parseMoves,
} from '../../app/js/board-state.js';

const SAMPLE = '8 1 3/4 0 2/7 6 5';

/** @param {string} text @param {string} [size] */
const fault = (text, size) => {
  try {
    parseBoard(text, size);
  } catch (error) {
    assert(error instanceof BoardFault);
    return error.fault;
  }
  return assert.fail(`${text} was read`);
};

test('every form of a position is read', () => {
  const forms = [
    SAMPLE, '8,1,3/4,0,2/7,6,5', '8 1 3\n4 _ 2\n7 6 5', '8 1 3 4 0 2 7 6 5', '[[8,1,3],[4,0,2],[7,6,5]]',
    '[8,1,3,4,0,2,7,6,5]', '8 1 3/4 x 2/7 6 5', ' 8 1 3/4 . 2/7 6 5 ', '3x3: 8 1 3 4 0 2 7 6 5', '8\n1\n3\n4\n0\n2\n7\n6\n5',
  ];
  for (const text of forms) assert.equal(String(parseBoard(text)), SAMPLE, text);
  assert.equal(String(parseBoard('1 2 3 4 0 5', '2x3')), '1 2 3/4 0 5');
  assert.equal(parseBoard(SAMPLE).toLink(), '8,1,3/4,0,2/7,6,5');
});

test('what is wrong with a position is named', () => {
  assert.deepEqual(fault('1 2 2/3 4 5/6 7 0'), { id: 'bad_board', params: { t: 2, n: 2, max: 8 }, index: 2 });
  assert.deepEqual(fault('1 2 3 4 0'), { id: 'bad_size', params: { n: 5, count: 5, w: 2, h: 2, need: 4 }, index: undefined });
  assert.deepEqual(fault('1 2 3', '3x3').params, { n: 3, count: 3, w: 3, h: 3, need: 9 });
  assert.equal(fault('1 2 3/4 0 5/6 7 9').id, 'bad_tile');
  assert.equal(fault('1 2 3/4 0 0/6 7 8').id, 'bad_blank');
  assert.equal(fault('1 2 3/4 0/6 7 8 5').id, 'bad_rows');
  assert.equal(fault('1 2 three').id, 'bad_token');
  assert.equal(fault('[[1,2],[3,"0"]]').id, 'bad_token');
  assert.equal(fault('[1,2').id, 'bad_token');
  assert.equal(fault('  ').id, 'bad_empty');
  assert.equal(fault('0').id, 'bad_range_size');
  assert.equal(fault(Array.from({ length: 289 }, (_, i) => i).join(' ')).id, 'bad_range_size');
});

test('the sample is solved by its moves', () => {
  const moves = parseMoves('LUR2D2LURULDLU');
  assert(moves);
  assert.equal(moves.length, 14);
  assert.equal(formatMoves(moves), 'LUR2D2LURULDLU');
  const board = parseBoard(SAMPLE);
  assert.equal(String(board.play(moves)), '1 2 3/4 5 6/7 8 0');
  assert.equal(manhattan(board, goalBoard('blank-last', board)), 10);
  assert.equal(parseMoves('LUX'), null);
  assert.deepEqual(parseMoves(''), []);
});

test('a press slides every tile up to the blank', () => {
  const board = goalBoard('blank-last', { rows: 3, cols: 3 });
  assert.deepEqual(board.press(6), ['R', 'R']);
  assert.deepEqual(board.press(5), ['D']);
  assert.equal(board.press(0), null);
  assert.equal(board.press(8), null);
  assert.equal(board.slide('U'), null);
  assert.deepEqual(board.moves(), ['D', 'R']);
});

test('goals look as in the core', () => {
  assert.equal(String(goalBoard('spiral', { rows: 4, cols: 4 })), '1 2 3 4/12 13 14 5/11 0 15 6/10 9 8 7');
  assert.equal(String(goalBoard('spiral', { rows: 2, cols: 4 })), '1 2 3 4/0 7 6 5');
  assert.equal(String(goalBoard('spiral', { rows: 4, cols: 2 })), '1 2/0 3/7 4/6 5');
  assert.equal(String(goalBoard('spiral', { rows: 3, cols: 5 })), '1 2 3 4 5/12 13 14 0 6/11 10 9 8 7');
  assert.equal(String(goalBoard('blank-first', { rows: 2, cols: 3 })), '0 1 2/3 4 5');
});

test('parity decides, and the swap mends it', () => {
  const board = parseBoard('1 8 7/4 3 2/6 5 0');
  const goal = goalBoard('blank-last', board);
  assert.equal(parity(board, goal).odd, true);
  assert.equal(inversionPairs(board, goal).length, parity(board, goal).inversions);
  const mended = mend(board, goal);
  assert.deepEqual(mended.swap, [1, 8]);
  assert.equal(String(mended.board), '8 1 7/4 3 2/6 5 0');
  assert.equal(parity(mended.board, goal).odd, false);
  const loyd = parseBoard('1 2 3 4/5 6 7 8/9 10 11 12/13 15 14 0');
  assert.deepEqual(mend(loyd, goalBoard('blank-last', loyd)).swap, [14, 15]);
});

test('parity never changes, on every size', () => {
  for (let rows = 2; rows <= 6; rows++) {
    for (let cols = 2; cols <= 6; cols++) {
      const goal = goalBoard('spiral', { rows, cols });
      /** @type {Board} */
      let board = goal;
      for (let step = 0; step < 200; step++) {
        const moves = board.moves();
        board = /** @type {Board} */ (board.slide(moves[(step * 7 + rows) % moves.length]));
        assert.equal(parity(board, goal).odd, false);
      }
      const [a, b] = board.cells.filter(Boolean);
      assert.equal(parity(board.swapped(a, b), goal).odd, true);
    }
  }
});
