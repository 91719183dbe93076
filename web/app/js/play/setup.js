/**
 * Setting a position up: typed, pasted, or by tapping two tiles; and why some boards cannot be solved.
 */

import { pageAddress } from '../address.js';
import { goalBoard, inversionPairs, mend, parity, parseBoard, BoardFault } from '../board-state.js';
import { openDialog } from '../dialogs.js';
import { t } from '../i18n.js';
import { announce, el } from '../shell.js';
import { TaquinBoard } from '../board.js';
import { write } from '../store.js';
import { Game } from './game.js';
import { send } from './play.js';

/**
 * Opens the dialog with a text in it.
 * @param {State} state @param {string} text
 */
export function openSetup(state, text) {
  const { goalName, board: { size } } = state.game;
  const area = el('textarea', { rows: 3, 'aria-label': t('setup_text'), spellcheck: 'false', autocapitalize: 'off', id: 'setup-text' });
  area.value = text;
  const fault = el('p', { class: 'fault', id: 'setup-fault', role: 'alert' });
  const picture = new TaquinBoard();
  const repairs = el('div', { class: 'row-of-buttons' });
  const why = el('div', { class: 'why', hidden: true });
  const aim = el('button', { type: 'button', class: 'b', id: 'setup-goal', onclick: () => makeGoal() }, t('setup_goal'));
  const use = el('button', { type: 'button', class: 'b p', id: 'setup-use', onclick: () => finish() }, t('setup_use'));
  /** @type {Board | null} */
  let board = null;
  /** The first of two tiles to swap. */
  let picked = 0;

  const goalFor = (/** @type {Board} */ given) => {
    try {
      return { name: goalName, goal: goalBoard(goalName, given) };
    } catch {
      return { name: 'blank-last', goal: goalBoard('blank-last', given) };
    }
  };

  function judge() {
    write('draft', area.value);
    picked = 0;
    why.hidden = true;
    repairs.replaceChildren();
    try {
      board = parseBoard(area.value, size);
      picture.hidden = false;
      const { goal } = goalFor(board);
      picture.goal = goal;
      picture.show(board, { animate: false });
      picture.marks = {};
      const odd = parity(board, goal).odd;
      use.disabled = odd;
      aim.disabled = false;
      fault.textContent = odd ? unsolvableText(board, goal) : '';
      if (odd) offerMend(board, goal);
    } catch (error) {
      if (!(error instanceof BoardFault)) throw error;
      board = null;
      picture.hidden = true;
      use.disabled = aim.disabled = true;
      fault.textContent = t(error.fault.id, error.fault.params);
    }
  }

  /** @param {Board} given @param {Board} goal */
  function offerMend(given, goal) {
    const { swap: [a, b], board: mended } = mend(given, goal);
    repairs.replaceChildren(
      el('button', { type: 'button', class: 'b', 'data-offer': 'swap', onclick: () => put(mended) }, t('swap', { a, b })),
      el('button', { type: 'button', class: 'b q', 'data-offer': 'why', onclick: () => explain(given, goal) }, t('why')));
  }

  /** @param {Board} given */
  function put(given) {
    area.value = String(given);
    judge();
  }

  /** Shows the parity on the board: each tile with the number of smaller ones behind it. @param {Board} given @param {Board} goal */
  function explain(given, goal) {
    const pairs = inversionPairs(given, goal);
    /** @type {Record<number, string>} */
    const notes = {};
    for (const [first] of pairs) notes[first] = String(Number(notes[first] ?? 0) + 1);
    picture.marks = { notes };
    why.replaceChildren(...whyText(given, goal).map((text) => el('p', {}, text)),
      el('a', { href: pageAddress('learn', `?b=${given.toLink()}`) }, t('why_more')));
    why.hidden = false;
    why.scrollIntoView({ block: 'nearest' });
  }

  picture.addEventListener('tile', (event) => {
    const { tile } = /** @type {CustomEvent} */ (event).detail;
    if (!board || tile === undefined) return;
    if (picked === 0 && !(tile === 0)) {
      picked = tile;
      picture.marks = { ring: [tile] };
      announce(t('setup_picked', { t: tile }));
    } else put(tile === picked ? board : board.swapped(picked, tile));
  });

  function finish() {
    if (!board) return;
    const { name } = goalFor(board);
    dialog.close();
    write('draft', undefined);
    send({ type: 'begin', game: new Game(board, name, {}) });
  }

  /** Any board can be a goal; the next one is shuffled from it. */
  function makeGoal() {
    if (!board) return;
    dialog.close();
    write('draft', undefined);
    send({ type: 'aim', goal: String(board), size: board });
  }

  area.addEventListener('input', judge);
  area.addEventListener('keydown', (event) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey) && !use.disabled) finish();
  });
  send({ type: 'edit', on: true });
  const dialog = openDialog(t('setup'), el('div', { class: 'setup' },
    el('p', { class: 'soft' }, t('setup_about')), area, fault, repairs, el('div', { class: 'setup-look' }, picture, why),
    el('div', { class: 'row-of-buttons' }, use, aim, el('button', { type: 'button', class: 'b q', onclick: () => dialog.close() }, t('cancel')))));
  dialog.addEventListener('close', () => {
    write('draft', undefined);
    send({ type: 'edit', on: false });
  });
  judge();
  area.focus();
  area.select();
}

/** @param {Board} board @param {Board} goal */
export function unsolvableText(board, goal) {
  const { swap: [a, b] } = mend(board, goal);
  return t('unsolvable', { odd: t('odd'), even: t('even'), a, b });
}

/** The parity in sentences. @param {Board} board @param {Board} goal */
export function whyText(board, goal) {
  const { inversions, blankRows, evenWidth } = parity(board, goal);
  const texts = [t('why_inversions', { count: inversions, n: inversions }), t('why_row')];
  if (evenWidth) texts.push(t('why_even', { passed: board.cols - 1, rows: blankRows, sum: inversions + blankRows }));
  else texts.push(t('why_odd', { passed: board.cols - 1, n: inversions }));
  return [...texts, t('why_end')];
}
