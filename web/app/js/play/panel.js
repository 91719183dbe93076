/**
 * The side panel: the line of moves and the review, the position explained, the settings.
 *
 * @module play/panel
 */

import { manhattan } from '../board-state.js';
import { t } from '../i18n.js';
import { el } from '../shell.js';
import { settings } from '../store.js';
import { presses } from './game.js';

/** @typedef {import('./app.js').App} App */

/** Moves listed of a game that is longer than it. */
const SHOWN = 300;
const TABS = /** @type {const} */ (['line', 'explain', 'settings']);

export class Panel {
  /** @type {typeof TABS[number]} */
  #tab = 'line';
  #drawn = '';

  /** @param {HTMLElement} root @param {App} app */
  constructor(root, app) {
    this.app = app;
    this.tabs = TABS.map((name) => el('button', {
      type: 'button', role: 'tab', id: `tab-${name}`, 'aria-controls': 'panel-body', onclick: () => this.open(name),
    }, t(`tab_${name}`)));
    const list = el('div', { class: 'tabs', role: 'tablist', 'aria-label': t('panel') }, ...this.tabs);
    list.addEventListener('keydown', (event) => this.#walk(event));
    this.body = el('div', { id: 'panel-body', role: 'tabpanel', tabindex: '-1' });
    root.replaceChildren(list, this.body);
    this.open('line');
  }

  /** @param {typeof TABS[number]} name */
  open(name) {
    this.#tab = name;
    TABS.forEach((other, index) => {
      this.tabs[index].setAttribute('aria-selected', String(other === name));
      this.tabs[index].tabIndex = other === name ? 0 : -1;
    });
    this.body.setAttribute('aria-labelledby', `tab-${name}`);
    this.#drawn = '';
    this.draw();
  }

  /** @param {KeyboardEvent} event */
  #walk(event) {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const next = (TABS.indexOf(this.#tab) + by + TABS.length) % TABS.length;
    this.open(TABS[next]);
    this.tabs[next].focus();
  }

  draw() {
    if (this.#tab === 'settings') void this.#settings();
    else if (this.#tab === 'explain') void this.#explain();
    else this.#line();
  }

  #line() {
    const { app } = this;
    const { review, playback, game } = app;
    const facts = factsOf(app);
    const key = JSON.stringify([game.start.toLink(), game.slides.length, game.made, review?.at, review?.busy, review?.review.known, playback?.player.at, playback?.line.length, facts]);
    if (key === this.#drawn) return;
    this.#drawn = key;
    if (review) {
      void import('./graph.js').then(({ reviewView }) => {
        if (this.#drawn === key) this.body.replaceChildren(...reviewView(app));
      });
      return;
    }
    if (playback) this.body.replaceChildren(playbackView(app), factList(facts));
    else if (game.slides.length > 0) this.body.replaceChildren(movesView(app), factList(facts));
    else this.body.replaceChildren(el('p', { class: 'empty' }, t('line_empty')), factList(facts));
    const list = this.body.querySelector('.moves');
    const here = list?.querySelector('[aria-current]');
    if (list && here instanceof HTMLElement) list.scrollTop = here.offsetTop - list.clientHeight / 2;
  }

  async #explain() {
    const { board, goalName } = this.app.game;
    const key = `explain ${board.toLink()} ${goalName}`;
    if (key === this.#drawn) return;
    this.#drawn = key;
    const { explainView } = await import('./explain.js');
    if (this.#drawn === key) this.body.replaceChildren(...explainView(this.app));
  }

  async #settings() {
    if (this.#drawn === 'settings') {
      // The one setting that a key changes too.
      const bar = this.body.querySelector('input[name="bar_setting"]');
      if (bar instanceof HTMLInputElement) bar.checked = settings().bar;
      return;
    }
    this.#drawn = 'settings';
    const { settingsForm } = await import('./settings.js');
    if (this.#drawn === 'settings') this.body.replaceChildren(settingsForm(this.app));
  }
}

/** @param {App} app @returns {[string, string][]} */
function factsOf(app) {
  const { game, playback } = app;
  if (playback) {
    return [[t('fact_length'), t('moves_n', { count: playback.line.length })],
      [t('fact_proof'), playback.proven ? t('label_proven') : t('label_at_most', { n: playback.line.length })],
      [t('fact_step'), t('step_of', { n: playback.player.at, all: playback.player.length })]];
  }
  /** @type {[string, string][]} */
  const facts = [];
  if (game.origin.id) facts.push([t('fact_id'), game.origin.id]);
  if (game.origin.upperBound) facts.push([t('fact_at_most'), t('moves_n', { count: game.origin.upperBound })]);
  const known = app.advice.known(game.board, game.goalName);
  if (settings().bar && known && !game.isOver) {
    facts.push([t('fact_to_go'), known.distance === null ? t('fact_open') : t('fact_proven', { n: known.distance })]);
    facts.push([t('fact_h'), String(known.estimate ?? manhattan(game.board, game.goal))]);
    const lost = losses(app);
    facts.push([t('fact_lost'), lost.size === 0 ? '0' : t('fact_lost_in', { count: lost.size, n: lost.size, sum: [...lost.values()].reduce((a, b) => a + b, 0) })]);
  }
  if (game.isOver && game.made > 0) {
    const seconds = game.elapsed(performance.now()) / 1000;
    if (seconds > 0) facts.push([t('fact_tps'), (game.made / seconds).toFixed(2)]);
    facts.push([t('fact_mtm'), t('moves_n', { count: presses(game.slides.slice(0, game.made)).split(' ').length })]);
  }
  if (game.assisted) facts.push([t('fact_assisted'), t('yes')]);
  return facts;
}

/** What the moves made have lost, as far as it was measured, by the number of the move. @param {App} app */
function losses(app) {
  const { game } = app;
  const distances = game.boards().map((board) => (board.equals(game.goal) ? 0 : app.advice.known(board, game.goalName)?.distance ?? null));
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

/** @param {App} app */
function movesView(app) {
  const { game } = app;
  const lost = settings().bar ? losses(app) : new Map();
  /** @type {(Node | string)[]} */
  const words = [];
  let at = 0;
  const all = presses(game.slides).split(' ');
  for (const word of all) {
    const length = word.replace(/[A-Z](\d+)|[A-Z]/g, (_, n) => 'x'.repeat(Number(n || 1))).length;
    const isLost = [...Array(length).keys()].some((i) => lost.has(at + i));
    const isLast = at + length === game.made;
    const classes = [at >= game.made && 'undone', isLost && 'lost'].filter(Boolean).join(' ');
    if (all.length < SHOWN || at > game.made - SHOWN) words.push(el('span', { class: classes || null, 'aria-current': isLast ? 'step' : null, title: isLost ? '+2' : null }, word), ' ');
    at += length;
  }
  return el('div', { class: 'moves', tabindex: '0', role: 'group', 'aria-label': t('your_moves') }, ...words);
}

/** @param {App} app */
function playbackView(app) {
  const { line, player } = /** @type {NonNullable<App['playback']>} */ (app.playback);
  return el('div', { class: 'moves', role: 'group', 'aria-label': t('tab_line') }, ...line.flatMap((move, index) => [
    el('button', { type: 'button', 'aria-label': t('to_step', { n: index + 1, move }), 'aria-current': index + 1 === player.at ? 'step' : null, onclick: () => app.drive(index + 1) }, move), ' ',
  ]));
}

