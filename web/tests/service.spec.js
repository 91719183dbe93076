/** The page's own rules and generator, compared with the service on random boards. */

import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { formatMoves, goalBoard, manhattan, mend, parity } from '../app/js/board-state.js';
import { deal, Random, uniform } from '../app/js/offline/generate.js';
import { Table } from './table.js';

const SIZES = [[2, 2], [2, 3], [3, 3], [3, 5], [4, 4], [5, 4], [6, 6], [10, 10]].map(([rows, cols]) => ({ rows, cols }));

/** @param {import('@playwright/test').APIRequestContext} request @param {string} path @param {object} data */
async function ask(request, path, data) {
  const answer = await request.post(`/api/v1${path}`, { data });
  expect(answer.ok(), `${path} ${JSON.stringify(data)}: ${await answer.text()}`).toBe(true);
  return answer.json();
}

test('slides and their notation are those of the service', async ({ request }) => {
  const random = new Random(7n);
  for (const size of SIZES) {
    const start = uniform(goalBoard('blank-last', size), random);
    let board = start;
    /** @type {import('../app/js/board-state.js').Move[]} */
    const moves = [];
    for (let i = 0; i < 60; i++) {
      const move = board.moves()[random.below(board.moves().length)];
      moves.push(move);
      board = /** @type {import('../app/js/board-state.js').Board} */ (board.slide(move));
    }
    const answer = await ask(request, '/apply', { board: String(start), moves: formatMoves(moves) });
    expect(answer.board).toBe(String(board));
    expect(answer.moves_stm).toBe(60);
  }
});

test('parity, mending swap and estimate are those of the service', async ({ request }) => {
  const random = new Random(11n);
  for (const size of SIZES) {
    for (const goalName of ['blank-last', 'blank-first', 'spiral']) {
      const goal = goalBoard(goalName, size);
      const reachable = uniform(goal, random);
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

test('the same ID gives the same board here and there', async ({ request }) => {
  const table = new Table(goalBoard('blank-last', { rows: 3, cols: 3 }));
  const ids = [
    ...SIZES.map((size) => /** @type {const} */ ([size, 'random'])),
    ...['easy', 'medium', 'hard', 'expert'].map((level) => /** @type {const} */ ([{ rows: 3, cols: 3 }, level])),
    ...['easy', 'medium', 'hard'].map((level) => /** @type {const} */ ([{ rows: 5, cols: 5 }, level])),
    /** @type {const} */ ([{ rows: 3, cols: 7 }, 'medium']),
  ];
  for (const [size, level] of ids) {
    for (const seed of [0n, 1n, 20481n, 18446744073709551615n]) {
      const own = deal(size, level, seed, (board) => table.distance(board));
      const { puzzles: [there] } = await ask(request, '/puzzles', { id: `g1-${size.rows}x${size.cols}-${level}-${seed}` });
      expect(String(own?.board), `${size.rows}x${size.cols} ${level} ${seed}`).toBe(there.board);
      if (own?.optimal !== undefined) expect(own.optimal).toBe(there.optimal);
      if (own?.upperBound !== undefined) expect(own.upperBound).toBe(there.upper_bound);
    }
  }
});

test('distances of 3x3 boards are those of a breadth-first search', async ({ request }) => {
  const random = new Random(13n);
  const table = new Table(goalBoard('blank-last', { rows: 3, cols: 3 }));
  for (let i = 0; i < 20; i++) {
    const board = uniform(goalBoard('blank-last', { rows: 3, cols: 3 }), random);
    const { distance } = await ask(request, '/hint', { board: String(board), grade: 3 });
    expect(table.distance(board)).toBe(distance);
  }
});

test('every line of pseudocode can be said in every language, and every step has its line', async ({ request }) => {
  const said = ['en', 'de', 'fr', 'es'].map((tag) => JSON.parse(readFileSync(new URL(`../app/i18n/${tag}/pseudocode.json`, import.meta.url), 'utf8')));
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
