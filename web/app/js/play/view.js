/**
 * Draws the state of the game onto the page.
 *
 * @module play/view
 */

import { manhattan } from '../board-state.js';
import { clockText, grouped, t } from '../i18n.js';
import { el, icon } from '../shell.js';
import { read, settings } from '../store.js';
import { sizeText } from './app.js';
import { SPEEDS } from './player.js';

/** @typedef {import('../board.js').TaquinBoard} TaquinBoard */
/** @typedef {import('./app.js').App} App */

/** Greatest distances, for the scale of the bar. @type {Record<string, number>} */
const FARTHEST = { '2x2': 6, '2x3': 21, '3x2': 21, '2x4': 36, '4x2': 36, '3x3': 31, '3x4': 53, '4x3': 53 };

/** The pictures of the buttons. */
const SHAPES = {
  start: 'M6 5v14M19 5 9 12l10 7z', back: 'M17 5 7 12l10 7z', play: 'M8 5v14l11-7z', pause: 'M8 5h3v14H8zM14 5h3v14h-3z',
  on: 'M7 5v14l10-7z', end: 'M18 5v14M5 5v14l10-7z', down: 'M6 9l6 6 6-6',
};

/** @param {string} id @returns {any} */
const $ = (id) => document.getElementById(id);

export class View {
  /** @type {TaquinBoard} */ board = $('board');
  #jumps = -1;
  /** What the message line shows. */ #shownText = '';
  #shownLoss = 0;
  #wasOver = false;
  /** Called last, to save and to follow with the address. @type {() => void} */ after = () => {};

  /** @param {HTMLElement} header */
  constructor(header) {
    this.moves = el('b', { id: 'moves' }, '0');
    this.time = el('b', { id: 'time' }, '0:00');
    this.stats = el('div', { class: 'stats' },
      el('div', {}, this.moves, el('span', {}, t('moves'))), el('div', {}, this.time, el('span', {}, t('time'))));
    header.insertBefore(this.stats, header.lastElementChild);
    $('size-menu').append(icon(SHAPES.down));
    for (const [id, shape] of [['to-start', 'start'], ['step-back', 'back'], ['step-on', 'on'], ['to-end', 'end']]) {
      $(id).append(icon(SHAPES[/** @type {keyof typeof SHAPES} */ (shape)]));
    }
    $('speed').append(...SPEEDS.map((speed) => el('option', { value: speed }, `${speed}×`)));
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
    $('size').setAttribute('aria-label', t('size_now', { size: sizeText(game.board) }));
    $('pause').setAttribute('aria-pressed', String(mode === 'paused'));
    $('undo').setAttribute('aria-disabled', String(!app.session.canUndo));
    $('redo').setAttribute('aria-disabled', String(!app.session.canRedo));
    if (search) $('search-facts').textContent = searchFacts(search);
    if (playback) this.#playback(app);
    this.#bar(app);
    this.after();
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
    this.board.show(app.shown, { animate: !jumped, marks: marksOf(app) });
    const over = app.game.isOver && app.game.made > 0 && app.mode === 'play';
    if (over && !this.#wasOver && !jumped && settings().celebrate) this.board.ripple();
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

  /** The clock alone; called a few times a second. @param {App} app */
  clock(app) {
    const text = clockText(app.game.elapsed(performance.now()));
    if (this.time.textContent !== text) this.time.textContent = text;
  }

  /** @param {App} app */
  #playback({ playback }) {
    if (!playback) return;
    const { player } = playback;
    const name = t(player.isPlaying ? 'pause' : 'play_go');
    const button = $('play-pause');
    if (button.getAttribute('aria-label') !== name) {
      button.setAttribute('aria-label', name);
      button.title = name;
      button.replaceChildren(icon(SHAPES[player.isPlaying ? 'pause' : 'play']));
    }
    const scrub = $('scrub');
    scrub.max = String(player.length);
    scrub.value = String(player.at);
    scrub.setAttribute('aria-valuetext', t('step_of', { n: player.at, all: player.length }));
    $('speed').value = String(player.speed);
    $('to-start').disabled = $('step-back').disabled = player.at === 0;
    $('to-end').disabled = $('step-on').disabled = player.isAtEnd;
  }

  /** @param {App} app */
  #bar(app) {
    const bar = $('bar');
    const { board, goalName, goal } = app.game;
    const wanted = settings().bar && board.cells.length <= 16;
    bar.hidden = !wanted;
    if (!wanted) return;
    const known = app.advice.known(board, goalName);
    const h = known?.estimate ?? manhattan(board, goal);
    const distance = board.equals(goal) ? 0 : known?.distance ?? null;
    const scale = FARTHEST[board.size] ?? 80;
    bar.style.setProperty('--part', String(Math.min(1, (distance ?? h) / scale)));
    bar.style.setProperty('--h', String(Math.min(1, h / scale)));
    bar.setAttribute('aria-valuemax', String(scale));
    bar.setAttribute('aria-valuenow', String(Math.min(scale, distance ?? h)));
    bar.setAttribute('aria-valuetext', distance === null ? t('bar_open', { h }) : t('bar_text', { n: distance, h }));
    bar.title = bar.getAttribute('aria-valuetext');
    this.#loss(app.loss);
  }

  /** @param {number} loss */
  #loss(loss) {
    const label = $('bar').querySelector('.bar-loss');
    if (loss === this.#shownLoss) return;
    this.#shownLoss = loss;
    label.classList.remove('shown');
    label.textContent = loss > 0 ? `+${loss}` : '';
    // Reading the width lets the movement begin anew.
    if (loss > 0 && label.offsetWidth >= 0) label.classList.add('shown');
  }
}

/** @param {NonNullable<App['search']>} search */
function searchFacts({ lower, bound, best }) {
  const parts = [];
  if (bound !== null || lower !== null) parts.push(t('search_bound', { n: grouped(Math.round(bound ?? lower ?? 0)) }));
  if (best !== null) parts.push(t('search_best', { n: best }));
  return parts.join(' · ');
}

/** @param {App} app @returns {import('../board.js').Marks} */
function marksOf({ peek, game, review }) {
  if (review) {
    const move = review.review.moves[review.at];
    const board = review.review.boards[review.at];
    const lost = move && (review.review.loss(review.at) ?? 0) > 0;
    return lost ? { arrows: [{ tile: board.cells[board.source(move)], move }] } : {};
  }
  if (!peek) return {};
  const { board } = game;
  const move = peek.fact.line[0];
  const tile = board.cells[board.source(move)];
  /** @type {number[]} */
  const dots = [];
  if (peek.grade === 3) {
    /** @type {import('../board-state.js').Board | null} */
    let at = board;
    for (const next of peek.fact.line.slice(0, 5)) {
      if (!at) break;
      dots.push(board.find(at.cells[at.source(next)]));
      at = at.slide(next);
    }
  }
  return { ring: [tile], arrows: peek.grade >= 2 ? [{ tile, move }] : [], dots: [...new Set(dots)] };
}

