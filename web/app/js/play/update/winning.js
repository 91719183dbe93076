/**
 * What comes after a win: the result noted, the fewest moves found, the review.
 */

import { t } from '../../i18n.js';
import { Game } from '../game.js';
import { fewestOn, keptResults, merge, praise } from '../results.js';
import { Review } from '../review.js';
import { EXACT_CELLS } from '../state.js';
import { begin } from './games.js';
import { travel } from './moving.js';
import { fault, greeting, say, sayWon } from './saying.js';
import { watch } from './solving.js';

/** Says where the game stands. @param {Turn} turn */
export function greet(turn) {
  const { game } = turn.state;
  if (game.isOver && game.made > 0) won(turn);
  else say(turn, greeting(turn));
}

/** The win is said with all that is known of it. @param {Turn} turn */
export function won(turn) {
  const { game } = turn.state;
  if (game.origin.shared) return sayShared(turn);
  note(turn, game);
  sayAgain(turn, game);
  if (game.origin.optimal === undefined && game.start.cells.length <= EXACT_CELLS) {
    turn.run({ do: 'advise', purpose: 'best', game, board: game.start, goal: game.goalName, enough: 1, grade: 0, hoped: null });
  }
}

/** Somebody else's finished game is not won here: one can look at it, or try the board. @param {Turn} turn */
function sayShared(turn) {
  const { game } = turn.state;
  say(turn, t('shared_solved', { count: game.made }), [
    { id: 'shared_try', message: { type: 'try-shared' } }, { id: 'shared_watch', message: { type: 'try-shared', line: game.line() } }, { id: 'review', message: { type: 'review' } },
  ]);
}

/** @param {Turn} turn @param {Messages['try-shared']} message */
export function tryShared(turn, { line }) {
  const { game } = turn.state;
  begin(turn, { game: new Game(game.start, game.goalName, { ...game.origin, shared: undefined }) });
  if (line) watch(turn, { line, proven: game.origin.optimal === line.length });
}

/** Notes the result of a game that is won, once. @param {Turn} turn @param {Game} game */
export function note({ state, now, run }, game) {
  if (!game.countWin()) return;
  const results = keptResults();
  const row = {
    finished: new Date().toISOString(), size: game.board.size, level: game.origin.level ?? '', id: game.origin.id ?? '',
    start: String(game.start), goal: game.goalName, moves: game.made, millis: Math.round(game.elapsed(now)),
    optimal: game.origin.optimal ?? null, assisted: game.assisted, ...(game.origin.fewest ? { fewest: true } : { splits: game.splits() }), ...(game.origin.plus2 ? { plus2: true } : {}),
  };
  state.praise = game.origin.fewest ? fewer(game, results) : praise(results, row);
  run({ do: 'keep', key: 'results', value: merge(results, [row]) });
  if (!game.assisted && !game.origin.fewest) run({ do: 'keep-replay', game });
}

/** Keeps the fewest moves on a board; praise for fewer than before. @param {Game} game @param {Result[]} results before this win */
function fewer(game, results) {
  const before = fewestOn(results, String(game.start), game.goalName);
  if (game.assisted || (before !== null && before <= game.made)) {
    if (before !== null) game.origin = { ...game.origin, best: before };
    return null;
  }
  game.origin = { ...game.origin, best: game.made };
  return before === null ? null : 'best_moves';
}

/** Says the win anew, unless the player has gone on. @param {Turn} turn @param {Game} game */
function sayAgain(turn, game) {
  const { state, run } = turn;
  if (state.game !== game || !game.isOver || state.mode !== 'play' || state.review) return;
  sayWon(turn);
  run({ do: 'show-card' });
}

/** The fewest moves possible join the message. @param {Turn} turn @param {Game} game @param {Fact} fact */
export function foundBest(turn, game, { distance }) {
  if (distance === null) return;
  game.origin = { ...game.origin, optimal: distance };
  const results = keptResults();
  const last = results.at(-1);
  if (last && last.start === String(game.start)) turn.run({ do: 'keep', key: 'results', value: [...results.slice(0, -1), { ...last, optimal: distance }] });
  sayAgain(turn, game);
}

/* ---- review ---- */

/** @param {Turn} turn */
export function openReview(turn) {
  const { state, run } = turn;
  const { game } = state;
  run({ do: 'close-card' });
  if (!game.isOver || game.made === 0) return say(turn, t('review_later'));
  const review = new Review(game.boards(), game.line());
  state.review = { review, at: game.made, busy: true };
  say(turn, t('reviewing'), [CLOSE]);
  run({ do: 'analyse', review, start: game.start, goal: game.goalName });
}

const CLOSE = { id: 'review_close', message: /** @type {const} */ ({ type: 'close-review' }) };

/** @param {Turn} turn @param {Messages['reviewed']} message */
export function reviewed(turn, { review, answer, error }) {
  const { state } = turn;
  if (state.review?.review !== review) return;
  if (answer) review.take(answer);
  if (error) fault(turn, error);
  state.review = { ...state.review, busy: false };
  const lost = review.lost();
  const text = lost.length > 0
    ? t('reviewed', { count: lost.length, n: lost.length, sum: review.total })
    : t(review.isComplete ? 'reviewed_perfect' : 'reviewed_open');
  say(turn, text, [CLOSE]);
}

/** @param {Turn} turn @param {Messages['look-at']} message */
export function lookAt({ state }, { at }) {
  if (state.review) state.review = { ...state.review, at: Math.min(Math.max(0, at), state.review.review.moves.length) };
}

/** @param {Turn} turn */
export function closeReview(turn) {
  turn.state.review = null;
  turn.state.jumps += 1;
  greet(turn);
}

/** Plays on from before a move that lost. @param {Turn} turn @param {Messages['retry']} message */
export function retry(turn, { move }) {
  const { state } = turn;
  const board = state.review?.review.boards[move];
  if (!board) return;
  if (state.game.origin.fewest) return travel(turn, { made: move, text: t('fewest_better') });
  begin(turn, { game: new Game(board, state.game.goalName), text: t('find_better') });
}
