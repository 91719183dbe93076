/** The page's own rules, compared with the service on random boards. */

import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
// Before the page's modules, which fetch theirs.
import './files.js';
import { formatMoves, goalBoard, manhattan, mend, parity, parseBoard } from '../app/js/board-state.js';
import { Table } from './table.js';

const SIZES = [[2, 2], [2, 3], [3, 3], [3, 5], [4, 4], [5, 4], [6, 6], [10, 10]].map(([rows, cols]) => ({ rows, cols }));

/** @param {import('@playwright/test').APIRequestContext} request @param {string} path @param {object} data */
async function ask(request, path, data) {
  const answer = await request.post(`/api/v1${path}`, { data });
  expect(answer.ok(), `${path} ${JSON.stringify(data)}: ${await answer.text()}`).toBe(true);
  return answer.json();
}

/**
 * A board that reaches the goal, drawn by the service.
 * @param {import('@playwright/test').APIRequestContext} request @param {import('../app/js/board-state.js').Size} size @param {number} seed @param {string} [goal]
 */
async function draw(request, { rows, cols }, seed, goal = 'blank-last') {
  const { puzzles } = await ask(request, '/puzzles', { size: `${rows}x${cols}`, seed, goal });
  return parseBoard(puzzles[0].board);
}

test('slides and their notation are those of the service', async ({ request }) => {
  for (const size of SIZES) {
    const start = await draw(request, size, 7);
    let board = start;
    /** @type {import('../app/js/board-state.js').Move[]} */
    const moves = [];
    for (let i = 0; i < 60; i++) {
      // Each move once in a while, whatever the board.
      const move = board.moves()[(i * i + 3) % board.moves().length];
      moves.push(move);
      board = /** @type {import('../app/js/board-state.js').Board} */ (board.slide(move));
    }
    const answer = await ask(request, '/apply', { board: String(start), moves: formatMoves(moves) });
    expect(answer.board).toBe(String(board));
    expect(answer.moves_stm).toBe(60);
  }
});

test('parity, mending swap and estimate are those of the service', async ({ request }) => {
  for (const size of SIZES) {
    for (const goalName of ['blank-last', 'blank-first', 'spiral']) {
      const goal = goalBoard(goalName, size);
      const reachable = await draw(request, size, 11, goalName);
      const [a, b] = reachable.cells.filter(Boolean);
      for (const board of [reachable, reachable.swapped(a, b)]) {
        const own = parity(board, goal);
        const answer = await ask(request, '/check', { board: String(board), goal: goalName });
        expect(answer.solvable).toBe(!own.odd);
        expect(answer.inversions).toBe(own.inversions);
        expect(answer.blank_rows_from_home).toBe(own.blankRows);
        if (own.odd) expect(answer.fix.swap).toEqual(mend(board, goal).swap);
        else expect(answer.manhattan).toBe(manhattan(board, goal));
      }
    }
  }
});

test('distances of 3x3 boards are those of a breadth-first search', async ({ request }) => {
  const table = new Table(goalBoard('blank-last', { rows: 3, cols: 3 }));
  for (let i = 0; i < 20; i++) {
    const board = await draw(request, { rows: 3, cols: 3 }, i);
    const { distance } = await ask(request, '/hint', { board: String(board), grade: 3 });
    expect(table.distance(board)).toBe(distance);
  }
});

test('every line of pseudocode can be said in every language, and every step has its line', async ({ request }) => {
  const said = ['en', 'de', 'fr', 'es', 'ar'].map((tag) => JSON.parse(readFileSync(new URL(`../app/i18n/${tag}/pseudocode.json`, import.meta.url), 'utf8')));
  const unused = new Set(Object.keys(said[0]));
  for (const algorithm of ['bfs', 'dfs', 'iddfs', 'ucs', 'greedy', 'astar', 'wastar', 'ida', 'beam', 'bidirectional', 'human']) {
    const { pseudocode, events } = await ask(request, '/trace', { board: '1 2 3/4 0 6/7 5 8', algorithm });
    for (const line of pseudocode) {
      unused.delete(line.trim());
      for (const texts of said) expect(texts[line.trim()], `${algorithm}: ${line}`).toBeTruthy();
    }
    for (const { line } of events) expect(pseudocode[line], algorithm).toBeDefined();
    expect(said[0][pseudocode[0].trim()]).toBe(pseudocode[0].trim());
  }
  // A line that no algorithm has any more would be translated for nothing.
  expect([...unused]).toEqual([]);
});
