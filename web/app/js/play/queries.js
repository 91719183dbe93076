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
  row: ({ shown }, cell) => readLine('row', shown, rowOf, cell),
  column: ({ shown }, cell) => readLine('column', shown, colOf, cell),
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

/** @param {'row' | 'column'} kind @param {Board} board @param {typeof rowOf} lineOf @param {number} cell */
function readLine(kind, board, lineOf, cell) {
  const line = lineOf(board, cell);
  return t(`query_${kind}`, { n: line + 1, tiles: list(board.cells.filter((_, at) => lineOf(board, at) === line)) });
}

/** @param {Board} board */
function readBoard(board) {
  const rows = Array.from({ length: board.rows }, (_, row) => list(board.cells.slice(row * board.cols, (row + 1) * board.cols)));
  return `${rows.join('; ')}.`;
}
