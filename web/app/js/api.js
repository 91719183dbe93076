/**
 * The service at /api/v1: requests and problems. Long work is in jobs.js.
 *
 * Every failure is an `Offline` (no answer came) or a `Problem` (the service said why). A busy
 * service (503, 429) is asked again after the time it names; `onBusy` hears of each wait.
 *
 * @module api
 */

import { isAbort, noteConnection, Offline, Problem } from './connection.js';

export { isAbort, isConnected, Offline, onConnection, Problem } from './connection.js';

/** Where the service is. */
export const BASE = '/api/v1';
/** Waits for a busy service before giving up. */
const TRIES = 4;

/**
 * @typedef {object} Options
 * @property {AbortSignal} [signal]
 * @property {(seconds: number) => void} [onBusy] called before each wait
 */

/**
 * One request, one try.
 * @param {string} path @param {RequestInit} init @returns {Promise<any>}
 */
export async function once(path, init) {
  let answer;
  try {
    answer = await fetch(BASE + path, init);
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    noteConnection(false);
    throw new Offline();
  }
  noteConnection(true);
  const isJson = /[/+]json/.test(answer.headers.get('content-type') ?? '');
  const body = isJson ? await answer.json().catch(broken) : {};
  if (!answer.ok) {
    // A proxy in front of a stopped server answers for it.
    if ((answer.status === 502 || answer.status === 504) && !isJson) throw new Offline();
    throw new Problem(answer.status, body, Number(answer.headers.get('retry-after')) || 1);
  }
  return body;
}

/**
 * An answer whose body ends early is no answer; one that was called off stays called off.
 * @param {unknown} error @returns {never}
 */
function broken(error) {
  if (isAbort(error)) throw error;
  noteConnection(false);
  throw new Offline();
}

/** @param {string} path @param {RequestInit} init @param {Options} options @returns {Promise<any>} */
async function patiently(path, init, { signal, onBusy }) {
  for (let left = TRIES; ; left--) {
    try {
      return await once(path, { ...init, signal });
    } catch (error) {
      if (!(error instanceof Problem) || !error.isBusy || left <= 1) throw error;
      onBusy?.(error.retryAfter);
      await wait(error.retryAfter * 1000, signal);
    }
  }
}

/** @param {number} millis @param {AbortSignal} [signal] @returns {Promise<void>} */
export function wait(millis, signal) {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer);
      reject(new DOMException('aborted', 'AbortError'));
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener('abort', stop);
      resolve();
    }, millis);
    if (signal?.aborted) stop();
    else signal?.addEventListener('abort', stop, { once: true });
  });
}

/** @param {string} path @param {Options} [options] @returns {Promise<any>} */
export function get(path, options = {}) {
  return patiently(path, {}, options);
}

/** @param {string} path @param {object} body @param {Options} [options] @returns {Promise<any>} */
export function post(path, body, options = {}) {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  return patiently(path, init, options);
}
