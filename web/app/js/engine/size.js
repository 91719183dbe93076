/**
 * How large the board of a question is, as far as its text tells.
 */

/** Boards that pattern databases prove in the page: smaller ones need none, larger ones have none that fit. */
export const [LEAST_CELLS, MOST_CELLS] = [11, 16];

/**
 * @param {Record<string, any>} question @returns {{name: string, cells: number}} no cells where there is no board
 */
export function boardSize({ board, size, id, date }) {
  if (typeof board === 'string') {
    const rows = board.trim().split(/[/\n]/);
    const cols = (rows[0].match(/[^\s,]+/g) ?? []).length;
    return { name: `${rows.length}x${cols}`, cells: rows.length * cols };
  }
  // The larger of a day's boards.
  const text = date ? '4x4' : String(size ?? id ?? '');
  const [, rows, cols] = /(\d+)x(\d+)/.exec(text) ?? [text, '0', '0'];
  return { name: `${rows}x${cols}`, cells: Number(rows) * Number(cols) };
}
