/**
 * Slides, and what is taken back.
 */

import { INVERSE } from '../../board-state.js';
import { t } from '../../i18n.js';
import { read, settings } from '../../store.js';
import { haunt } from './games.js';
import { endRing, forgetPeek, measure } from './helping.js';
import { greeting, say, speakOf } from './saying.js';
import { cancelSearch, leavePlayback } from './solving.js';
import { greet, won } from './winning.js';

/** Milliseconds to look at a new board, where they are counted. */
const INSPECTION = 15_000;

/** Whether a board is shown that is not in play; a paused game goes on. @param {Turn} turn */
export function isBlocked(turn) {
  const { state } = turn;
  if (state.mode === 'paused') resume(turn);
  return state.mode === 'playback' || state.mode === 'editing' || (state.review !== null && state.game.isOver);
}

/** @param {Turn} turn @param {Messages['press']} message */
export function press(turn, { cell }) {
  if (isBlocked(turn)) return;
  const { state } = turn;
  const moves = state.game.board.press(cell);
  if (moves) return make(turn, moves);
  const text = cell === state.game.board.blank ? t('cannot_move_blank') : t('cannot_move');
  say(turn, state.game.isOver ? greeting(turn) : text, state.game.isOver ? state.offers : []);
  if (state.mode === 'play' && !state.game.isOver) turn.run({ do: 'shake', cell });
}

/** The tile's way, or the blank's where that is set. @param {Turn} turn @param {Messages['go']} message */
export function go(turn, { move, by }) {
  if (isBlocked(turn)) return;
  const { game } = turn.state;
  const tileWay = by === 'key' && settings().arrows === 'blank' ? INVERSE[move] : move;
  if (game.board.source(tileWay) >= 0) return make(turn, [tileWay]);
  if (!game.isOver) say(turn, t('cannot_move'));
}

/** @param {Turn} turn @param {readonly Move[]} moves @param {{helped?: boolean}} [how] */
export function make(turn, moves, { helped = false } = {}) {
  const { state, now, run } = turn;
  const { game } = state;
  endRing(turn);
  const before = state.known(game.board)?.distance ?? null;
  if (settings().bar || (game.made === 0 && read('watched', ['']).includes(game.name))) game.assist();
  if (inspectionText(state, now) === '+2') game.origin = { ...game.origin, plus2: true };
  if (!game.make(moves, now)) return greet(turn);
  forgetPeek(state);
  state.loss = 0;
  if (settings().sound || settings().haptics) run({ do: 'feel', won: game.isOver });
  if (game.isOver) return won(turn);
  if (!helped) speakOf(turn, moves);
  if (settings().bar) measure(turn, before === null ? null : before - moves.length);
}

/** What the clock shows before the first move, null where nothing is counted. @param {State} state @param {number} now */
export function inspectionText({ game, since }, now) {
  if (!settings().inspection || game.phase !== 'ready' || game.origin.fewest) return null;
  const left = INSPECTION - (now - since);
  return left >= 0 ? String(Math.ceil(left / 1000)) : '+2';
}

/** Ends what hangs on the board as it was. @param {Turn} turn */
export function quiet(turn) {
  const { state } = turn;
  endRing(turn);
  forgetPeek(state);
  state.review = null;
  state.loss = 0;
  if (state.mode === 'searching') cancelSearch(turn);
  if (state.mode === 'paused') resume(turn);
  state.playback?.player.end();
  state.playback = null;
  state.mode = state.mode === 'editing' ? 'editing' : 'play';
}

/** @param {Turn} turn */
export function undo(turn) {
  const { state, now } = turn;
  if (state.playback) return leavePlayback(turn);
  quiet(turn);
  const done = state.session.undo(now);
  if (done.did === 'game') return otherGame(turn, 'game_before');
  if (done.did !== 'moves') return say(turn, t(done.did === 'held' ? 'undo_held' : 'undo_nothing'));
  speakOf(turn, done.moves.map((move) => INVERSE[move]));
  if (settings().bar) measure(turn);
}

/** @param {Turn} turn */
export function redo(turn) {
  const { state, now } = turn;
  if (state.playback) return;
  quiet(turn);
  const done = state.session.redo(now);
  if (done.did === 'game') return otherGame(turn, 'game_after');
  if (done.did !== 'moves') return say(turn, t('redo_nothing'));
  if (state.game.isOver) return won(turn);
  speakOf(turn, done.moves);
  if (settings().bar) measure(turn);
}

/** @param {Turn} turn @param {string} id */
function otherGame(turn, id) {
  const { state } = turn;
  state.jumps += 1;
  state.praise = null;
  state.goalName = state.game.goalName;
  haunt(turn);
  say(turn, `${t(id)} ${greeting(turn)}`);
}

/** Goes to a place in one's line; what comes after it can be made again. @param {Turn} turn @param {Messages['travel']} message */
export function travel(turn, { made, text }) {
  const { state, now } = turn;
  const { game } = state;
  state.review = null;
  // A press of several tiles is not cut in two.
  while (game.made > made && game.undo(now));
  while (game.made < made && game.redo(now));
  state.jumps += 1;
  if (game.isOver) return greet(turn);
  say(turn, text ?? t('fewest_at', { n: game.made, all: game.slides.length }));
}

/** @param {Turn} turn */
export function pause(turn) {
  const { state, now } = turn;
  if (state.mode !== 'play' || state.game.phase !== 'playing' || state.game.origin.fewest) return say(turn, t('not_running'));
  endRing(turn);
  state.game.pause(now);
  state.mode = 'paused';
  say(turn, t('paused_message'));
}

/** @param {Turn} turn */
export function resume(turn) {
  const { state, now } = turn;
  if (state.mode !== 'paused') return;
  state.mode = 'play';
  state.game.resume(now);
  say(turn, t('resumed'));
}
