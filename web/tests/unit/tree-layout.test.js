// The tree's places: what makes a drawing tidy, checked on trees of many shapes.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { layoutTree } from '../../app/js/learn/tree-layout.js';

/** Random trees from a fixed sequence. */
function randomTree(/** @type {number} */ count, /** @type {number} */ seed, /** @type {number} */ reach) {
  let state = seed;
  const random = () => (state = (state * 1103515245 + 12345) % 2147483648) / 2147483648;
  return Array.from({ length: count }, (_, i) => (i === 0 ? -1 : Math.max(0, i - 1 - Math.floor(random() * reach))));
}

/** @param {number[]} parents */
function check(parents) {
  const { x, depth } = layoutTree(parents);
  /** @type {Map<number, number[]>} */
  const rows = new Map();
  /** @type {Map<number, number[]>} */
  const children = new Map();
  for (const [i, parent] of parents.entries()) {
    rows.set(depth[i] ?? 0, [...(rows.get(depth[i] ?? 0) ?? []), x[i] ?? 0]);
    if (parent >= 0) children.set(parent, [...(children.get(parent) ?? []), x[i] ?? 0]);
  }
  for (const row of rows.values()) {
    row.sort((a, b) => a - b);
    for (let i = 1; i < row.length; i++) assert.ok((row[i] ?? 0) - (row[i - 1] ?? 0) > 1 - 1e-9, 'nodes overlap');
  }
  for (const [parent, places] of children) {
    const middle = ((places[0] ?? 0) + (places.at(-1) ?? 0)) / 2;
    assert.ok(Math.abs((x[parent] ?? 0) - middle) < 1e-9, 'a parent is above the middle of its children');
    assert.deepEqual(places, [...places].sort((a, b) => a - b), 'children keep their order');
  }
}

test('no two nodes overlap and parents stand above their children', () => {
  for (const reach of [1, 2, 5, 40, 1000]) {
    for (let seed = 1; seed < 12; seed++) check(randomTree(300, seed, reach));
  }
});

test('a forest is laid out side by side', () => check([-1, 0, 0, -1, 3, 3, 4]));

test('a chain is a straight line, however deep', () => {
  const parents = Array.from({ length: 50000 }, (_, i) => i - 1);
  const { left, right, height } = layoutTree(parents);
  assert.deepEqual([left, right, height], [0, 0, 49999]);
});

test('a comb stays narrow', () => {
  // Every node of a chain has one leaf beside it.
  const parents = [-1];
  for (let i = 0; i < 2000; i++) parents.push(2 * i, 2 * i);
  const { left, right } = layoutTree(parents);
  assert.ok(right - left <= 2001, `${right - left}`);
});

test('twenty thousand nodes take a moment only', () => {
  const parents = randomTree(20000, 7, 30);
  // Time of this process, whatever else the machine does.
  const start = process.cpuUsage();
  layoutTree(parents);
  const { user } = process.cpuUsage(start);
  assert.ok(user < 300_000, `${user / 1000} ms`);
});
