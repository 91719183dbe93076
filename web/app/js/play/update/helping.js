/**
 * Help on the board in play: hints, peeks, the distance bar. What they need is asked for by the effect `advise`, and
 * comes back as the message `advised` with the purpose that it was asked for.
 */

import { t } from '../../i18n.js';
import { settings } from '../../store.js';
import { LONGEST } from '../facts.js';
import { EXACT_CELLS } from '../state.js';
import { isBlocked, make } from './moving.js';
import { say } from './saying.js';
import { foundBest, greet } from './winning.js';

/** How long the ring shows before a hint is played. */
const RING = 220;

/** Plays one move towards the solution, ringing the tile first; presses in a hurry all count. @param {Turn} turn */
export function hint(turn) {
  const { state } = turn;
  playRinging(turn);
  if (isBlocked(turn) || state.game.isOver) return greet(turn);
  state.pressed += 1;
  // The press before this one is still being answered; it sees to this one too.
  if (state.pressed === 1) advise(turn, 'hint');
}

/** @param {Turn} turn @param {Purpose} purpose @param {{enough?: number, grade?: number, hoped?: number | null}} [more] */
function advise({ state: { game }, run }, purpose, { enough = 1, grade = 0, hoped = null } = {}) {
  run({ do: 'advise', purpose, game, board: game.board, goal: game.goalName, enough, grade, hoped });
}

/** @type {Record<Purpose, (turn: Turn, answer: Messages['advised']) => void>} */
const ADVISED = {
  hint: (turn, { fact }) => {
    const { state } = turn;
    state.pressed -= 1;
    ring(turn, fact);
    if (state.pressed === 0) return;
    playRinging(turn);
    if (state.game.isOver) state.pressed = 0;
    else advise(turn, 'hint');
  },
  peek: (turn, { fact, grade }) => {
    const { state } = turn;
    if (grade !== state.grade) return;
    state.game.assist();
    state.peek = { grade, fact };
    say(turn, hintText(state.game.board, fact, grade));
  },
  bar: ({ state, run }, { fact, hoped }) => {
    state.loss = fact.distance !== null && hoped !== null ? fact.distance - hoped : 0;
    if (fact.distance !== null) run({ do: 'speak-to-go', left: fact.distance });
  },
  query: (turn, { fact }) => say(turn, fact.distance === null ? t('query_at_least', { n: fact.estimate ?? 0 }) : t('query_distance', { n: fact.distance })),
  ahead: () => {},
  best: (turn, { fact, game }) => foundBest(turn, game, fact),
};

/** @param {Turn} turn @param {Messages['advised']} answer */
export function advised(turn, answer) {
  const { state } = turn;
  const { purpose, board, fact } = answer;
  const isHere = state.game.board.equals(board) && (fact.line.length > 0 || purpose === 'bar' || purpose === 'query');
  if (isHere || purpose === 'best') ADVISED[purpose](turn, answer);
  else if (purpose === 'hint') state.pressed = 0;
}

/** @param {Turn} turn @param {Fact} fact */
function ring(turn, fact) {
  const { state, run } = turn;
  const { game } = state;
  const move = fact.line[0];
  game.assist();
  state.peek = { grade: 1, fact };
  endRing(turn);
  state.ringing = { move, fact };
  run({ do: 'ring', millis: RING });
  say(turn, hintText(game.board, fact, 2));
  // The next one is fetched while this one is looked at.
  const next = game.board.slide(move);
  if (next && !next.equals(game.goal)) run({ do: 'advise', purpose: 'ahead', game, board: next, goal: game.goalName, enough: 1, grade: 0, hoped: null });
}

/** @param {Turn} turn */
export function playRinging(turn) {
  const { state } = turn;
  const { ringing, game } = state;
  if (!ringing) return;
  const { board, made } = game;
  make(turn, [ringing.move], { helped: true });
  if (game.made === made || game.isOver || ringing.fact.distance === null) return;
  // What was to go before the move is not to go any more.
  const n = ringing.fact.distance - 1;
  say(turn, t('hint_played', { t: board.tileOf(ringing.move), direction: t(`dir_${ringing.move}`), label: t('label_optimal'), n }), [], { silent: true });
}

/** @param {Turn} turn */
export function endRing({ state, run }) {
  if (!state.ringing) return;
  state.ringing = null;
  run({ do: 'end-ring' });
}

/** Shows more of the next moves with each press. @param {Turn} turn */
export function peek(turn) {
  const { state } = turn;
  if (isBlocked(turn) || state.game.isOver) return greet(turn);
  endRing(turn);
  // Counted at once, so that a second press before the first answer tells more.
  state.grade = Math.min(3, state.grade + 1);
  advise(turn, 'peek', { grade: state.grade, enough: state.grade === 3 ? LONGEST : 1 });
}

/** @param {State} state */
export function forgetPeek(state) {
  state.peek = null;
  state.grade = 0;
}

/** @param {Board} board @param {Fact} fact @param {number} grade */
function hintText(board, fact, grade) {
  const line = fact.line.slice(0, grade === 3 ? LONGEST : 1);
  const boards = board.along(line) ?? [];
  const slides = line.map((move, index) => ({ t: boards[index].tileOf(move), direction: t(`dir_${move}`) }));
  if (grade === 1) return t('hint_tile', { t: slides[0].t });
  const label = { label: t(fact.proven ? 'label_optimal' : 'label_good'), n: fact.distance ?? 0 };
  const suffix = fact.proven ? '' : '_good';
  if (grade === 2) return t(`hint_move${suffix}`, { ...slides[0], ...label });
  return t(`hint_line${suffix}`, { line: slides.map((slide) => `${slide.t} ${slide.direction}`).join(', '), ...label });
}

/** Asks for the distance of the board now. @param {Turn} turn @param {number | null} [hoped] what it would be if nothing was lost */
export function measure(turn, hoped = null) {
  const { game } = turn.state;
  if (game.board.cells.length <= EXACT_CELLS && !game.isOver) advise(turn, 'bar', { hoped });
}

/** Shows or hides the distance bar; a game in which it shows counts as assisted. @param {Turn} turn */
export function toggleBar(turn) {
  const { state, run } = turn;
  const bar = !settings().bar;
  run({ do: 'choose', change: { bar } });
  if (bar && state.game.phase !== 'solved') state.game.assist();
  state.loss = 0;
  if (bar) measure(turn);
  say(turn, t(bar ? 'bar_on' : 'bar_off'));
}

/** Says how far it is; marks the game assisted. @param {Turn} turn */
export function queryDistance(turn) {
  if (turn.state.game.isOver) return greet(turn);
  turn.state.game.assist();
  advise(turn, 'query');
}
