/**
 * What the browser keeps: settings and saved games, in localStorage, one JSON value a key.
 * A full or forbidden store never breaks the page: what cannot be kept is kept for this visit.
 */

const PREFIX = 'taquin.';
/** @type {Map<string, string>} what could not be stored */
const visit = new Map();

/**
 * The value under a key, or the fallback where there is none or it is damaged.
 * @template T @param {string} key @param {T} fallback @returns {T}
 */
export function read(key, fallback) {
  const text = visit.get(key) ?? attempt(() => localStorage.getItem(PREFIX + key));
  if (text == null) return fallback;
  try {
    return /** @type {T} */ (JSON.parse(text));
  } catch {
    return fallback;
  }
}

/** Keeps a value; `undefined` forgets it. @param {string} key @param {unknown} value */
export function write(key, value) {
  visit.delete(key);
  if (value === undefined) {
    attempt(() => localStorage.removeItem(PREFIX + key));
    return;
  }
  const text = JSON.stringify(value);
  const kept = attempt(() => {
    localStorage.setItem(PREFIX + key, text);
    return true;
  });
  if (!kept) visit.set(key, text);
}

/** @template T @param {() => T} deed @returns {T | null} */
function attempt(deed) {
  try {
    return deed();
  } catch {
    return null;
  }
}

/** @type {Settings} */
export const DEFAULTS = {
  theme: 'auto', language: '', arrows: 'tile', slide: 100, letters: true,
  bar: false, zen: false, colours: 'plain', celebrate: true, numbers: true, keys: {}, hover: false, fewest: false, ghost: 'off', inspection: false, sound: false, haptics: false,
};

/** @returns {Settings} */
export function settings() {
  return { ...DEFAULTS, ...read('settings', {}) };
}

/** @type {Set<(settings: Settings) => void>} */
const listeners = new Set();

/** Changes some settings and tells who listens. @param {Partial<Settings>} change */
export function change(change) {
  write('settings', { ...settings(), ...change });
  tell();
}

/** Calls back after each change, also from another tab. @param {(settings: Settings) => void} listener */
export function onChange(listener) {
  listeners.add(listener);
}

function tell() {
  const now = settings();
  for (const listener of listeners) listener(now);
}

globalThis.addEventListener?.('storage', (event) => {
  if (event.key === `${PREFIX}settings`) tell();
});
