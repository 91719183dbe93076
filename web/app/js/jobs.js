/**
 * Long work: jobs with progress, which can be called off. The engine in the page does it where it is as good;
 * else the service does, and the engine again where the service is gone or does not take the job in time.
 */

import { hasService } from './address.js';
import { askHere, BASE, isAbort, isGone, isLack, noteHung, Offline, once, patienceFor, placeOf, post, prepareEngine, wait } from './api.js';

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
  const there = async () => {
    /** @type {Job} */
    const job = await accepted(request, options);
    onProgress?.(job);
    const path = `/jobs/${job.id}`;
    const remove = () => once(path, { method: 'DELETE' });
    signal?.addEventListener('abort', () => void remove().catch(() => {}), { once: true });
    if (stop.signal.aborted) return remove();
    return follow(path, stop.signal, signal, onProgress, remove);
  };
  const run = async () => {
    const { kind, ...question } = /** @type {any} */ (request);
    const place = hasService ? placeOf(kind, question) : 'here';
    if (place === 'here') {
      return here(request, stop.signal, options).catch((error) => (hasService && (isGone(error) || isLack(error)) ? there() : Promise.reject(error)));
    }
    // The next job need not wait for the engine.
    if (place === 'both') void prepareEngine();
    try {
      return await there();
    } catch (error) {
      if (isAbort(error) || !isGone(error)) throw error;
      return here(request, stop.signal, options);
    }
  };
  return { done: run(), cancel: () => stop.abort() };
}

/** Milliseconds in which the service takes a job, unless it has just been late. */
const PATIENCE = 1500;

/**
 * The job, once the service has it.
 * @param {object} request @param {Options} options @returns {Promise<Job>}
 * @throws {Offline} when it does not answer
 */
async function accepted(request, options) {
  const late = new AbortController();
  const signal = options.signal ? AbortSignal.any([options.signal, late.signal]) : late.signal;
  const job = post('/jobs', request, { ...options, signal });
  const first = await Promise.race([job, wait(Math.min(PATIENCE, patienceFor('solve')), signal).then(() => null)]);
  if (first) return first;
  noteHung(true);
  job.catch(() => {});
  late.abort();
  throw new Offline();
}

/**
 * The same job in the page. Calling it off gives the best solution so far.
 * @param {object} request @param {AbortSignal} cancelled @param {Options & {onProgress?: (job: Job) => void}} options
 * @returns {Promise<Job>}
 */
async function here(request, cancelled, { signal, onProgress }) {
  const { kind, ...question } = /** @type {any} */ (request);
  /** @type {any} */
  let progress;
  const both = signal ? AbortSignal.any([signal, cancelled]) : cancelled;
  try {
    const result = await askHere(kind, question, {
      signal: both,
      onProgress: (now) => {
        progress = now;
        onProgress?.({ id: 'here', state: 'running', kind, progress });
      },
    });
    return { id: 'here', state: 'done', kind, progress, result };
  } catch (error) {
    if (!isAbort(error) || !cancelled.aborted || signal?.aborted) throw error;
    const { best, lower_bound } = progress ?? {};
    return { id: 'here', state: 'cancelled', kind, progress, result: { status: 'limit', proven: false, lower_bound, ...best } };
  }
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
