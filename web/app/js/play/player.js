/**
 * Stepping through something at a chosen speed; the page calls `tick`.
 *
 * @module play/player
 */

/** The speeds that can be chosen; 1 is two steps a second. */
export const SPEEDS = [0.25, 0.5, 1, 2, 4, 8, 16];

/** Milliseconds of a step at normal speed. */
const STEP = 500;

export class Player {
  at = 0;
  speed = 1;
  /** @type {number | null} when the next step is due; null while paused */
  due = null;

  /** @param {number} length steps beyond the first picture @param {number[]} [times] when each step came, to replay them */
  constructor(length, times) {
    this.length = length;
    this.times = times;
  }

  /** Where a replay's clock stands. */
  get millis() {
    return this.at === 0 ? 0 : this.times?.[this.at - 1] ?? 0;
  }

  get isPlaying() {
    return this.due !== null;
  }

  get isAtEnd() {
    return this.at === this.length;
  }

  /** Milliseconds until the next step. */
  get interval() {
    const wait = this.times ? (this.times[this.at] ?? 0) - this.millis : STEP;
    return wait / this.speed;
  }

  /** Goes on if paused, from the beginning if at the end; pauses if going. @param {number} now */
  toggle(now) {
    if (this.isPlaying) {
      this.due = null;
      return;
    }
    if (this.isAtEnd) this.at = 0;
    this.due = now + this.interval;
  }

  /** Pauses at this step, or as near to it as there is. @param {number} to */
  seek(to) {
    this.due = null;
    this.at = Math.min(Math.max(0, to), this.length);
  }

  /** @param {number} speed @param {number} now */
  setSpeed(speed, now) {
    this.speed = speed;
    if (this.isPlaying) this.due = now + this.interval;
  }

  /** Does the steps that are due, those of one press at once; whether there was one. @param {number} now */
  tick(now) {
    if (this.due === null || now < this.due) return false;
    do {
      this.at = Math.min(this.at + 1, this.length);
    } while (!this.isAtEnd && this.times && this.times[this.at] === this.millis);
    // From when it was due, so that pictures that come late do not slow it; but no burst after a sleep.
    this.due = this.isAtEnd ? null : Math.max(this.due + this.interval, now);
    return true;
  }
}
