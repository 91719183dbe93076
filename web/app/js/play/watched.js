/**
 * Boards whose solution the player has seen. A win on one of them is a win with help, also after a restart, a reload
 * or a link to the same board: the first move looks them up.
 *
 * @module play/watched
 */

import { read, write } from '../store.js';

/** Boards remembered; the oldest are forgotten first. */
const KEPT = 300;

/** Notes that the player sees a solution of this game's board. @param {import('./game.js').Game} game */
export function noteWatched(game) {
  if (game.isOver) return;
  game.assist();
  const names = read('watched', /** @type {string[]} */ ([])).filter((name) => name !== game.name);
  write('watched', [...names, game.name].slice(-KEPT));
}
