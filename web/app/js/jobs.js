/**
 * Long work of the service: jobs with progress, which can be called off.
 *
 * @module jobs
 */

import { BASE, once, post } from './api.js';

/** @typedef {import('./api.js').Options} Options */

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
