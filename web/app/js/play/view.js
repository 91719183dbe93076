/**
 * Draws the state of the game onto the page.
 */

import { clockText, t, timeText } from '../i18n.js';
import { $, el, icon } from '../shell.js';
import { read, settings } from '../store.js';
import { send } from './play.js';
import { drawGhost } from './effects.js';
import { EXACT_CELLS, sizeText } from './state.js';
import { inspectionText } from './update/moving.js';
import { part } from './parts.js';

/** The picture of the button that opens the sizes. */
const DOWN = 'M6 9l6 6 6-6';

export class View {
  /** @type {TaquinBoard} */ board = $('#board');
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
    $('#size-menu').append(el('span', { id: 'level-now' }), icon(DOWN));
  }

  /** @param {State} state */
  draw(state) {
    const { game, mode, playback, search } = state;
    const chosen = settings();
    $('#main').dataset.state = state.state;
    this.board.duration = playback?.player.isPlaying ? Math.min(chosen.slide, playback.player.interval * 0.8) : chosen.slide;
    this.board.setAttribute('colours', chosen.colours);
    this.board.toggleAttribute('covered', mode === 'paused');
    this.#board(state);
    this.#message(state);
    this.clock(state);
    this.stats.hidden = chosen.zen;
    this.moves.textContent = String(playback ? playback.player.at : state.review ? state.review.at : game.made);
    $('#cover').hidden = mode !== 'paused';
    $('#searching').hidden = mode !== 'searching';
    $('#playback').hidden = !playback;
    $('#controls').hidden = !!playback || mode === 'searching';
    $('#size').textContent = sizeText(game.board);
    const level = t(`level_${game.origin.level ?? (game.origin.id || game.phase === 'solved' ? state.level : 'own')}`);
    $('#level-now').textContent = level;
    // The name begins with what is seen, so that it can be spoken.
    $('#size-menu').setAttribute('aria-label', `${level}, ${t('size_menu')}`);
    $('#size').setAttribute('aria-label', t('size_now', { size: sizeText(game.board) }));
    $('#pause').hidden = !!game.origin.fewest;
    $('#pause').setAttribute('aria-pressed', String(mode === 'paused'));
    $('#undo').setAttribute('aria-disabled', String(!state.session.canUndo));
    $('#redo').setAttribute('aria-disabled', String(!state.session.canRedo));
    $('#bar').hidden = !(chosen.bar && game.board.cells.length <= EXACT_CELLS);
    if (this.#more) this.#more.draw(state);
    else if (chosen.bar || search || playback || state.peek || state.review) this.#fetchMore(state);
    this.after();
  }

  /** @param {State} state */
  #fetchMore(state) {
    part('view-more').then(({ ViewMore }) => {
      this.#more ??= new ViewMore();
      this.draw(state);
    }).catch((error) => send({ type: 'fault', error }));
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

  /** @param {State} state */
  #board(state) {
    const jumped = state.jumps !== this.#jumps;
    this.#jumps = state.jumps;
    if (!this.board.goal?.equals(state.game.goal)) this.board.goal = state.game.goal;
    this.board.show(state.shown, { animate: !jumped, marks: this.#more?.marks(state) ?? {} });
    const over = state.game.isOver && state.game.made > 0 && state.mode === 'play' && !state.game.origin.shared;
    if (over && !this.#wasOver && !jumped && settings().celebrate) this.board.ripple();
    if (!over) document.getElementById('win-card')?.remove();
    this.#wasOver = over;
  }

  /** @param {State} state */
  #message({ message: { text, win }, offers }) {
    const key = `${text}|${offers.map((offer) => offer.id).join()}`;
    const line = $('#message');
    line.classList.toggle('win', win && settings().celebrate);
    if (key === this.#shownText) return;
    this.#shownText = key;
    // What a hint is worth stands back a little.
    const [, main, label] = /^(.*?)(\s\([^()]*\))?$/s.exec(text) ?? [];
    line.replaceChildren(main ?? '', ...(label ? [el('small', {}, label)] : []));
    $('#offers').replaceChildren(...offers.map(({ id, params, message: asked }, index) =>
      el('button', { type: 'button', class: index === 0 ? 'b' : 'b q', 'data-offer': id, onclick: () => send(asked) }, t(id, params))));
  }

  /** Whole seconds while it runs, hundredths once the game is over. @param {State} state @param {number | null} replayed @param {number} now */
  #timeOf(state, replayed, now) {
    const { game, playback } = state;
    const left = replayed === null && inspectionText(state, now);
    if (left) return left;
    if (replayed !== null) return (playback?.player.isAtEnd ? timeText : clockText)(replayed);
    return (game.isOver && game.made > 0 ? timeText : clockText)(game.elapsed(now));
  }

  /** The clock alone; called a few times a second. @param {State} state */
  clock(state) {
    const now = performance.now();
    drawGhost(now);
    const replayed = state.playback?.link ? state.playback.player.millis : null;
    const { fewest, best } = state.game.origin;
    const isCount = fewest && replayed === null;
    const text = isCount ? String(best ?? '–') : this.#timeOf(state, replayed, now);
    if (this.time.textContent === text) return;
    this.time.textContent = text;
    this.timeName.textContent = t(isCount ? 'best' : 'time');
  }
}
