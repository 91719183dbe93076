import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { gunzipSync } from 'node:zlib';

import { canShare, isUnfinished, shareSearch } from '../../app/js/engine/parts.js';

/** The engine on this thread. @returns {Promise<(name: string, question: object) => any>} */
async function startEngine() {
  /** @type {any} */
  let wasm = null;
  const bytesAt = (/** @type {number} */ pointer, /** @type {number} */ length) => new Uint8Array(wasm.memory.buffer, pointer, length);
  const host = { now: () => performance.now(), is_cancelled: () => 0, progress: () => {}, table_bytes: () => {}, panicked: () => {} };
  const bytes = gunzipSync(readFileSync(new URL('../../app/engine/taquin.bin', import.meta.url)));
  wasm = (await WebAssembly.instantiate(bytes, { host })).instance.exports;
  const session = wasm.start();
  const put = (/** @type {string} */ text) => {
    const bytes = new TextEncoder().encode(text);
    const pointer = wasm.allocate(bytes.length);
    bytesAt(pointer, bytes.length).set(bytes);
    return [pointer, bytes.length];
  };
  return (name, question) => {
    const isAnswer = wasm.ask(session, ...put(name), ...put(JSON.stringify(question))) === 1;
    const answer = JSON.parse(new TextDecoder().decode(bytesAt(wasm.reply(session), wasm.reply_length(session))));
    assert(isAnswer, JSON.stringify(answer));
    return answer;
  };
}

const engine = await startEngine();
/** Two boards of Korf's hundred with their published lengths, and the goal that they have there. */
const BOARDS = /** @type {const} */ ([['14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3', 57], ['13 5 4 10/9 12 8 14/2 3 7 1/0 15 11 6', 55]]);

for (const [board, length] of BOARDS) {
  test(`several threads find what one finds: ${board}`, async () => {
    const question = { board, goal: 'blank-first', algorithm: 'pdb-ida:tables=5-5-5' };
    const whole = engine('solve', question);
    assert.deepEqual([whole.length, whole.proven], [length, true]);
    // One thread ended before its first threshold was through.
    const first = { ...engine('solve', { ...question, limits: { nodes: 1 } }), limit: 'time' };
    first.stats = { ...first.stats, expanded: 0, generated: 0 };
    assert(isUnfinished(first));
    const ask = async (/** @type {string} */ name, /** @type {any} */ part) => {
      // Parts end in any order.
      const answer = engine(name, name === 'part' ? { ...part, budget: 50_000 } : part);
      await new Promise((resolve) => setTimeout(resolve, Math.random() * 3));
      return answer;
    };
    const shared = await shareSearch(ask, question, first, { threads: 4, until: () => true });
    assert.deepEqual([shared.length, shared.proven, shared.lower_bound, shared.status], [length, true, length, 'optimal']);
    // Not any shortest solution, but the first one in the order of one thread.
    assert.equal(shared.moves, whole.moves);
    assert.equal(engine('verify', { board, goal: 'blank-first', moves: shared.moves }).shorter, null);
  });
}

test('counts of a threshold searched in vain are those of one thread', async () => {
  const [board, length] = BOARDS[0];
  const puzzle = { board, goal: 'blank-first', tables: '5-5-5', threshold: length - 2 };
  const { expanded, generated } = engine('part', { ...puzzle, part: '..' });
  const { parts } = engine('parts', { ...puzzle, parts: 64 });
  assert(parts.length > 8);
  const rows = parts.map((/** @type {string} */ part) => engine('part', { ...puzzle, part }));
  assert.deepEqual([rows.reduce((/** @type {number} */ sum, /** @type {any} */ row) => sum + row.expanded, 0), rows.reduce((/** @type {number} */ sum, /** @type {any} */ row) => sum + row.generated, 0)], [expanded, generated]);
});

test('where time is over, the bound reached is kept', async () => {
  const [board] = BOARDS[0];
  const question = { board, goal: 'blank-first' };
  const first = { ...engine('solve', { ...question, algorithm: 'pdb-ida:tables=5-5-5', limits: { nodes: 1 } }), limit: 'time' };
  let left = 3;
  const answer = await shareSearch(async (name, part) => engine(name, part), question, first, { threads: 2, until: () => left-- > 0 });
  assert.deepEqual([answer.status, answer.proven], ['limit', false]);
  assert(answer.lower_bound >= first.lower_bound);
});

test('only single proofs on boards with tables are shared', () => {
  const board = BOARDS[0][0];
  assert(canShare({ board }));
  assert(canShare({ board, algorithm: 'pdb-ida:tables=7-7-1', limits: { time_ms: 1 } }));
  for (const other of [{ board: '8 1 3/4 0 2/7 6 5' }, { board, algorithm: 'sat' }, { board, count: true }, { board, goal: 'spiral+blank-first' }, { board, limits: { nodes: 5 } }, { board, algorithm: 'pdb-ida:tables=7-8,automaton=12' }]) {
    assert(!canShare(other), JSON.stringify(other));
  }
});
