/**
 * One board from its deal to its end, and the games of one sitting; no page, no clock of its own.
 *
 * `now` is in milliseconds from any fixed moment, as `performance.now()` gives it.
 *
 * @module play/game
 */

import { formatMoves, goalBoard, INVERSE, parity, parseBoard, parseMoves } from '../board-state.js';

/** @typedef {import('../board-state.js').Board} Board */
/** @typedef {import('../board-state.js').Move} Move */
/** @typedef {{move: Move, press: number, at: number}} Slide at = milliseconds on the game's clock */
/** @typedef {'solved' | 'ready' | 'playing' | 'won' | 'won-assisted'} Phase */

/**
 * Where a board came from, and what was known of it then.
 *
 * @typedef {object} Origin
 * @property {string} [id] the game ID, `4x4:hard:20481`
 * @property {string} [level]
 * @property {number} [optimal] moves of a shortest solution, where that is proven
 * @property {number} [upperBound] moves that suffice, where that is known
 * @property {boolean} [fewest] whether only the moves count: no clock runs
 * @property {number} [best] the player's fewest moves on this board, where only moves count
 * @property {boolean} [plus2] whether the first move came after the inspection
 * @property {boolean} [shared] whether a link brought the finished game: nobody won it here
 */

/** Games kept for undo. */
const KEPT = 50;
/** Games kept between visits. */
const STORED = 10;
/** Undos closer together than this come from a key held down. */
const HELD = 150;

/** A goal that cannot be reached from the start. */
export class Unreachable extends Error {}

export class Game {
  /** @type {Slide[]} all slides; those from `made` on were taken back */
  slides = [];
  made = 0;
  assisted = false;
  /** Whether the result was noted. */
  counted = false;
  #elapsed = 0;
  /** @type {number | null} */
  #since = null;

  /** @param {Board} start @param {string} goalName @param {Origin} [origin] @throws {Unreachable} */
  constructor(start, goalName = 'blank-last', origin = {}) {
    this.start = start;
    this.goalName = goalName;
    this.goal = goalBoard(goalName, start);
    this.origin = origin;
    this.board = start;
    if (parity(start, this.goal).odd) throw new Unreachable();
  }

  /** Board and goal in one text, by which the page remembers them. */
  get name() {
    return `${this.start.toLink()} ${this.goalName}`;
  }

  /** The same board from the beginning. */
  restarted() {
    return new Game(this.start, this.goalName, this.origin);
  }

  /** The moves made and not taken back. @returns {Move[]} */
  line() {
    return this.slides.slice(0, this.made).map((slide) => slide.move);
  }

  /** The boards from the start to now. @returns {Board[]} */
  boards() {
    const boards = [this.start];
    for (const move of this.line()) boards.push(/** @type {Board} */ (boards[boards.length - 1].slide(move)));
    return boards;
  }

  /** @param {number} now */
  elapsed(now) {
    return this.#elapsed + (this.#since === null ? 0 : Math.max(0, now - this.#since));
  }

  get isRunning() {
    return this.#since !== null;
  }

  get isSolved() {
    return this.board.equals(this.goal);
  }

  /** @returns {Phase} */
  get phase() {
    if (this.isSolved) return this.made === 0 ? 'solved' : this.assisted ? 'won-assisted' : 'won';
    return this.made === 0 && this.#elapsed === 0 && !this.isRunning ? 'ready' : 'playing';
  }

  get isOver() {
    return this.isSolved;
  }

  /** Slides a tile; false if none can go that way or the board is solved. @param {Move} move @param {number} now */
  slide(move, now) {
    return this.make([move], now);
  }

  /** Slides the tile in a cell and all between it and the blank; how many, 0 if none. @param {number} cell @param {number} now */
  press(cell, now) {
    const moves = this.board.press(cell);
    return moves && this.make(moves, now) ? moves.length : 0;
  }

  /** Makes all of these moves as one press, or none of them. @param {readonly Move[]} moves @param {number} now */
  make(moves, now) {
    const board = this.isOver ? null : this.board.play(moves);
    if (!board || moves.length === 0) return false;
    this.#run(now);
    // Where only moves count, another way from the middle of a line that won is another try.
    if (this.origin.best !== undefined) this.counted = false;
    const press = this.made === 0 ? 0 : this.slides[this.made - 1].press + 1;
    const at = Math.round(this.elapsed(now));
    this.slides = [...this.slides.slice(0, this.made), ...moves.map((move) => ({ move, press, at }))];
    this.#arrive(board, this.slides.length, now);
    return true;
  }

  /** Takes the last press back; the moves undone, the last one first, or null. @param {number} now */
  undo(now) {
    if (this.made === 0) return null;
    const press = this.slides[this.made - 1].press;
    const first = this.slides.findIndex((slide) => slide.press === press);
    const undone = this.slides.slice(first, this.made).map((slide) => slide.move).reverse();
    this.#arrive(/** @type {Board} */ (this.board.play(undone.map((move) => INVERSE[move]))), first, now);
    return undone;
  }

  /** Makes the press again that was taken back last; its moves, or null. @param {number} now */
  redo(now) {
    if (!this.canRedo) return null;
    const press = this.slides[this.made].press;
    const moves = this.slides.slice(this.made).filter((slide) => slide.press === press).map((slide) => slide.move);
    this.#arrive(/** @type {Board} */ (this.board.play(moves)), this.made + moves.length, now);
    return moves;
  }

  get canRedo() {
    return this.made < this.slides.length;
  }

  forgetUndone() {
    this.slides.length = this.made;
  }

  /** @param {Board} board @param {number} made @param {number} now */
  #arrive(board, made, now) {
    const wasOver = this.isOver;
    this.board = board;
    this.made = made;
    if (this.isOver) this.pause(now);
    // The game goes on behind a win that was taken back.
    else if (wasOver) this.#run(now);
  }

  /** @param {number} now */
  #run(now) {
    if (this.#since === null && !this.origin.fewest) this.#since = now;
  }

  /** Stops the clock. @param {number} now */
  pause(now) {
    this.#elapsed = this.elapsed(now);
    this.#since = null;
  }

  /** Lets the clock run on, if the game has begun and is not over. @param {number} now */
  resume(now) {
    if (this.phase === 'playing') this.#run(now);
  }

  /** Notes that help was used; a game already won stays as it is. */
  assist() {
    this.assisted ||= !this.isOver;
  }

  /** Whether this win was not noted before; it is from now on. */
  countWin() {
    const fresh = this.isOver && this.made > 0 && !this.counted;
    this.counted ||= fresh;
    return fresh;
  }

  /** The game as data, as if paused now. @param {number} now */
  save(now) {
    const { origin, made, assisted, counted, goalName } = this;
    return {
      start: String(this.start), goal: goalName, origin, made, assisted, counted,
      moves: presses(this.slides), times: timesOf(this.slides), millis: Math.round(this.elapsed(now)),
    };
  }

  /**
   * A game as it was left; null where the data are damaged.
   * @param {any} saved @returns {Game | null}
   */
  static restore(saved) {
    try {
      const game = new Game(parseBoard(saved.start), saved.goal, saved.origin ?? {});
      const words = String(saved.moves).split(' ').filter(Boolean).map(parseMoves);
      game.slides = words.flatMap((moves, press) =>
        (moves ?? []).map((move) => ({ move, press, at: Number(saved.times[press] ?? 0) })));
      game.made = saved.made;
      const whole = game.start.play(game.slides.map((slide) => slide.move));
      const board = game.start.play(game.line());
      if (words.includes(null) || !whole || !board || !(saved.made >= 0 && saved.made <= game.slides.length)) return null;
      game.board = board;
      game.#elapsed = Math.max(0, Number(saved.millis) || 0);
      game.assisted = saved.assisted === true;
      game.counted = saved.counted === true;
      return game;
    } catch {
      return null;
    }
  }
}

/** One word a press: `L U2 R`. @param {readonly Slide[]} slides */
export function presses(slides) {
  /** @type {Move[][]} */
  const words = [];
  slides.forEach((slide, index) => {
    if (index === 0 || slide.press !== slides[index - 1].press) words.push([]);
    words[words.length - 1].push(slide.move);
  });
  return words.map(formatMoves).join(' ');
}

/** The time of each press. @param {readonly Slide[]} slides */
function timesOf(slides) {
  return slides.filter((slide, index) => index === 0 || slide.press !== slides[index - 1].press).map((slide) => slide.at);
}

/** The games of one sitting; undo goes back across them. */
export class Session {
  /** @type {Game[]} never empty */
  games;
  at = 0;
  #lastUndo = -Infinity;

  /** @param {Game} game */
  constructor(game) {
    this.games = [game];
  }

  get game() {
    return this.games[this.at];
  }

  /** Puts the game in play aside and begins another; undo brings it back. @param {Game} game @param {number} now */
  begin(game, now) {
    this.game.pause(now);
    this.game.forgetUndone();
    this.games = [...this.games.slice(0, this.at + 1), game].slice(-KEPT);
    this.at = this.games.length - 1;
  }

  /**
   * Takes back the last press, or at the start of a game the game itself. A held key stops there.
   * @param {number} now @returns {{did: 'moves', moves: Move[]} | {did: 'game' | 'held' | 'nothing'}}
   */
  undo(now) {
    const isHeld = now - this.#lastUndo < HELD;
    this.#lastUndo = now;
    const moves = this.game.undo(now);
    if (moves) return { did: 'moves', moves };
    if (this.at === 0) return { did: 'nothing' };
    if (isHeld) return { did: 'held' };
    this.#goTo(this.at - 1, now);
    return { did: 'game' };
  }

  /** @param {number} now @returns {{did: 'moves', moves: Move[]} | {did: 'game' | 'nothing'}} */
  redo(now) {
    const moves = this.game.redo(now);
    if (moves) return { did: 'moves', moves };
    if (this.at + 1 === this.games.length) return { did: 'nothing' };
    this.#goTo(this.at + 1, now);
    return { did: 'game' };
  }

  /** @param {number} at @param {number} now */
  #goTo(at, now) {
    this.game.pause(now);
    this.at = at;
  }

  get canUndo() {
    return this.game.made > 0 || this.at > 0;
  }

  get canRedo() {
    return this.game.canRedo || this.at + 1 < this.games.length;
  }

  /** @param {number} now */
  save(now) {
    const first = Math.max(0, Math.min(this.at - STORED + 1, this.games.length - STORED));
    return { at: this.at - first, games: this.games.slice(first, first + STORED).map((game) => game.save(now)) };
  }

  /** @param {any} saved @returns {Session | null} */
  static restore(saved) {
    const games = Array.isArray(saved?.games) ? saved.games.map(Game.restore) : [];
    if (games.length === 0 || games.includes(null)) return null;
    const session = new Session(games[0]);
    session.games = games;
    session.at = Math.min(Math.max(0, Number(saved.at) || 0), games.length - 1);
    return session;
  }
}
