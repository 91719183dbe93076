/**
 * New games, other sizes, and the mode in which only moves count.
 */

import { goalBoard, LEAST, MOST } from '../../board-state.js';
import { t } from '../../i18n.js';
import { read, settings } from '../../store.js';
import { Game, Session } from '../game.js';
import { fewestOn, keptResults } from '../results.js';
import { sizeText } from '../state.js';
import { measure } from './helping.js';
import { quiet } from './moving.js';
import { greeting, say } from './saying.js';
import { greet, note } from './winning.js';

/** How often the player is told that a new game can be taken back. */
const TELLINGS = 3;

/** Begins another game; undo brings the last one back. @param {Turn} turn @param {Messages['begin']} message */
export function begin(turn, { game: given, text, offers = [], fewest = settings().fewest }) {
  const { state, now, run } = turn;
  state.deals += 1;
  state.since = now;
  const left = state.game;
  const game = fewest && given.made === 0 && !given.origin.fewest
    ? new Game(given.start, given.goalName, { ...given.origin, fewest: true })
    : given;
  const hadMoves = left.made > 0 && !left.isOver;
  quiet(turn);
  state.mode = 'play';
  state.others = { ...state.others, ...(hadMoves ? { [left.board.size]: left.save(now) } : {}) };
  delete state.others[game.board.size];
  run({ do: 'keep', key: 'others', value: state.others });
  state.session.begin(game, now);
  state.goalName = game.goalName;
  state.praise = null;
  state.jumps += 1;
  haunt(turn);
  if (settings().bar && game.phase !== 'solved') {
    game.assist();
    measure(turn);
  }
  const told = read('told_undo', 0);
  if (!text && hadMoves && told < TELLINGS) {
    run({ do: 'keep', key: 'told_undo', value: told + 1 });
    say(turn, t('undo_new'), offers);
  } else say(turn, text ?? greeting(turn), offers);
}

/** The first game of this visit. @param {Turn} turn @param {Messages['open']} message */
export function open({ state, now }, { opened }) {
  state.session = opened instanceof Session ? opened : new Session(opened);
  state.goalName = state.game.goalName;
  state.since = now;
  state.jumps += 1;
}

/** @param {Turn} turn @param {Messages['shuffle']} [message] */
export function shuffle({ state, run }, { size = state.game.board, level = state.level, text, offers } = {}) {
  const { rows, cols } = size;
  // Of two deals under way only the one asked for last is begun.
  state.deals += 1;
  run({ do: 'deal', size: { rows, cols }, level, goal: goalFor(state.goalName, { rows, cols }), number: state.deals, text, offers });
}

/** A goal that is a position fits its own size only. @param {string} name @param {Size} size */
function goalFor(name, size) {
  try {
    const goal = goalBoard(name, size);
    return goal.rows === size.rows && goal.cols === size.cols ? name : 'blank-last';
  } catch {
    return 'blank-last';
  }
}

/** @param {Turn} turn */
export function restart(turn) {
  if (turn.state.game.phase === 'solved') return greet(turn);
  begin(turn, { game: turn.state.game.restarted(), text: t('restarted') });
}

/** Goes to another size: its unfinished game if there is one, the solved board before the first shuffle, else a new game. @param {Turn} turn @param {Size} size */
function resize(turn, size) {
  const { state } = turn;
  const saved = state.others[`${size.rows}x${size.cols}`];
  const game = saved ? Game.restore(saved) : null;
  if (game) return begin(turn, { game, text: t('size_goes_on', { size: sizeText(size) }) });
  if (state.game.phase !== 'solved') return shuffle(turn, { size });
  const goal = goalFor(state.goalName, size);
  begin(turn, { game: new Game(goalBoard(goal, size), goal), text: t('start') });
}

/** The next size of the three: 3x3, 4x4, 5x5. @param {Turn} turn */
export function nextSize(turn) {
  const { rows, cols } = turn.state.game.board;
  const next = rows === cols && rows >= 3 && rows < 5 ? rows + 1 : 3;
  resize(turn, { rows: next, cols: next });
}

/** @param {Turn} turn @param {Messages['change-size']} message */
export function changeSize(turn, { by }) {
  const { rows, cols } = turn.state.game.board;
  const size = { rows: rows + by, cols: cols + by };
  if (Math.min(size.rows, size.cols) < LEAST || Math.max(size.rows, size.cols) > MOST) {
    return say(turn, t('size_end', { size: sizeText({ rows, cols }) }));
  }
  resize(turn, size);
}

/** Turns the mode where only moves count on or off: the board in play begins anew in it, and undo brings the game back. @param {Turn} turn */
export function toggleFewest(turn) {
  const { state: { game }, run } = turn;
  const fewest = !settings().fewest;
  run({ do: 'choose', change: { fewest } });
  if (game.phase === 'solved') return fewest ? shuffle(turn) : greet(turn);
  const best = fewest ? fewestOn(keptResults(), String(game.start), game.goalName) ?? undefined : undefined;
  const { fewest: _, best: __, ...origin } = game.origin;
  begin(turn, { game: new Game(game.start, game.goalName, fewest ? { ...origin, fewest, best } : origin), text: t(fewest ? 'fewest_ready' : 'restarted'), fewest });
}

/** Lets a ghost play along: the one given, or what the settings say. @param {Turn} turn @param {Messages['haunt']} [message] */
export function haunt({ state, run }, { replay = null } = {}) {
  state.ghost = null;
  run({ do: 'haunt', game: state.game, replay });
}

/** Plays this board again, against one's best on it. @param {Turn} turn */
export function raceSelf(turn) {
  // The game just won may be the best one.
  note(turn, turn.state.game);
  if (settings().ghost !== 'best') turn.run({ do: 'choose', change: { ghost: 'best' } });
  restart(turn);
}
