/**
 * Inspection: fifteen seconds to look at a new board, if the player wants them counted; who starts later has a penalty.
 *
 * @module play/inspection
 */

import { settings } from '../store.js';

/** @typedef {import('./game.js').Game} Game */

/** Milliseconds to look. */
const ALLOWED = 15_000;

/** What the clock shows before the first move, null where there is no inspection. @param {Game} game @param {number} since milliseconds since the deal */
export function inspectionText(game, since) {
  if (!settings().inspection || game.phase !== 'ready' || game.origin.fewest) return null;
  return since <= ALLOWED ? String(Math.ceil((ALLOWED - since) / 1000)) : '+2';
}

/** Notes the penalty of a first move that comes too late. @param {Game} game @param {number} since */
export function inspect(game, since) {
  if (inspectionText(game, since) === '+2') game.origin = { ...game.origin, plus2: true };
}
