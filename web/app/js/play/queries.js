/**
 * Answers to the query keys.
 */

import { colOf, rowOf } from '../board-state.js';
import { clockText, t, timeText } from '../i18n.js';

/** The questions by name: what is said of the game, and of the row and column of a cell. @type {Record<string, (state: State, cell: number) => string>} */
export const QUERIES = {
  last: ({ game }) => lastMove(game),
  time: ({ game }) => timeAndMoves(game, performance.now()),
  blank: ({ shown }) => whereBlank(shown),
  row: ({ shown }, cell) => readRow(shown, cell),
  column: ({ shown }, cell) => readColumn(shown, cell),
  board: ({ shown }) => readBoard(shown),
};

/** @param {Game} game */
function lastMove(game) {
  const move = game.line().at(-1);
  if (!move) return t('query_no_move');
  return t('spoken_move', { t: game.board.movedBy(move), direction: t(`dir_${move}`) });
}

/** @param {Game} game @param {number} now */
function timeAndMoves(game, now) {
  const moves = t('moves_n', { count: game.made });
  const { fewest, best } = game.origin;
  if (fewest) return best === undefined ? `${moves}.` : t('query_fewest', { moves, n: best });
  return t('query_time', { time: (game.isOver ? timeText : clockText)(game.elapsed(now)), moves });
}

/** @param {Board} board */
const whereBlank = (board) =>
  t('query_blank', { row: rowOf(board, board.blank) + 1, col: colOf(board, board.blank) + 1 });

/** @param {readonly number[]} cells */
const list = (cells) => cells.map((tile) => (tile === 0 ? t('blank') : tile)).join(' ');

/** @param {Board} board @param {number} cell */
function readRow(board, cell) {
  const row = rowOf(board, cell);
  return t('query_row', { n: row + 1, tiles: list(board.cells.filter((_, at) => rowOf(board, at) === row)) });
}

/** @param {Board} board @param {number} cell */
function readColumn(board, cell) {
  const col = colOf(board, cell);
  return t('query_column', { n: col + 1, tiles: list(board.cells.filter((_, at) => colOf(board, at) === col)) });
}

/** @param {Board} board */
function readBoard(board) {
  const rows = Array.from({ length: board.rows }, (_, row) => list(board.cells.slice(row * board.cols, (row + 1) * board.cols)));
  return `${rows.join('; ')}.`;
}
