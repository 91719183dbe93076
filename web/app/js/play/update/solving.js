/**
 * Solving: the search under way, and its solution played back.
 */

import { INVERSE, simplified } from '../../board-state.js';
import { grouped, t, timeText } from '../../i18n.js';
import { read } from '../../store.js';
import { Player } from '../player.js';
import { EXACT_CELLS } from '../state.js';
import { endRing, forgetPeek } from './helping.js';
import { make, resume } from './moving.js';
import { fault, greeting, say } from './saying.js';
import { greet } from './winning.js';

/** Seconds of the first search, where a proof can be had and where not; each "search on" doubles them. */
const SECONDS = { exact: 20, good: 5 };
/** Boards whose solution was seen; the oldest are forgotten first. */
const WATCHED = 300;

/** @param {Turn} turn @param {Messages['solve']} message */
export function solve(turn, { seconds = turn.state.game.board.cells.length > EXACT_CELLS ? SECONDS.good : SECONDS.exact }) {
  const { state, run } = turn;
  if (state.mode === 'searching' || state.playback) return;
  if (state.mode === 'paused') resume(turn);
  if (state.game.isOver) return greet(turn);
  endRing(turn);
  forgetPeek(state);
  state.mode = 'searching';
  const { board, made, goalName } = state.game;
  state.search = { nodes: 0, bound: null, lower: null, best: null, seconds, board, made };
  say(turn, t('searching', { nodes: grouped(0) }));
  run({ do: 'search', board, goal: goalName, seconds });
}

/** @param {Turn} turn @param {Progress} progress */
export function progress(turn, { nodes, bound, lower, best, table }) {
  const { search } = turn.state;
  if (!search) return;
  turn.state.search = { ...search, nodes, bound, lower, best };
  const words = table
    ? t('building_table', { tiles: table.tiles, percent: Math.floor((100 * table.reached) / table.entries) })
    : t('searching', { nodes: grouped(nodes), count: nodes });
  say(turn, words, [], { silent: true });
}

/** @param {Turn} turn */
export function cancelSearch(turn) {
  if (turn.state.mode !== 'searching') return;
  turn.run({ do: 'cancel-search' });
  endSearch(turn.state);
  say(turn, t('search_cancelled'));
}

/** @param {State} state */
function endSearch(state) {
  state.search = null;
  if (state.mode === 'searching') state.mode = 'play';
}

/** @param {Turn} turn @param {Solved | {error: unknown}} answer */
export function searched(turn, answer) {
  const { state } = turn;
  const { search } = state;
  if (!search) return;
  endSearch(state);
  if ('error' in answer) return fault(turn, answer.error);
  const { line, proven, ended } = answer;
  const { board: asked, seconds } = search;
  const { game } = state;
  if (line) state.facts.learn(asked, game.goalName, line, proven ? line.length : null);
  const here = line && fromHere(game, asked, line, search.made);
  const searchOn = { id: 'search_on', message: /** @type {const} */ ({ type: 'search-on', seconds: seconds * 2 }) };
  const isLarge = game.board.cells.length > EXACT_CELLS;
  if (here && (ended === 'done' || ended === 'stopped' || isLarge)) {
    return watch(turn, { line: here, proven: proven && here === line, offers: ended !== 'done' && !proven ? [searchOn] : [] });
  }
  if (here) say(turn, t('limit', { s: seconds, n: here.length, count: here.length }), [{ id: 'watch', message: { type: 'watch', line: here, proven: false } }, searchOn]);
  else if (ended === 'memory') say(turn, t('limit_memory'));
  else say(turn, t(ended === 'stopped' ? 'search_none' : 'limit_none', { s: seconds }), [searchOn]);
}

/** A line found for a board the player has left meanwhile, from where the player is now. @param {Game} game @param {Board} asked @param {Move[]} line @param {number} made */
function fromHere(game, asked, line, made) {
  if (game.board.equals(asked)) return line;
  const since = game.line().slice(Math.min(made, game.made));
  const back = since.reverse().map((move) => INVERSE[move]);
  return game.board.play(back)?.equals(asked) ? simplified([...back, ...line]) : null;
}

/* ---- playback ---- */

/** @param {Turn} turn @param {Messages['watch']} message */
export function watch(turn, { line, proven, at = 0, offers = [] }) {
  const { state, now, run } = turn;
  const player = new Player(line.length);
  if (!openPlayback(turn, line, player, proven)) return;
  player.seek(at);
  player.setSpeed(read('speed', 1), now);
  if (proven && state.game.board.cells.length <= EXACT_CELLS) run({ do: 'count', board: state.game.board, goal: state.game.goalName });
  const label = t(proven ? 'label_proven' : 'label_at_most', { n: line.length });
  say(turn, t(proven ? 'solution' : 'solution_found', { moves: t('moves_n', { count: line.length }), label }), offers);
  if (at === 0) player.toggle(now);
}

/** Shows what somebody played, at its own pace. @param {Turn} turn @param {Messages['watch-replay']} message */
export function watchReplay(turn, { replay, link }) {
  const player = new Player(replay.moves.length, replay.times);
  if (!openPlayback(turn, replay.moves, player, false, link)) return;
  say(turn, t('replay', { moves: t('moves_n', { count: replay.moves.length }), time: timeText(replay.times.at(-1) ?? 0) }), [{ id: 'replay_race', message: { type: 'race', replay } }]);
  player.toggle(turn.now);
}

/** Begins playback from the board in play; whether the line can be played there. @param {Turn} turn @param {Move[]} line @param {Player} player @param {boolean} proven @param {string} [link] a replay's */
function openPlayback(turn, line, player, proven, link) {
  const { state, now } = turn;
  const boards = state.game.board.along(line);
  if (!boards) return false;
  noteWatched(turn);
  state.game.pause(now);
  state.mode = 'playback';
  state.playback = { player, line, boards, proven, link };
  return true;
}

/** The player sees a solution of this board: a win on it is a win with help, also later. @param {Turn} turn */
export function noteWatched({ state: { game }, run }) {
  if (game.isOver) return;
  game.assist();
  const names = read('watched', /** @type {string[]} */ ([])).filter((name) => name !== game.name);
  run({ do: 'keep', key: 'watched', value: [...names, game.name].slice(-WATCHED) });
}

/** How many shortest solutions there are. @param {Turn} turn @param {Messages['counted']} message */
export function counted({ state }, { board, count }) {
  if (state.playback?.boards[0].equals(board)) state.playback = { ...state.playback, count };
}

/** @param {Turn} turn @param {Messages['drive']} message */
export function drive({ state: { playback }, now, run }, { what }) {
  if (!playback) return;
  const { player, line, boards } = playback;
  if (what === 'toggle') return player.toggle(now);
  const before = player.at;
  player.seek(typeof what === 'number' ? what : { start: 0, back: before - 1, on: before + 1, end: player.length }[what]);
  const { at, length } = player;
  if (at === before) return;
  const move = at === before + 1 ? line[before] : at === before - 1 ? INVERSE[line[at]] : null;
  if (move) run({ do: 'speak-move', board: boards[at], moves: [move], left: length - at });
  else run({ do: 'speak', text: t('step_of', { n: at, all: length }) });
}

/** @param {Turn} turn @param {Messages['speed']} message */
export function setSpeed({ state, now, run }, { speed }) {
  run({ do: 'keep', key: 'speed', value: speed });
  state.playback?.player.setSpeed(speed, now);
}

/** @param {Turn} turn */
function closePlayback({ state }) {
  state.playback?.player.end();
  state.playback = null;
  state.mode = 'play';
}

/** Gives the board back as it was before Solve. @param {Turn} turn */
export function leavePlayback(turn) {
  if (!turn.state.playback) return;
  closePlayback(turn);
  turn.state.jumps += 1;
  say(turn, `${t('board_again')} ${greeting(turn)}`);
}

/** Goes on from the board that is shown; one undo takes it all back. @param {Turn} turn */
export function playOn(turn) {
  const { state } = turn;
  if (!state.playback) return;
  const moves = state.playback.line.slice(0, state.playback.player.at);
  closePlayback(turn);
  if (moves.length === 0) return say(turn, `${t('board_again')} ${greeting(turn)}`);
  make(turn, moves, { helped: true });
  if (!state.game.isOver) say(turn, t('played_on', { moves: t('moves_n', { count: moves.length }) }));
}

/** @param {Turn} turn @param {Messages['search-on']} message */
export function searchOn(turn, message) {
  leavePlayback(turn);
  solve(turn, message);
}
