/**
 * What is spoken of the player's moves, joined when they come quickly.
 */

import { colOf, rowOf } from '../board-state.js';
import { t } from '../i18n.js';
import { announce } from '../shell.js';

/** Moves closer together than this are joined. */
const JOINED = 280;

/**
 * Moves not yet spoken of, and whether the distance is still owed of those that were.
 * @type {{count: number, timer: ReturnType<typeof setTimeout> | undefined, owed: boolean}}
 */
const pending = { count: 0, timer: undefined, owed: false };

/**
 * Speaks of a move that was made; `toGo` tells the distance once it is spoken.
 * @param {Board} board after it @param {readonly Move[]} moves @param {() => number | null} toGo
 */
export function speakMove(board, moves, toGo) {
  clearTimeout(pending.timer);
  pending.owed = false;
  pending.count += moves.length;
  const alone = pending.count === moves.length;
  pending.timer = setTimeout(() => {
    const [count, left] = [pending.count, toGo()];
    pending.count = 0;
    pending.owed = left === null;
    const where = { row: rowOf(board, board.blank) + 1, col: colOf(board, board.blank) + 1 };
    const text = alone && count === 1
      ? t('spoken_move', { t: board.movedBy(moves[0]), direction: t(`dir_${moves[0]}`) })
      : t('spoken_moves', { n: count, ...where });
    announce(left === null ? text : `${text} ${t('spoken_to_go', { n: left })}`);
  }, JOINED);
}

/** Speaks the distance after the last move, if it was not known when that was spoken of. @param {number} left */
export function speakToGo(left) {
  if (pending.owed) announce(t('spoken_to_go', { n: left }));
  pending.owed = false;
}

/** Speaks at once, instead of moves not yet spoken of. @param {string} text */
export function speakNow(text) {
  clearTimeout(pending.timer);
  pending.count = 0;
  pending.owed = false;
  announce(text);
}
