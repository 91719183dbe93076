/**
 * Help on the board in play: hints, peeks, the distance bar.
 *
 * @module play/hints
 */

import { t } from '../i18n.js';
import { change, settings } from '../store.js';
import { Advice, LONGEST } from './advice.js';
import { EXACT_CELLS } from './app.js';
import { speakToGo } from './speech.js';

/** @typedef {import('../board-state.js').Board} Board */
/** @typedef {import('../board-state.js').Move} Move */
/** @typedef {import('./advice.js').Fact} Fact */
/** @typedef {import('./app.js').App} App */

/** How long the ring shows before a hint is played. */
const RING = 220;

export class Hints {
  /** How often peek was pressed on this board. */ #grade = 0;
  /** Presses of Hint that wait for their answer. */ #pressed = 0;
  /** The hint whose ring shows. @type {{move: Move, fact: Fact, timer: ReturnType<typeof setTimeout>} | null} */ #ringing = null;
  /** @type {AbortController | null} */ #asking = null;

  /** @param {App} app */
  constructor(app) {
    this.app = app;
    this.advice = new Advice({
      onBusy: (seconds) => app.say(t('server_busy', { s: seconds })),
    });
  }

  /** Plays one move towards the solution, ringing the tile first; presses in a hurry all count. */
  async hint() {
    const { app } = this;
    this.#playRinging();
    if (app.isBlocked() || app.game.isOver) return app.greet();
    this.#pressed += 1;
    // The press before this one is still being answered; it sees to this one too.
    if (this.#pressed > 1) return;
    while (this.#pressed > 0) {
      const { board } = app.game;
      const fact = await this.#advise();
      if (!fact || !app.game.board.equals(board) || fact.line.length === 0) break;
      this.#pressed -= 1;
      this.#ring(fact);
      if (this.#pressed === 0) return;
      this.#playRinging();
      if (app.game.isOver) break;
    }
    this.#pressed = 0;
  }

  /** @param {Fact} fact */
  #ring(fact) {
    const { app } = this;
    const { board, goalName, goal } = app.game;
    const move = fact.line[0];
    app.game.assist();
    app.peek = { grade: 1, fact };
    this.endRing();
    this.#ringing = { move, fact, timer: setTimeout(() => this.#playRinging(), RING) };
    app.say(this.#hintText(fact, 2));
    // The next one is fetched while this one is looked at.
    const next = board.slide(move);
    if (next && !next.equals(goal)) void this.advice.ask(next, goalName).catch(() => {});
  }

  #playRinging() {
    const ringing = this.#ringing;
    if (!ringing) return;
    this.endRing();
    const { app } = this;
    const { board } = app.game;
    if (!app.make([ringing.move], { helped: true }) || app.game.isOver || ringing.fact.distance === null) return;
    // What was to go before the move is not to go any more.
    const tile = board.cells[board.source(ringing.move)];
    const n = ringing.fact.distance - 1;
    app.say(t('hint_played', { t: tile, direction: t(`dir_${ringing.move}`), label: t('label_optimal'), n }), [], { silent: true });
  }

  endRing() {
    clearTimeout(this.#ringing?.timer);
    this.#ringing = null;
  }

  /** Shows more of the next moves with each press. */
  async showPeek() {
    const { app } = this;
    if (app.isBlocked() || app.game.isOver) return app.greet();
    this.endRing();
    const { board } = app.game;
    // Counted at once, so that a second press before the first answer tells more.
    const grade = this.#grade = Math.min(3, this.#grade + 1);
    const fact = await this.#advise(grade === 3 ? LONGEST : 1);
    if (!fact || !app.game.board.equals(board) || fact.line.length === 0 || grade !== this.#grade) return;
    app.game.assist();
    app.peek = { grade, fact };
    app.say(this.#hintText(fact, grade));
  }

  forgetPeek() {
    this.app.peek = null;
    this.#grade = 0;
  }

  /** @param {number} [enough] */
  async #advise(enough = 1) {
    const { app } = this;
    const { board, goalName } = app.game;
    const slow = setTimeout(() => app.say(t('thinking'), [], { silent: true }), 400);
    try {
      return await this.advice.ask(board, goalName, { enough });
    } catch (error) {
      app.fault(error);
      return null;
    } finally {
      clearTimeout(slow);
    }
  }

  /** @param {Fact} fact @param {number} grade */
  #hintText(fact, grade) {
    const { board } = this.app.game;
    const slides = [];
    /** @type {Board | null} */
    let at = board;
    for (const move of fact.line.slice(0, grade === 3 ? LONGEST : 1)) {
      if (!at) break;
      slides.push({ t: at.cells[at.source(move)], direction: t(`dir_${move}`) });
      at = at.slide(move);
    }
    if (grade === 1) return t('hint_tile', { t: slides[0].t });
    const label = { label: t(fact.proven ? 'label_optimal' : 'label_good'), n: fact.distance ?? 0 };
    const suffix = fact.proven ? '' : '_good';
    if (grade === 2) return t(`hint_move${suffix}`, { ...slides[0], ...label });
    return t(`hint_line${suffix}`, { line: slides.map((slide) => `${slide.t} ${slide.direction}`).join(', '), ...label });
  }

  /* ---- the distance bar ---- */

  /** Asks for the distance of the board now. @param {number | null} [hoped] what it would be if nothing was lost */
  measure(hoped = null) {
    const { app } = this;
    if (app.game.board.cells.length > EXACT_CELLS || app.game.isOver) return;
    this.#asking?.abort();
    this.#asking = new AbortController();
    const { board, goalName } = app.game;
    this.advice.ask(board, goalName, { signal: this.#asking.signal }).then((fact) => {
      if (!app.game.board.equals(board)) return;
      app.loss = fact.distance !== null && hoped !== null ? fact.distance - hoped : 0;
      if (fact.distance !== null) speakToGo(fact.distance);
      app.draw();
    }, (error) => app.fault(error));
  }

  /** Shows or hides the distance bar; a game in which it shows counts as assisted. */
  toggleBar() {
    const { app } = this;
    const bar = !settings().bar;
    change({ bar });
    if (bar && app.game.phase !== 'solved') app.game.assist();
    app.loss = 0;
    if (bar) this.measure();
    app.say(t(bar ? 'bar_on' : 'bar_off'));
  }

  /** Says how far it is; marks the game assisted. */
  async queryDistance() {
    const { app } = this;
    if (app.game.isOver) return app.greet();
    app.game.assist();
    try {
      const { board, goalName } = app.game;
      const fact = await this.advice.ask(board, goalName);
      app.say(fact.distance === null
        ? t('query_at_least', { n: fact.estimate ?? 0 })
        : t('query_distance', { n: fact.distance }));
    } catch (error) {
      app.fault(error);
    }
  }
}
