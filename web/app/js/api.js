/**
 * Questions, asked of the service at api/v1 or of the engine in the page. Long work is in jobs.js.
 *
 * Both give the same answers. The service is asked first where there is one: it has larger tables
 * and costs no download. The engine answers where there is none, where it is gone, and where it
 * takes too long; then the first answer counts. Every failure is an `Offline` (neither answers) or a `Problem` (a
 * question without an answer). A busy service (503, 429) is asked again after the time it names, if the engine
 * cannot answer; `onBusy` hears of each wait.
 *
 * @module api
 */

import { fileAddress, hasService } from './address.js';
import { isAbort, noteConnection, Offline, Problem } from './connection.js';

export { isAbort, isConnected, Offline, onConnection, Problem } from './connection.js';

/** Where the service is. */
export const BASE = fileAddress('api/v1');
/** Waits for a busy service before giving up. */
const TRIES = 4;

/**
 * @typedef {object} Options
 * @property {AbortSignal} [signal]
 * @property {(seconds: number) => void} [onBusy] called before each wait
 * @property {(progress: any) => void} [onProgress] hears of the engine's searches
 * @property {number} [tries] of a busy service
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
async function patiently(path, init, { signal, onBusy, tries = TRIES }) {
  for (let left = tries; ; left--) {
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
  const [, date] = /^\/daily\/(.+)$/.exec(path) ?? [];
  return either(date ? 'daily' : '', { date }, options, (inner) => patiently(path, {}, inner));
}

/** @param {string} path @param {object} body @param {Options} [options] @returns {Promise<any>} */
export function post(path, body, options = {}) {
  const init = {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify(body),
  };
  return either(path.slice(1), body, options, (inner) => patiently(path, init, inner));
}

/** Questions that the engine answers too, and the milliseconds that the service has before it is asked as well. */
const PATIENCE = /** @type {Record<string, number>} */ ({
  check: 600, apply: 600, hint: 500, estimate: 600, explain: 1000, analyze: 4000, trace: 4000, encode: 4000,
  decide: 8000, puzzles: 2000, daily: 2000, solve: 8000, compare: 8000,
});

/** Whether the service did not answer in time when it was last asked. */
let isHung = false;

/** @param {boolean} hung */
export function noteHung(hung) {
  isHung = hung;
}

/** Milliseconds to wait for the service. @param {string} name */
export const patienceFor = (name) => (isHung ? 0 : PATIENCE[name]);

/**
 * The first answer of service and engine.
 * @param {string} name @param {object} body @param {Options} options @param {(options: Options) => Promise<any>} ask asks the service
 * @returns {Promise<any>}
 */
async function either(name, body, options, ask) {
  if (!(name in PATIENCE)) {
    if (!hasService) throw new Offline();
    return ask(options);
  }
  const here = (/** @type {AbortSignal | undefined} */ signal) => askHere(name, body, { ...options, signal });
  if (!hasService) return here(options.signal);
  const stop = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  // One that is busy names the time to wait; with the engine nobody waits.
  const there = ask({ ...options, signal, tries: 1 }).then((answer) => {
    isHung = false;
    return answer;
  });
  try {
    const first = await Promise.race([there, wait(patienceFor(name), signal).then(() => LATE)]);
    if (first !== LATE) return first;
    isHung = true;
    return await Promise.any([there, here(signal)]).catch((error) => Promise.reject(isGone(error.errors[0]) ? error.errors[1] : error.errors[0]));
  } catch (error) {
    if (!isGone(error)) throw error;
    return await here(options.signal).catch((fault) => {
      if (!(fault instanceof Offline)) throw fault;
      // Without an engine a busy service is worth its wait.
      return error instanceof Problem && error.isBusy ? ask(options) : Promise.reject(fault);
    });
  } finally {
    there.catch(() => {});
    stop.abort();
  }
}

const LATE = Symbol('late');

/** Whether the service has no answer although there may be one. @param {unknown} error */
export const isGone = (error) => error instanceof Offline || (error instanceof Problem && (error.isBusy || error.status >= 500));

/** Asks the engine. @param {string} name @param {object} body @param {Options} options */
export async function askHere(name, body, { signal, onProgress }) {
  // A page that is never without its service never loads the engine.
  const { askEngine } = await import('./engine/engine.js').catch(() => Promise.reject(new Offline()));
  return askEngine(name, body, { signal, onProgress });
}
