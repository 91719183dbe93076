/**
 * The game as the player meets it: what each deed does, and what is said. Drawing is in `view.js`.
 *
 * @module play/app
 */

import { isAbort, Offline, Problem } from '../connection.js';
import { goalBoard, INVERSE, LEAST, MOST } from '../board-state.js';
import { t, timeText } from '../i18n.js';
import { change, read, settings, write } from '../store.js';
import { Game, Session } from './game.js';
import { part } from './parts.js';
import { speakMove, speakNow } from './speech.js';

/** @typedef {import('../board-state.js').Board} Board */
/** @typedef {import('../board-state.js').Move} Move */
/** @typedef {import('../board-state.js').Size} Size */
/** @typedef {import('./advice.js').Fact} Fact */
/** @typedef {'play' | 'paused' | 'searching' | 'playback' | 'editing'} Mode */
/** @typedef {{id: string, params?: Record<string, string | number>, run: () => void}} Offer a button under the message */

/** How often the player is told that a new game can be taken back. */
const TELLINGS = 3;
/** The largest board whose moves to go are asked for unasked. */
export const EXACT_CELLS = 16;

export class App {
  /** @type {Session} */ session;
  /** @type {Mode} */ mode = 'play';
  message = { text: '', win: false };
  /** @type {Offer[]} */ offers = [];
  /** @type {{grade: number, fact: Fact} | null} */ peek = null;
  /** @type {{nodes: number, bound: number | null, lower: number | null, best: number | null, seconds: number, board: Board, made: number} | null} */ search = null;
  /** @type {{player: import('./player.js').Player, line: Move[], boards: Board[], proven: boolean, link?: string, count?: number} | null} */ playback = null;
  /** What plays along beside the board. @type {import('./ghost.js').Ghost | null} */ ghost = null;
  /** Ghosts asked for so far. */ #ghosts = 0;
  /** @type {{review: import('./review.js').Review, at: number, busy: boolean} | null} */ review = null;
  /** The distance before the last move and what it lost. */ loss = 0;
  /** Boards asked for so far. */ #deals = 0;
  /** Which best the last win was: the id of a text. @type {string | null} */ praise = null;
  /** @type {import('./hints.js').Hints | null} */ hints = null;
  /** @type {import('./solving.js').Solving | null} */ solving = null;
  /** @type {import('./winning.js').Winning | null} */ winning = null;
  /** Unfinished games of other sizes. @type {Record<string, any>} */ others = read('others', {});
  level = read('level', 'easy');
  goalName = 'blank-last';
  /** Bumped when another board is shown than one slide would lead to. */ jumps = 0;
  /** @type {import('./inspection.js').Inspection | null} */ inspection = null;

  /** @param {() => void} draw called after each change */
  constructor(draw) {
    this.draw = draw;
    this.session = new Session(new Game(goalBoard('blank-last', { rows: 4, cols: 4 })));
  }

  get game() {
    return this.session.game;
  }

  /** The board to show. @returns {Board} */
  get shown() {
    if (this.playback) return this.playback.boards[this.playback.player.at];
    if (this.review && this.game.isOver) return this.review.review.boards[this.review.at];
    return this.game.board;
  }

  /** The state by its name: solved, ready, playing, paused, won, won-assisted, editing, searching, playback. */
  get state() {
    return this.mode === 'play' ? this.game.phase : this.mode;
  }

  /* ---- saying ---- */

  /** @param {string} text @param {Offer[]} [offers] @param {{win?: boolean, silent?: boolean}} [how] */
  say(text, offers = [], { win = false, silent = false } = {}) {
    this.message = { text, win };
    this.offers = offers;
    if (!silent) speakNow(text);
    this.draw();
  }

  /** What is said on a board where nothing has happened yet. */
  greeting() {
    switch (this.game.phase) {
      case 'solved': return t('start');
      case 'ready': return t(this.game.origin.fewest ? 'fewest_ready' : 'ready');
      case 'playing': return t('goes_on');
      default: return this.#wonText();
    }
  }

  greet() {
    const over = this.game.isOver && this.game.made > 0;
    if (over) this.#won();
    else this.say(this.greeting());
  }

  /* ---- moving ---- */

  /** @param {number} cell */
  pressCell(cell) {
    if (this.isBlocked()) return false;
    const moves = this.game.board.press(cell);
    if (!moves) {
      const text = cell === this.game.board.blank ? t('cannot_move_blank') : t('cannot_move');
      this.say(this.game.isOver ? this.greeting() : text, this.game.isOver ? this.offers : []);
      return false;
    }
    return this.make(moves);
  }

  /** The tile's way, or the blank's where that is set. @param {Move} move @param {'key' | 'swipe'} by */
  pressWay(move, by) {
    if (this.isBlocked()) return false;
    const tileWay = by === 'key' && settings().arrows === 'blank' ? INVERSE[move] : move;
    if (this.game.board.source(tileWay) < 0) {
      if (!this.game.isOver) this.say(t('cannot_move'));
      return false;
    }
    return this.make([tileWay]);
  }

  /** Whether a board is shown that is not in play; a paused game goes on. */
  isBlocked() {
    if (this.mode === 'paused') this.resume();
    return this.mode === 'playback' || this.mode === 'editing' || (this.review !== null && this.game.isOver);
  }

  /** @param {readonly Move[]} moves @param {{helped?: boolean}} [how] */
  make(moves, { helped = false } = {}) {
    this.hints?.endRing();
    const now = performance.now();
    const before = this.known(this.game.board)?.distance ?? null;
    if (settings().bar || (this.game.made === 0 && read('watched', ['']).includes(this.game.name))) this.game.assist();
    this.inspection?.begin();
    if (!this.game.make(moves, now)) {
      this.greet();
      return false;
    }
    this.hints?.forgetPeek();
    this.loss = 0;
    if (settings().sound || settings().haptics) void this.#once(part('feel'), ({ feelSlide }) => feelSlide(this.game.isOver));
    if (this.game.isOver) this.#won();
    else {
      if (!helped) {
        this.message = { text: '', win: false };
        this.offers = [];
        speakMove(this.game.board, moves, () => this.#toGo());
      }
      if (settings().bar) void this.measure(before === null ? null : before - moves.length);
    }
    this.draw();
    return true;
  }

  /** The moves to go, if the bar shows them. */
  #toGo() {
    return settings().bar ? this.known(this.game.board)?.distance ?? null : null;
  }

  undo() {
    if (this.playback) return this.leavePlayback();
    this.#quiet();
    const done = this.session.undo(performance.now());
    if (done.did === 'moves') {
      this.message = { text: '', win: false };
      this.offers = [];
      speakMove(this.game.board, done.moves.map((move) => INVERSE[move]), () => this.#toGo());
      if (settings().bar) void this.measure();
      this.draw();
    } else if (done.did === 'game') this.#otherGame('game_before');
    else this.say(t(done.did === 'held' ? 'undo_held' : 'undo_nothing'));
  }

  redo() {
    if (this.playback) return;
    this.#quiet();
    const done = this.session.redo(performance.now());
    if (done.did === 'moves') {
      if (this.game.isOver) this.#won();
      else {
        this.message = { text: '', win: false };
        this.offers = [];
        speakMove(this.game.board, done.moves, () => this.#toGo());
        if (settings().bar) void this.measure();
      }
      this.draw();
    } else if (done.did === 'game') this.#otherGame('game_after');
    else this.say(t('redo_nothing'));
  }

  /** @param {string} id */
  #otherGame(id) {
    this.jumps++;
    this.praise = null;
    this.goalName = this.game.goalName;
    void this.haunt();
    this.say(`${t(id)} ${this.greeting()}`);
  }

  /** Ends what hangs on the board as it was. */
  #quiet() {
    this.hints?.endRing();
    this.hints?.forgetPeek();
    this.review = null;
    this.loss = 0;
    if (this.mode === 'searching') this.cancelSearch();
    if (this.mode === 'paused') this.resume();
    this.playback = null;
    this.mode = this.mode === 'editing' ? 'editing' : 'play';
  }

  /* ---- games ---- */

  /** Begins another game; undo brings the last one back. @param {Game} game @param {string} [text] @param {Offer[]} [offers] */
  begin(game, text, offers = []) {
    this.#deals += 1;
    this.inspection?.restart();
    const left = this.game;
    if (settings().fewest && game.made === 0 && !game.origin.fewest) game = new Game(game.start, game.goalName, { ...game.origin, fewest: true });
    const hadMoves = left.made > 0 && !left.isOver;
    this.#quiet();
    this.mode = 'play';
    if (hadMoves) this.others[left.board.size] = left.save(performance.now());
    delete this.others[game.board.size];
    write('others', this.others);
    this.session.begin(game, performance.now());
    this.goalName = game.goalName;
    this.praise = null;
    this.jumps++;
    void this.haunt();
    if (settings().bar && game.phase !== 'solved') {
      game.assist();
      void this.measure();
    }
    const told = read('told_undo', 0);
    if (!text && hadMoves && told < TELLINGS) {
      write('told_undo', told + 1);
      this.say(t('undo_new'), offers);
    } else this.say(text ?? this.greeting(), offers);
  }

  /** @param {Size} [size] @param {string} [level] */
  async shuffle(size = this.game.board, level = this.level) {
    const { rows, cols } = size;
    const goal = this.#goalFor({ rows, cols });
    // Of two deals under way only the one asked for last is begun.
    const mine = ++this.#deals;
    const begin = (/** @type {Game} */ game, /** @type {string | undefined} */ text = undefined) => {
      if (mine === this.#deals) this.begin(game, text);
    };
    await this.#once(part('deal'), async ({ dealGame }) => {
      try {
        begin(await dealGame({ rows, cols }, level, goal));
      } catch (error) {
        if (!(error instanceof Offline) && !(error instanceof Problem)) throw error;
        begin(await dealGame({ rows, cols }, 'random', goal), error instanceof Offline ? t('offline') : this.#problem(error));
      }
    });
  }

  /** A goal that is a position fits its own size only. @param {Size} size */
  #goalFor(size) {
    try {
      const goal = goalBoard(this.goalName, size);
      return goal.rows === size.rows && goal.cols === size.cols ? this.goalName : 'blank-last';
    } catch {
      return 'blank-last';
    }
  }

  /** @param {string} level */
  setLevel(level) {
    this.level = level;
    write('level', level);
  }

  restart() {
    if (this.game.phase === 'solved') return this.greet();
    this.begin(this.game.restarted(), t('restarted'));
  }

  /** Goes to another size: its unfinished game if there is one, the solved board before the first shuffle, else a new game. @param {Size} size */
  async resize(size) {
    const saved = this.others[`${size.rows}x${size.cols}`];
    const game = saved ? Game.restore(saved) : null;
    if (game) return this.begin(game, t('size_goes_on', { size: sizeText(size) }));
    if (this.game.phase === 'solved') {
      return this.begin(new Game(goalBoard(this.#goalFor(size), size), this.#goalFor(size)), t('start'));
    }
    return this.shuffle(size);
  }

  /** The next size of the three: 3x3, 4x4, 5x5. */
  nextSize() {
    const { rows, cols } = this.game.board;
    const next = rows === cols && rows >= 3 && rows < 5 ? rows + 1 : 3;
    return this.resize({ rows: next, cols: next });
  }

  /** @param {1 | -1} by */
  changeSize(by) {
    const { rows, cols } = this.game.board;
    const size = { rows: rows + by, cols: cols + by };
    if (Math.min(size.rows, size.cols) < LEAST || Math.max(size.rows, size.cols) > MOST) {
      return this.say(t('size_end', { size: sizeText({ rows, cols }) }));
    }
    return this.resize(size);
  }

  /* ---- pause ---- */

  pause() {
    if (this.mode !== 'play' || this.game.phase !== 'playing' || this.game.origin.fewest) return this.say(t('not_running'));
    this.hints?.endRing();
    this.game.pause(performance.now());
    this.mode = 'paused';
    this.say(t('paused_message'));
  }

  resume() {
    if (this.mode !== 'paused') return;
    this.mode = 'play';
    this.game.resume(performance.now());
    this.say(t('resumed'));
  }

  togglePause() {
    if (this.mode === 'paused') this.resume();
    else this.pause();
  }

  /* ---- parts that come when they are used ---- */

  async #hints() {
    const { Hints } = await part('hints');
    this.hints ??= new Hints(this);
    return this.hints;
  }

  async #solving() {
    const [{ advice }, { Solving }] = await Promise.all([this.#hints(), part('solving')]);
    this.solving ??= new Solving(this, advice);
    return this.solving;
  }

  async #winning() {
    const [{ advice }, { Winning }] = await Promise.all([this.#hints(), part('winning')]);
    this.winning ??= new Winning(this, advice);
    return this.winning;
  }

  /** Does something with a part, once it is there. @template T @param {Promise<T>} wanted @param {(part: T) => unknown} deed */
  async #once(wanted, deed) {
    try {
      await deed(await wanted);
    } catch (error) {
      this.fault(error);
    }
  }

  /** Plays one move towards the solution. */
  hint() {
    return this.#once(this.#hints(), (hints) => hints.hint());
  }

  /** Shows more of the next moves with each press. */
  showPeek() {
    return this.#once(this.#hints(), (hints) => hints.showPeek());
  }

  clearPeek() {
    this.hints?.forgetPeek();
    this.draw();
  }

  /** Shows or hides the distance bar. */
  toggleBar() {
    return this.#once(this.#hints(), (hints) => hints.toggleBar());
  }

  /** Says how far it is. */
  queryDistance() {
    return this.#once(this.#hints(), (hints) => hints.queryDistance());
  }

  /** Lets the bar tell of the board now. @param {number | null} [hoped] the distance if nothing was lost */
  measure(hoped = null) {
    return this.#once(this.#hints(), (hints) => hints.measure(hoped));
  }

  /** What is known of a board without asking. @param {Board} board */
  known(board) {
    return this.hints?.advice.known(board, this.game.goalName) ?? null;
  }

  /** @param {number} [seconds] */
  solve(seconds) {
    return this.#once(this.#solving(), (solving) => solving.solve(seconds));
  }

  /** "Show a good solution now". */
  showNow() {
    this.solving?.showNow();
  }

  cancelSearch() {
    this.solving?.cancelSearch();
  }

  /** @param {Move[]} line @param {boolean} proven @param {number} [at] */
  watch(line, proven, at = 0) {
    return this.#once(this.#solving(), (solving) => solving.watch(line, proven, at));
  }

  /** Shows a replay from its link. @param {import('./replay.js').Replay} replay @param {string} link */
  watchReplay(replay, link) {
    return this.#once(this.#solving(), (solving) => solving.watchReplay(replay, link));
  }

  /** Lets a ghost play along: the one given, or what the settings say. @param {import('./replay.js').Replay | null} [replay] */
  async haunt(replay = null) {
    const mine = ++this.#ghosts;
    this.ghost?.remove();
    this.ghost = null;
    if (!replay && settings().ghost === 'off') return;
    const { game } = this;
    await this.#once(part('ghost'), async ({ summon }) => {
      const ghost = await summon(game, replay);
      if (mine !== this.#ghosts) return ghost?.remove();
      this.ghost = ghost;
      this.draw();
    });
  }

  /** Whether a ghost was asked for, though it may not be there yet. */
  get isHaunted() {
    return this.#ghosts > 0;
  }

  /** Plays this board again, against one's best on it. */
  raceSelf() {
    const { game } = this;
    return this.#once(this.#winning(), (winning) => {
      // The game just won may be the best one.
      winning.note(game);
      if (settings().ghost !== 'best') change({ ghost: 'best' });
      if (this.game === game) this.restart();
    });
  }

  /** @param {'toggle' | 'start' | 'back' | 'on' | 'end' | number} what */
  drive(what) {
    this.solving?.drive(what);
  }

  /** @param {number} speed */
  setSpeed(speed) {
    this.solving?.setSpeed(speed);
  }

  leavePlayback() {
    this.solving?.leavePlayback();
  }

  playOn() {
    this.solving?.playOn();
  }

  openReview() {
    return this.#once(this.#winning(), (winning) => winning.openReview());
  }

  /** @param {number} at */
  lookAt(at) {
    this.winning?.lookAt(at);
  }

  closeReview() {
    this.winning?.closeReview();
  }

  /** @param {number} move */
  retry(move) {
    this.winning?.retry(move);
  }

  /* ---- winning ---- */

  /** The win is said at once; what is known of it joins when it is there. */
  #won() {
    const { game } = this;
    if (game.origin.shared) return void this.#once(part('follow'), ({ sayShared }) => sayShared(this));
    if (this.winning) return this.winning.won(game);
    this.sayWon();
    void this.#once(this.#winning(), (winning) => winning.won(game));
  }

  #wonText() {
    const { game } = this;
    const params = { moves: game.made, count: game.made, time: timeText(game.elapsed(performance.now())) };
    const { optimal: best, fewest, shared } = game.origin;
    if (shared) return t('shared_solved', { count: game.made });
    const id = fewest ? 'won_fewest' : 'won';
    if (game.phase === 'won-assisted') return t(`${id}_assisted`, params);
    if (best === game.made) return t(`${id}_perfect`, params);
    const text = t(id, params);
    return best === undefined ? text : `${text} ${t('best_possible', { n: best })}`;
  }

  sayWon() {
    const praised = this.praise ? ` ${t(this.praise)}` : '';
    /** @type {Offer[]} */
    const offers = [
      ...(this.game.origin.fewest ? [{ id: 'fewest_again', run: () => this.restart() }] : []),
      { id: 'review', run: () => void this.openReview() },
      // The card after a win has it.
      ...(settings().celebrate ? [] : [{ id: 'again', run: () => void this.shuffle() }]),
      ...(this.game.assisted || this.game.origin.fewest ? [] : [{ id: 'race_self', run: () => void this.raceSelf() }]),
    ];
    const compared = this.ghost?.game === this.game ? this.ghost.verdict(this.game.elapsed(performance.now())) : '';
    this.say(`${this.#wonText()}${settings().celebrate ? praised : ''} ${compared}`.trim(), offers, { win: true });
  }

  /* ---- what can go wrong ---- */

  /** @param {unknown} error */
  fault(error) {
    if (isAbort(error)) return;
    if (error instanceof Offline) this.say(t(error.name === 'NoEngine' ? 'no_engine' : 'offline'));
    else if (error instanceof Problem) this.say(this.#problem(error));
    else throw error;
  }

  /** @param {Problem} problem */
  #problem(problem) {
    return problem.isBusy ? t('server_busy', { s: problem.retryAfter }) : t('problem', { detail: problem.message });
  }
}

/** `4 × 4`, rows first. @param {Size} size */
export const sizeText = ({ rows, cols }) => `${rows}×${cols}`;
