/**
 * One of the day's two games: board, clock, moves, result. The rules and the clock are Play's.
 */

import { post } from '../api.js';
import { slideOf } from '../bindings.js';
import { parseBoard, parseMoves } from '../board-state.js';
import { clockText, t, timeText } from '../i18n.js';
import { Game } from '../play/game.js';
import { announce, el } from '../shell.js';
import { read, settings, write } from '../store.js';
import { better, over, stars } from './daily-score.js';

/** The results of all days. @returns {Record<string, Record<string, DayResult>>} */
export const results = () => read('daily.results', {});

export class DailyGame {
  #timer = 0;

  /**
   * @param {string} date @param {{ board: string, optimal: number }} puzzle
   * @param {{ onPlay: (game: DailyGame) => void, onResult: () => void }} hooks
   */
  constructor(date, puzzle, hooks) {
    this.date = date;
    this.hooks = hooks;
    this.optimal = puzzle.optimal;
    const start = parseBoard(puzzle.board);
    this.size = start.size;
    this.game = this.#saved(start) ?? new Game(start);
    this.view = /** @type {TaquinBoard} */ (document.createElement('taquin-board'));
    this.view.className = 'daily-board';
    this.view.duration = settings().slide;
    this.view.goal = this.game.goal;
    this.moves = el('b', { class: 'num' });
    this.time = el('b', { class: 'num' });
    this.message = el('p', { class: 'daily-message', role: 'status' });
    this.undo = el('button', { class: 'b q', onclick: () => this.#back() }, t('daily_undo'));
    this.redo = el('button', { class: 'b q', onclick: () => this.#again() }, t('daily_redo'));
    this.restart = el('button', { class: 'b q', onclick: () => this.#restart() }, t('daily_restart'));
    this.hint = el('button', { class: 'b', onclick: () => void this.#hint() }, t('daily_hint'));
    this.element = el('section', { class: 'daily-game', 'data-size': this.size, 'aria-label': this.size },
      el('div', { class: 'daily-head' }, el('h2', {}, this.size.replace('x', ' × ')),
        el('span', { class: 'par soft' }, t('daily_par', { count: this.optimal })),
        el('div', { class: 'stats' }, el('div', {}, this.moves, el('span', {}, t('daily_moves'))), el('div', {}, this.time, el('span', {}, t('daily_time'))))),
      this.view, this.message,
      el('div', { class: 'row-of-buttons' }, this.hint, this.undo, this.redo, this.restart));
    this.view.show(this.game.board, { animate: false });
    this.#listen();
    this.#render();
  }

  /** @param {Board} start */
  #saved(start) {
    const game = Game.restore(read(`daily.game.${this.date}.${this.size}`, null));
    return game && game.start.equals(start) ? game : null;
  }

  #listen() {
    this.view.addEventListener('tile', (event) => {
      const { cell } = /** @type {CustomEvent} */ (event).detail;
      const made = this.game.isOver ? 0 : this.game.press(cell, performance.now());
      if (made) this.#moved();
      else if (!this.game.isOver) {
        this.view.shake(cell);
        this.#say(t('cannot_move'));
      }
    });
    this.view.addEventListener('move', (event) => this.slide(/** @type {CustomEvent} */ (event).detail.move));
  }

  /** A key that was meant for this game; whether it did something. @param {KeyboardEvent} event */
  key(event) {
    if (event.altKey || event.metaKey) return false;
    if (event.ctrlKey) {
      if (event.key === 'z') this.#back();
      else if (event.key === 'y') this.#again();
      else return false;
      return true;
    }
    const move = slideOf(event.key, this.view.contains(/** @type {Node} */ (event.target)));
    if (move) this.slide(move);
    return move !== null;
  }

  /** @param {Move} move */
  slide(move) {
    if (!this.game.isOver && this.game.slide(move, performance.now())) this.#moved();
  }

  #moved() {
    this.hooks.onPlay(this);
    this.view.marks = {};
    this.view.show(this.game.board);
    this.message.textContent = '';
    if (this.game.isOver) this.#won();
    else this.#speakMove();
    this.#changed();
  }

  /** Shows and keeps the game as it is now. */
  #changed() {
    this.#tick();
    this.#render();
    this.save();
  }

  #speakMove() {
    const move = this.game.line().at(-1);
    if (move) announce(t('move_said', { tile: this.game.board.movedBy(move), direction: t(`dir_${move}`) }));
  }

  /** Lets the clock run on the screen. */
  #tick() {
    clearInterval(this.#timer);
    if (this.game.isRunning) this.#timer = setInterval(() => this.#clock(), 250);
    this.#clock();
  }

  #clock() {
    this.time.textContent = (this.game.isOver && this.game.made > 0 ? timeText : clockText)(this.game.elapsed(performance.now()));
  }

  /** Stops the clock, when another board or tab gets the attention. */
  pause() {
    this.game.pause(performance.now());
    this.#tick();
    this.save();
  }

  /** Goes on after a pause that was not asked for. */
  resume() {
    this.game.resume(performance.now());
    this.#tick();
  }

  save() {
    write(`daily.game.${this.date}.${this.size}`, this.game.save(performance.now()));
  }

  #back() {
    if (!this.game.undo(performance.now())) return;
    this.view.show(this.game.board);
    this.#changed();
  }

  #again() {
    if (this.game.redo(performance.now())) this.#moved();
  }

  #restart() {
    // A board that was tried is another one the second time; the result says so.
    if (this.game.made > 0) write(this.#triesKey(), this.#tries() + 1);
    this.game = this.game.restarted();
    this.view.marks = {};
    this.view.show(this.game.board, { animate: false });
    this.#say(t('ready'));
    this.#changed();
  }

  async #hint() {
    if (this.game.isOver) return;
    const asked = this.game.board;
    try {
      const hint = await post('/hint', { board: asked.toString(), grade: 2 });
      const move = parseMoves(hint.move ?? '')?.[0];
      if (!move || !this.game.board.equals(asked)) return;
      this.game.assist();
      this.slide(move);
      if (!this.game.isOver) this.#say(t('daily_hinted', { tile: hint.tile, direction: t(`dir_${move}`), n: hint.distance === undefined ? '?' : hint.distance - 1 }));
    } catch {
      this.#say(t('daily_no_hint'));
    }
  }

  #won() {
    const result = this.result();
    this.view.ripple();
    this.#say(this.#words(result));
    if (!this.game.countWin()) return;
    const all = results();
    const day = all[this.date] ?? {};
    day[this.size] = better(day[this.size], result);
    write('daily.results', { ...all, [this.date]: day });
    this.hooks.onResult();
  }

  /** The result of the game as it is. @returns {DayResult} */
  result() {
    return { moves: this.game.made, timeMs: Math.round(this.game.elapsed(performance.now())), optimal: this.optimal, assisted: this.game.assisted, tries: this.#tries() };
  }

  #triesKey() {
    return `daily.tries.${this.date}.${this.size}`;
  }

  /** Which try this is. */
  #tries() {
    return read(this.#triesKey(), 1);
  }

  /** @param {DayResult} result */
  #words(result) {
    const params = { moves: result.moves, count: result.moves, time: timeText(result.timeMs) };
    const won = t(result.assisted ? 'won_assisted' : over(result) === 0 ? 'won_perfect' : 'won', params);
    const extra = over(result) === 0 ? '' : ` ${t('daily_over', { count: over(result) })}`;
    return `${won}${extra} ${result.assisted ? '' : '★'.repeat(stars(result))}`.trim();
  }

  /** @param {string} text */
  #say(text) {
    this.message.textContent = text;
  }

  #render() {
    this.moves.textContent = String(this.game.made);
    this.#clock();
    this.undo.disabled = this.game.made === 0;
    this.redo.disabled = !this.game.canRedo;
    this.hint.disabled = this.game.isOver;
    this.element.dataset.state = this.game.phase;
    if (!this.message.textContent) this.#say(this.game.isOver && this.game.made > 0 ? this.#words(this.result()) : this.game.phase === 'ready' ? t('ready') : '');
  }
}
