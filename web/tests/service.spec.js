/** The page's own rules and generator, compared with the service on random boards. */

import { readFileSync } from 'node:fs';
import { expect, test } from '@playwright/test';
import { formatMoves, goalBoard, manhattan, mend, parity, parseBoard } from '../app/js/board-state.js';
import { deal, Random, uniform } from '../app/js/offline/generate.js';
import { solve } from '../app/js/offline/search.js';
import { Table } from '../app/js/offline/table.js';

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

test('distances found in the page are those of the service', async ({ request }) => {
  const random = new Random(13n);
  const table = new Table(goalBoard('blank-last', { rows: 3, cols: 3 }));
  for (let i = 0; i < 20; i++) {
    const board = uniform(goalBoard('blank-last', { rows: 3, cols: 3 }), random);
    const { distance } = await ask(request, '/hint', { board: String(board), grade: 3 });
    expect(table.distance(board)).toBe(distance);
  }
  const near = ['1 8 5 3/15 0 7 2/13 9 11 4/6 14 10 12', '5 1 3 4/2 6 7 8/9 10 12 15/13 14 11 0', '2 3 4 8/1 6 7 12/5 10 11 15/9 13 14 0'];
  const boards = [...near.map((text) => parseBoard(text)), uniform(goalBoard('blank-last', { rows: 4, cols: 4 }), random)];
  for (const [i, board] of boards.entries()) {
    const found = solve(board, i < near.length ? 8000 : 300);
    expect(board.play(found.line ?? [])?.equals(goalBoard('blank-last', board))).toBe(true);
    const { distance } = await ask(request, '/hint', { board: String(board), grade: 3 });
    expect(found.proven || i >= near.length).toBe(true);
    if (found.proven) expect(found.line?.length).toBe(distance);
    else expect(found.line?.length).toBeGreaterThanOrEqual(distance ?? found.least);
    expect(found.least).toBeLessThanOrEqual(distance ?? Infinity);
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
