/**
 * The parity lesson: why half of all boards cannot be solved, shown on a board that can be slid.
 *
 * The tiles are written in reading order with an arc for each pair that stands in the other order than in the
 * goal. Slides change the arcs but never their parity (with the blank's row, on boards of even width).
 */

import { goalBoard, inversionPairs, mend, parity } from '../board-state.js';
import { t } from '../i18n.js';
import { announce, el, svg } from '../shell.js';
import { ARROW, ARROW_KEYS } from '../grid.js';

/** @import { Board, Move } from '../board-state.js' */

/** Arcs beyond this many are only counted. */
const MOST_ARCS = 80;

export class ParityView {
  /** @type {Board | null} */ start = null;
  /** @type {Board | null} */ goal = null;
  /** @type {Board | null} */ board = null;
  goalName = '';

  /** @param {HTMLElement} host @param {(board: Board) => void} onMend */
  constructor(host, onMend) {
    this.onMend = onMend;
    this.view = /** @type {import('../board.js').TaquinBoard} */ (document.createElement('taquin-board'));
    this.view.className = 'parity-board';
    this.verdict = el('p', { class: 'verdict' });
    this.strip = el('div', { class: 'strip' });
    this.sum = el('p', { class: 'sum num' });
    this.log = el('ol', { class: 'parity-log' });
    this.why = el('div', { class: 'why' });
    this.mend = el('button', { class: 'b p', onclick: () => this.#mend() });
    this.swap = el('button', { class: 'b', onclick: () => this.#swapAny() }, t('parity_break'));
    this.reset = el('button', { class: 'b q', onclick: () => this.start && this.show(this.start, this.goalName) }, t('parity_reset'));
    host.replaceChildren(
      el('div', { class: 'parity-left' }, this.view, el('p', { class: 'soft' }, t('parity_try')),
        el('div', { class: 'row-of-buttons' }, this.mend, this.swap, this.reset)),
      el('div', { class: 'parity-right' }, this.verdict, this.strip, this.sum, this.log, this.why));
    this.view.addEventListener('tile', (event) => this.#press(/** @type {CustomEvent} */ (event).detail.cell));
    this.view.addEventListener('move', (event) => this.#slide(/** @type {CustomEvent} */ (event).detail.move));
    this.view.addEventListener('keydown', (event) => {
      const move = ARROW_KEYS[event.key];
      if (!move || event.ctrlKey || event.altKey || event.metaKey) return;
      event.preventDefault();
      this.#slide(move);
    });
  }

  /** @param {Board} board @param {string} goalName */
  show(board, goalName) {
    this.start = board;
    this.goalName = goalName;
    this.goal = goalBoard(goalName, board);
    this.board = board;
    this.view.goal = this.goal;
    this.view.show(board, { animate: false });
    this.log.replaceChildren();
    this.#render();
  }

  /** @param {number} cell */
  #press(cell) {
    const moves = this.board?.press(cell);
    if (!moves) {
      this.view.shake(cell);
      announce(t('cannot_move'));
      return;
    }
    for (const move of moves) this.#slide(move);
  }

  /** @param {Move} move */
  #slide(move) {
    const { board, goal } = this;
    const next = board?.slide(move);
    if (!board || !goal || !next) return;
    const [before, after] = [parity(board, goal), parity(next, goal)];
    const tile = next.cells[board.blank];
    const passed = move === 'U' || move === 'D' ? board.cols - 1 : 0;
    const text = t(passed ? 'parity_vertical' : 'parity_sideways', {
      tile, arrow: ARROW[move], n: passed, from: before.inversions, to: after.inversions,
    });
    this.log.prepend(el('li', {}, text));
    while (this.log.children.length > 6) this.log.lastElementChild?.remove();
    announce(text);
    this.board = next;
    this.view.show(next);
    this.#render();
  }

  #mend() {
    if (!this.board || !this.goal) return;
    this.onMend(mend(this.board, this.goal).board);
  }

  /** Changes two tiles for one another, as no slide can. */
  #swapAny() {
    if (!this.board || !this.goal) return;
    const { swap, board } = mend(this.board, this.goal);
    this.board = board;
    this.view.show(board, { animate: false });
    const text = t('parity_swapped', { a: swap[0], b: swap[1] });
    this.log.prepend(el('li', { class: 'warn' }, text));
    announce(text);
    this.#render();
  }

  #render() {
    const { board, goal } = this;
    if (!board || !goal) return;
    const facts = parity(board, goal);
    const pairs = inversionPairs(board, goal);
    const word = t(facts.odd ? 'odd' : 'even');
    this.verdict.textContent = t(facts.odd ? 'parity_odd' : 'parity_even');
    this.verdict.classList.toggle('warn', facts.odd);
    this.sum.textContent = facts.evenWidth
      ? t('parity_sum_rows', { count: facts.inversions, rows: facts.blankRows, sum: facts.inversions + facts.blankRows, word })
      : t('parity_sum', { count: facts.inversions, word });
    this.strip.replaceChildren(strip(board, goal, pairs));
    const { swap } = mend(board, goal);
    this.mend.hidden = !facts.odd;
    this.mend.textContent = t('parity_mend', { a: swap[0], b: swap[1] });
    this.why.replaceChildren(...(facts.evenWidth ? ['parity_why_1', 'parity_why_2_even', 'parity_why_3'] : ['parity_why_1', 'parity_why_2_odd', 'parity_why_3'])
      .map((id) => el('p', {}, t(id, { n: board.cols - 1, cols: board.cols }))));
  }
}

/**
 * The tiles in reading order with arcs between those in the wrong order.
 * @param {Board} board @param {Board} goal @param {[number, number][]} pairs
 */
function strip(board, goal, pairs) {
  const order = board.cells.filter((tile) => tile !== 0);
  const wanted = goal.cells.filter((tile) => tile !== 0);
  const place = new Map(order.map((tile, i) => [tile, i + 0.5]));
  const longest = Math.max(1, ...pairs.map(([a, b]) => Math.abs(Number(place.get(a)) - Number(place.get(b)))));
  const height = Math.min(4.2, 0.5 + longest * 0.55);
  const label = t('parity_strip', { order: order.join(' '), wanted: wanted.join(' '), n: pairs.length });
  const picture = svg('svg', { viewBox: `-0.1 ${-height} ${order.length + 0.2} ${height + 1.1}`, role: 'img', 'aria-label': label, class: 'inversions' });
  for (const [a, b] of pairs.slice(0, MOST_ARCS)) {
    const [x, y] = [Number(place.get(a)), Number(place.get(b))];
    const rise = (Math.abs(y - x) / longest) * (height - 0.2);
    picture.append(svg('path', { d: `M${x} 0 C${x} ${-rise} ${y} ${-rise} ${y} 0`, class: 'arc' }));
  }
  order.forEach((tile, i) => picture.append(
    svg('rect', { x: i + 0.05, y: 0.05, width: 0.9, height: 0.9, rx: 0.14, class: 'mini-tile' }),
    svg('text', { x: i + 0.5, y: 0.5, class: 'mini-text' }, String(tile)),
  ));
  return picture;
}
