/**
 * "Predict the next node": which position will the search take next?
 */

import { isInformed } from '../catalogue.js';
import { t } from '../i18n.js';
import { announce, el } from '../shell.js';
import { miniBoard } from '../mini-board.js';
import { sayStep } from './reading.js';

/** @import { TracePlayer } from './trace-player.js' */

export class Quiz {
  /** @param {HTMLElement} host @param {(step: number) => void} onStep goes to a step */
  constructor(host, onStep) {
    this.host = host;
    this.onStep = onStep;
    this.right = 0;
    this.asked = 0;
  }

  get isOpen() {
    return !this.host.hidden;
  }

  close() {
    this.host.hidden = true;
    this.host.replaceChildren();
  }

  /** Asks for the node taken after a step. @param {TracePlayer} player @param {number} step */
  ask(player, step) {
    const { answer, choices } = player.quizAt(step, 3, Math.random);
    this.host.hidden = false;
    if (answer < 0) {
      this.host.replaceChildren(el('h2', {}, t('quiz_title')), el('p', {}, t('quiz_over')), this.#score());
      return;
    }
    const taken = player.nextTaken(step);
    // All children of the node before are on the list when the next is chosen.
    if (taken - 1 > step) this.onStep(taken - 1);
    const blind = !isInformed(player.algorithm);
    const buttons = choices.map((node) => el('button', { class: 'quiz-choice', onclick: () => this.#answer(player, taken, node.id === answer, buttons, choices, answer) },
      miniBoard(node.board), el('span', { class: 'num' }, blind ? t('quiz_blind', { g: node.g, n: node.id }) : t('quiz_values', { g: node.g, h: node.h, f: node.f })),
      el('span', { class: 'unseen' }, node.board)));
    this.host.replaceChildren(el('h2', {}, t('quiz_title')), el('p', {}, t(`quiz_ask_${player.family}`)),
      el('div', { class: 'quiz-choices' }, ...buttons), el('p', { class: 'quiz-result', role: 'status' }), this.#score());
    buttons[0]?.focus({ preventScroll: true });
  }

  /**
   * @param {TracePlayer} player @param {number} taken @param {boolean} right
   * @param {HTMLButtonElement[]} buttons @param {{ id: number }[]} choices @param {number} answer
   */
  #answer(player, taken, right, buttons, choices, answer) {
    this.asked += 1;
    if (right) this.right += 1;
    buttons.forEach((button, i) => {
      button.disabled = true;
      if (choices[i].id === answer) button.dataset.right = '';
    });
    const text = `${t(right ? 'quiz_right' : 'quiz_wrong')} ${sayStep(player, taken)}`;
    const next = el('button', { class: 'b p small', onclick: () => this.ask(player, taken) }, t('quiz_next'));
    this.host.querySelector('.quiz-result')?.replaceChildren(text);
    this.host.lastElementChild?.replaceWith(el('div', { class: 'row-of-buttons' }, next, this.#score()));
    announce(text);
    this.onStep(taken);
    next.focus({ preventScroll: true });
  }

  #score() {
    return el('p', { class: 'soft num' }, this.asked > 0 ? t('quiz_score', { right: this.right, asked: this.asked }) : '');
  }
}
