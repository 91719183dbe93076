/**
 * The card after a win: time, moves against the optimum, bests, how the board came home, and what to do next.
 */

import { manhattan } from '../board-state.js';
import { copyText } from '../dialogs.js';
import { askRows } from '../engine/results.js';
import { t, timeText } from '../i18n.js';
import { announce, el, icon, svg } from '../shell.js';
import { settings } from '../store.js';
import { challengeLink } from './challenge.js';
import { send } from './play.js';
import { timedResults } from './results.js';

export { ready } from '../engine/results.js';

/** Shows the card of the game that was won, anew where more of it is known by now. @param {State} state */
export function showWinCard(state) {
  const { game } = state;
  closeWinCard();
  if (!settings().celebrate || !game.isOver || game.made === 0) return;
  const { optimal, fewest } = game.origin;
  const millis = game.elapsed(performance.now());
  const said = el('span', { class: 'soft', role: 'status' });
  const seconds = millis / 1000;
  /** @type {[string, string][]} */
  const facts = [
    ...(fewest ? [] : [/** @type {[string, string]} */ ([t('card_time'), timeText(millis)])]),
    [t('card_moves'), optimal === undefined ? String(game.made) : t('card_of_best', { n: game.made, best: optimal })],
    ...(fewest || seconds <= 0 ? [] : [/** @type {[string, string]} */ ([t('card_tps'), (game.made / seconds).toFixed(2)])]),
    ...averages(state),
  ];
  const card = el('section', { id: 'win-card', class: 'win-card', 'aria-label': t('card_title') },
    el('div', { class: 'win-head' },
      el('b', {}, t(game.assisted ? 'card_assisted' : optimal === game.made ? 'card_perfect' : 'card_won')),
      el('button', { type: 'button', class: 'icon-button', 'aria-label': t('close'), onclick: closeWinCard }, icon('M6 6l12 12M18 6 6 18'))),
    state.praise && !game.assisted ? el('p', { class: 'win-praise' }, t(state.praise)) : null,
    el('dl', { class: 'win-facts' }, ...facts.map(([name, value]) => el('div', {}, el('dd', { class: 'num' }, value), el('dt', {}, name)))),
    spark(game),
    el('div', { class: 'row-of-buttons' },
      el('button', { type: 'button', class: 'b p', 'data-card': 'next', onclick: () => send({ type: 'shuffle' }) }, t('again')),
      el('button', { type: 'button', class: 'b', 'data-card': 'share', onclick: async () => {
        const text = shareText(game);
        const ok = await copyText(text);
        said.textContent = t(ok ? 'card_copied' : 'copy_failed');
        announce(said.textContent);
      } }, t('card_share')), said));
  document.querySelector('.board-place')?.append(card);
}

export function closeWinCard() {
  document.getElementById('win-card')?.remove();
}

/** The newest average of five and of twelve on boards of this kind, where there are enough. @param {State} state @returns {[string, string][]} */
function averages({ game }) {
  if (game.assisted || game.origin.fewest || !game.origin.id) return [];
  const { averages } = askRows('sitting', timedResults(game.board.size, game.origin.level));
  return [5, 12].flatMap((n) => (averages[n].now === null ? [] : [[`ao${n}`, timeText(averages[n].now)]]));
}

/** What to send to others: the result, and a link under which they race it. Nothing of the way is told. @param {Game} game */
export function shareText(game) {
  const { size } = game.board;
  const level = game.origin.level ? ` ${t(`level_${game.origin.level}`)}` : '';
  const best = game.origin.optimal === undefined ? '' : ` (${t('card_best', { n: game.origin.optimal })})`;
  const moves = t('moves_n', { count: game.made });
  const time = game.origin.fewest ? '' : ` · ${timeText(game.elapsed(performance.now()))}`;
  return `taquin ${size.replace('x', '×')}${level}${time} · ${moves}${best}\n${t('card_beat')} ${location.origin}${location.pathname}${challengeLink(game)}`;
}

/** How far the tiles were from home after each move. @param {Game} game */
function spark(game) {
  const values = game.boards().map((board) => manhattan(board, game.goal));
  const [width, height] = [240, 46];
  const most = Math.max(1, ...values);
  const x = (/** @type {number} */ i) => (i / Math.max(1, values.length - 1)) * (width - 4) + 2;
  const y = (/** @type {number} */ value) => height - 3 - (value / most) * (height - 6);
  const line = values.map((value, i) => `${i === 0 ? 'M' : 'L'}${x(i).toFixed(1)} ${y(value).toFixed(1)}`).join('');
  return svg('svg', { class: 'win-spark', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': t('card_spark') },
    svg('path', { class: 'under-line', d: `${line}L${x(values.length - 1)} ${height}L${x(0)} ${height}Z` }), svg('path', { class: 'spark-line', d: line }));
}
