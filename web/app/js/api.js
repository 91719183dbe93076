/**
 * The service at /api/v1: requests, problems, jobs with progress.
 *
 * Every failure is an `Offline` (no answer came) or a `Problem` (the service said why). A busy
 * service (503, 429) is asked again after the time it names; `onBusy` hears of each wait.
 *
 * @module api
 */

const BASE = '/api/v1';
/** Waits for a busy service before giving up. */
const TRIES = 4;

/** No answer came: no connection, or no server behind it. */
export class Offline extends Error {
  constructor() {
    super('no connection');
    this.name = 'Offline';
  }
}

/** The service refused, with a reason (RFC 9457). */
export class Problem extends Error {
  /** @param {number} status @param {Record<string, any>} body @param {number} retryAfter */
  constructor(status, body, retryAfter) {
    super(body.detail ?? body.title ?? `status ${status}`);
    this.name = 'Problem';
    this.status = status;
    /** The last part of the problem's address: `unsolvable`, `busy`, … */
    this.kind = String(body.type ?? '').split('/').pop() ?? '';
    this.body = body;
    /** Seconds the service asks to wait. */
    this.retryAfter = retryAfter;
  }

  get isBusy() {
    return this.status === 503 || this.status === 429;
  }
}

/**
 * @typedef {object} Options
 * @property {AbortSignal} [signal]
 * @property {(seconds: number) => void} [onBusy] called before each wait
 */

/** @type {Set<(online: boolean) => void>} */
const watchers = new Set();
let reached = true;

/** Calls back when the service stops or starts answering. @param {(online: boolean) => void} watcher */
export function onConnection(watcher) {
  watchers.add(watcher);
}

/** Whether the last request was answered. */
export const isConnected = () => reached && navigator.onLine !== false;

/** @param {boolean} online */
function noteConnection(online) {
  if (online === reached) return;
  reached = online;
  for (const watcher of watchers) watcher(online);
}

/**
 * One request, one try.
 * @param {string} path @param {RequestInit} init @returns {Promise<any>}
 */
async function once(path, init) {
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

/** Whether an error is only a cancelled request. @param {unknown} error */
export const isAbort = (error) => error instanceof DOMException && error.name === 'AbortError';

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

/**
 * What a job says of itself.
 *
 * @typedef {object} Job
 * @property {string} id
 * @property {'queued' | 'running' | 'done' | 'cancelled' | 'failed'} state
 * @property {string} [kind]
 * @property {any} [progress]
 * @property {any} [result]
 */

/**
 * Starts long work and hears of its progress.
 *
 * `cancel()` ends it; the promise then gives the job with the best result so far. Aborting the
 * signal cancels too, and rejects.
 *
 * @param {object} request `{kind: 'solve' | 'compare', …}`
 * @param {Options & {onProgress?: (job: Job) => void}} [options]
 * @returns {{done: Promise<Job>, cancel: () => void}}
 */
export function startJob(request, options = {}) {
  const stop = new AbortController();
  const { signal, onProgress } = options;
  const run = async () => {
    /** @type {Job} */
    const job = await post('/jobs', request, options);
    onProgress?.(job);
    const path = `/jobs/${job.id}`;
    const remove = () => once(path, { method: 'DELETE' });
    signal?.addEventListener('abort', () => void remove().catch(() => {}), { once: true });
    if (stop.signal.aborted) return remove();
    return follow(path, stop.signal, signal, onProgress, remove);
  };
  return { done: run(), cancel: () => stop.abort() };
}

/**
 * @param {string} path
 * @param {AbortSignal} cancelled
 * @param {AbortSignal | undefined} aborted
 * @param {((job: Job) => void) | undefined} onProgress
 * @param {() => Promise<Job>} remove
 * @returns {Promise<Job>}
 */
function follow(path, cancelled, aborted, onProgress, remove) {
  return new Promise((resolve, reject) => {
    const source = new EventSource(`${BASE}${path}/events`);
    const end = () => source.close();
    const readJob = (/** @type {Event} */ event) => JSON.parse(/** @type {MessageEvent} */ (event).data);
    source.addEventListener('progress', (event) => onProgress?.(readJob(event)));
    source.addEventListener('end', (event) => {
      end();
      resolve(readJob(event));
    });
    source.addEventListener('error', () => {
      // The browser reconnects by itself unless the stream is gone for good; then the job tells.
      if (source.readyState !== EventSource.CLOSED) return;
      end();
      once(path, {}).then(resolve, reject);
    });
    cancelled.addEventListener('abort', () => {
      end();
      remove().then(resolve, reject);
    }, { once: true });
    aborted?.addEventListener('abort', () => {
      end();
      reject(new DOMException('aborted', 'AbortError'));
    }, { once: true });
  });
}
