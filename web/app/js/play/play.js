/**
 * The state of the page, and the way messages reach it.
 */

import { read } from '../store.js';
import { State } from './state.js';
import { update } from './update.js';

export const state = new State({ level: read('level', 'easy'), others: read('others', {}) });

/** What becomes of effects, and of a state that may have changed. @type {{carryOut: (effect: Effect) => void, draw: () => void}} */
const page = { carryOut: () => {}, draw: () => {} };

/** @param {typeof page} given */
export const connect = (given) => void Object.assign(page, given);

/** Takes in a message. @param {Message} message */
export function send(message) {
  for (const effect of update(state, message, performance.now())) page.carryOut(effect);
  page.draw();
}

/** Lets time pass: playback goes on. */
export function tick() {
  const { playback } = state;
  if (!playback?.player.isPlaying) return;
  const { at } = playback.player;
  update(state, { type: 'tick' }, performance.now());
  if (playback.player.at !== at) page.draw();
}
