/**
 * What is spoken: the player's moves, joined when they come quickly, and answers to query keys.
 *
 * @module play/speech
 */

import { colOf, INVERSE, rowOf } from '../board-state.js';
import { clockText, t } from '../i18n.js';
import { announce } from '../shell.js';

/** @typedef {import('../board-state.js').Board} Board */
/** @typedef {import('../board-state.js').Move} Move */
/** @typedef {import('./game.js').Game} Game */

/** Moves closer together than this are joined. */
const JOINED = 280;

/** @type {{count: number, timer: ReturnType<typeof setTimeout> | undefined}} */
const pending = { count: 0, timer: undefined };

/**
 * Speaks of a move that was made; `toGo` tells the distance once it is spoken.
 * @param {Board} board after it @param {readonly Move[]} moves @param {() => number | null} toGo
 */
export function speakMove(board, moves, toGo) {
  clearTimeout(pending.timer);
  pending.count += moves.length;
  const alone = pending.count === moves.length;
  pending.timer = setTimeout(() => {
    const [count, left] = [pending.count, toGo()];
    pending.count = 0;
    const where = { row: rowOf(board, board.blank) + 1, col: colOf(board, board.blank) + 1 };
    const text = alone && count === 1
      ? t('spoken_move', { t: movedTile(board, moves[0]), direction: t(`dir_${moves[0]}`) })
      : t('spoken_moves', { n: count, ...where });
    announce(left === null ? text : `${text} ${t('spoken_to_go', { n: left })}`);
  }, JOINED);
}

/** Speaks at once, instead of moves not yet spoken of. @param {string} text */
export function speakNow(text) {
  clearTimeout(pending.timer);
  pending.count = 0;
  announce(text);
}

/** The tile that made the last move. @param {Board} board @param {Move} move */
const movedTile = (board, move) => {
  const source = board.source(INVERSE[move]);
  return board.cells[source];
};

/** @param {Game} game */
export function lastMove(game) {
  const move = game.line().at(-1);
  if (!move) return t('query_no_move');
  return t('spoken_move', { t: movedTile(game.board, move), direction: t(`dir_${move}`) });
}

/** @param {Game} game @param {number} now */
export const timeAndMoves = (game, now) =>
  t('query_time', { time: clockText(game.elapsed(now)), moves: t('moves_n', { count: game.made }) });

/** @param {Board} board */
export const whereBlank = (board) =>
  t('query_blank', { row: rowOf(board, board.blank) + 1, col: colOf(board, board.blank) + 1 });

/** @param {readonly number[]} cells */
const list = (cells) => cells.map((tile) => (tile === 0 ? t('blank') : tile)).join(' ');

/** @param {Board} board @param {number} cell */
export function readRow(board, cell) {
  const row = rowOf(board, cell);
  return t('query_row', { n: row + 1, tiles: list(board.cells.filter((_, at) => rowOf(board, at) === row)) });
}

/** @param {Board} board @param {number} cell */
export function readColumn(board, cell) {
  const col = colOf(board, cell);
  return t('query_column', { n: col + 1, tiles: list(board.cells.filter((_, at) => colOf(board, at) === col)) });
}

/** @param {Board} board */
export function readBoard(board) {
  const rows = Array.from({ length: board.rows }, (_, row) => list(board.cells.slice(row * board.cols, (row + 1) * board.cols)));
  return `${rows.join('; ')}.`;
}
