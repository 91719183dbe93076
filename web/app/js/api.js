/**
 * Questions, asked of the engine in the page or of the service at api/v1. Long work is in jobs.js.
 *
 * Both give the same answers, so the engine is asked wherever it is as good: it needs no connection and nobody
 * else waits for it. The service is asked first where it does better (`choosePlace`), and both at once where
 * the engine is not ready yet; then the first answer counts. A service that is late is joined by the engine,
 * an engine that cannot run is replaced by the service. Every failure is an `Offline` (neither answers) or a
 * `Problem` (a question without an answer). A busy service (503, 429) is asked again after the time it names, if
 * the engine cannot answer; `onBusy` hears of each wait.
 */

import { fileAddress, hasService } from './address.js';
import { isAbort, noteConnection, Offline, Problem } from './connection.js';
import { boardSize, MOST_CELLS } from './engine/size.js';

export { isAbort, isConnected, Offline, onConnection, Problem } from './connection.js';

/** Where the service is, or the files that a static site has in its place. */
export const BASE = fileAddress(hasService ? 'api/v1' : 'data');
/** Waits for a busy service before giving up. */
const TRIES = 4;

/**
 * One request, one try.
 * @param {string} path @param {RequestInit} init @returns {Promise<any>}
 */
export async function once(path, init) {
  const answer = await fetch(BASE + path, init).catch(broken);
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
 * No answer, or one whose body ends early; what was called off stays called off.
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
  // A static site has the instance sets as files.
  if (!hasService && path.startsWith('/datasets')) return once(`${path}.json`, options);
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
  check: 600, apply: 600, hint: 500, estimate: 600, explain: 1000, analyze: 4000, trace: 1000, encode: 4000,
  decide: 8000, puzzles: 2000, daily: 1000, solve: 8000, compare: 8000,
});
/** Milliseconds that the service has to better an answer of the engine that proves nothing. */
const GRACE = 100;

/** Whether the service did not answer in time when it was last asked. */
let isHung = false;

/** @param {boolean} hung */
export function noteHung(hung) {
  isHung = hung;
}

/** Milliseconds to wait for the service. @param {string} name */
export const patienceFor = (name) => (isHung ? 0 : PATIENCE[name]);

/** The engine's module, once it is there. @type {typeof import('./engine/engine.js') | null} */
let engine = null;

/** @returns {Promise<typeof import('./engine/engine.js')>} */
async function loadEngine() {
  const module = await import('./engine/engine.js').catch(() => Promise.reject(new Offline()));
  engine = module;
  return module;
}

/** Gets the engine ready, so that the first question does not wait for it; whether it can run. @returns {Promise<boolean>} */
export async function prepareEngine() {
  try {
    await (await loadEngine()).prepare();
    return true;
  } catch {
    return false;
  }
}

/** Questions that search, and profit from tables and processors that a page does not have. */
const SEARCHES = new Set(['solve', 'hint', 'compare', 'analyze']);
/** Questions with which a page begins, and that a service answers at once. */
const AT_ONCE = new Set(['trace', 'daily', 'explain']);
/** The longest search in the page, in milliseconds. */
const LONGEST = 60_000;

/**
 * Where a question is answered best.
 * @param {string} name @param {Record<string, any>} body
 * @param {{service: boolean, readiness: 'cold' | 'ready' | 'proves', frugal: boolean}} state what there is: a service,
 * an engine that is loaded and has the tables of this board, a connection on which bytes are dear
 * @returns {'here' | 'there' | 'both'}
 */
export function choosePlace(name, body, { service, readiness, frugal }) {
  if (!service) return 'here';
  const isLong = (body.limits?.time_ms ?? 0) > LONGEST;
  if (isLong || (SEARCHES.has(name) && boardSize(body).cells > MOST_CELLS)) return 'there';
  // The engine is hundreds of kilobytes, which would stand in the way of the page itself.
  if (readiness === 'cold') return frugal || AT_ONCE.has(name) ? 'there' : 'both';
  // Without its tables the engine has no time to prove a hint; the service may.
  return name === 'hint' && readiness !== 'proves' ? 'both' : 'here';
}

/** @param {string} name @param {Record<string, any>} body */
export const placeOf = (name, body) => choosePlace(name, body, {
  service: hasService,
  readiness: engine?.readinessFor(body) ?? 'cold',
  frugal: /** @type {any} */ (globalThis.navigator)?.connection?.saveData === true,
});

/**
 * The best answer of service and engine that comes in time.
 * @param {string} name @param {Record<string, any>} body @param {Options} options @param {(options: Options) => Promise<any>} ask asks the service
 * @returns {Promise<any>}
 */
async function either(name, body, options, ask) {
  if (!(name in PATIENCE)) {
    if (!hasService) throw new Offline();
    return ask(options);
  }
  if (!hasService) return askHere(name, body, options);
  const stop = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, stop.signal]) : stop.signal;
  const here = () => askHere(name, body, { ...options, signal });
  // One that is busy names the time to wait; with the engine nobody waits.
  const there = () => ask({ ...options, signal, tries: 1 }).then((answer) => {
    isHung = false;
    return answer;
  });
  const late = () => wait(patienceFor(name), signal).then(() => {
    isHung = true;
  });
  try {
    const place = placeOf(name, body);
    if (place === 'here') return await localFirst(here, there, late);
    return await (place === 'there' ? remoteFirst(here, there, late) : race(here, there, signal));
  } catch (error) {
    // Without an engine a busy service is worth its wait.
    if (error instanceof Problem && error.isBusy && !options.signal?.aborted) return await ask(options);
    throw error;
  } finally {
    stop.abort();
  }
}

/** @typedef {() => Promise<any>} Asking */

/** The engine's answer; the service's where the engine cannot run or does not know how. @param {Asking} here @param {Asking} there @param {Asking} late */
async function localFirst(here, there, late) {
  try {
    return await here();
  } catch (error) {
    if (!(error instanceof Offline) && !isLack(error)) throw error;
    const asked = there();
    const answer = error instanceof Offline ? asked : Promise.race([asked, late().then(() => Promise.reject(error))]);
    return await answer.catch((fault) => Promise.reject(isGone(fault) && !isBusy(fault) ? error : fault));
  }
}

/** The service's answer; the first of both if it is late. @param {Asking} here @param {Asking} there @param {Asking} late */
async function remoteFirst(here, there, late) {
  const asked = there();
  asked.catch(() => {});
  try {
    const first = await Promise.race([asked, late().then(() => LATE)]);
    return first === LATE ? await firstOf(asked, here()) : first;
  } catch (error) {
    if (!isGone(error)) throw error;
    return here().catch((fault) => Promise.reject(fault instanceof Offline && isBusy(error) ? error : fault));
  }
}

/** The first answer; one of the engine that proves nothing gives the service another moment. @param {Asking} here @param {Asking} there @param {AbortSignal} signal */
async function race(here, there, signal) {
  const asked = there();
  const own = here().then(async (answer) => {
    if (!isProven(answer)) await Promise.race([wait(GRACE, signal), asked.catch(() => new Promise(() => {}))]);
    return answer;
  });
  return firstOf(asked, own);
}

/** Whether an answer leaves nothing to be found out. @param {any} answer */
const isProven = (answer) => answer.distance != null || !('estimate' in answer);

/** The first answer or refusal of the service and the engine. @param {Promise<any>} asked @param {Promise<any>} own @returns {Promise<any>} */
function firstOf(asked, own) {
  return new Promise((resolve, reject) => {
    /** @type {unknown[]} */
    const faults = [];
    const listen = (/** @type {Promise<any>} */ answer, /** @type {number} */ index, /** @type {(error: unknown) => boolean} */ isPassing) => answer.then(resolve, (error) => {
      faults[index] = error;
      if (!isPassing(error)) reject(error);
      else if (0 in faults && 1 in faults) reject(bestFault(faults));
    });
    listen(asked, 0, isGone);
    listen(own, 1, (error) => error instanceof Offline || isLack(error));
  });
}

/** What to say when neither answers: of a busy service, else of the engine. @param {unknown[]} faults the service's and the engine's */
const bestFault = ([remote, local]) => (isBusy(remote) && local instanceof Offline ? remote : local);

const LATE = Symbol('late');

/** @param {unknown} error */
const isBusy = (error) => error instanceof Problem && error.isBusy;

/** Whether the service has no answer although there may be one. @param {unknown} error */
export const isGone = (error) => error instanceof Offline || (error instanceof Problem && (error.isBusy || error.status >= 500));

/** Refusals of the engine that the service may not share: it has more solvers, and allows more. @param {unknown} error */
export const isLack = (error) => error instanceof Problem && ['invalid-request', 'unsupported-combination', 'not-found', 'too-large', 'internal'].includes(error.kind);

/** Asks the engine. @param {string} name @param {object} body @param {Options} options */
export async function askHere(name, body, { signal, onProgress }) {
  const { askEngine } = await loadEngine();
  return askEngine(name, body, { signal, onProgress });
}
