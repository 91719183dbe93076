/**
 * The position explained: distances, parity, the human method, and where else it can be looked at.
 */

import { pageAddress } from '../address.js';
import { isAbort, post } from '../api.js';
import { away, manhattan, parity } from '../board-state.js';
import { load, t } from '../i18n.js';
import { el } from '../shell.js';
import { sayName, sayStage } from '../stage-words.js';
import { positionLink } from './link.js';
import { send } from './play.js';

/** @param {State} state @returns {Node[]} */
export function explainView(state) {
  const { board, goal } = state.game;
  const { inversions, blankRows, evenWidth } = parity(board, goal);
  const farthest = board.cells.filter(Boolean).sort((a, b) => away(board, goal, b) - away(board, goal, a))[0];
  const list = el('div');
  const why = el('p', {}, t(evenWidth ? 'explain_parity_even' : 'explain_parity_odd', { n: inversions, rows: blankRows }));
  return [
    el('p', {}, board.equals(goal) ? t('explain_solved') : t('explain_distance', { n: manhattan(board, goal), t: farthest, away: away(board, goal, farthest) })),
    why,
    el('h2', {}, t('explain_method')),
    el('p', { class: 'soft' }, t('explain_method_about')),
    el('button', { type: 'button', class: 'b small', onclick: () => void loadStages(state, list) }, t('explain_show')),
    list,
    el('h2', {}, t('explain_views')),
    el('div', { class: 'views' }, ...['learn', 'race', 'coach'].map((page) =>
      el('a', { class: 'b small', href: pageAddress(page, positionLink(state.game)) }, t(`nav_${page}`)))),
  ];
}

/** @param {State} state @param {HTMLElement} list */
async function loadStages(state, list) {
  list.replaceChildren(el('p', { class: 'soft' }, t('thinking')));
  try {
    const { board, goalName } = state.game;
    const [{ stages, length }] = await Promise.all([post('/explain', { board: String(board), goal: goalName }), load(['coach'])]);
    send({ type: 'watched' });
    list.replaceChildren(
      el('ol', { class: 'stage-list' }, ...stages.map((/** @type {Stage} */ stage) => el('li', {}, el('b', {}, `${sayName(stage)}. `), sayStage(stage), el('br'), el('code', {}, stage.moves)))),
      el('p', { class: 'soft' }, t('explain_total', { count: length })));
  } catch (error) {
    if (!isAbort(error)) list.replaceChildren(el('p', { class: 'warn' }, t('offline')));
  }
}
