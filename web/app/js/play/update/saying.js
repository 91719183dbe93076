/**
 * What is said.
 */

import { Offline, Problem } from '../../connection.js';
import { t, timeText } from '../../i18n.js';
import { settings } from '../../store.js';

/** @param {Turn} turn @param {string} text @param {Offer[]} [offers] @param {{win?: boolean, silent?: boolean}} [how] */
export function say({ state, run }, text, offers = [], { win = false, silent = false } = {}) {
  state.message = { text, win };
  state.offers = offers;
  if (!silent) run({ do: 'speak', text });
}

/** A move is spoken of; there is nothing to read. @param {Turn} turn @param {readonly Move[]} moves */
export function speakOf({ state, run }, moves) {
  state.message = { text: '', win: false };
  state.offers = [];
  run({ do: 'speak-move', board: state.game.board, moves });
}

/** What is said on a board where nothing has happened yet. @param {Turn} turn */
export function greeting({ state: { game }, now }) {
  switch (game.phase) {
    case 'solved': return t('start');
    case 'ready': return t(game.origin.fewest ? 'fewest_ready' : 'ready');
    case 'playing': return t('goes_on');
    default: return wonText(game, now);
  }
}

/** @param {Game} game @param {number} now */
function wonText(game, now) {
  const params = { moves: game.made, count: game.made, time: timeText(game.elapsed(now)) };
  const { optimal: best, fewest, shared } = game.origin;
  if (shared) return t('shared_solved', { count: game.made });
  const id = fewest ? 'won_fewest' : 'won';
  if (game.phase === 'won-assisted') return t(`${id}_assisted`, params);
  if (best === game.made) return t(`${id}_perfect`, params);
  const text = t(id, params);
  return best === undefined ? text : `${text} ${t('best_possible', { n: best })}`;
}

/** @param {Turn} turn */
export function sayWon(turn) {
  const { state: { game, praise, ghost }, now } = turn;
  const praised = praise ? ` ${t(praise)}` : '';
  /** @type {Offer[]} */
  const offers = [
    ...(game.origin.fewest ? [{ id: 'fewest_again', message: /** @type {const} */ ({ type: 'restart' }) }] : []),
    { id: 'review', message: { type: 'review' } },
    // The card after a win has it.
    ...(settings().celebrate ? [] : [{ id: 'again', message: /** @type {const} */ ({ type: 'shuffle' }) }]),
    ...(game.assisted || game.origin.fewest ? [] : [{ id: 'race_self', message: /** @type {const} */ ({ type: 'race-self' }) }]),
  ];
  const compared = ghost?.game === game ? verdict(ghost.times, game.elapsed(now)) : '';
  say(turn, `${wonText(game, now)}${settings().celebrate ? praised : ''} ${compared}`.trim(), offers, { win: true });
}

/** How a win compares with a ghost; empty where that says nothing. @param {number[] | null} times @param {number} millis */
function verdict(times, millis) {
  const last = times?.at(-1);
  if (last === undefined) return '';
  const seconds = Math.abs(last - millis) / 1000;
  return t(millis <= last ? 'ghost_quicker' : 'ghost_slower', { s: seconds.toFixed(1) });
}

/** @param {Turn} turn @param {unknown} error */
export function fault(turn, error) {
  if (error instanceof Offline) say(turn, t(error.name === 'NoEngine' ? 'no_engine' : 'offline'));
  else if (error instanceof Problem) say(turn, problemText(error));
  else throw error;
}

/** @param {Problem} problem */
const problemText = (problem) => (problem.isBusy ? t('server_busy', { s: problem.retryAfter }) : t('problem', { detail: problem.message }));
