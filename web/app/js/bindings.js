/**
 * The keys of the board: arrows, and letters, which players may change.
 */

import { ARROW_KEYS, INVERSE } from './grid.js';
import { settings } from './store.js';

/** @typedef {keyof typeof DEFAULTS} Action */

/** What letters do, and which does it unless that was changed. */
export const DEFAULTS = { up: 'w', left: 'a', down: 's', right: 'd', hint: 'h', peek: 'H', new: 'n', restart: 'N', solve: 'S', bar: 'b' };

/** @type {Record<string, Move>} */
const WAYS = { up: 'U', left: 'L', down: 'D', right: 'R' };

/** The keys in use, by what they do. @returns {Record<Action, string>} */
export const bindings = () => ({ ...DEFAULTS, ...settings().keys });

/** What a key does; a capital that does nothing itself is as good as its small letter. @param {string} key @returns {Action | null} */
export function actionOf(key) {
  const entries = /** @type {[Action, string][]} */ (Object.entries(bindings()));
  const find = (/** @type {string} */ wanted) => entries.find(([, bound]) => bound === wanted)?.[0];
  return find(key) ?? find(key.toLowerCase()) ?? null;
}

/** The way a letter slides a tile, null if it does not. @param {string} key @returns {Move | null} */
export function letterWay(key) {
  const action = actionOf(key);
  return (action && WAYS[action]) ?? null;
}

/** The slide that a key asks for, null if none: letters do while the board has the focus. @param {string} key @param {boolean} onBoard @returns {Move | null} */
export function slideOf(key, onBoard) {
  const { arrows, letters } = settings();
  const way = ARROW_KEYS[key] ?? (onBoard && letters ? letterWay(key) : null);
  return way && arrows === 'blank' ? INVERSE[way] : way;
}
