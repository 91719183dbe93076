// A recorded search at any step. The recordings are the solvers' own; what is reconstructed from them must agree
// with the counts each step carries.
import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { TracePlayer } from '../../app/js/learn/trace-player.js';

/** @param {string} name */
function recording(name) {
  const text = readFileSync(new URL(`../fixtures/trace-${name}.json`, import.meta.url), 'utf8');
  const trace = JSON.parse(text);
  return { ...trace, player: new TracePlayer(trace.events, name) };
}

for (const name of ['astar', 'bfs', 'dfs', 'greedy', 'wastar', 'ucs']) {
  test(`${name}: the lists of every step have the sizes the solver reports`, () => {
    const { player, events } = recording(name);
    for (let step = 1; step <= player.length; step++) {
      const outdated = player.outdatedAt(step);
      assert.ok(outdated === 0 || (outdated > 0 && name.endsWith('astar')), `${outdated} too many after step ${step}`);
      assert.equal(player.closedAt(step).length, events[step - 1].closed, `closed after step ${step}`);
    }
  });

  test(`${name}: the first of the open list is the node taken next`, () => {
    const { player, events } = recording(name);
    for (let step = 1; step < player.length; step++) {
      const { type, node } = events[step];
      if (type === 'expand' || type === 'goal') assert.equal(player.openAt(step)[0]?.id, node, `step ${step}`);
    }
  });
}

for (const name of ['astar', 'bfs', 'greedy', 'wastar', 'ucs', 'ida', 'iddfs']) {
  test(`${name}: the counts at the end are those of the answer`, () => {
    const { player, answer } = recording(name);
    const counts = player.countsAt(player.length);
    assert.equal(counts.expanded, answer.stats.expanded);
    assert.equal(counts.generated, answer.stats.generated);
    const path = player.pathAt(player.length);
    assert.equal(path.length - 1, answer.length);
    assert.equal(path.map((/** @type {any} */ node) => node.move).join(''), expand(answer.moves));
  });
}

for (const name of ['ida', 'iddfs']) {
  test(`${name}: the path is as long as the solver says, and limits rise`, () => {
    const { player, events } = recording(name);
    for (let step = 1; step <= player.length; step++) {
      assert.equal(player.pathAt(step).length - 1, events[step - 1].open);
    }
    const limits = player.rounds.map((/** @type {any} */ round) => round.limit);
    assert.deepEqual(limits, [...limits].sort((a, b) => a - b));
    assert.equal(limits.at(-1), events.at(-1).f);
  });

  test(`${name}: within a limit every node taken keeps to it and every one left out exceeds it`, () => {
    const { player, events } = recording(name);
    for (const [i, event] of events.entries()) {
      const limit = player.countsAt(i + 1).limit ?? -1;
      assert.equal(event.type === 'prune', event.f > limit, `step ${i + 1}`);
    }
  });
}

test('a quiz holds the right answer once and no other board twice', () => {
  for (const name of ['astar', 'bfs', 'dfs', 'ida']) {
    const { player } = recording(name);
    for (let step = 0; step < player.length - 1; step += 3) {
      const { answer, choices } = player.quizAt(step, 3, () => 0.5);
      if (answer < 0) continue;
      assert.equal(choices.filter((/** @type {any} */ node) => node.id === answer).length, 1);
      const taken = player.nextTaken(step);
      assert.equal(player.events[taken - 1]?.node, answer);
    }
  }
});

test('seeking in a long recording is quick', () => {
  // 20,000 steps of a comb: every other node is expanded.
  /** @type {import('../../app/js/learn/trace-player.js').TraceEvent[]} */
  const events = [];
  for (let i = 0; i < 10000; i++) {
    const base = { board: '', g: i, h: 0, f: i, open: 1, closed: i };
    events.push({ ...base, n: 2 * i + 1, type: 'expand', node: 2 * i, parent: i ? 2 * i - 2 : undefined });
    events.push({ ...base, n: 2 * i + 2, type: 'generate', node: 2 * i + 1, parent: 2 * i });
  }
  const player = new TracePlayer(events, 'bfs');
  const start = process.cpuUsage();
  for (const step of [1, 9000, 20000, 5000]) {
    player.openAt(step);
    player.closedAt(step);
    player.countsAt(step);
  }
  const { user } = process.cpuUsage(start);
  assert.ok(user < 400_000, `${user / 1000} ms`);
});

/** `R2` is `RR`. */
function expand(/** @type {string} */ moves) {
  return moves.replace(/([UDLR])(\d+)/g, (_, letter, times) => letter.repeat(Number(times)));
}
