/**
 * Stepping through something at a chosen speed, by the rules of `taquin-game`; the page calls `tick`.
 */

import { know } from '../engine/rules.js';

/** The speeds that can be chosen; 1 is two steps a second. */
export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16];

export class Player {
  #number;
  #speed = SPEEDS.indexOf(1);
  at = 0;
  isPlaying = false;
  /** Milliseconds until the next step. */
  interval = 0;
  /** Where a replay's clock stands. */
  millis = 0;

  /** @param {number} length steps beyond the first picture @param {number[]} [times] when each step came, to replay them */
  constructor(length, times = []) {
    this.length = length;
    this.#number = know('player', length, times.join(' '))[0];
    this.seek(0);
  }

  get isAtEnd() {
    return this.at === this.length;
  }

  get speed() {
    return SPEEDS[this.#speed];
  }

  /** @param {string} deed @param {number} amount @param {number} now */
  #do(deed, amount, now) {
    const [isMoved, at, isPlaying, interval, millis] = know('play-back', this.#number, deed, amount, Math.round(now * 1000)).map(Number);
    Object.assign(this, { at, isPlaying: isPlaying === 1, interval, millis });
    return isMoved === 1;
  }

  /** Goes on if paused, from the beginning if at the end; pauses if going. @param {number} now */
  toggle(now) {
    this.#do('toggle', 0, now);
  }

  /** Pauses at this step, or as near to it as there is. @param {number} to */
  seek(to) {
    this.#do('seek', Math.max(0, to), 0);
  }

  /** @param {number} speed @param {number} now */
  setSpeed(speed, now) {
    this.#speed = Math.max(0, SPEEDS.indexOf(speed));
    this.#do('speed', this.#speed, now);
  }

  /** Does the steps that are due, those of one press at once; whether there was one. @param {number} now */
  tick(now) {
    return this.isPlaying && this.#do('tick', 0, now);
  }

  /** Frees it. */
  end() {
    know('play-back', this.#number, 'forget');
  }
}
