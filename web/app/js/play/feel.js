/**
 * A click and a tap for each slide, for those who want them: off unless chosen.
 */

import { settings } from '../store.js';

/** @type {AudioContext | null} */
let audio = null;

/** Lets a slide be heard and felt, as far as the player wants it. @param {boolean} [won] whether it was the last one */
export function feelSlide(won = false) {
  const { sound, haptics } = settings();
  if (haptics) navigator.vibrate?.(won ? [20, 40, 60] : 8);
  if (!sound) return;
  // Browsers let a page sound only after a press; this is one.
  audio ??= new AudioContext();
  const now = audio.currentTime;
  const [tone, volume] = [audio.createOscillator(), audio.createGain()];
  tone.type = 'triangle';
  tone.frequency.setValueAtTime(won ? 660 : 240, now);
  if (won) tone.frequency.exponentialRampToValueAtTime(990, now + 0.18);
  volume.gain.setValueAtTime(0.12, now);
  volume.gain.exponentialRampToValueAtTime(0.001, now + (won ? 0.35 : 0.05));
  tone.connect(volume).connect(audio.destination);
  tone.start(now);
  tone.stop(now + (won ? 0.36 : 0.06));
}
