/**
 * The right side of the Learn page: what just happened, the counters, and the pseudocode at its line.
 */

import { grouped, t } from '../i18n.js';
import { el } from '../shell.js';
import { miniBoard } from '../mini-board.js';
import { sentenceAt } from './narrate.js';
import { sayLine } from './pseudocode.js';

/** @import { TracePlayer } from './trace-player.js' */

const COUNTERS = /** @type {const} */ (['expanded', 'generated', 'open', 'closed', 'depth', 'limit', 'kept']);

/** The sentence of a step in the language of the page. @param {TracePlayer} player @param {number} step */
export function sayStep(player, step) {
  const { id, params } = sentenceAt(player, step);
  const direction = params.move ? t(`dir_${params.move}`) : '';
  return t(id, { ...params, direction });
}

export class Reading {
  /** @param {HTMLElement} said @param {HTMLElement} host for counters and code */
  constructor(said, host) {
    this.picture = said.children[0];
    this.sentence = said.children[1];
    /** @type {Map<string, HTMLElement>} */
    this.values = new Map(COUNTERS.map((name) => [name, el('dd', { 'data-count': name }, '0')]));
    const counters = el('dl', { class: 'counters' }, ...COUNTERS.map((name) => el('div', { 'data-counter': name },
      el('dt', {}, t(`count_${name}`)), /** @type {HTMLElement} */ (this.values.get(name)))));
    this.code = el('ol', { class: 'code', 'aria-label': t('code_label'), tabindex: 0 });
    /** @type {HTMLElement[]} */
    this.lines = [];
    host.replaceChildren(counters, el('div', {}, el('h2', { class: 'small-title' }, t('code_label')), this.code));
    this.counters = counters;
  }

  /** @param {TracePlayer} player @param {string[]} pseudocode @param {{ stats: Record<string, number>, length?: number }} answer */
  load(player, pseudocode, answer) {
    /** @type {Record<string, number | undefined>} what the whole run comes to */
    this.of = { expanded: answer.stats.expanded, generated: answer.stats.generated };
    const deepening = player.family === 'deepening';
    this.counters.querySelector('[data-counter=limit]')?.toggleAttribute('hidden', !deepening);
    this.counters.querySelector('[data-counter=closed]')?.toggleAttribute('hidden', deepening);
    const label = this.counters.querySelector('[data-counter=open] dt');
    if (label) label.textContent = t(deepening ? 'count_path' : 'count_open');
    const limit = this.counters.querySelector('[data-counter=limit] dt');
    if (limit) limit.textContent = t(player.algorithm === 'iddfs' ? 'count_depth_limit' : 'count_limit');
    this.lines = pseudocode.map(sayLine).map(({ text, indent }) => el('li', { class: `indent-${indent}` }, text));
    this.code.replaceChildren(...this.lines);
  }

  /** Shows nothing of any search. @param {string} said what stands there until there is one */
  clear(said) {
    this.of = {};
    this.lines = [];
    this.code.replaceChildren();
    this.sentence.textContent = said;
    this.picture.replaceChildren();
    for (const value of this.values.values()) value.textContent = '–';
  }

  /** @param {TracePlayer} player @param {number} step */
  show(player, step) {
    const event = player.events[step - 1];
    this.sentence.textContent = sayStep(player, step);
    const board = event?.board ?? player.events[0]?.board;
    if (board) this.picture.replaceChildren(miniBoard(board));
    const counts = player.countsAt(step);
    for (const name of COUNTERS) {
      const value = name === 'limit' ? counts.limit : counts[name];
      const target = this.values.get(name);
      const of = this.of?.[name];
      target?.replaceChildren(value === undefined ? '–' : grouped(value), of === undefined ? '' : el('small', {}, t('of_all', { n: grouped(of) })));
    }
    const at = event?.line ?? 0;
    this.lines.forEach((line, index) => {
      if (index === at) {
        if (line.hasAttribute('aria-current')) return;
        line.setAttribute('aria-current', 'step');
        // In the next frame, when the page is laid out anyway.
        requestAnimationFrame(() => keepInView(this.code, line));
      } else line.removeAttribute('aria-current');
    });
  }
}

/** Scrolls a list, and nothing around it, until a line of it is seen. @param {HTMLElement} list @param {HTMLElement} line */
function keepInView(list, line) {
  const [top, bottom] = [line.offsetTop - list.offsetTop, line.offsetTop - list.offsetTop + line.offsetHeight];
  if (top < list.scrollTop) list.scrollTop = top - 6;
  else if (bottom > list.scrollTop + list.clientHeight) list.scrollTop = bottom - list.clientHeight + 6;
}
