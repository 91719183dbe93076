/**
 * A ghost beside the board: one's best replay, somebody's link, or a shortest solution, playing along.
 *
 * A replay keeps to its own clock, from the player's first move on; a shortest solution makes a move for each of the
 * player's.
 */

import { post } from '../api.js';
import { TaquinBoard } from '../board.js';
import { parseMoves } from '../board-state.js';
import { t } from '../i18n.js';
import { el } from '../shell.js';
import { settings } from '../store.js';
import { EXACT_CELLS } from './state.js';
import { bestReplay } from './replay.js';

/** Milliseconds that a search for a shortest solution may take. */
const PATIENCE = 10_000;

export class Ghost {
  #at = -1;

  /** @param {Game} game @param {Board[]} boards @param {number[] | null} times of the moves, null if it keeps to the player's pace */
  constructor(game, boards, times) {
    this.game = game;
    this.boards = boards;
    this.times = times;
    this.view = new TaquinBoard();
    this.view.toggleAttribute('static', true);
    this.view.toggleAttribute('nodots', true);
    this.view.duration = 0;
    this.caption = el('figcaption', { class: 'num' });
    this.element = el('figure', { id: 'ghost', class: 'ghost' }, this.view, this.caption);
    const panel = matchMedia('(min-width: 901px)').matches ? document.getElementById('panel') : null;
    if (panel) panel.before(this.element);
    else document.querySelector('.talk')?.append(this.element);
  }

  /** The moves it has made. @param {number} now */
  at(now) {
    if (this.game.made === 0 && !this.game.isRunning) return 0;
    const { times } = this;
    if (!times) return Math.min(this.game.made, this.boards.length - 1);
    const elapsed = this.game.elapsed(now);
    const next = times.findIndex((time) => time > elapsed);
    return next < 0 ? times.length : next;
  }

  /** @param {number} now */
  draw(now) {
    const at = this.at(now);
    if (at === this.#at) return;
    this.#at = at;
    this.view.show(this.boards[at], { animate: false });
    const params = { n: at, all: this.boards.length - 1 };
    this.caption.textContent = t('step_of', params);
    this.view.setAttribute('aria-label', t('ghost_label', params));
  }

  remove() {
    this.element.remove();
  }
}

/**
 * The ghost of a game, null where there is none.
 * @param {Game} game @param {Replay | null} given one to race against, instead of what the settings say
 */
export async function summon(game, given) {
  if (game.phase === 'solved') return null;
  const wanted = settings().ghost;
  const replay = given ?? (wanted === 'best' ? bestReplay(game) : null);
  if (replay) return made(game, replay.moves, replay.times);
  if (wanted !== 'optimum' || given || game.start.cells.length > EXACT_CELLS) return null;
  const answer = await post('/solve', { board: String(game.start), goal: game.goalName, limits: { time_ms: PATIENCE } });
  const line = answer.proven ? parseMoves(answer.moves ?? '') : null;
  if (!line) return null;
  // To see a shortest solution is help.
  game.assist();
  return made(game, line, null);
}

/** @param {Game} game @param {Move[]} moves @param {number[] | null} times */
function made(game, moves, times) {
  const boards = game.start.along(moves);
  return boards && new Ghost(game, boards, times);
}
