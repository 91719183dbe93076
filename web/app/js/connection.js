/**
 * How asking the service can fail, and whether it answers; apart from asking, so that a page can tell before it asks.
 */

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

/** @type {Set<(online: boolean) => void>} */
const watchers = new Set();
let reached = true;

/** Calls back when the service stops or starts answering. @param {(online: boolean) => void} watcher */
export function onConnection(watcher) {
  watchers.add(watcher);
}

/** Whether the last request was answered. */
export const isConnected = () => reached && navigator.onLine !== false;

/** Notes whether a request was answered. @param {boolean} online */
export function noteConnection(online) {
  if (online === reached) return;
  reached = online;
  for (const watcher of watchers) watcher(online);
}

/** Whether an error is only a cancelled request. @param {unknown} error */
export const isAbort = (error) => error instanceof DOMException && error.name === 'AbortError';
