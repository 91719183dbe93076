/**
 * Everything that Play shows, as data: no page in here. It changes in `update.js` only.
 */

import { Facts } from './facts.js';
import { Game, Session } from './game.js';
import { goalBoard } from '../board-state.js';

/** @typedef {{nodes: number, bound: number | null, lower: number | null, best: number | null, seconds: number, board: Board, made: number}} Search */
/** @typedef {{review: Review, at: number, busy: boolean}} Reviewing */

/** The largest board whose moves to go are asked for unasked. */
export const EXACT_CELLS = 16;

export class State {
  session = new Session(new Game(goalBoard('blank-last', { rows: 4, cols: 4 })));
  /** @type {Mode} */ mode = 'play';
  message = { text: '', win: false };
  /** @type {Offer[]} */ offers = [];
  /** What searches have found. */ facts = new Facts();
  /** @type {{grade: number, fact: Fact} | null} */ peek = null;
  /** How often peek was asked for on this board. */ grade = 0;
  /** Hints asked for that are not there yet. */ pressed = 0;
  /** The hint whose ring shows. @type {{move: Move, fact: Fact} | null} */ ringing = null;
  /** @type {Search | null} */ search = null;
  /** @type {Playback | null} */ playback = null;
  /** What plays along beside the board. @type {{game: Game, times: number[] | null} | null} */ ghost = null;
  /** @type {Reviewing | null} */ review = null;
  /** What the last move lost. */ loss = 0;
  /** Boards asked for so far. */ deals = 0;
  /** Which best the last win was: the id of a text. @type {string | null} */ praise = null;
  goalName = 'blank-last';
  /** Bumped when another board is shown than one slide would lead to. */ jumps = 0;
  /** Since when the board can be looked at. */ since = 0;
  /** The game that a link put aside. @type {Game | null} */ previous = null;

  /** @param {{level?: string, others?: Record<string, any>}} [kept] from the last visit: the level, and unfinished games of other sizes */
  constructor({ level = 'easy', others = {} } = {}) {
    this.level = level;
    this.others = others;
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

  /** What is known of a board without asking. @param {Board} board */
  known(board) {
    return this.facts.known(board, this.game.goalName);
  }
}

/** `4 × 4`, rows first. @param {Size} size */
export const sizeText = ({ rows, cols }) => `${rows}×${cols}`;
