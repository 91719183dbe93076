import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { choosePlace, Offline, isAbort, post } from '../../app/js/api.js';

const real = globalThis.fetch;
afterEach(() => {
  globalThis.fetch = real;
});

/** Answers every request with a body that cannot be read to its end. @param {Error} fault */
function cutOff(fault) {
  const answer = new Response('{"tile":', { headers: { 'content-type': 'application/json' } });
  answer.json = () => Promise.reject(fault);
  globalThis.fetch = () => Promise.resolve(answer);
}

test('a request called off while its answer comes in is called off, not answered by nothing', async () => {
  cutOff(new DOMException('aborted', 'AbortError'));
  await assert.rejects(post('/estimate', {}), isAbort);
});

test('an answer that ends early is no answer', async () => {
  cutOff(new SyntaxError('unexpected end'));
  await assert.rejects(post('/estimate', {}), Offline);
});

const SMALL = { board: '8 1 3/4 0 2/7 6 5' };
const MIDDLE = { board: '1 8 5 3/15 0 7 2/13 9 11 4/6 14 10 12' };
const LARGE = { board: '1 2 3 4 5/6 7 8 9 10/11 12 13 14 15/16 17 18 19 20/21 22 23 0 24' };

/** @param {Partial<Parameters<typeof choosePlace>[2]>} [other] */
const state = (other) => ({ service: true, readiness: /** @type {const} */ ('proves'), frugal: false, ...other });

test('the engine is asked where it is as good as the service', () => {
  for (const name of ['check', 'hint', 'solve', 'trace', 'compare', 'decide', 'analyze']) {
    assert.equal(choosePlace(name, SMALL, state()), 'here', name);
    assert.equal(choosePlace(name, MIDDLE, state()), 'here', name);
  }
  for (const name of ['explain', 'check', 'trace', 'puzzles']) assert.equal(choosePlace(name, LARGE, state()), 'here', name);
});

test('the service is asked where it is better, if there is one', () => {
  for (const name of ['hint', 'solve', 'compare', 'analyze']) assert.equal(choosePlace(name, LARGE, state()), 'there', name);
  assert.equal(choosePlace('solve', { ...MIDDLE, limits: { time_ms: 120_000 } }, state()), 'there');
  assert.equal(choosePlace('solve', LARGE, state({ service: false })), 'here');
});

test('both are asked while the engine loads, and for a hint while it has no tables', () => {
  assert.equal(choosePlace('solve', SMALL, state({ readiness: 'cold' })), 'both');
  assert.equal(choosePlace('hint', MIDDLE, state({ readiness: 'ready' })), 'both');
  assert.equal(choosePlace('solve', MIDDLE, state({ readiness: 'ready' })), 'here');
  assert.equal(choosePlace('solve', SMALL, state({ readiness: 'cold', frugal: true })), 'there');
});

test('the questions with which a page begins do not wait for the engine, which would hold the page up', () => {
  for (const name of ['trace', 'daily', 'explain']) {
    assert.equal(choosePlace(name, SMALL, state({ readiness: 'cold' })), 'there', name);
    assert.equal(choosePlace(name, SMALL, state({ readiness: 'cold', service: false })), 'here', name);
  }
});
