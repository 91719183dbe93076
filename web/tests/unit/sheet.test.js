// The exercise sheet's lines, from recordings of the solvers.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { expansions } from '../../app/js/learn/sheet.js';
import { TracePlayer } from '../../app/js/learn/trace-player.js';

const player = (/** @type {string} */ name) => {
  const { events } = JSON.parse(readFileSync(new URL(`../fixtures/trace-${name}.json`, import.meta.url), 'utf8'));
  return new TracePlayer(events, name);
};

for (const name of ['astar', 'bfs', 'ida', 'greedy']) {
  test(`${name}: six expansions, each with what was made from it`, () => {
    const lines = expansions(player(name), 6);
    assert.equal(lines.length, 6);
    for (const [i, { taken, made }] of lines.entries()) {
      assert.ok(made.every((event) => event.parent === taken.node));
      // The first has a child for each slide; later ones leave out the slide back.
      if (name !== 'ida') assert.ok(i === 0 ? made.length >= 2 : made.length >= 1);
    }
  });
}
