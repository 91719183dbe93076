/**
 * Doing a thing again when the connection is back.
 */

/** Milliseconds between two tries. */
const PAUSE = 5000;

/** @type {(() => void) | null} */
let waiting = null;
let timer = 0;

/** Calls once when the browser is online again, or after a while; a later call replaces an earlier one. @param {() => void} deed */
export function whenBack(deed) {
  clearTimeout(timer);
  waiting = deed;
  timer = setTimeout(fire, PAUSE);
}

/** Forgets what waits. */
export function giveUp() {
  clearTimeout(timer);
  waiting = null;
}

function fire() {
  const deed = waiting;
  giveUp();
  deed?.();
}

globalThis.addEventListener?.('online', () => {
  if (waiting) fire();
});
