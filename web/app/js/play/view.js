/**
 * Draws the state of the game onto the page.
 *
 * @module play/view
 */

import { clockText, t, timeText } from '../i18n.js';
import { el, icon } from '../shell.js';
import { read, settings } from '../store.js';
import { EXACT_CELLS, sizeText } from './app.js';
import { part } from './parts.js';

/** @typedef {import('../board.js').TaquinBoard} TaquinBoard */
/** @typedef {import('./app.js').App} App */

/** The picture of the button that opens the sizes. */
const DOWN = 'M6 9l6 6 6-6';

/** @param {string} id @returns {any} */
const $ = (id) => document.getElementById(id);

export class View {
  /** @type {TaquinBoard} */ board = $('board');
  #jumps = -1;
  /** What the message line shows. */ #shownText = '';
  /** What shows help and solutions, once one of them is there. @type {import('./view-more.js').ViewMore | null} */ #more = null;
  #wasOver = false;
  /** Called last, to save and to follow with the address. @type {() => void} */ after = () => {};

  /** @param {HTMLElement} header */
  constructor(header) {
    this.moves = el('b', { id: 'moves' }, '0');
    this.time = el('b', { id: 'time' }, '0:00');
    this.timeName = el('span', {}, t('time'));
    this.stats = el('div', { class: 'stats' },
      el('div', {}, this.moves, el('span', {}, t('moves'))), el('div', {}, this.time, this.timeName));
    header.insertBefore(this.stats, header.lastElementChild);
    $('size-menu').append(el('span', { id: 'level-now' }), icon(DOWN));
  }

  /** @param {App} app */
  draw(app) {
    const { game, mode, playback, search } = app;
    const chosen = settings();
    $('main').dataset.state = app.state;
    this.board.duration = playback?.player.isPlaying ? Math.min(chosen.slide, playback.player.interval * 0.8) : chosen.slide;
    this.board.setAttribute('colours', chosen.colours);
    this.board.toggleAttribute('covered', mode === 'paused');
    this.#board(app);
    this.#message(app);
    this.clock(app);
    this.stats.hidden = chosen.zen;
    this.moves.textContent = String(playback ? playback.player.at : app.review ? app.review.at : game.made);
    $('cover').hidden = mode !== 'paused';
    $('searching').hidden = mode !== 'searching';
    $('playback').hidden = !playback;
    $('controls').hidden = !!playback || mode === 'searching';
    $('size').textContent = sizeText(game.board);
    const level = t(`level_${game.origin.level ?? (game.origin.id || game.phase === 'solved' ? app.level : 'own')}`);
    $('level-now').textContent = level;
    // The name begins with what is seen, so that it can be spoken.
    $('size-menu').setAttribute('aria-label', `${level}, ${t('size_menu')}`);
    $('size').setAttribute('aria-label', t('size_now', { size: sizeText(game.board) }));
    $('pause').hidden = !!game.origin.fewest;
    $('pause').setAttribute('aria-pressed', String(mode === 'paused'));
    $('undo').setAttribute('aria-disabled', String(!app.session.canUndo));
    $('redo').setAttribute('aria-disabled', String(!app.session.canRedo));
    $('bar').hidden = !(chosen.bar && game.board.cells.length <= EXACT_CELLS);
    if (this.#more) this.#more.draw(app);
    else if (chosen.bar || search || playback || app.peek || app.review) this.#fetchMore(app);
    this.after();
  }

  /** @param {App} app */
  #fetchMore(app) {
    part('view-more').then(({ ViewMore }) => {
      this.#more ??= new ViewMore();
      this.draw(app);
    }).catch((error) => app.fault(error));
  }

  /** Shows the player's picture, if there is one; called when it may have changed. */
  hangPicture() {
    const kept = read('picture', '');
    // A picture is kept as data of its own; any other address is none of ours.
    const address = kept.startsWith('data:image/') ? kept : '';
    if (address) this.board.setAttribute('picture', settings().numbers ? 'numbers' : 'plain');
    else this.board.removeAttribute('picture');
    this.board.picture = address;
  }

  /** @param {App} app */
  #board(app) {
    const jumped = app.jumps !== this.#jumps;
    this.#jumps = app.jumps;
    if (!this.board.goal?.equals(app.game.goal)) this.board.goal = app.game.goal;
    this.board.show(app.shown, { animate: !jumped, marks: this.#more?.marks(app) ?? {} });
    const over = app.game.isOver && app.game.made > 0 && app.mode === 'play' && !app.game.origin.shared;
    if (over && !this.#wasOver && !jumped && settings().celebrate) this.board.ripple();
    if (!over) document.getElementById('win-card')?.remove();
    this.#wasOver = over;
  }

  /** @param {App} app */
  #message({ message: { text, win }, offers }) {
    const key = `${text}|${offers.map((offer) => offer.id).join()}`;
    const line = $('message');
    line.classList.toggle('win', win && settings().celebrate);
    if (key === this.#shownText) return;
    this.#shownText = key;
    // What a hint is worth stands back a little.
    const [, main, label] = /^(.*?)(\s\([^()]*\))?$/s.exec(text) ?? [];
    line.replaceChildren(main ?? '', ...(label ? [el('small', {}, label)] : []));
    $('offers').replaceChildren(...offers.map(({ id, params, run }, index) =>
      el('button', { type: 'button', class: index === 0 ? 'b' : 'b q', 'data-offer': id, onclick: run }, t(id, params))));
  }

  /** Whole seconds while it runs, hundredths once the game is over. @param {App} app @param {number | null} replayed @param {number} now */
  #timeOf({ game, playback, inspection }, replayed, now) {
    const left = replayed === null && inspection?.text(now);
    if (left) return left;
    if (replayed !== null) return (playback?.player.isAtEnd ? timeText : clockText)(replayed);
    return (game.isOver && game.made > 0 ? timeText : clockText)(game.elapsed(now));
  }

  /** The clock alone; called a few times a second. @param {App} app */
  clock(app) {
    const now = performance.now();
    app.ghost?.draw(now);
    const replayed = app.playback?.link ? app.playback.player.millis : null;
    const { fewest, best } = app.game.origin;
    const isCount = fewest && replayed === null;
    const text = isCount ? String(best ?? '–') : this.#timeOf(app, replayed, now);
    if (this.time.textContent === text) return;
    this.time.textContent = text;
    this.timeName.textContent = t(isCount ? 'best' : 'time');
  }
}
