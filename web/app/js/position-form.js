/**
 * The form by which a page is given its position: text, size and level, shuffle.
 */

import { Problem, post } from './api.js';
import { BoardFault, parseBoard } from './board-state.js';
import { t } from './i18n.js';
import { announce, el } from './shell.js';

/**
 * Builds the form.
 * @param {{ sizes: readonly string[], level: string, onBoard: (board: Board) => void, board: () => Board }} options
 */
export function positionForm({ sizes, level, onBoard, board }) {
  const input = el('input', { type: 'text', id: 'position', class: 'mono', autocomplete: 'off', spellcheck: 'false', 'aria-describedby': 'position-fault' });
  const fault = el('p', { id: 'position-fault', class: 'warn fault', role: 'alert' });
  const size = el('select', { id: 'size', 'aria-label': t('pos_size') }, ...sizes.map((name) => el('option', { value: name }, name.replace('x', ' × '))));
  const levels = el('select', { id: 'level', 'aria-label': t('pos_level') },
    ...['easy', 'medium', 'hard', 'random'].map((name) => el('option', { value: name, selected: name === level }, t(`level_${name}`))));
  /** Boards asked for so far; the answer to an earlier question comes too late. */
  let asked = 0;
  const set = (/** @type {string} */ text) => {
    asked += 1;
    fault.textContent = '';
    try {
      onBoard(parseBoard(text, size.value));
    } catch (error) {
      if (!(error instanceof BoardFault)) throw error;
      fault.textContent = t(error.fault.id, error.fault.params);
    }
  };
  const shuffle = async () => {
    fault.textContent = '';
    button.disabled = true;
    const mine = ++asked;
    try {
      const request = { size: size.value, level: levels.value };
      const answer = await post('/puzzles', request);
      if (mine !== asked) return;
      onBoard(parseBoard(answer.puzzles[0].board));
      announce(t('pos_new', { board: answer.puzzles[0].board }));
    } catch (error) {
      fault.textContent = error instanceof Problem ? t('problem', { detail: error.message }) : t('pos_offline');
    } finally {
      button.disabled = false;
    }
  };
  const button = el('button', { type: 'button', class: 'b', onclick: () => void shuffle() }, t('pos_shuffle'));
  const form = el('form', { class: 'position-form', onsubmit: (/** @type {Event} */ event) => {
    event.preventDefault();
    set(input.value);
  } },
  el('label', { for: 'position', class: 'unseen' }, t('pos_text')),
  el('div', { class: 'position-line' }, input, el('button', { class: 'b', type: 'submit' }, t('pos_set'))),
  fault,
  el('div', { class: 'position-line' }, size, levels, button));
  const refresh = () => {
    const now = board();
    input.value = now.toString();
    if (sizes.includes(now.size)) size.value = now.size;
    fault.textContent = '';
  };
  refresh();
  return { form, refresh, say: (/** @type {string} */ text) => { fault.textContent = text; } };
}
