/**
 * Draws what the first picture does not have: the distance bar, the search, playback, marks on tiles.
 */

import { manhattan } from '../board-state.js';
import { grouped, t } from '../i18n.js';
import { $, el, icon } from '../shell.js';
import { LONGEST } from './facts.js';
import { SPEEDS } from './player.js';

/** Greatest distances, for the scale of the bar. @type {Record<string, number>} */
const FARTHEST = { '2x2': 6, '2x3': 21, '3x2': 21, '2x4': 36, '4x2': 36, '3x3': 31, '3x4': 53, '4x3': 53 };

/** The pictures of the buttons. */
const SHAPES = {
  start: 'M6 5v14M19 5 9 12l10 7z', back: 'M17 5 7 12l10 7z', play: 'M8 5v14l11-7z', pause: 'M8 5h3v14H8zM14 5h3v14h-3z',
  on: 'M7 5v14l10-7z', end: 'M18 5v14M5 5v14l10-7z',
};

export class ViewMore {
  #shownLoss = 0;

  constructor() {
    for (const [id, shape] of [['to-start', 'start'], ['step-back', 'back'], ['step-on', 'on'], ['to-end', 'end']]) {
      $(`#${id}`).append(icon(SHAPES[/** @type {keyof typeof SHAPES} */ (shape)]));
    }
    $('#speed').append(...SPEEDS.map((speed) => el('option', { value: speed }, `${speed}×`)));
  }

  /** @param {State} state */
  draw(state) {
    if (state.search) $('#search-facts').textContent = searchFacts(state.search);
    if (state.playback) this.#playback(state);
    this.#bar(state);
  }

  /** Rings, arrows and dots on the tiles. @param {State} state */
  marks(state) {
    return marksOf(state);
  }

  /** @param {State} state */
  #playback({ playback }) {
    if (!playback) return;
    const { player } = playback;
    const name = t(player.isPlaying ? 'pause' : 'play_go');
    const button = $('#play-pause');
    if (button.getAttribute('aria-label') !== name) {
      button.setAttribute('aria-label', name);
      button.title = name;
      button.replaceChildren(icon(SHAPES[player.isPlaying ? 'pause' : 'play']));
    }
    const scrub = $('#scrub');
    scrub.max = String(player.length);
    scrub.value = String(player.at);
    scrub.setAttribute('aria-valuetext', t('step_of', { n: player.at, all: player.length }));
    $('#speed').value = String(player.speed);
    $('#to-start').disabled = $('#step-back').disabled = player.at === 0;
    $('#to-end').disabled = $('#step-on').disabled = player.isAtEnd;
  }

  /** @param {State} state */
  #bar(state) {
    const bar = $('#bar');
    const { board, goal } = state.game;
    if (bar.hidden) return;
    const known = state.known(board);
    const h = known?.estimate ?? manhattan(board, goal);
    const distance = board.equals(goal) ? 0 : known?.distance ?? null;
    const scale = FARTHEST[board.size] ?? 80;
    bar.style.setProperty('--part', String(Math.min(1, (distance ?? h) / scale)));
    bar.style.setProperty('--h', String(Math.min(1, h / scale)));
    bar.setAttribute('aria-valuemax', String(scale));
    bar.setAttribute('aria-valuenow', String(Math.min(scale, distance ?? h)));
    bar.setAttribute('aria-valuetext', distance === null ? t('bar_open', { h }) : t('bar_text', { n: distance, h }));
    bar.title = bar.getAttribute('aria-valuetext');
    this.#loss(state.loss);
  }

  /** @param {number} loss */
  #loss(loss) {
    const label = $('#bar').querySelector('.bar-loss');
    if (loss === this.#shownLoss) return;
    this.#shownLoss = loss;
    label.classList.remove('shown');
    label.textContent = loss > 0 ? `+${loss}` : '';
    // Reading the width lets the movement begin anew.
    if (loss > 0 && label.offsetWidth >= 0) label.classList.add('shown');
  }
}

/** @param {NonNullable<State['search']>} search */
function searchFacts({ lower, bound, best }) {
  const parts = [];
  if (bound !== null || lower !== null) parts.push(t('search_bound', { n: grouped(Math.round(bound ?? lower ?? 0)) }));
  if (best !== null) parts.push(t('search_best', { n: best }));
  return parts.join(' · ');
}

/** @param {State} state @returns {Marks} */
function marksOf({ peek, game, review }) {
  if (review) {
    const move = review.review.moves[review.at];
    const board = review.review.boards[review.at];
    const lost = move && (review.review.losses[review.at] ?? 0) > 0;
    return lost ? { arrows: [{ tile: board.tileOf(move), move }] } : {};
  }
  if (!peek) return {};
  const { board } = game;
  const move = peek.fact.line[0];
  const tile = board.tileOf(move);
  const line = peek.grade === 3 ? peek.fact.line.slice(0, LONGEST) : [];
  const boards = board.along(line) ?? [];
  const dots = new Set(line.map((next, index) => board.find(boards[index].tileOf(next))));
  return { ring: [tile], arrows: peek.grade >= 2 ? [{ tile, move }] : [], dots: [...dots] };
}

