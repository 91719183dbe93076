/**
 * The position as a planning task, and its plan played action by action.
 */

import { isAbort, post } from '../api.js';
import { goalBoard, parseMoves } from '../board-state.js';
import { copyText, download } from '../dialogs.js';
import { t } from '../i18n.js';
import { announce, el } from '../shell.js';
import { isStill } from '../board.js';

/** @import { Board, Move } from '../board-state.js' */

/** Milliseconds between two actions of a plan that plays. */
const BEAT = 420;

/** The actions of a plan as planners print them. @param {Board} start @param {Move[]} moves */
export function actionsOf(start, moves) {
  const words = { U: 'move-up', D: 'move-down', L: 'move-left', R: 'move-right' };
  const boards = start.along(moves) ?? [];
  return moves.map((move, index) => {
    const board = boards[index];
    const from = board.source(move);
    const [x, y] = [(from % board.cols) + 1, Math.floor(from / board.cols) + 1];
    const [bx, by] = [(board.blank % board.cols) + 1, Math.floor(board.blank / board.cols) + 1];
    // The last parameter is where the blank is, along the line of the move.
    return `(${words[move]} t${board.tileOf(move)} p${x} p${y} p${move === 'L' || move === 'R' ? bx : by})`;
  });
}

export class PlanView {
  text = '';
  goal = '';
  /** @type {string | undefined} */ given = undefined;
  /** @type {Board | null} */ board = null;
  #at = 0;
  #timer = 0;
  /** @type {Move[]} */ #moves = [];
  /** @type {Board[]} */ #boards = [];
  #stop = new AbortController();

  /** @param {HTMLElement} host */
  constructor(host) {
    this.view = /** @type {import('../board.js').TaquinBoard} */ (document.createElement('taquin-board'));
    this.view.toggleAttribute('static', true);
    this.view.className = 'plan-board';
    this.view.duration = 220;
    this.title = el('p', { class: 'plan-title' });
    this.back = el('button', { class: 'b small', onclick: () => this.#go(this.#at - 1, true) }, t('plan_back'));
    this.playing = el('button', { class: 'b small p', onclick: () => this.#toggle() }, t('plan_play'));
    this.next = el('button', { class: 'b small', onclick: () => this.#go(this.#at + 1, true) }, t('plan_next'));
    this.actions = el('ol', { class: 'actions', tabindex: 0, 'aria-label': t('plan_actions') });
    this.files = el('div', { class: 'pddl' });
    host.replaceChildren(
      el('div', { class: 'plan-left' }, this.view, el('div', { class: 'row-of-buttons' }, this.back, this.playing, this.next)),
      el('div', { class: 'plan-middle' }, this.title, this.actions),
      this.files);
  }

  /** Stops what plays, when the tab is left. */
  pause() {
    clearInterval(this.#timer);
    this.#timer = 0;
    this.playing.textContent = t('plan_play');
  }

  /** @param {Board} board @param {string} goal @param {string} [moves] a plan known already */
  show(board, goal, moves) {
    const text = board.toString();
    if (this.text === text && this.goal === goal && this.given === moves) return;
    if (this.text !== text || this.goal !== goal) this.files.replaceChildren();
    [this.text, this.goal, this.given] = [text, goal, moves];
    this.board = board;
    this.view.goal = goalBoard(goal, board);
    this.view.show(board, { animate: false });
    this.pause();
    this.#stop.abort();
    this.#stop = new AbortController();
    if (moves === undefined) this.title.textContent = t('loading');
    else this.#load(parseMoves(moves) ?? [], true);
    if (!this.files.hasChildNodes()) void this.#ask(this.#stop.signal);
    if (moves === undefined) void this.#solve(this.#stop.signal);
  }

  /** @param {AbortSignal} signal */
  async #solve(signal) {
    try {
      const answer = await post('/solve', { board: this.text, goal: this.goal, limits: { time_ms: 10000 } }, { signal });
      this.#load(parseMoves(answer.moves ?? '') ?? [], answer.proven);
    } catch (error) {
      if (!isAbort(error)) this.title.textContent = error instanceof Error ? error.message : '';
    }
  }

  /** @param {AbortSignal} signal */
  async #ask(signal) {
    try {
      const answer = await post('/encode', { board: this.text, goal: this.goal, as: 'pddl' }, { signal });
      this.files.replaceChildren(...answer.files.map((/** @type {{ name: string, text: string }} */ file) => el('section', {},
        el('div', { class: 'pddl-head' }, el('h2', {}, file.name),
          el('button', { class: 'b small', 'aria-label': t('copy_file', { name: file.name }), onclick: async () => announce(t((await copyText(file.text)) ? 'copied' : 'copy_failed')) }, t('copy')),
          el('button', { class: 'b small', 'aria-label': t('download_file', { name: file.name }), onclick: () => download(file.name, 'text/plain', file.text) }, t('download'))),
        el('pre', { tabindex: 0, 'aria-label': file.name }, paint(file.text)))));
    } catch (error) {
      if (!isAbort(error)) this.files.replaceChildren(el('p', { class: 'soft' }, error instanceof Error ? error.message : ''));
    }
  }

  /** @param {Move[]} moves @param {boolean} proven */
  #load(moves, proven) {
    if (!this.board) return;
    this.#moves = moves;
    this.#boards = this.board.along(moves) ?? [this.board];
    this.title.textContent = t(proven ? 'plan_title' : 'plan_title_any', { count: moves.length });
    this.actions.replaceChildren(...actionsOf(this.board, moves).map((action, i) => el('li', {},
      el('button', { onclick: () => this.#go(i + 1, true) }, action))));
    this.#go(0, false);
  }

  #toggle() {
    if (this.#timer) {
      this.pause();
      return;
    }
    if (this.#at >= this.#moves.length) this.#go(0, false);
    this.playing.textContent = t('plan_pause');
    this.#timer = setInterval(() => {
      this.#go(this.#at + 1, false);
      if (this.#at >= this.#moves.length) this.pause();
    }, BEAT);
  }

  /** @param {number} at @param {boolean} byHand */
  #go(at, byHand) {
    if (byHand && this.#timer) this.pause();
    this.#at = Math.max(0, Math.min(at, this.#moves.length));
    const board = this.#boards[this.#at];
    if (board) this.view.show(board);
    this.back.disabled = this.#at === 0;
    this.next.disabled = this.#at >= this.#moves.length;
    for (const [i, item] of [...this.actions.children].entries()) {
      const current = i === this.#at - 1;
      item.firstElementChild?.toggleAttribute('data-current', current);
      if (current) item.firstElementChild?.setAttribute('aria-current', 'step');
      else item.firstElementChild?.removeAttribute('aria-current');
      if (current) scrollInto(this.actions, /** @type {HTMLElement} */ (item));
    }
    if (byHand) announce(this.actions.children[this.#at - 1]?.textContent ?? t('plan_start'));
  }
}

/** Brings an item into sight without moving the page. @param {HTMLElement} list @param {HTMLElement} item */
function scrollInto(list, item) {
  const top = item.offsetTop - list.offsetTop;
  if (top < list.scrollTop || top + item.offsetHeight > list.scrollTop + list.clientHeight) {
    list.scrollTo({ top: top - list.clientHeight / 2, behavior: isStill() ? 'auto' : 'smooth' });
  }
}

/** PDDL with its keywords and comments told apart. @param {string} text */
function paint(text) {
  const code = el('code', {});
  for (const [part] of text.matchAll(/;[^\n]*|:[a-z-]+|[^;:]+|[;:]/g)) {
    const kind = part.startsWith(';') ? 'comment' : /^:[a-z]/.test(part) ? 'key' : '';
    code.append(kind ? el('span', { class: kind }, part) : part);
  }
  return code;
}
