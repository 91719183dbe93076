/**
 * What each message does to the state of Play, and what has to be done outside of it: `update(state, message, now)`
 * changes the state and gives effects, which `effects.js` carries out. No page in here.
 */

import { Game } from './game.js';
import { begin, changeSize, haunt, nextSize, open, raceSelf, restart, shuffle, toggleFewest } from './update/games.js';
import { advised, forgetPeek, hint, measure, peek, playRinging, queryDistance, toggleBar } from './update/helping.js';
import { go, pause, press, redo, resume, travel, undo } from './update/moving.js';
import { fault, say } from './update/saying.js';
import { cancelSearch, counted, drive, leavePlayback, noteWatched, playOn, progress, searched, searchOn, setSpeed, solve, watch, watchReplay } from './update/solving.js';
import { closeReview, greet, lookAt, openReview, retry, reviewed, tryShared } from './update/winning.js';

/** @import { Board, Move, Size } from '../board-state.js' */
/** @import { State, Offer } from './state.js' */
/** @import { Replay } from './replay.js' */
/** @import { Review } from './review.js' */
/** @typedef {'hint' | 'peek' | 'bar' | 'query' | 'ahead' | 'best'} Purpose */

/**
 * What happened, by its type.
 *
 * @typedef {object} Messages
 * @property {{cell: number}} press @property {{move: Move, by: 'key' | 'swipe'}} go @property {{}} undo @property {{}} redo
 * @property {{}} pause @property {{}} resume @property {{}} toggle-pause @property {{made: number, text?: string}} travel
 * @property {{game: Game, text?: string, offers?: Offer[], fewest?: boolean}} begin @property {{opened: import('./game.js').Session | Game}} open
 * @property {{size?: Size, level?: string, text?: string, offers?: Offer[]}} shuffle @property {{game: Game, number: number, text?: string, offers?: Offer[]}} dealt @property {{level: string}} level
 * @property {{}} restart @property {{}} next-size @property {{by: 1 | -1}} change-size @property {{goal: string, size?: Size}} aim @property {{}} fewest
 * @property {{replay?: Replay | null}} haunt @property {{replay: Replay}} race @property {{}} race-self @property {{ghost: State['ghost']}} haunted
 * @property {{}} hint @property {{}} peek @property {{}} clear-peek @property {{}} bar @property {{}} measure @property {{}} query @property {{}} ring-over
 * @property {{purpose: Purpose, board: Board, fact: import('./facts.js').Fact, grade: number, hoped: number | null, game: Game}} advised
 * @property {{purpose: Purpose, error: unknown}} unadvised
 * @property {{seconds?: number}} solve @property {{}} show-now @property {{}} cancel-search @property {{seconds: number}} search-on
 * @property {import('./update/solving.js').Progress} progress @property {import('./update/solving.js').Solved | {error: unknown}} searched
 * @property {{line: Move[], proven: boolean, at?: number, offers?: Offer[]}} watch @property {{replay: Replay, link: string}} watch-replay @property {{board: Board, count: number}} counted
 * @property {{what: 'toggle' | 'start' | 'back' | 'on' | 'end' | number}} drive @property {{speed: number}} speed @property {{}} tick @property {{}} leave @property {{}} play-on @property {{}} watched
 * @property {{}} review @property {{review: Review, answer?: any, error?: unknown}} reviewed @property {{at: number}} look-at @property {{}} close-review @property {{move: number}} retry
 * @property {{line?: Move[]}} try-shared @property {{on: boolean}} edit @property {{game: Game | null}} put-aside @property {{}} previous
 * @property {{text: string, offers?: Offer[], silent?: boolean}} say @property {{}} greet @property {{error: unknown}} fault @property {{}} escape @property {{}} settings
 */
/** @typedef {{[K in keyof Messages]: {type: K} & Messages[K]}[keyof Messages]} Message */

/**
 * What has to be done.
 *
 * @typedef {{do: 'speak', text: string} | {do: 'speak-move', board: Board, moves: readonly Move[], left?: number} | {do: 'speak-to-go', left: number}
 *   | {do: 'keep', key: string, value: unknown} | {do: 'keep-replay', game: Game} | {do: 'choose', change: Partial<import('../store.js').Settings>}
 *   | {do: 'deal', size: Size, level: string, goal: string, number: number, text?: string, offers?: Offer[]} | {do: 'haunt', game: Game, replay: Replay | null}
 *   | {do: 'advise', purpose: Purpose, game: Game, board: Board, goal: string, enough: number, grade: number, hoped: number | null}
 *   | {do: 'ring', millis: number} | {do: 'end-ring'} | {do: 'search', board: Board, goal: string, seconds: number} | {do: 'stop-search'} | {do: 'cancel-search'}
 *   | {do: 'count', board: Board, goal: string} | {do: 'analyse', review: Review, start: Board, goal: string}
 *   | {do: 'feel', won: boolean} | {do: 'shake', cell: number} | {do: 'show-card'} | {do: 'close-card'}} Effect
 */

/** @typedef {{state: State, now: number, run: (effect: Effect) => void}} Turn */

/** @type {{[K in keyof Messages]: (turn: Turn, message: Messages[K]) => void}} */
const HANDLERS = {
  press, go, undo, redo, pause, resume, travel,
  'toggle-pause': (turn) => (turn.state.mode === 'paused' ? resume(turn) : pause(turn)),
  begin, open, shuffle, restart, fewest: toggleFewest, 'next-size': nextSize, 'change-size': changeSize,
  dealt: (turn, dealt) => {
    if (dealt.number === turn.state.deals) begin(turn, dealt);
  },
  level: ({ state, run }, { level }) => {
    state.level = level;
    run({ do: 'keep', key: 'level', value: level });
  },
  aim: (turn, { goal, size }) => {
    turn.state.goalName = goal;
    shuffle(turn, { size });
  },
  haunt, 'race-self': raceSelf,
  race: (turn, { replay }) => {
    leavePlayback(turn);
    haunt(turn, { replay });
  },
  haunted: ({ state }, { ghost }) => {
    state.ghost = ghost;
  },
  hint, peek, bar: toggleBar, measure: (turn) => measure(turn), query: queryDistance,
  'clear-peek': ({ state }) => forgetPeek(state),
  'ring-over': playRinging,
  advised,
  unadvised: (turn, { purpose, error }) => {
    if (purpose === 'hint') turn.state.pressed = 0;
    // A game is won with or without its optimum.
    if (purpose !== 'ahead' && purpose !== 'best') fault(turn, error);
  },
  solve, progress, searched, 'search-on': searchOn, 'cancel-search': cancelSearch,
  'show-now': ({ run }) => run({ do: 'stop-search' }),
  watch, 'watch-replay': watchReplay, watched: noteWatched, counted, drive, speed: setSpeed, leave: leavePlayback, 'play-on': playOn,
  tick: ({ state, now }) => void state.playback?.player.tick(now),
  review: openReview, reviewed, 'look-at': lookAt, 'close-review': closeReview, retry, 'try-shared': tryShared,
  edit: ({ state }, { on }) => {
    if (on || state.mode === 'editing') state.mode = on ? 'editing' : 'play';
  },
  'put-aside': ({ state }, { game }) => {
    state.previous = game;
  },
  previous: (turn) => {
    const { state, now } = turn;
    const game = state.previous && Game.restore(state.previous.save(now));
    state.previous = null;
    if (game) begin(turn, { game });
  },
  say: (turn, { text, offers, silent }) => say(turn, text, offers, { silent }),
  greet,
  fault: (turn, { error }) => fault(turn, error),
  escape,
  settings: () => {},
};

/** Leaves what was opened last. @param {Turn} turn */
function escape(turn) {
  const { state, run } = turn;
  if (state.playback) leavePlayback(turn);
  else if (state.mode === 'searching') cancelSearch(turn);
  else if (state.review) closeReview(turn);
  else if (state.mode === 'paused') resume(turn);
  else if (state.peek) forgetPeek(state);
  else run({ do: 'close-card' });
}

/**
 * Changes the state by a message; what is left to do comes back.
 * @param {State} state @param {Message} message @param {number} now @returns {Effect[]}
 */
export function update(state, message, now) {
  /** @type {Effect[]} */
  const effects = [];
  const handle = /** @type {(turn: Turn, message: any) => void} */ (HANDLERS[message.type]);
  handle({ state, now, run: (effect) => effects.push(effect) }, message);
  return effects;
}
