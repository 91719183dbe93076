/**
 * Inspection: fifteen seconds to look at a new board, if the player wants them counted; who starts later has a penalty.
 *
 * @module play/inspection
 */

import { settings } from '../store.js';

/** @typedef {import('./app.js').App} App */

/** Milliseconds to look. */
const ALLOWED = 15_000;

export class Inspection {
  #since = performance.now();

  /** @param {App} app */
  constructor(app) {
    this.app = app;
  }

  /** Another board was dealt. */
  restart() {
    this.#since = performance.now();
  }

  /** What the clock shows before the first move, null where nothing is counted. @param {number} now */
  text(now) {
    const { game } = this.app;
    if (!settings().inspection || game.phase !== 'ready' || game.origin.fewest) return null;
    const left = ALLOWED - (now - this.#since);
    return left >= 0 ? String(Math.ceil(left / 1000)) : '+2';
  }

  /** A move is made: the first one ends the inspection. */
  begin() {
    const { game } = this.app;
    if (this.text(performance.now()) === '+2') game.origin = { ...game.origin, plus2: true };
  }
}
