import assert from 'node:assert/strict';
import { afterEach, test } from 'node:test';

import { Offline, isAbort, post } from '../../app/js/api.js';

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
