/**
 * The game as the player meets it: what each deed does, and what is said. Drawing is in `view.js`.
 *
 * @module play/app
 */

import { isAbort, Offline, post, Problem, startJob } from '../api.js';
import { formatMoves, goalBoard, INVERSE, parseMoves } from '../board-state.js';
import { clockText, grouped, t } from '../i18n.js';
import { canSolve, solveHere, solveQuickly } from '../offline/local.js';
import { change, read, settings, write } from '../store.js';
import { Advice, LONGEST } from './advice.js';
import { dealGame } from './deal.js';
import { Game, Session } from './game.js';
import { Player } from './player.js';
import { merge, praise } from './results.js';
import { Review } from './review.js';
import { speakMove, speakNow } from './speech.js';

/** @typedef {import('../board-state.js').Board} Board */
/** @typedef {import('../board-state.js').Move} Move */
/** @typedef {import('../board-state.js').Size} Size */
/** @typedef {import('./advice.js').Fact} Fact */
/** @typedef {'play' | 'paused' | 'searching' | 'playback' | 'editing'} Mode */
/** @typedef {{id: string, params?: Record<string, string | number>, run: () => void}} Offer a button under the message */

/** How long the ring shows before a hint is played. */
const RING = 220;
/** Seconds of the first search, where a proof can be had and where not; each "search on" doubles them. */
const SECONDS = { exact: 20, good: 5 };
/** How often the player is told that a new game can be taken back. */
const TELLINGS = 3;
/** The largest board whose moves to go are asked for unasked. */
const EXACT_CELLS = 16;

export class App {
  /** @type {Session} */ session;
  /** @type {Mode} */ mode = 'play';
  message = { text: '', win: false };
  /** @type {Offer[]} */ offers = [];
  /** @type {{grade: number, fact: Fact} | null} */ peek = null;
  /** How often peek was pressed on this board. */ #grade = 0;
  /** The hint whose ring shows. @type {{move: Move, timer: ReturnType<typeof setTimeout>} | null} */ #ringing = null;
  /** @type {{nodes: number, bound: number | null, lower: number | null, best: number | null, seconds: number, board: Board, made: number} | null} */ search = null;
  /** @type {{player: Player, line: Move[], boards: Board[], proven: boolean} | null} */ playback = null;
  /** @type {{review: Review, at: number, busy: boolean} | null} */ review = null;
  /** The distance before the last move and what it lost. */ loss = 0;
  /** @type {AbortController | null} */ #asking = null;
  /** @type {{cancel: () => void, abort: AbortController} | null} */ #job = null;
  /** Unfinished games of other sizes. @type {Record<string, any>} */ others = read('others', {});
  level = read('level', 'random');
  goalName = 'blank-last';
  /** Bumped when another board is shown than one slide would lead to. */ jumps = 0;

  /** @param {() => void} draw called after each change */
  constructor(draw) {
    this.draw = draw;
    this.session = new Session(new Game(goalBoard('blank-last', { rows: 4, cols: 4 })));
    this.advice = new Advice({
      onBusy: (seconds) => this.say(t('server_busy', { s: seconds })),
      onLocal: () => {},
    });
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
  #greeting() {
    switch (this.game.phase) {
      case 'solved': return t('start');
      case 'ready': return t('ready');
      case 'playing': return t('goes_on');
      default: return this.#wonText();
    }
  }

  greet() {
    const over = this.game.isOver && this.game.made > 0;
    if (over) this.#sayWon();
    else this.say(this.#greeting());
  }

  /* ---- moving ---- */

  /** @param {number} cell */
  pressCell(cell) {
    if (this.#blocked()) return false;
    const moves = this.game.board.press(cell);
    if (!moves) {
      this.say(this.game.isOver ? this.#greeting() : t('cannot_move'), this.game.isOver ? this.offers : []);
      return false;
    }
    return this.#make(moves);
  }

  /** The tile's way, or the blank's where that is set. @param {Move} move @param {'key' | 'swipe'} by */
  pressWay(move, by) {
    if (this.#blocked()) return false;
    const tileWay = by === 'key' && settings().arrows === 'blank' ? INVERSE[move] : move;
    if (this.game.board.source(tileWay) < 0) {
      if (!this.game.isOver) this.say(t('cannot_move'));
      return false;
    }
    return this.#make([tileWay]);
  }

  /** Whether a board is shown that is not in play; a paused game goes on. */
  #blocked() {
    if (this.mode === 'paused') this.resume();
    return this.mode === 'playback' || this.mode === 'editing' || (this.review !== null && this.game.isOver);
  }

  /** @param {readonly Move[]} moves @param {{helped?: boolean}} [how] */
  #make(moves, { helped = false } = {}) {
    this.#endRing();
    const now = performance.now();
    const before = this.advice.known(this.game.board, this.game.goalName)?.distance ?? null;
    if (settings().bar) this.game.assist();
    if (!this.game.make(moves, now)) {
      this.greet();
      return false;
    }
    this.#forgetPeek();
    this.loss = 0;
    if (this.game.isOver) this.#won();
    else {
      if (!helped) {
        this.message = { text: '', win: false };
        this.offers = [];
        speakMove(this.game.board, moves, () => this.#toGo());
      }
      if (settings().bar) this.#measure(before === null ? null : before - moves.length);
    }
    this.draw();
    return true;
  }

  /** The moves to go, if the bar shows them. */
  #toGo() {
    return settings().bar ? this.advice.known(this.game.board, this.game.goalName)?.distance ?? null : null;
  }

  /** Asks for the distance of the board now. @param {number | null} hoped what it would be if nothing was lost */
  #measure(hoped = null) {
    if (this.game.board.cells.length > EXACT_CELLS || this.game.isOver) return;
    this.#asking?.abort();
    this.#asking = new AbortController();
    const { board, goalName } = this.game;
    this.advice.ask(board, goalName, { signal: this.#asking.signal }).then((fact) => {
      if (!this.game.board.equals(board)) return;
      this.loss = fact.distance !== null && hoped !== null ? fact.distance - hoped : 0;
      this.draw();
    }, (error) => this.#fault(error));
  }

  /** Shows or hides the distance bar; a game in which it shows counts as assisted. */
  toggleBar() {
    const bar = !settings().bar;
    change({ bar });
    if (bar && this.game.phase !== 'solved') this.game.assist();
    this.loss = 0;
    if (bar) this.#measure();
    this.say(t(bar ? 'bar_on' : 'bar_off'));
  }

  /** Says how far it is; marks the game assisted. */
  async queryDistance() {
    if (this.game.isOver) return this.say(this.#greeting());
    this.game.assist();
    try {
      const { board, goalName } = this.game;
      const fact = await this.advice.ask(board, goalName);
      this.say(fact.distance === null
        ? t('query_at_least', { n: fact.estimate ?? 0 })
        : t('query_distance', { n: fact.distance }));
    } catch (error) {
      this.#fault(error);
    }
  }

  undo() {
    if (this.playback) return this.leavePlayback();
    this.#quiet();
    const done = this.session.undo(performance.now());
    if (done.did === 'moves') {
      this.message = { text: '', win: false };
      this.offers = [];
      speakMove(this.game.board, done.moves.map((move) => INVERSE[move]), () => this.#toGo());
      if (settings().bar) this.#measure();
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
        if (settings().bar) this.#measure();
      }
      this.draw();
    } else if (done.did === 'game') this.#otherGame('game_after');
    else this.say(t('redo_nothing'));
  }

  /** @param {string} id */
  #otherGame(id) {
    this.jumps++;
    this.goalName = this.game.goalName;
    this.say(`${t(id)} ${this.#greeting()}`);
  }

  /** Ends what hangs on the board as it was. */
  #quiet() {
    this.#endRing();
    this.#forgetPeek();
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
    const left = this.game;
    const hadMoves = left.made > 0 && !left.isOver;
    this.#quiet();
    this.mode = 'play';
    if (hadMoves) this.others[left.board.size] = left.save(performance.now());
    delete this.others[game.board.size];
    write('others', this.others);
    this.session.begin(game, performance.now());
    this.goalName = game.goalName;
    this.jumps++;
    if (settings().bar && game.phase !== 'solved') {
      game.assist();
      this.#measure();
    }
    const told = read('told_undo', 0);
    if (!text && hadMoves && told < TELLINGS) {
      write('told_undo', told + 1);
      this.say(t('undo_new'), offers);
    } else this.say(text ?? this.#greeting(), offers);
  }

  /** @param {Size} [size] @param {string} [level] */
  async shuffle(size = this.game.board, level = this.level) {
    const { rows, cols } = size;
    const goal = this.#goalFor({ rows, cols });
    try {
      this.begin(await dealGame({ rows, cols }, level, goal));
    } catch (error) {
      if (!(error instanceof Offline) && !(error instanceof Problem)) throw error;
      this.begin(await dealGame({ rows, cols }, 'random', goal), error instanceof Offline ? t('offline') : this.#problem(error));
    }
  }

  /** A goal that is a position fits its own size only. @param {Size} size */
  #goalFor(size) {
    try {
      goalBoard(this.goalName, size);
      return this.goalName;
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
    if (Math.min(size.rows, size.cols) < 2 || Math.max(size.rows, size.cols) > 10) {
      return this.say(t('size_end', { size: sizeText({ rows, cols }) }));
    }
    return this.resize(size);
  }

  /* ---- pause ---- */

  pause() {
    if (this.mode !== 'play' || this.game.phase !== 'playing') return this.say(t('not_running'));
    this.#endRing();
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

  /* ---- hints ---- */

  /** Plays one move towards the solution, ringing the tile first. */
  async hint() {
    if (this.#ringing) this.#playRinging();
    if (this.#blocked() || this.game.isOver) return this.greet();
    const { board, goalName } = this.game;
    const fact = await this.#advise();
    if (!fact || !this.game.board.equals(board) || fact.line.length === 0) return;
    this.game.assist();
    this.peek = { grade: 1, fact };
    this.say(this.#hintText(fact, 2));
    const move = fact.line[0];
    this.#ringing = { move, timer: setTimeout(() => this.#playRinging(), RING) };
    // The next one is fetched while this one is looked at.
    const next = board.slide(move);
    if (next && !next.equals(this.game.goal)) void this.advice.ask(next, goalName).catch(() => {});
    this.draw();
  }

  #playRinging() {
    const ringing = this.#ringing;
    if (!ringing) return;
    clearTimeout(ringing.timer);
    this.#ringing = null;
    this.#make([ringing.move], { helped: true });
  }

  #endRing() {
    if (this.#ringing) clearTimeout(this.#ringing.timer);
    this.#ringing = null;
  }

  /** Shows more of the next moves with each press. */
  async showPeek() {
    if (this.#blocked() || this.game.isOver) return this.greet();
    this.#endRing();
    const { board } = this.game;
    // Counted at once, so that a second press before the first answer tells more.
    const grade = this.#grade = Math.min(3, this.#grade + 1);
    const fact = await this.#advise(grade === 3 ? LONGEST : 1);
    if (!fact || !this.game.board.equals(board) || fact.line.length === 0 || grade < this.#grade) return;
    this.game.assist();
    this.peek = { grade, fact };
    this.say(this.#hintText(fact, grade));
  }

  clearPeek() {
    this.#forgetPeek();
    this.draw();
  }

  #forgetPeek() {
    this.peek = null;
    this.#grade = 0;
  }

  /** @param {number} [enough] */
  async #advise(enough = 1) {
    const { board, goalName } = this.game;
    const slow = setTimeout(() => this.say(t('thinking'), [], { silent: true }), 400);
    try {
      return await this.advice.ask(board, goalName, { enough });
    } catch (error) {
      this.#fault(error);
      return null;
    } finally {
      clearTimeout(slow);
    }
  }

  /** @param {Fact} fact @param {number} grade */
  #hintText(fact, grade) {
    const { board } = this.game;
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

  /* ---- solving ---- */

  /** @param {number} [seconds] */
  async solve(seconds = this.game.board.cells.length > EXACT_CELLS ? SECONDS.good : SECONDS.exact) {
    if (this.mode === 'searching' || this.playback) return;
    if (this.mode === 'paused') this.resume();
    if (this.game.isOver) return this.greet();
    this.#endRing();
    this.#forgetPeek();
    this.mode = 'searching';
    const { board, made, goalName } = this.game;
    this.search = { nodes: 0, bound: null, lower: null, best: null, seconds, board, made };
    this.say(t('searching', { nodes: grouped(0) }));
    const abort = new AbortController();
    this.#job = { cancel: () => {}, abort };
    try {
      const answer = await this.#solveThere(board, goalName, seconds, abort.signal);
      this.#arrived(board, answer, seconds);
    } catch (error) {
      if (!isAbort(error)) {
        this.#endSearch();
        this.#fault(error);
      }
    }
  }

  /** @typedef {{line: Move[] | null, proven: boolean, ended: 'done' | 'limit' | 'memory' | 'stopped'}} Solved */

  /** @param {Board} board @param {string} goal @param {number} seconds @param {AbortSignal} signal @returns {Promise<Solved>} */
  async #solveThere(board, goal, seconds, signal) {
    const { algorithm, heuristic } = read('solver', { algorithm: 'auto', heuristic: '' });
    const request = {
      kind: 'solve', board: String(board), goal, algorithm, limits: { time_ms: seconds * 1000 },
      ...(heuristic ? { heuristic } : {}),
    };
    try {
      const job = startJob(request, {
        signal,
        onBusy: (wait) => this.say(t('server_busy', { s: wait })),
        onProgress: ({ progress }) => this.#progress(progress?.expanded ?? 0, progress?.bound ?? null, progress?.lower_bound ?? null, progress?.best?.length ?? null),
      });
      if (this.#job) this.#job.cancel = job.cancel;
      const { state, result, ...rest } = await job.done;
      if (state === 'failed') throw new Problem(500, /** @type {any} */ (rest).problem ?? result ?? {}, 1);
      const line = result?.moves === undefined ? null : parseMoves(result.moves);
      return { line, proven: !!result?.proven, ended: endOf(state, result) };
    } catch (error) {
      if (!(error instanceof Offline) || !canSolve(board, goal)) throw error;
      return this.#solveHere(board, goal, seconds, signal);
    }
  }

  /** @param {Board} board @param {string} goal @param {number} seconds @param {AbortSignal} signal @returns {Promise<Solved>} */
  async #solveHere(board, goal, seconds, signal) {
    const hurry = new AbortController();
    if (this.#job) this.#job.cancel = () => hurry.abort();
    try {
      const answer = await solveHere(board, goal, {
        millis: seconds * 1000, signal: AbortSignal.any([signal, hurry.signal]),
        onProgress: ({ nodes, bound }) => this.#progress(nodes, bound, bound, null),
      });
      return { line: parseMoves(answer.line ?? '-'), proven: answer.proven, ended: answer.proven ? 'done' : 'limit' };
    } catch (error) {
      if (!hurry.signal.aborted) throw error;
      const answer = await solveQuickly(board, goal);
      return { line: parseMoves(answer.line ?? '-'), proven: answer.proven, ended: 'stopped' };
    }
  }

  /** @param {number} nodes @param {number | null} bound @param {number | null} lower @param {number | null} best */
  #progress(nodes, bound, lower, best) {
    if (!this.search) return;
    Object.assign(this.search, { nodes, bound, lower, best });
    this.say(t('searching', { nodes: grouped(nodes) }), [], { silent: true });
  }

  /** "Show a good solution now": the best so far, not proven. */
  showNow() {
    this.#job?.cancel();
  }

  cancelSearch() {
    if (this.mode !== 'searching') return;
    this.#job?.abort.abort();
    this.#endSearch();
    this.say(t('search_cancelled'));
  }

  #endSearch() {
    this.#job = null;
    this.search = null;
    if (this.mode === 'searching') this.mode = 'play';
  }

  /** @param {Board} asked @param {Solved} answer @param {number} seconds */
  #arrived(asked, { line, proven, ended }, seconds) {
    const made = this.search?.made ?? 0;
    this.#endSearch();
    const { goalName } = this.game;
    if (line) this.advice.learn(asked, goalName, line, proven ? line.length : null);
    const here = line && this.#fromHere(asked, line, made);
    const searchOn = { id: 'search_on', run: () => this.#searchOn(seconds * 2) };
    const isLarge = this.game.board.cells.length > EXACT_CELLS;
    if (here && (ended === 'done' || ended === 'stopped' || isLarge)) {
      return this.watch(here, proven && here === line, 0, ended === 'limit' ? [searchOn] : []);
    }
    if (here) this.say(t('limit', { s: seconds, n: here.length }), [{ id: 'watch', run: () => this.watch(here, false) }, searchOn]);
    else if (ended === 'memory') this.say(t('limit_memory'));
    else this.say(t(ended === 'stopped' ? 'search_none' : 'limit_none', { s: seconds }), [searchOn]);
  }

  /** @param {number} seconds */
  #searchOn(seconds) {
    if (this.playback) this.leavePlayback();
    void this.solve(seconds);
  }

  /** A line found for a board the player has left meanwhile, from where the player is now. @param {Board} asked @param {Move[]} line @param {number} made */
  #fromHere(asked, line, made) {
    if (this.game.board.equals(asked)) return line;
    const since = this.game.line().slice(Math.min(made, this.game.made));
    const back = since.reverse().map((move) => INVERSE[move]);
    if (!this.game.board.play(back)?.equals(asked)) return null;
    /** @type {Move[]} */
    const joined = [];
    for (const move of [...back, ...line]) {
      if (joined.at(-1) === INVERSE[move]) joined.pop();
      else joined.push(move);
    }
    return joined;
  }

  /* ---- playback ---- */

  /** @param {Move[]} line @param {boolean} proven @param {number} [at] @param {Offer[]} [offers] */
  watch(line, proven, at = 0, offers = []) {
    const boards = [this.game.board];
    for (const move of line) {
      const next = boards[boards.length - 1].slide(move);
      if (!next) return;
      boards.push(next);
    }
    this.game.pause(performance.now());
    this.mode = 'playback';
    const player = new Player(line.length);
    player.seek(at);
    player.speed = read('speed', 1);
    this.playback = { player, line, boards, proven };
    const label = t(proven ? 'label_proven' : 'label_at_most', { n: line.length });
    this.say(t(proven ? 'solution' : 'solution_found', { moves: t('moves_n', { count: line.length }), label }), offers);
    if (at === 0) player.toggle(performance.now());
    this.draw();
  }

  /** @param {'toggle' | 'start' | 'back' | 'on' | 'end' | number} what */
  drive(what) {
    const player = this.playback?.player;
    if (!player) return;
    if (what === 'toggle') player.toggle(performance.now());
    else {
      const to = { start: 0, back: player.at - 1, on: player.at + 1, end: player.length };
      const before = player.at;
      player.seek(typeof what === 'number' ? what : to[what]);
      this.#speakStep(before);
    }
    this.draw();
  }

  /** @param {number} before */
  #speakStep(before) {
    const playback = this.playback;
    if (!playback || playback.player.at === before) return;
    const { at, length } = playback.player;
    const forth = at === before + 1;
    const move = forth ? playback.line[before] : at === before - 1 ? INVERSE[playback.line[at]] : null;
    if (move) speakMove(playback.boards[at], [move], () => length - at);
    else speakNow(t('step_of', { n: at, all: length }));
  }

  /** @param {number} speed */
  setSpeed(speed) {
    write('speed', speed);
    this.playback?.player.setSpeed(speed, performance.now());
    this.draw();
  }

  /** Gives the board back as it was before Solve. */
  leavePlayback() {
    if (!this.playback) return;
    this.playback = null;
    this.mode = 'play';
    this.jumps++;
    this.say(`${t('board_again')} ${this.#greeting()}`);
  }

  /** Goes on from the board that is shown; one undo takes it all back. */
  playOn() {
    const playback = this.playback;
    if (!playback) return;
    const moves = playback.line.slice(0, playback.player.at);
    this.playback = null;
    this.mode = 'play';
    if (moves.length === 0) return this.say(`${t('board_again')} ${this.#greeting()}`);
    this.game.assist();
    this.#make(moves, { helped: true });
    if (!this.game.isOver) this.say(t('played_on', { moves: t('moves_n', { count: moves.length }) }));
  }

  /* ---- winning and review ---- */

  #won() {
    if (this.game.countWin()) this.#note();
    this.#sayWon();
    void this.#findBest();
  }

  #note() {
    const { game } = this;
    const results = read('results', /** @type {import('./results.js').Result[]} */ ([]));
    const row = {
      finished: new Date().toISOString(), size: game.board.size, level: game.origin.level ?? '', id: game.origin.id ?? '',
      start: String(game.start), goal: game.goalName, moves: game.made, millis: Math.round(game.elapsed(performance.now())),
      optimal: game.origin.optimal ?? null, assisted: game.assisted,
    };
    this.praise = praise(results, row);
    write('results', merge(results, [row]));
  }

  /** @type {string | null} */
  praise = null;

  #wonText() {
    const { game } = this;
    const params = { moves: game.made, count: game.made, time: clockText(game.elapsed(performance.now())) };
    const best = game.origin.optimal;
    if (game.phase === 'won-assisted') return t('won_assisted', params);
    if (best === game.made) return t('won_perfect', params);
    const text = t('won', params);
    return best === undefined ? text : `${text} ${t('best_possible', { n: best })}`;
  }

  #sayWon() {
    const praised = this.praise ? ` ${t(this.praise)}` : '';
    /** @type {Offer[]} */
    const offers = [{ id: 'review', run: () => void this.openReview() }, { id: 'again', run: () => void this.shuffle() }];
    this.say(this.#wonText() + (settings().celebrate ? praised : ''), offers, { win: true });
  }

  /** Finds the fewest moves possible, for the message. */
  async #findBest() {
    const { game } = this;
    if (game.origin.optimal !== undefined || game.start.cells.length > EXACT_CELLS) return;
    try {
      const fact = await this.advice.ask(game.start, game.goalName);
      if (fact.distance === null) return;
      game.origin = { ...game.origin, optimal: fact.distance };
      const results = read('results', /** @type {import('./results.js').Result[]} */ ([]));
      const row = results.at(-1);
      if (row && row.start === String(game.start)) {
        row.optimal = fact.distance;
        write('results', results);
      }
      if (this.game === game && game.isOver && this.mode === 'play' && !this.review) this.#sayWon();
    } catch {
      // The game is won either way; the message stays as it is.
    }
  }

  async openReview() {
    const { game } = this;
    if (!game.isOver || game.made === 0) return this.say(t('review_later'));
    const review = new Review(game.boards(), game.line(), game.goal);
    this.review = { review, at: game.made, busy: true };
    this.say(t('reviewing'), [{ id: 'review_close', run: () => this.closeReview() }]);
    try {
      await this.#judge(review, game);
    } catch (error) {
      this.#fault(error);
    }
    if (this.review?.review !== review) return;
    this.review.busy = false;
    const lost = review.lost();
    const text = lost.length > 0
      ? t('reviewed', { count: lost.length, n: lost.length, sum: review.total })
      : t(review.isComplete ? 'reviewed_perfect' : 'reviewed_open');
    this.say(text, [{ id: 'review_close', run: () => this.closeReview() }]);
  }

  /** @param {Review} review @param {Game} game */
  async #judge(review, game) {
    try {
      const answer = await post('/analyze', { board: String(game.start), goal: game.goalName, moves: formatMoves(game.line()) });
      if (answer.best != null) review.answer(0, answer.best, answer.best);
      for (const { i, distance, exact } of answer.per_move) if (exact) review.answer(i, distance, distance);
      review.isGivenUp = false;
      if (review.isComplete || review.boards[0].cells.length > EXACT_CELLS) return;
    } catch (error) {
      if (!(error instanceof Offline) && !(error instanceof Problem)) throw error;
      if (!canSolve(game.start, game.goalName)) throw error;
    }
    for (let index = review.question(); index !== null; index = review.question()) {
      const fact = await this.advice.ask(review.boards[index], game.goalName);
      review.answer(index, fact.distance ?? fact.estimate ?? 1, fact.distance ?? undefined);
      if (this.review?.review !== review) return;
      this.draw();
    }
  }

  /** @param {number} at */
  lookAt(at) {
    if (!this.review) return;
    this.review.at = Math.min(Math.max(0, at), this.review.review.moves.length);
    this.draw();
  }

  closeReview() {
    this.review = null;
    this.jumps++;
    this.#sayWon();
  }

  /** Plays on from before a move that lost. @param {number} move */
  retry(move) {
    const board = this.review?.review.boards[move];
    if (!board) return;
    this.begin(new Game(board, this.game.goalName, {}), t('find_better'));
  }

  /* ---- what can go wrong ---- */

  /** @param {unknown} error */
  #fault(error) {
    if (isAbort(error)) return;
    if (error instanceof Offline) this.say(t('offline'));
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

/** How a job's search ended. @param {string} state @param {any} result @returns {'done' | 'limit' | 'memory' | 'stopped'} */
function endOf(state, result) {
  if (state === 'cancelled') return 'stopped';
  if (result?.status !== 'limit') return 'done';
  return result.limit === 'memory' ? 'memory' : 'limit';
}
