/**
 * A small picture of a board, for lists and cards: one SVG, no parts of its own.
 */

import { svg } from './shell.js';

/**
 * The cells of a position text, and how many are in a row.
 * @param {string} text @returns {{ cells: number[], cols: number, rows: number }}
 */
export function cellsOf(text) {
  const rows = text.split('/').map((row) => row.trim().split(/[ ,]+/).map(Number));
  return { cells: rows.flat(), cols: rows[0].length, rows: rows.length };
}

/**
 * A picture of a position; decorative unless it gets a label. What is no number is a tile without one.
 * @param {string} text the position text
 * @param {{ label?: string, moved?: number, faint?: Set<number> }} [options] `moved`: a tile to be marked
 */
export function miniBoard(text, { label, moved, faint } = {}) {
  const { cells, cols, rows } = cellsOf(text);
  const picture = svg('svg', {
    class: 'mini',
    viewBox: `-0.06 -0.06 ${cols + 0.12} ${rows + 0.12}`,
    ...(label ? { role: 'img', 'aria-label': label } : { 'aria-hidden': 'true' }),
  });
  picture.append(svg('rect', { class: 'mini-well', x: -0.06, y: -0.06, width: cols + 0.12, height: rows + 0.12, rx: 0.14 }));
  cells.forEach((tile, cell) => {
    if (tile === 0) return;
    const [x, y] = [cell % cols, Math.floor(cell / cols)];
    const kind = tile === moved ? ' moved' : faint?.has(tile) ? ' faint' : '';
    picture.append(
      svg('rect', { class: `mini-tile${kind}`, x: x + 0.04, y: y + 0.04, width: 0.92, height: 0.92, rx: 0.12 }),
      svg('text', { class: `mini-text${kind}`, x: x + 0.5, y: y + 0.5 }, Number.isNaN(tile) ? '' : String(tile)),
    );
  });
  return picture;
}
