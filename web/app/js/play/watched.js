/**
 * Boards whose solution the player has seen. A win on one of them is a win with help, also after a restart, a reload
 * or a link to the same board.
 *
 * @module play/watched
 */

import { read, write } from '../store.js';

/** @typedef {import('./game.js').Game} Game */

/** Boards remembered; the oldest are forgotten first. */
const KEPT = 300;

/** @param {Game} game */
const nameOf = (game) => `${game.start.toLink()} ${game.goalName}`;

/** Notes that the player sees a solution of this game's board. @param {Game} game */
export function noteWatched(game) {
  if (game.isOver) return;
  game.assist();
  const names = read('watched', /** @type {string[]} */ ([])).filter((name) => name !== nameOf(game));
  write('watched', [...names, nameOf(game)].slice(-KEPT));
}

/** @param {Game} game */
export const isWatched = (game) => read('watched', /** @type {string[]} */ ([])).includes(nameOf(game));
