/**
 * Solving: the search under way, and its solution played back.
 *
 * @module play/solving
 */

import { isAbort, post, Problem } from '../api.js';
import { INVERSE, parseMoves } from '../board-state.js';
import { grouped, t, timeText } from '../i18n.js';
import { startJob } from '../jobs.js';
import { read, write } from '../store.js';
import { EXACT_CELLS } from './app.js';
import { boardsOf } from './game.js';
import { Player } from './player.js';
import { speakMove, speakNow } from './speech.js';
import { noteWatched } from './watched.js';

/** @typedef {import('../board-state.js').Board} Board */
/** @typedef {import('../board-state.js').Move} Move */
/** @typedef {import('./app.js').App} App */
/** @typedef {import('./app.js').Offer} Offer */
/** @typedef {import('./advice.js').Advice} Advice */

/** Seconds of the first search, where a proof can be had and where not; each "search on" doubles them. */
const SECONDS = { exact: 20, good: 5 };
/** Milliseconds that counting the shortest solutions may take. */
const COUNTING = 8000;

export class Solving {
  /** @type {{cancel: () => void, abort: AbortController} | null} */ #job = null;

  /** @param {App} app @param {Advice} advice */
  constructor(app, advice) {
    this.app = app;
    this.advice = advice;
  }

  /** @param {number} [seconds] */
  async solve(seconds = this.app.game.board.cells.length > EXACT_CELLS ? SECONDS.good : SECONDS.exact) {
    if (this.app.mode === 'searching' || this.app.playback) return;
    if (this.app.mode === 'paused') this.app.resume();
    if (this.app.game.isOver) return this.app.greet();
    this.app.hints?.endRing();
    this.app.hints?.forgetPeek();
    this.app.mode = 'searching';
    const { board, made, goalName } = this.app.game;
    this.app.search = { nodes: 0, bound: null, lower: null, best: null, seconds, board, made };
    this.app.say(t('searching', { nodes: grouped(0) }));
    const abort = new AbortController();
    this.#job = { cancel: () => {}, abort };
    try {
      const answer = await this.#search(board, goalName, seconds, abort.signal);
      this.#arrived(board, answer, seconds);
    } catch (error) {
      if (!isAbort(error)) {
        this.#endSearch();
        this.app.fault(error);
      }
    }
  }

  /** @typedef {{line: Move[] | null, proven: boolean, ended: 'done' | 'limit' | 'memory' | 'stopped'}} Solved */

  /** @param {Board} board @param {string} goal @param {number} seconds @param {AbortSignal} signal @returns {Promise<Solved>} */
  async #search(board, goal, seconds, signal) {
    const { algorithm, heuristic } = read('solver', { algorithm: 'auto', heuristic: '' });
    const request = {
      kind: 'solve', board: String(board), goal, algorithm, limits: { time_ms: seconds * 1000 },
      ...(heuristic ? { heuristic } : {}),
    };
    const job = startJob(request, {
      signal,
      onBusy: (wait) => this.app.say(t('server_busy', { s: wait })),
      onProgress: ({ progress }) => this.#progress(progress?.expanded ?? 0, progress?.bound ?? null, progress?.lower_bound ?? null, progress?.best?.length ?? null, progress?.table),
    });
    if (this.#job) this.#job.cancel = job.cancel;
    const { state, result, ...rest } = await job.done;
    if (state === 'failed') throw new Problem(500, /** @type {any} */ (rest).problem ?? result ?? {}, 1);
    const line = result?.moves === undefined ? null : parseMoves(result.moves);
    return { line, proven: !!result?.proven, ended: endOf(state, result) };
  }

  /**
   * @param {number} nodes @param {number | null} bound @param {number | null} lower @param {number | null} best
   * @param {{tiles: string, reached: number, entries: number}} [table] what is built before the search can go on
   */
  #progress(nodes, bound, lower, best, table) {
    if (!this.app.search) return;
    Object.assign(this.app.search, { nodes, bound, lower, best });
    const words = table
      ? t('building_table', { tiles: table.tiles, percent: Math.floor((100 * table.reached) / table.entries) })
      : t('searching', { nodes: grouped(nodes), count: nodes });
    this.app.say(words, [], { silent: true });
  }

  /** "Show a good solution now": the best so far, not proven. */
  showNow() {
    this.#job?.cancel();
  }

  cancelSearch() {
    if (this.app.mode !== 'searching') return;
    this.#job?.abort.abort();
    this.#endSearch();
    this.app.say(t('search_cancelled'));
  }

  #endSearch() {
    this.#job = null;
    this.app.search = null;
    if (this.app.mode === 'searching') this.app.mode = 'play';
  }

  /** @param {Board} asked @param {Solved} answer @param {number} seconds */
  #arrived(asked, { line, proven, ended }, seconds) {
    const made = this.app.search?.made ?? 0;
    this.#endSearch();
    const { goalName } = this.app.game;
    if (line) this.advice.learn(asked, goalName, line, proven ? line.length : null);
    const here = line && this.#fromHere(asked, line, made);
    const searchOn = { id: 'search_on', run: () => this.#searchOn(seconds * 2) };
    const isLarge = this.app.game.board.cells.length > EXACT_CELLS;
    if (here && (ended === 'done' || ended === 'stopped' || isLarge)) {
      return this.watch(here, proven && here === line, 0, ended !== 'done' && !proven ? [searchOn] : []);
    }
    if (here) this.app.say(t('limit', { s: seconds, n: here.length, count: here.length }), [{ id: 'watch', run: () => this.watch(here, false) }, searchOn]);
    else if (ended === 'memory') this.app.say(t('limit_memory'));
    else this.app.say(t(ended === 'stopped' ? 'search_none' : 'limit_none', { s: seconds }), [searchOn]);
  }

  /** @param {number} seconds */
  #searchOn(seconds) {
    if (this.app.playback) this.leavePlayback();
    void this.solve(seconds);
  }

  /** A line found for a board the player has left meanwhile, from where the player is now. @param {Board} asked @param {Move[]} line @param {number} made */
  #fromHere(asked, line, made) {
    if (this.app.game.board.equals(asked)) return line;
    const since = this.app.game.line().slice(Math.min(made, this.app.game.made));
    const back = since.reverse().map((move) => INVERSE[move]);
    if (!this.app.game.board.play(back)?.equals(asked)) return null;
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
    const player = new Player(line.length);
    if (!this.#open(line, player, proven)) return;
    player.seek(at);
    player.setSpeed(read('speed', 1), 0);
    if (proven) void this.#count();
    const label = t(proven ? 'label_proven' : 'label_at_most', { n: line.length });
    this.app.say(t(proven ? 'solution' : 'solution_found', { moves: t('moves_n', { count: line.length }), label }), offers);
    if (at === 0) player.toggle(performance.now());
    this.app.draw();
  }

  /** Shows what somebody played, at its own pace. @param {import('./replay.js').Replay} replay @param {string} link its address */
  watchReplay(replay, link) {
    const { app } = this;
    const player = new Player(replay.moves.length, replay.times);
    if (!this.#open(replay.moves, player, false, link)) return;
    app.say(t('replay', { moves: t('moves_n', { count: replay.moves.length }), time: timeText(replay.times.at(-1) ?? 0) }), [{
      id: 'replay_race',
      run: () => {
        this.leavePlayback();
        void app.haunt(replay);
      },
    }]);
    player.toggle(performance.now());
    app.draw();
  }

  /** Begins playback from the board in play; whether the line can be played there. @param {Move[]} line @param {Player} player @param {boolean} proven @param {string} [link] a replay's */
  #open(line, player, proven, link) {
    const { app } = this;
    const boards = boardsOf(app.game.board, line);
    if (!boards) return false;
    noteWatched(app.game);
    app.game.pause(performance.now());
    app.mode = 'playback';
    app.playback = { player, line, boards, proven, link };
    return true;
  }

  /** Finds out how many shortest solutions there are, for the panel. */
  async #count() {
    const { playback, game } = this.app;
    if (!playback || game.board.cells.length > EXACT_CELLS) return;
    const board = String(playback.boards[0]);
    try {
      const { optimal_count: count } = await post('/solve', { board, goal: game.goalName, count: true, limits: { time_ms: COUNTING } });
      if (count === undefined) return;
      playback.count = count;
      this.app.draw();
    } catch {
      // The solution is shown either way.
    }
  }

  /** @param {'toggle' | 'start' | 'back' | 'on' | 'end' | number} what */
  drive(what) {
    const player = this.app.playback?.player;
    if (!player) return;
    if (what === 'toggle') player.toggle(performance.now());
    else {
      const to = { start: 0, back: player.at - 1, on: player.at + 1, end: player.length };
      const before = player.at;
      player.seek(typeof what === 'number' ? what : to[what]);
      this.#speakStep(before);
    }
    this.app.draw();
  }

  /** @param {number} before */
  #speakStep(before) {
    const playback = this.app.playback;
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
    this.app.playback?.player.setSpeed(speed, performance.now());
    this.app.draw();
  }

  /** Gives the board back as it was before Solve. */
  leavePlayback() {
    if (!this.app.playback) return;
    this.app.playback = null;
    this.app.mode = 'play';
    this.app.jumps++;
    this.app.say(`${t('board_again')} ${this.app.greeting()}`);
  }

  /** Goes on from the board that is shown; one undo takes it all back. */
  playOn() {
    const playback = this.app.playback;
    if (!playback) return;
    const moves = playback.line.slice(0, playback.player.at);
    this.app.playback = null;
    this.app.mode = 'play';
    if (moves.length === 0) return this.app.say(`${t('board_again')} ${this.app.greeting()}`);
    this.app.make(moves, { helped: true });
    if (!this.app.game.isOver) this.app.say(t('played_on', { moves: t('moves_n', { count: moves.length }) }));
  }
}

/** How a job's search ended. @param {string} state @param {any} result @returns {'done' | 'limit' | 'memory' | 'stopped'} */
function endOf(state, result) {
  if (state === 'cancelled') return 'stopped';
  if (result?.status !== 'limit') return 'done';
  return result.limit === 'memory' ? 'memory' : 'limit';
}
