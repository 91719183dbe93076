/**
 * The Coach page: solving by hand, stage by stage, with help or watching.
 */

import { pageAddress } from '../address.js';
import { Offline, Problem, post } from '../api.js';
import { slideOf } from '../bindings.js';
import { addressedBoard, colOf, formatMoves, goalBoard, parity, parseMoves, rowOf } from '../board-state.js';
import { isStill, onSwipe } from '../board.js';
import { openDialog } from '../dialogs.js';
import { load as loadTexts, t } from '../i18n.js';
import { positionForm } from '../position-form.js';
import { giveUp, whenBack } from '../retry.js';
import { $, announce, carryPosition, el, startPage, svg } from '../shell.js';
import { sayName, sayStage } from '../stage-words.js';
import { settings } from '../store.js';
import { Lesson, isPair } from './coach-state.js';
import { setUpOf, trick } from './trick.js';

/** A board of the manual: 82 moves by the method, 38 at best. */
const FIRST_BOARD = '1 8 5 3/15 0 7 2/13 9 11 4/6 14 10 12';
/** Milliseconds between two moves of the coach. */
const BEAT = 330;

await loadTexts(['lesson']);
await startPage('coach');
const query = new URLSearchParams(location.search);
const { board: start, broken } = addressedBoard(query, FIRST_BOARD);

/** @type {Lesson | null} */
let lesson = null;
/** The method's own length, and the fewest moves possible where that is known. */
let [coachLength, best, bestProven] = [0, /** @type {number | null} */ (null), false];
/** @type {Stage | null} what is to do now, from the board as it is */
let now = null;
let timer = 0;
let marked = false;
let version = 0;
/** Presses of the buttons that ask the service first; an answer to an earlier one comes too late. */
let deeds = 0;

/* ---- the parts of the page ---- */

const [view, area, message, stageBox, stageName, stageText, stages, result] = ['.coach-board', '.coach-play', '.coach-message', '.stage-now', '.stage-name', '.stage-text', '.stages', '.coach-result'].map($);
const [yours, coachs, bests] = ['#count-you', '#count-coach', '#count-best'].map($);
const [show, watch, tricks, undo, restart, play] = ['#coach-show', '#coach-watch', '#coach-trick', '#coach-undo', '#coach-restart', '#coach-play'].map($);
view.duration = settings().slide;
show.onclick = () => void help();
watch.onclick = () => void (timer ? halt() : watchStage());
tricks.onclick = showTrick;
undo.onclick = takeBack;
restart.onclick = () => void begin(lesson?.start ?? start);
const position = positionForm({ sizes: ['3x3', '3x4', '4x4', '5x5', '6x6'], level: 'random', board: () => lesson?.start ?? start, onBoard: (next) => void begin(next) });
$('.coach-position').append(position.form);

/* ---- a lesson ---- */

/** @param {Board} start @param {Move[]} [moves] made before */
async function begin(start, moves = []) {
  halt();
  giveUp();
  const mine = ++version;
  const goal = goalBoard('blank-last', start);
  result.hidden = true;
  deeds += 1;
  [best, bestProven, now, marked] = [null, false, null, false];
  view.goal = goal;
  view.show(start, { animate: false });
  lesson = new Lesson(start, goal, []);
  position.refresh();
  if (parity(start, goal).odd) {
    message.replaceChildren(t('coach_unsolvable'), ' ', el('a', { href: pageAddress('learn', `?b=${start.toLink()}&tab=parity`) }, t('coach_why')));
    render();
    return;
  }
  message.textContent = t('loading');
  render();
  try {
    const answer = await post('/explain', { board: start.toString() });
    if (mine !== version) return;
    lesson = new Lesson(start, goal, answer.stages);
    coachLength = answer.length;
    for (const move of moves) lesson.play(move, 'own');
    view.show(lesson.board, { animate: false });
    message.textContent = t('coach_begin');
    await freshen();
    render();
    if (lesson.solved) finish();
    void learnBest(start, mine);
  } catch (error) {
    if (error instanceof Offline) whenBack(() => void begin(start, moves));
    message.textContent = error instanceof Offline ? t('needs_service') : error instanceof Problem ? t('problem', { detail: error.message }) : String(error);
    render();
  }
}

/** Finds the fewest moves in the background. @param {Board} start @param {number} mine */
async function learnBest(start, mine) {
  try {
    const answer = await post('/solve', { board: start.toString(), limits: { time_ms: 15000 } });
    if (mine !== version || answer.length === undefined) return;
    [best, bestProven] = [answer.length, answer.proven];
    render();
    if (lesson?.solved) finish();
  } catch {
    // Without it the result only compares with the coach.
  }
}

/** What the coach would say of the board as it is now. */
async function freshen() {
  if (!lesson || lesson.solved) return;
  const asked = lesson.board;
  try {
    const answer = await post('/explain', { board: asked.toString() });
    if (lesson?.board.equals(asked)) now = answer.stages[lesson.stage] ?? null;
  } catch {
    // The plan's moves are for the plan's board; without the service there are none for this one.
    now = null;
  }
}

/** @param {Move} move @param {'own' | 'shown'} by */
function make(move, by) {
  if (!lesson || lesson.stages.length === 0) return false;
  const was = lesson.stage;
  const done = lesson.play(move, by);
  if (!done) return false;
  marked = false;
  deeds += 1;
  // The sentence of another stage is not this one's; until the coach has spoken anew, the plan tells.
  if (lesson.stage !== was) now = null;
  view.show(lesson.board);
  if (lesson.solved) {
    render();
    finish();
  } else if (done.finished) {
    message.textContent = t('stage_done', { stage: sayName(lesson.stages[was]) });
    void freshen().then(() => {
      render();
      announce(`${message.textContent} ${stageText.textContent}`);
    });
  } else {
    message.textContent = done.disturbed.length > 0 ? t('stage_disturbed', { tiles: done.disturbed.join(', ') }) : '';
    if (by === 'own' && done.disturbed.length > 0) announce(message.textContent);
  }
  render();
  write();
  return true;
}

/** A move by the player. @param {Move} move */
function own(move) {
  if (timer) halt();
  if (lesson?.solved) return;
  if (!make(move, 'own') || !lesson || lesson.solved || message.textContent) return;
  announce(t('move_said', { tile: lesson.board.movedBy(move), direction: t(`dir_${move}`) }));
}

/** @param {number} cell */
function press(cell) {
  const moves = lesson?.board.press(cell);
  if (!moves) {
    view.shake(cell);
    announce(t('cannot_move'));
    return;
  }
  for (const move of moves) own(move);
}

/* ---- help ---- */

/** Rings the tile to slide; a second press slides it. */
async function help() {
  if (!lesson || lesson.solved) return;
  halt();
  const mine = ++deeds;
  if (!marked) await freshen();
  if (!lesson || mine !== deeds) return;
  const move = parseMoves(now?.moves ?? '')?.[0];
  if (!move) {
    message.textContent = t('needs_service');
    return;
  }
  const tile = lesson.board.tileOf(move);
  if (marked) {
    make(move, 'shown');
    return;
  }
  marked = true;
  message.textContent = t('coach_hint', { tile, direction: t(`dir_${move}`) });
  announce(message.textContent);
  render({ tile, move });
}

/** Plays the rest of this stage. */
async function watchStage() {
  if (!lesson || lesson.solved) return;
  const stage = lesson.stage;
  const mine = ++deeds;
  await freshen();
  if (mine !== deeds) return;
  const moves = parseMoves(now?.moves ?? '') ?? [];
  if (moves.length === 0) {
    message.textContent = t('needs_service');
    return;
  }
  const step = () => {
    const move = moves.shift();
    if (!move || !lesson || lesson.stage !== stage) {
      halt();
      return;
    }
    make(move, 'shown');
    if (moves.length === 0 || lesson.stage !== stage) halt();
  };
  message.textContent = t('coach_watching');
  timer = setInterval(step, isStill() ? 500 : BEAT);
  watch.textContent = t('coach_stop');
}

function halt() {
  clearInterval(timer);
  timer = 0;
  watch.textContent = t('coach_watch');
}

function showTrick() {
  // The pictures are of the stage that the text tells and the button plays.
  const stage = now ?? lesson?.stages[lesson.stage];
  if (!stage) return;
  const kind = stage.name.startsWith('column') ? 'column' : 'row';
  const [a, b] = stage.goal_tiles;
  const dialog = openDialog(t('trick_title', { a, b }), el('p', {}, t('trick_intro')), trick(kind, a, b, setUpOf(stage) === 'mirrored'),
    el('div', { class: 'row-of-buttons' },
      el('button', { class: 'b p', onclick: () => { dialog.close(); void watchStage(); } }, t('trick_watch')),
      el('button', { class: 'b', onclick: () => dialog.close() }, t('trick_try'))));
}

function takeBack() {
  halt();
  if (!lesson?.undo()) return;
  [now, marked] = [null, false];
  deeds += 1;
  view.show(lesson.board);
  message.textContent = '';
  result.hidden = true;
  void freshen().then(() => render());
  write();
}

/* ---- drawing ---- */

/** @param {{ tile: number, move: Move }} [hint] */
function render(hint) {
  if (!lesson) return;
  const { stage, goal } = lesson;
  const wanted = lesson.wanted.filter((tile) => lesson?.board.find(tile) !== goal.find(tile));
  view.marks = {
    locks: lesson.locked,
    ring: hint ? [hint.tile] : wanted,
    arrows: hint ? [hint] : [],
  };
  view.overlay.replaceChildren(...(lesson.solved ? [] : wanted.flatMap((tile) => target(tile))));
  const current = lesson.stages[stage];
  stageName.textContent = lesson.solved ? t('stage_all') : current ? sayName(current) : '';
  stageText.textContent = lesson.solved ? '' : sayStage(now ?? current ?? { text: '' });
  stageBox.toggleAttribute('data-waiting', !stageName.textContent);
  stageBox.hidden = lesson.solved && !result.hidden;
  const told = now ?? current;
  tricks.hidden = !told || !isPair(told, goal) || !setUpOf(told);
  for (const button of [show, watch]) button.disabled = lesson.solved || !current;
  undo.disabled = lesson.line.length === 0;
  yours.textContent = String(lesson.own + lesson.shown);
  coachs.textContent = lesson.stages.length ? String(coachLength) : '–';
  bests.textContent = best === null ? (lesson.stages.length ? '…' : '–') : bestProven ? String(best) : `≤ ${best}`;
  stages.replaceChildren(...lesson.stages.map((item, i) => el('li', {
    class: i < stage ? 'done' : i === stage ? 'current' : null, 'aria-current': i === stage ? 'step' : null,
  }, el('span', { class: 'stage-mark', 'aria-hidden': 'true' }, i < stage ? '✓' : String(i + 1)), sayName(item), i < stage ? el('span', { class: 'unseen' }, t('stage_is_done')) : null)));
  play.setAttribute('href', pageAddress('', `?b=${lesson.board.toLink()}`));
  carryPosition(lesson.start);
}

/** The place where a tile belongs, drawn over the board. @param {number} tile */
function target(tile) {
  if (!lesson) return [];
  const home = lesson.goal.find(tile);
  const [x, y] = [colOf(lesson.goal, home), rowOf(lesson.goal, home)];
  return [
    svg('rect', { x: x + 0.05, y: y + 0.05, width: 0.9, height: 0.9, rx: 0.12, class: 'target' }),
    svg('text', { x: x + 0.17, y: y + 0.24, class: 'target-text' }, String(tile)),
  ];
}

function finish() {
  halt();
  if (!lesson) return;
  const you = lesson.own + lesson.shown;
  view.ripple();
  const text = best === null ? t('result_two', { coach: coachLength, you }) : t(bestProven ? 'result_three' : 'result_three_at_most', { coach: coachLength, you, best });
  const praise = praiseFor(lesson);
  message.textContent = text;
  result.hidden = false;
  stageBox.hidden = true;
  const most = Math.max(coachLength, you, best ?? 0, 1);
  const bar = (/** @type {string} */ id, /** @type {number} */ value) => el('li', {}, el('span', {}, t(`count_${id}`)), el('progress', { max: most, value, 'aria-hidden': 'true' }), el('b', { class: 'num' }, String(value)));
  result.replaceChildren(el('h2', {}, text), el('p', {}, praise),
    el('ul', { class: 'bars' }, bar('coach', coachLength), bar('you', you), ...(best === null ? [] : [bar('best', best)])));
  announce(text);
}

/** What the player's part is worth: moves that the coach made are not praised. @param {Lesson} done */
function praiseFor({ own, shown }) {
  if (own === 0) return t('result_watched');
  if (shown > 0) return t('result_helped', { count: shown, all: own + shown });
  return t(own <= coachLength ? 'result_beat' : 'result_done');
}

/** Puts the start and the moves into the address. */
function write() {
  if (!lesson) return;
  const moves = formatMoves(lesson.line.map(({ move }) => move));
  history.replaceState(null, '', `?b=${lesson.start.toLink()}${moves && moves.length < 1500 ? `&m=${moves}` : ''}`);
}

/* ---- input ---- */

view.addEventListener('tile', (/** @type {CustomEvent} */ event) => press(event.detail.cell));
view.addEventListener('move', (/** @type {CustomEvent} */ event) => own(event.detail.move));
onSwipe(area, own);
addEventListener('keydown', (event) => {
  const target = /** @type {Element} */ (event.target);
  if (event.altKey || event.metaKey || target.closest('input, select, textarea, dialog')) return;
  if (event.ctrlKey) {
    if (event.key === 'z') {
      event.preventDefault();
      takeBack();
    }
    return;
  }
  const move = slideOf(event.key, !!target.closest('taquin-board'));
  if (!move) return;
  event.preventDefault();
  own(move);
});

await begin(start, broken ? [] : parseMoves(query.get('m') ?? '') ?? []);
if (broken) position.say(t('link_broken'));
document.documentElement.dataset.ready = '';
