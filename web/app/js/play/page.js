/**
 * The first picture of Play: the page in the player's language, and the board that is likely to be played, drawn from
 * its text. It waits for no rules; tiles can be moved as soon as those are there.
 */

import '../board.js';
import { startPage } from '../shell.js';
import { read } from '../store.js';
import { firstDeal } from './first.js';

/** The game of a first visit. */
export const first = firstDeal();

/** The text of the board to show, empty where only the rules can tell. */
function likelyBoard() {
  const saved = read('game', /** @type {any} */ (null));
  const params = new URLSearchParams(location.search);
  const isSaved = saved?.version === 1 && (!location.search || saved.addresses?.includes(location.search));
  if (isSaved) return String(saved.shown ?? '');
  if (location.search) return (!params.has('m') && params.get('b')) || '';
  return first.board;
}

/** A board that can be looked at: what `<taquin-board>` reads of one. @param {string} text @returns {any} null where it is none */
function picture(text) {
  const lines = text.split('/').map((line) => line.split(/[ ,]/).map(Number));
  const cells = lines.flat();
  const isBoard = lines.length > 1 && lines.every((line) => line.length === lines[0].length) && [...cells].sort((a, b) => a - b).every((n, at) => n === at);
  const [rows, cols] = [lines.length, lines[0].length];
  return isBoard ? { rows, cols, cells, blank: cells.indexOf(0), size: `${rows}x${cols}`, press: () => null, toString: () => text } : null;
}

export const { header } = await startPage('play');

const board = picture(likelyBoard());
if (board) /** @type {TaquinBoard} */ (document.getElementById('board')).show(board, { animate: false });
performance.mark('painted');
