/**
 * Fewest moves: no clock, undo is free, and a board is tried again until nothing is left to save.
 *
 * @module play/fewest
 */

import { t } from '../i18n.js';
import { change, read, settings } from '../store.js';
import { Game } from './game.js';
import { fewestOn } from './results.js';

/** @typedef {import('./app.js').App} App */

/** Turns the mode on or off: the board in play begins anew in it, and undo brings the game back. @param {App} app */
export function toggleFewest(app) {
  const fewest = !settings().fewest;
  change({ fewest });
  const { game } = app;
  if (game.phase === 'solved') return fewest ? app.shuffle() : app.greet();
  const best = fewest ? fewestOn(read('results', []), String(game.start), game.goalName) ?? undefined : undefined;
  app.begin(new Game(game.start, game.goalName, { ...game.origin, fewest, best }), fewest ? t('fewest_ready') : t('restarted'));
}

/** Goes to a place in one's line; what comes after it can be made again. @param {App} app @param {number} made @param {string} [text] */
export function travel(app, made, text) {
  const { game } = app;
  const now = performance.now();
  app.review = null;
  // A press of several tiles is not cut in two.
  while (game.made > made && game.undo(now));
  while (game.made < made && game.redo(now));
  app.jumps++;
  if (game.isOver) return app.greet();
  app.say(text ?? t('fewest_at', { n: game.made, all: game.slides.length }));
}
