/**
 * An exercise sheet: do the first expansions by hand; with a key, from the same recording.
 */

import { isInformed } from '../catalogue.js';
import { t } from '../i18n.js';
import { el } from '../shell.js';
import { miniBoard } from '../mini-board.js';

/** @import { TracePlayer, TraceEvent } from './trace-player.js' */

/** Expansions asked for. */
export const EXPANSIONS = 6;

/**
 * The first expansions and what came of each.
 * @param {TracePlayer} player @param {number} most
 * @returns {{ taken: TraceEvent, made: TraceEvent[] }[]}
 */
export function expansions(player, most) {
  /** @type {{ taken: TraceEvent, made: TraceEvent[] }[]} */
  const found = [];
  for (const event of player.events) {
    const isTaken = event.type === 'expand' || event.type === 'goal';
    // A depth-first search goes down as it makes a child: the child belongs to the line of its parent as well.
    const above = found.find(({ taken }) => taken.node === event.parent);
    if (above && (!isTaken || player.family === 'deepening')) above.made.push(event);
    if (!isTaken) continue;
    if (found.length === most) break;
    found.push({ taken: event, made: [] });
  }
  return found;
}

/**
 * The sheet, its lines empty or filled.
 * @param {TracePlayer} player @param {{ algorithm: string, heuristic: string, board: string, link: string }} what @param {boolean} solved
 */
export function sheet(player, what, solved) {
  const blind = !isInformed(player.algorithm);
  const numbers = (/** @type {TraceEvent} */ event) => (blind ? `g ${event.g}` : `${event.g} + ${event.h} = ${event.f}`);
  const lines = expansions(player, EXPANSIONS);
  const rows = lines.map(({ taken, made }, i) => el('tr', {},
    el('td', { class: 'num' }, String(i + 1)),
    el('td', { class: 'sheet-board' }, solved || i === 0 ? miniBoard(taken.board, { label: taken.board }) : emptyBoard(taken.board)),
    el('td', { class: 'num' }, solved ? numbers(taken) : ''),
    el('td', {}, el('div', { class: 'sheet-made' }, ...(solved
      ? made.map((event) => el('div', {}, miniBoard(event.board, { label: event.board }), el('span', { class: 'num' }, numbers(event)), event.type === 'duplicate' ? el('span', {}, t('sheet_known')) : event.type === 'prune' ? el('span', {}, t('state_pruned')) : null))
      : Array.from({ length: made.length > 3 ? 4 : 3 }, () => el('div', {}, emptyBoard(taken.board))))))));
  return el('section', { class: 'sheet' },
    el('h2', {}, t(solved ? 'sheet_key' : 'sheet_title')),
    el('p', {}, t(blind ? 'sheet_task_blind' : 'sheet_task', { algorithm: what.algorithm, heuristic: what.heuristic, n: lines.length })),
    el('p', { class: 'soft' }, t('sheet_rules')),
    el('table', {}, el('thead', {}, el('tr', {}, ...['sheet_n', 'sheet_taken', blind ? 'g' : 'f = g + h', 'sheet_made'].map((id) => el('th', { scope: 'col' }, /^sheet/.test(id) ? t(id) : id)))), el('tbody', {}, ...rows)),
    el('p', { class: 'sheet-link' }, what.link));
}

/** An empty board of the same size. @param {string} like */
function emptyBoard(like) {
  return miniBoard(like.replace(/\d+/g, '·'));
}
