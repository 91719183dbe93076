/**
 * The line of moves in the side panel, and the facts under it.
 */

import { manhattan } from '../board-state.js';
import { grouped, t } from '../i18n.js';
import { el } from '../shell.js';
import { settings } from '../store.js';
import { send } from './play.js';

/** Moves listed of a game that is longer than it. */
const SHOWN = 300;

/** What the view depends on. @param {State} state */
export function lineKey(state) {
  const { review, playback, game } = state;
  return JSON.stringify([game.start.toLink(), game.slides.length, game.made, review?.at, review?.busy, review?.review.distances, playback?.player.at, playback?.line.length, factsOf(state)]);
}

/** @param {State} state @returns {Node[]} */
export function lineView(state) {
  const facts = factList(factsOf(state));
  if (state.playback) return [playbackView(state), facts];
  if (state.game.slides.length > 0) return [movesView(state), facts];
  return [el('p', { class: 'empty' }, t('line_empty')), facts];
}

/** Keeps the present move in view. @param {HTMLElement} body */
export function keepInView(body) {
  const list = body.querySelector('.moves');
  const here = list?.querySelector('[aria-current]');
  if (list && here instanceof HTMLElement) list.scrollTop = here.offsetTop - list.clientHeight / 2;
}

/** @param {State} state @returns {[string, string][]} */
function factsOf(state) {
  const { game, playback } = state;
  if (playback) {
    /** @type {[string, string][]} */
    const count = playback.count === undefined ? [] : [[t('fact_count'), grouped(playback.count)]];
    return [[t('fact_length'), t('moves_n', { count: playback.line.length })], ...count,
      ...(playback.link ? [] : [/** @type {[string, string]} */ ([t('fact_proof'), playback.proven ? t('label_proven') : t('label_at_most', { n: playback.line.length })])]),
      [t('fact_step'), t('step_of', { n: playback.player.at, all: playback.player.length })]];
  }
  /** @type {[string, string][]} */
  const facts = [];
  if (game.origin.id) facts.push([t('fact_id'), game.origin.id]);
  if (game.origin.fewest && game.origin.best !== undefined) facts.push([t('fact_own_best'), t('moves_n', { count: game.origin.best })]);
  if (game.origin.upperBound) facts.push([t('fact_at_most'), t('moves_n', { count: game.origin.upperBound })]);
  const known = state.known(game.board);
  if (settings().bar && known && !game.isOver) {
    facts.push([t('fact_to_go'), known.distance === null ? t('fact_open') : t('fact_proven', { n: known.distance })]);
    facts.push([t('fact_h'), String(known.estimate ?? manhattan(game.board, game.goal))]);
    const lost = losses(state);
    facts.push([t('fact_lost'), lost.size === 0 ? '0' : t('fact_lost_in', { count: lost.size, n: lost.size, sum: [...lost.values()].reduce((a, b) => a + b, 0) })]);
  }
  if (game.isOver && game.made > 0) {
    const seconds = game.elapsed(performance.now()) / 1000;
    if (seconds > 0) facts.push([t('fact_tps'), (game.made / seconds).toFixed(2)]);
    facts.push([t('fact_mtm'), t('moves_n', { count: game.pressesMade })]);
  }
  if (game.assisted) facts.push([t('fact_assisted'), t('yes')]);
  return facts;
}

/** What the moves made have lost, as far as it was measured, by the number of the move. @param {State} state */
function losses(state) {
  const { game } = state;
  const distances = game.boards().map((board) => (board.equals(game.goal) ? 0 : state.known(board)?.distance ?? null));
  /** @type {Map<number, number>} */
  const lost = new Map();
  distances.slice(1).forEach((after, index) => {
    const before = distances[index];
    if (after !== null && before !== null && after > before) lost.set(index, after + 1 - before);
  });
  return lost;
}

/** @param {[string, string][]} facts */
export const factList = (facts) => el('dl', { class: 'facts' }, ...facts.flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]));

/** @param {State} state */
function movesView(state) {
  const { game } = state;
  const lost = settings().bar ? losses(state) : new Map();
  /** @type {(Node | string)[]} */
  const words = [];
  let at = 0;
  const all = game.presses;
  for (const word of all) {
    const length = word.replace(/[A-Z](\d+)|[A-Z]/g, (_, n) => 'x'.repeat(Number(n || 1))).length;
    const isLost = [...Array(length).keys()].some((i) => lost.has(at + i));
    const isLast = at + length === game.made;
    const classes = [at >= game.made && 'undone', isLost && 'lost'].filter(Boolean).join(' ');
    const look = { class: classes || null, 'aria-current': isLast ? 'step' : null, title: isLost ? '+2' : null };
    const end = at + length;
    // Where only moves count, any place of one's line is a place to go on from.
    const press = { type: 'button', 'aria-label': t('to_step', { n: end, move: word }), onclick: () => send({ type: 'travel', made: end }) };
    if (all.length < SHOWN || at > game.made - SHOWN) words.push(game.origin.fewest ? el('button', { ...look, ...press }, word) : el('span', look, word), ' ');
    at = end;
  }
  return el('div', { class: 'moves', tabindex: '0', role: 'group', 'aria-label': t('your_moves') }, ...words);
}

/** @param {State} state */
function playbackView(state) {
  const { line, player } = /** @type {NonNullable<State['playback']>} */ (state.playback);
  return moveButtons(line, player.at, t('tab_line'), (step) => send({ type: 'drive', what: step }));
}

/**
 * Moves that lead to their place in a line.
 * @param {Move[]} line @param {number} at moves made @param {string} label @param {(step: number) => void} onStep @param {(index: number) => string | null} [look] the class of a move
 */
export const moveButtons = (line, at, label, onStep, look = () => null) => el('div', { class: 'moves', role: 'group', 'aria-label': label }, ...line.flatMap((move, index) => [
  el('button', { type: 'button', class: look(index), 'aria-current': index + 1 === at ? 'step' : null, 'aria-label': t('to_step', { n: index + 1, move }), onclick: () => onStep(index + 1) }, move), ' ',
]));
