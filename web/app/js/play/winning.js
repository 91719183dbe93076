/**
 * What comes after a win: the result noted, the fewest moves found, the review.
 *
 * @module play/winning
 */

import { post } from '../api.js';
import { formatMoves } from '../board-state.js';
import { t } from '../i18n.js';
import { read, write } from '../store.js';
import { EXACT_CELLS } from './app.js';
import { Game } from './game.js';
import { keepReplay } from './replay.js';
import { fewestOn, merge, praise } from './results.js';
import { Review } from './review.js';
import { splitsOf } from './session.js';
import { closeWinCard, showWinCard } from './win-card.js';
import { travel } from './fewest.js';

/** @typedef {import('./advice.js').Advice} Advice */
/** @typedef {import('./app.js').App} App */
/** @typedef {import('./results.js').Result} Result */

export class Winning {
  /** @param {App} app @param {Advice} advice */
  constructor(app, advice) {
    this.app = app;
    this.advice = advice;
  }

  /** Notes a win once, and says it with all that is known of it. @param {Game} game */
  won(game) {
    this.note(game);
    this.#sayAgain(game);
    void this.#findBest(game);
  }

  /** Notes the result of a game that is won, once. @param {Game} game */
  note(game) {
    if (!game.countWin()) return;
    const results = read('results', /** @type {Result[]} */ ([]));
    const row = {
      finished: new Date().toISOString(), size: game.board.size, level: game.origin.level ?? '', id: game.origin.id ?? '',
      start: String(game.start), goal: game.goalName, moves: game.made, millis: Math.round(game.elapsed(performance.now())),
      optimal: game.origin.optimal ?? null, assisted: game.assisted, ...(game.origin.fewest ? { fewest: true } : { splits: splitsOf(game) }), ...(game.origin.plus2 ? { plus2: true } : {}),
    };
    this.app.praise = game.origin.fewest ? this.#fewer(game, results) : praise(results, row);
    write('results', merge(results, [row]));
    if (!game.assisted && !game.origin.fewest) keepReplay(game);
  }

  /** Keeps the fewest moves on a board; praise for fewer than before. @param {Game} game @param {Result[]} results before this win */
  #fewer(game, results) {
    const before = fewestOn(results, String(game.start), game.goalName);
    if (game.assisted || (before !== null && before <= game.made)) {
      if (before !== null) game.origin = { ...game.origin, best: before };
      return null;
    }
    game.origin = { ...game.origin, best: game.made };
    return before === null ? null : 'best_moves';
  }

  /** Says the win anew, unless the player has gone on. @param {Game} game */
  #sayAgain(game) {
    const { app } = this;
    if (app.game === game && game.isOver && app.mode === 'play' && !app.review) {
      app.sayWon();
      showWinCard(app);
    }
  }

  /** Finds the fewest moves possible, for the message. @param {Game} game */
  async #findBest(game) {
    if (game.origin.optimal !== undefined || game.start.cells.length > EXACT_CELLS) return;
    try {
      const fact = await this.advice.ask(game.start, game.goalName);
      if (fact.distance === null) return;
      game.origin = { ...game.origin, optimal: fact.distance };
      const results = read('results', /** @type {Result[]} */ ([]));
      const row = results.at(-1);
      if (row && row.start === String(game.start)) {
        row.optimal = fact.distance;
        write('results', results);
      }
      this.#sayAgain(game);
    } catch {
      // The game is won either way; the message stays as it is.
    }
  }

  async openReview() {
    const { game } = this.app;
    closeWinCard();
    if (!game.isOver || game.made === 0) return this.app.say(t('review_later'));
    const review = new Review(game.boards(), game.line());
    this.app.review = { review, at: game.made, busy: true };
    this.app.say(t('reviewing'), [{ id: 'review_close', run: () => this.closeReview() }]);
    try {
      review.take(await post('/analyze', { board: String(game.start), goal: game.goalName, moves: formatMoves(game.line()) }));
    } catch (error) {
      this.app.fault(error);
    }
    if (this.app.review?.review !== review) return;
    this.app.review.busy = false;
    const lost = review.lost();
    const text = lost.length > 0
      ? t('reviewed', { count: lost.length, n: lost.length, sum: review.total })
      : t(review.isComplete ? 'reviewed_perfect' : 'reviewed_open');
    this.app.say(text, [{ id: 'review_close', run: () => this.closeReview() }]);
  }

  /** @param {number} at */
  lookAt(at) {
    if (!this.app.review) return;
    this.app.review.at = Math.min(Math.max(0, at), this.app.review.review.moves.length);
    this.app.draw();
  }

  closeReview() {
    this.app.review = null;
    this.app.jumps++;
    this.app.greet();
  }

  /** Plays on from before a move that lost. @param {number} move */
  retry(move) {
    const board = this.app.review?.review.boards[move];
    if (!board) return;
    if (this.app.game.origin.fewest) return travel(this.app, move, t('fewest_better'));
    this.app.begin(new Game(board, this.app.game.goalName, {}), t('find_better'));
  }
}
