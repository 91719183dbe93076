/** The types that modules of the page share; no browser loads them. */

import type { parseId } from '../app/js/game-id.js';
import type { Player } from '../app/js/play/player.js';
import type * as board from '../app/js/board-state.js';
import type * as bindings from '../app/js/bindings.js';
import type * as view from '../app/js/board.js';
import type * as games from '../app/js/play/game.js';
import type * as quiz from '../app/js/quiz/quiz-state.js';
import type * as review from '../app/js/play/review.js';
import type * as state from '../app/js/play/state.js';
import type * as play from './play.js';

declare global {
  type Board = board.Board;
  type Move = board.Move;
  type Size = board.Size;
  type TaquinBoard = view.TaquinBoard;
  type Action = bindings.Action;

  /** What is drawn on the tiles besides their numbers; all by tile number unless said otherwise. */
  interface Marks {
    /** Tiles with a ring around them. */
    ring?: Iterable<number>;
    /** Arrows on tiles. */
    arrows?: { tile: number; move: Move }[];
    /** Cells with shrinking dots, the first the largest. */
    dots?: number[];
    /** Groups, 'a' to 'f', by colour and hatching. */
    tints?: Record<number, string>;
    /** Tiles that stay where they are. */
    locks?: Iterable<number>;
    /** Tiles that do not matter now. */
    faint?: Iterable<number>;
    /** A short text in the tile's corner. */
    notes?: Record<number, string>;
  }

  /** What the player has chosen; all pages share it. */
  interface Settings {
    theme: 'auto' | 'light' | 'dark' | 'contrast';
    /** '' follows the browser. */
    language: '' | 'en' | 'de' | 'fr' | 'es' | 'ar';
    /** Whose way the arrow keys say. */
    arrows: 'tile' | 'blank';
    /** Milliseconds of a slide, 0–300. */
    slide: number;
    /** Whether single letters are keys while the board has the focus. */
    letters: boolean;
    /** The distance bar. */
    bar: boolean;
    /** Hides moves and time. */
    zen: boolean;
    /** The colour scheme of tiles. */
    colours: 'plain' | 'rows' | 'rings' | 'home';
    /** Whether a win is shown by a ripple and a message. */
    celebrate: boolean;
    /** Whether a picture has numbers on it. */
    numbers: boolean;
    /** Letter keys that were changed, by what they do. */
    keys: Record<string, string>;
    /** Whether a tile slides when the mouse comes over it. */
    hover: boolean;
    /** Whether only the moves of a game count, without a clock. */
    fewest: boolean;
    /** What plays along beside the board. */
    ghost: 'off' | 'best' | 'optimum';
    /** Whether the time before the first move is limited. */
    inspection: boolean;
    /** Whether slides are heard. */
    sound: boolean;
    /** Whether slides are felt. */
    haptics: boolean;
  }

  /* ---- questions ---- */

  /** How a question is asked. */
  interface Options {
    signal?: AbortSignal;
    /** Called before each wait for a busy service. */
    onBusy?: (seconds: number) => void;
    /** Hears of the engine's searches. */
    onProgress?: (progress: any) => void;
    /** How often a busy service is asked. */
    tries?: number;
  }

  /** What a job says of itself. */
  interface Job {
    id: string;
    state: 'queued' | 'running' | 'done' | 'cancelled' | 'failed';
    kind?: string;
    progress?: any;
    result?: any;
  }

  /** What several runs took, in milliseconds. */
  type Timing = { median: number; low: number; high: number; runs: number };

  /** A stage of the human method as the service sends it. */
  interface Stage {
    name: string;
    goal_tiles: number[];
    text: string;
    sentences?: ({ id: string } & Record<string, any>)[];
    moves: string;
    board_after: string;
  }

  /* ---- other pages ---- */

  /** A lane of a race. */
  type LaneChoice = { algorithm: string; heuristic: string; limit: string };
  /** What a round of the quiz is made from. */
  type Name = { size: Size; level: string; seed: bigint };
  type Question = quiz.Question;
  /** A finished game of a day; `tries`: which try it was. */
  type DayResult = { moves: number; timeMs: number; optimal: number; assisted: boolean; tries?: number };

  /* ---- Play ---- */

  type Game = games.Game;
  type Session = games.Session;
  type Phase = 'solved' | 'ready' | 'playing' | 'won' | 'won-assisted';
  /** `at`: milliseconds on the game's clock. */
  type Slide = { move: Move; press: number; at: number };

  /** Where a board came from, and what was known of it then. */
  interface Origin {
    /** The game ID, `4x4:hard:20481`. */
    id?: string;
    level?: string;
    /** Moves of a shortest solution, where that is proven. */
    optimal?: number;
    /** Moves that suffice, where that is known. */
    upperBound?: number;
    /** Whether only the moves count: no clock runs. */
    fewest?: boolean;
    /** The player's fewest moves on this board, where only moves count. */
    best?: number;
    /** Whether the first move came after the inspection. */
    plus2?: boolean;
    /** Whether a link brought the finished game: nobody won it here. */
    shared?: boolean;
  }

  /** A game that was finished. */
  interface Result {
    /** ISO time, which also tells rows apart. */
    finished: string;
    /** Rows first. */
    size: string;
    /** Empty for a board that was typed. */
    level: string;
    /** The game ID, empty for a board that was typed. */
    id: string;
    /** The position text. */
    start: string;
    goal: string;
    /** Single-tile moves. */
    moves: number;
    millis: number;
    /** Fewest moves possible, where that is known. */
    optimal: number | null;
    assisted: boolean;
    /** Whether only the moves counted. */
    fewest?: boolean;
    /** Whether two seconds are added as a penalty. */
    plus2?: boolean;
    /** Milliseconds after which each row was home for good. */
    splits?: number[];
  }

  /** What is known of a position. */
  interface Fact {
    /** The next moves, at least one unless the board is solved. */
    line: Move[];
    /** Whether they begin a shortest solution. */
    proven: boolean;
    /** Moves to go, where that is proven. */
    distance: number | null;
    /** A lower bound for people to see. */
    estimate: number | null;
  }

  /** Moves with their times in milliseconds on the game's clock, one a move. */
  type Replay = { moves: Move[]; times: number[] };

  /** What a link holds. */
  interface Link {
    id: ReturnType<typeof parseId>;
    board: Board | null;
    moves: Move[];
    goal: string;
    /** Whether only the moves count. */
    isFewest: boolean;
    /** Whether the moves have times and are to be shown, not made. */
    isReplay: boolean;
  }

  type Review = review.Review;
  type State = state.State;
  type Mode = 'play' | 'paused' | 'searching' | 'playback' | 'editing';
  /** A button under the message, and what it asks for. */
  type Offer = { id: string; params?: Record<string, string | number>; message: Message };
  type Playback = { player: Player; line: Move[]; boards: Board[]; proven: boolean; link?: string; count?: number };

  /** How far a search is. */
  interface Progress {
    nodes: number;
    bound: number | null;
    lower: number | null;
    best: number | null;
    /** What is built before the search can go on. */
    table?: { tiles: string; reached: number; entries: number };
  }
  /** What a search found. */
  type Solved = { line: Move[] | null; proven: boolean; ended: 'done' | 'limit' | 'memory' | 'stopped' };

  type Messages = play.Messages;
  type Message = play.Message;
  type Effect = play.Effect;
  type Turn = play.Turn;
  type Purpose = play.Purpose;
}
