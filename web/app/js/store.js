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

/**
 * What the player has chosen; all pages share it.
 *
 * @typedef {object} Settings
 * @property {'auto' | 'light' | 'dark' | 'contrast'} theme
 * @property {'' | 'en' | 'de' | 'fr' | 'es' | 'ar'} language '' follows the browser
 * @property {'tile' | 'blank'} arrows whose way the arrow keys say
 * @property {number} slide milliseconds of a slide, 0–300
 * @property {boolean} letters whether single letters are keys while the board has the focus
 * @property {boolean} bar the distance bar
 * @property {boolean} zen hides moves and time
 * @property {'plain' | 'rows' | 'rings' | 'home'} colours the colour scheme of tiles
 * @property {boolean} celebrate whether a win is shown by a ripple and a message
 * @property {boolean} numbers whether a picture has numbers on it
 * @property {Record<string, string>} keys letter keys that were changed, by what they do
 * @property {boolean} hover whether a tile slides when the mouse comes over it
 * @property {boolean} fewest whether only the moves of a game count, without a clock
 * @property {'off' | 'best' | 'optimum'} ghost what plays along beside the board
 * @property {boolean} inspection whether the time before the first move is limited
 * @property {boolean} sound whether slides are heard
 * @property {boolean} haptics whether slides are felt
 */

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
