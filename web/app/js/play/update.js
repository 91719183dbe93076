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
