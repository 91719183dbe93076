// Addresses of Learn and Race: what is written is read again, and what cannot be read becomes the default.
import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import { test } from 'node:test';
import * as learn from '../../app/js/learn/address.js';
import * as race from '../../app/js/race/race-state.js';

test('Learn: an address is read as it was written', () => {
  for (const search of [
    '?b=8,1,3/4,0,2/7,6,5',
    '?b=1,2,3/0,4,5&algo=bfs&tab=lists&step=7',
    '?b=8,1,3/4,0,2/7,6,5&algo=wastar&h=misplaced&w=1.5&tab=formula&enc=compact&k=12',
  ]) assert.equal(learn.writeAddress(learn.readAddress(search)), search);
});

test('Learn: nonsense becomes the default', () => {
  const state = learn.readAddress('?b=1,2,3&algo=magic&h=guess&w=-4&tab=x&step=-1&k=many');
  assert.ok(state.broken);
  assert.equal(learn.writeAddress(state), '?b=8,1,3/4,0,2/7,6,5');
});

test('Learn: the command names algorithm, heuristic and weight', () => {
  const state = learn.readAddress('?b=1,2,3/0,4,5&algo=wastar&h=zero&w=3');
  assert.equal(learn.commandOf(state), 'taquin solve --trace --algo wastar:heuristic=zero,weight=3 "1 2 3/0 4 5"');
  assert.equal(learn.commandOf({ ...state, algorithm: 'bfs' }), 'taquin solve --trace --algo bfs "1 2 3/0 4 5"');
});

test('Race: lanes with their limits', () => {
  const search = '?b=1,2,3/0,4,5&lane=bfs&lane=astar/zero@1e4n&lane=human&pace=time';
  assert.equal(race.writeAddress(race.readAddress(search)), search);
  assert.equal(race.readLane('bfs@forever'), null);
  assert.equal(race.readAddress('?lane=bfs').lanes.length, 4, 'one lane is no race');
  assert.equal(race.readAddress(`?${'lane=bfs&'.repeat(9)}`).lanes.length, race.MOST_LANES);
});

/** The addresses of a page that the chapters of the manual link to. @param {string} page */
function linked(page) {
  const manual = new URL('../../../docs/src/', import.meta.url);
  const names = readdirSync(manual, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.md'));
  const text = names.map((name) => readFileSync(new URL(name, manual), 'utf8')).join('\n');
  return [...text.matchAll(new RegExp(`\\]\\(/${page}(\\?[^)]*)\\)`, 'g'))].map((match) => match[1] ?? '');
}

/** Parameters that do not survive reading and writing, apart from defaults. @param {string} search @param {string} written */
function lost(search, written) {
  const kept = new URLSearchParams(written);
  return [...new URLSearchParams(search)].filter(([name, value]) => !kept.getAll(name).includes(value));
}

test('every link of the manual to Learn opens what it names', () => {
  const defaults = { algo: 'astar', h: 'manhattan', tab: 'tree' };
  const links = linked('learn');
  assert.ok(links.length > 10);
  for (const search of links) {
    const state = learn.readAddress(search);
    assert.ok(!state.broken, search);
    for (const [name, value] of lost(search, learn.writeAddress(state))) {
      assert.equal(Object.entries(defaults).find(([key]) => key === name)?.[1], value, `${name} of ${search}`);
    }
  }
});

test('every link of the manual to Race opens the lanes it names', () => {
  const links = linked('race');
  assert.ok(links.length > 3);
  for (const search of links) {
    const state = race.readAddress(search);
    assert.ok(!state.broken, search);
    const specs = new URLSearchParams(search).getAll('lane').map((text) => race.readLane(text)).filter((lane) => lane !== null);
    assert.deepEqual(state.lanes, specs, search);
    assert.equal(specs.length, new URLSearchParams(search).getAll('lane').length, search);
  }
});
