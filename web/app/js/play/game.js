/**
 * One board from its deal to its end, and the games of one sitting, by the rules of `taquin-game`.
 *
 * `now` is in milliseconds from any fixed moment, as `performance.now()` gives it.
 */

import { Board, goalBoard } from '../board-state.js';
import { ask, know } from '../engine/rules.js';

/** The rules count in microseconds. @param {number} millis */
const micros = (millis) => Math.max(0, Math.round(millis * 1000));

export class Game {
  /** By which the rules know it. */
  #number;
  /** @type {{text: string, slides: Slide[]} | null} */ #slides = null;
  /** @type {{words: string, times: string, before: number, since: number | null}} */ #said = { words: '', times: '', before: 0, since: null };
  made = 0;
  assisted = false;
  /** @type {Phase} */ phase = 'ready';

  /** @param {Board} start @param {string} goalName @param {Origin} [origin] @param {number} [number] of a game that the rules have @throws where the goal cannot be reached */
  constructor(start, goalName = 'blank-last', origin = {}, number) {
    this.start = start;
    this.goalName = goalName;
    this.goal = goalBoard(goalName, start);
    this.origin = origin;
    this.board = start;
    this.#number = number ?? Number(ask('game', String(start), goalName, !!origin.fewest)?.[0] ?? NaN);
    if (Number.isNaN(this.#number)) throw new Error(`${goalName} cannot be reached from ${start}`);
    this.take(know('look', this.#number));
  }

  get number() {
    return this.#number;
  }

  /** Takes in what the rules say of it. @param {string[]} fields */
  take([board, made, words, times, before, since, phase, assisted]) {
    if (board !== String(this.board)) this.board = new Board(board);
    this.made = Number(made);
    this.phase = /** @type {Phase} */ (phase);
    this.assisted = assisted === '1';
    this.#said = { words, times, before: Number(before) / 1000, since: since === '' ? null : Number(since) / 1000 };
  }

  /** Does something to it, if the rules allow. @param {string} deed @param {...(string | number)} fields */
  #do(deed, ...fields) {
    const answer = ask(deed, this.#number, ...fields);
    if (answer) this.take(answer.slice(-8));
    return answer;
  }

  /** Board and goal in one text, by which the page remembers them. */
  get name() {
    return `${this.start.toLink()} ${this.goalName}`;
  }

  /** The same board from the beginning. */
  restarted() {
    return new Game(this.start, this.goalName, this.origin);
  }

  /** All slides; those from `made` on were taken back. @returns {Slide[]} */
  get slides() {
    const { words, times } = this.#said;
    const text = `${words}|${times}`;
    if (this.#slides?.text !== text) {
      const at = times.split(' ').map(Number);
      const slides = words.split(' ').flatMap((word, press) => [...word].map((move) => ({ move: /** @type {Move} */ (move), press, at: at[press] })));
      this.#slides = { text, slides };
    }
    return this.#slides?.slides ?? [];
  }

  /** All presses as words: `L`, `U2`, `R`. @returns {string[]} */
  get presses() {
    return this.#said.words.split(' ').map(shortened);
  }

  /** How many presses were made and not taken back. */
  get pressesMade() {
    return this.made === 0 ? 0 : this.slides[this.made - 1].press + 1;
  }

  /** The moves made and not taken back. @returns {Move[]} */
  line() {
    return this.slides.slice(0, this.made).map((slide) => slide.move);
  }

  /** The boards from the start to now. @returns {Board[]} */
  boards() {
    return this.start.along(this.line()) ?? [this.start];
  }

  /** Milliseconds after which each row, with those above it, was home for good; of a game that is won. */
  splits() {
    return know('splits', this.#number)[0].split(' ').map(Number);
  }

  /** @param {number} now */
  elapsed(now) {
    const { before, since } = this.#said;
    return before + (since === null ? 0 : Math.max(0, now - since));
  }

  get isRunning() {
    return this.#said.since !== null;
  }

  get isOver() {
    return ['solved', 'won', 'won-assisted'].includes(this.phase);
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
    return this.#do('make', moves.join(''), micros(now)) !== null;
  }

  /** Takes the last press back; the moves undone, the last one first, or null. @param {number} now */
  undo(now) {
    return this.#moved('back', now);
  }

  /** Makes the press again that was taken back last; its moves, or null. @param {number} now */
  redo(now) {
    return this.#moved('forth', now);
  }

  /** @param {'back' | 'forth'} deed @param {number} now */
  #moved(deed, now) {
    const answer = this.#do(deed, micros(now));
    return answer && /** @type {Move[]} */ ([...answer[0]]);
  }

  get canRedo() {
    return this.made < this.slides.length;
  }

  /** Stops the clock. @param {number} now */
  pause(now) {
    this.#do('pause', micros(now));
  }

  /** Lets the clock run on, if the game has begun and is not over. @param {number} now */
  resume(now) {
    this.#do('resume', micros(now));
  }

  /** Notes that help was used; a game already won stays as it is. */
  assist() {
    this.#do('assist');
  }

  /** Whether this win was not noted before; it is from now on. */
  countWin() {
    return this.#do('count')?.[0] === '1';
  }

  /** The game as data, as if paused now. @param {number} now */
  save(now) {
    const { origin, made, assisted, goalName } = this;
    const { times } = this.#said;
    return {
      start: String(this.start), goal: goalName, origin, made, assisted, counted: know('counted', this.#number)[0] === '1',
      moves: this.presses.join(' '), times: times.split(' ').filter(Boolean).map(Number), millis: Math.round(this.elapsed(now)),
    };
  }

  /**
   * A game as it was left; null where the data are damaged.
   * @param {any} saved @returns {Game | null}
   */
  static restore(saved) {
    try {
      const { start, goal, origin = {}, moves, times, made, millis, assisted, counted } = saved;
      const left = [made, Math.max(0, Math.round(Number(millis) || 0)), assisted === true, counted === true];
      const answer = ask('restore', start, goal, !!origin.fewest, String(moves), times.map((/** @type {unknown} */ time) => Math.round(Number(time))).join(' '), ...left);
      return answer && new Game(new Board(answer[1]), goal, origin, Number(answer[0]));
    } catch {
      return null;
    }
  }
}

/** One press as a word, runs as `R2`. @param {string} word */
const shortened = (word) => (word.length > 1 ? know('line', word)[0] : word);

/** The games of one sitting; undo goes back across them. */
export class Session {
  /** @type {Map<number, Game>} */
  #games = new Map();

  /** @param {Game} game */
  constructor(game) {
    this.game = game;
    this.#games.set(game.number, game);
  }

  /** Puts the game in play aside and begins another; undo brings it back. @param {Game} game @param {number} now */
  begin(game, now) {
    know('begin', this.game.number, game.number, micros(now));
    this.game.take(know('look', this.game.number));
    this.#games.set(game.number, game);
    this.game = game;
  }

  /**
   * Takes back the last press, or at the start of a game the game itself. A held key stops there.
   * @param {number} now @returns {{did: 'moves', moves: Move[]} | {did: 'game' | 'held' | 'nothing'}}
   */
  undo(now) {
    return this.#went('undo', now);
  }

  /** @param {number} now @returns {{did: 'moves', moves: Move[]} | {did: 'game' | 'held' | 'nothing'}} */
  redo(now) {
    return this.#went('redo', now);
  }

  /** @param {'undo' | 'redo'} deed @param {number} now @returns {{did: 'moves', moves: Move[]} | {did: 'game' | 'held' | 'nothing'}} */
  #went(deed, now) {
    const [did, moves, number, ...fields] = know(deed, this.game.number, micros(now));
    const left = this.game;
    this.game = /** @type {Game} */ (this.#games.get(Number(number)));
    if (left !== this.game) left.take(know('look', left.number));
    this.game.take(fields);
    return did === 'moves' ? { did, moves: /** @type {Move[]} */ ([...moves]) } : { did: /** @type {'game' | 'held' | 'nothing'} */ (did) };
  }

  get canUndo() {
    return this.game.made > 0 || know('around', this.game.number)[0] === '1';
  }

  get canRedo() {
    return this.game.canRedo || know('around', this.game.number)[1] === '1';
  }

  /** The latest games as data. @param {number} now */
  save(now) {
    const [at, ...numbers] = know('latest', this.game.number).map(Number);
    return { at, games: numbers.map((number) => this.#games.get(number)?.save(now)) };
  }

  /** @param {any} saved @returns {Session | null} */
  static restore(saved) {
    const games = Array.isArray(saved?.games) ? saved.games.map(Game.restore) : [];
    if (games.length === 0 || games.includes(null)) return null;
    const at = Math.min(Math.max(0, Number(saved.at) || 0), games.length - 1);
    know('join', at, ...games.map((/** @type {Game} */ game) => game.number));
    const session = new Session(games[at]);
    session.#games = new Map(games.map((/** @type {Game} */ game) => [game.number, game]));
    return session;
  }
}
