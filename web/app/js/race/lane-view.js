/**
 * One lane of a race: its choices, its track, and the position it looks at.
 */

import { grouped, t } from '../i18n.js';
import { el, icon } from '../shell.js';
import { miniBoard } from '../mini-board.js';
import { ADMISSIBLE, IN_PAGE, isInformed } from '../catalogue.js';
import { algorithmName, heuristicName } from '../solver-names.js';
import { LIMITS, specOf } from './race-state.js';

/** @param {string} limit */
export const limitText = (limit) => (limit.endsWith('s') ? t('limit_seconds', { n: limit.slice(0, -1) }) : t('limit_nodes', { n: grouped(Number(limit.slice(0, -1))) }));

export class LaneView {
  /** @type {string[]} positions taken, in order */ boards = [];
  #shown = '';

  /**
   * @param {LaneChoice} choice @param {number} index
   * @param {{ onChange: (index: number, part: Partial<LaneChoice>) => void, onRemove: (index: number) => void, removable: boolean, start: string }} hooks
   */
  constructor(choice, index, hooks) {
    this.choice = choice;
    this.removable = hooks.removable;
    const name = t('lane', { n: index + 1 });
    /** @param {string} label @param {readonly string[]} values @param {string} value @param {(value: string) => string} text @param {(value: string) => void} pick */
    const select = (label, values, value, text, pick) => {
      const box = el('select', { 'aria-label': `${name}: ${t(label)}`, onchange: () => pick(box.value) }, ...values.map((key) => el('option', { value: key, selected: key === value }, text(key))));
      return box;
    };
    const algorithm = select('algorithm', IN_PAGE, choice.algorithm, algorithmName, (value) => hooks.onChange(index, { algorithm: value }));
    const heuristic = select('heuristic', ADMISSIBLE, choice.heuristic, heuristicName, (value) => hooks.onChange(index, { heuristic: value }));
    heuristic.hidden = !isInformed(choice.algorithm);
    const limit = select('lane_limit', LIMITS, choice.limit, limitText, (value) => hooks.onChange(index, { limit: value }));
    const remove = el('button', { class: 'icon-button', 'aria-label': t('lane_remove', { n: index + 1 }), title: t('lane_remove', { n: index + 1 }), onclick: () => hooks.onRemove(index), disabled: !hooks.removable },
      icon('M6 6l12 12M18 6 6 18'));
    this.choices = [algorithm, heuristic, limit, remove];
    this.fill = el('div', { class: 'track-fill' });
    this.runner = el('div', { class: 'track-runner', 'aria-hidden': 'true' });
    this.count = el('span', { class: 'track-count num' }, '0');
    this.place = el('span', { class: 'place num' });
    this.note = el('span', { class: 'track-note soft' });
    this.picture = el('div', { class: 'lane-board' });
    this.element = el('section', { class: 'lane card', 'aria-label': `${name}: ${specOf(choice)}` },
      this.picture,
      el('div', { class: 'lane-head' }, el('span', { class: 'lane-number num', 'aria-hidden': 'true' }, String(index + 1)), algorithm, heuristic, limit, remove),
      el('div', { class: 'track' }, el('div', { class: 'track-bed' }, this.fill, this.runner, el('span', { class: 'track-flag', 'aria-hidden': 'true' })), this.place),
      el('p', { class: 'track-words' }, this.count, this.note));
    this.look(hooks.start);
  }

  /** @param {boolean} on */
  lock(on) {
    for (const control of this.choices) control.disabled = on || (control instanceof HTMLButtonElement && !this.removable);
  }

  /** Shows a position. @param {string} board */
  look(board) {
    if (board === this.#shown) return;
    this.#shown = board;
    this.picture.replaceChildren(miniBoard(board));
  }

  /** Shows the position a search looks at after so many nodes. @param {number} part of the whole run */
  lookAt(part) {
    const board = this.boards[Math.min(this.boards.length - 1, Math.floor(part * this.boards.length))];
    if (board) this.look(board);
  }

  /** @param {number} part of the track @param {string} count */
  progress(part, count) {
    this.fill.style.transform = `scaleX(${part})`;
    this.runner.style.left = `${part * 100}%`;
    this.count.textContent = count;
  }

  /** @param {string} text */
  say(text) {
    this.note.textContent = text;
  }

  /** @param {string} state '', 'running', 'home' or 'out' @param {string} [place] */
  mark(state, place = '') {
    this.element.dataset.state = state;
    this.place.textContent = place;
  }
}
