/**
 * The page "Best move?": ten positions, one move each, and what every move would have led to.
 */

import { pageAddress } from '../address.js';
import { Offline, Problem } from '../api.js';
import { slideOf } from '../bindings.js';
import { goalBoard } from '../board-state.js';
import { onSwipe } from '../board.js';
import { copyText } from '../dialogs.js';
import { idLink, parseId } from '../game-id.js';
import { ARROW } from '../grid.js';
import { load as loadTexts, t } from '../i18n.js';
import { miniBoard } from '../mini-board.js';
import { Advice } from '../play/advice.js';
import { dealId, freshSeed } from '../play/deal.js';
import { giveUp, whenBack } from '../retry.js';
import { $, announce, el, startPage } from '../shell.js';
import { read, settings, write } from '../store.js';
import { nameText, QUESTIONS, questionsOf, Round, seedOf } from './quiz-state.js';

const SIZES = ['3x3', '4x4'];
const LEVELS = ['easy', 'medium', 'hard', 'expert'];
/** Rounds there are of a level: few enough for a number that people can tell one another. */
const ROUNDS = 10_000n;

await loadTexts(['lesson', 'quiz']);
await startPage('learn', 'quiz');

let round = new Round({ size: { rows: 3, cols: 3 }, level: 'medium', seed: 0n });
/** The answer that is looked at, before Next. @type {{question: Question, move: Move} | null} */
let shown = null;
/** Rounds begun so far: what an earlier one still fetches comes too late. */
let begun = 0;
const advice = new Advice({ onBusy: (seconds) => say(t('server_busy', { s: seconds })) });

/* ---- the parts of the page ---- */

const [view, stage, area, message, dots, moves, result] = ['.quiz-board', '.quiz-stage', '.quiz-play', '.quiz-message', '.quiz-dots', '.quiz-moves', '.quiz-result'].map($);
const [next, play, size, level, fresh] = ['#quiz-next', '#quiz-play', '#quiz-size', '#quiz-level', '#quiz-new'].map($);
view.duration = settings().slide;
size.append(...SIZES.map((name) => el('option', { value: name }, name.replace('x', ' × '))));
level.append(...LEVELS.map((name) => el('option', { value: name }, t(`level_${name}`))));
next.onclick = goOn;
size.onchange = level.onchange = fresh.onclick = () => void begin(chosen());
$('#quiz-copy').onclick = async () => say(t(await copyText(location.href) ? 'copied' : 'copy_failed'));

/** @param {string} text */
function say(text) {
  message.textContent = text;
  announce(text);
}

/* ---- rounds ---- */

/** A new round of what is chosen. @returns {Name} */
function chosen() {
  const [rows, cols] = size.value.split('x').map(Number);
  return { size: { rows, cols }, level: level.value, seed: seedOf(freshSeed() % ROUNDS) };
}

/** The round of the address, null where it names none. @returns {Name | null} */
function named() {
  const name = parseId(new URLSearchParams(location.search).get('id') ?? '');
  const fits = name && SIZES.includes(`${name.size.rows}x${name.size.cols}`) && LEVELS.includes(name.level);
  return fits ? name : null;
}

/** @param {Name} name @param {string} [answers] given before */
async function begin(name, answers = '') {
  const mine = ++begun;
  giveUp();
  round = new Round(name);
  shown = null;
  [size.value, level.value] = [`${name.size.rows}x${name.size.cols}`, name.level];
  history.replaceState(null, '', `?id=${idLink(nameText(name))}`);
  view.goal = goalBoard('blank-last', name.size);
  view.marks = {};
  view.toggleAttribute('covered', true);
  view.show(goalBoard('blank-last', name.size), { animate: false });
  message.textContent = t('loading');
  render();
  try {
    for await (const question of questionsOf(name, deal, distance)) {
      if (mine !== begun) return;
      round.questions.push(question);
      const at = round.questions.length - 1;
      // Answers of the visit before come first; then the first question that has none.
      if (at < answers.length) round.answer(/** @type {Move} */ (answers[at]));
      const isAsked = at === round.answers.length && !shown;
      if (isAsked) ask();
      else if (round.isOver) finish();
    }
  } catch (error) {
    if (mine !== begun) return;
    if (error instanceof Offline) whenBack(() => void begin(name, round.answers.join('')));
    say(error instanceof Offline ? t('needs_service') : error instanceof Problem ? t('problem', { detail: error.message }) : String(error));
  }
}

/** @type {Parameters<typeof questionsOf>[1]} */
const deal = async (dealt, at, seed) => (await dealId(dealt, at, seed)).start;
/** @type {Parameters<typeof questionsOf>[2]} */
const distance = async (board) => (board.equals(goalBoard('blank-last', board)) ? 0 : (await advice.ask(board, 'blank-last')).distance);

/** Shows the question that is next. */
function ask() {
  const question = round.question();
  shown = null;
  view.marks = {};
  if (!question) {
    message.textContent = t('loading');
    return render();
  }
  view.toggleAttribute('covered', false);
  view.show(question.board, { animate: false });
  message.textContent = t('quiz_ask', { count: question.distance, n: question.distance });
  announce(`${t('quiz_number', { n: round.answers.length + 1, all: QUESTIONS })} ${spoken(question.board)} ${message.textContent}`);
  render();
}

/** The board as it is read out. @param {Board} board */
function spoken(board) {
  const rows = Array.from({ length: board.rows }, (_, row) => board.cells.slice(row * board.cols, (row + 1) * board.cols));
  return `${rows.map((row) => row.map((tile) => (tile === 0 ? t('blank') : tile)).join(' ')).join(', ')}.`;
}

/** @param {Move} move */
function answer(move) {
  const question = round.question();
  if (shown || !question) return;
  const right = round.answer(move);
  if (right === null) return say(t('cannot_move'));
  shown = { question, move };
  write('quiz.round', round.save());
  const words = { t: question.tile(move), direction: t(`dir_${move}`), n: question.after.get(move) ?? 0 };
  const [best] = question.best;
  const better = { t2: question.tile(best), direction2: t(`dir_${best}`), n2: question.after.get(best) ?? 0 };
  say(t(right ? 'quiz_right' : 'quiz_wrong', right ? words : { ...words, ...better }));
  view.marks = {
    ring: question.best.map((one) => question.tile(one)),
    notes: Object.fromEntries([...question.after.keys()].map((one) => [question.tile(one), question.loss(one) === 0 ? '✓' : `+${question.loss(one)}`])),
  };
  render();
  next.focus({ preventScroll: true });
}

function goOn() {
  shown = null;
  if (round.isOver) return finish();
  ask();
  view.focusBoard();
}

/** The end of a round. */
function finish() {
  shown = null;
  const key = `${size.value}:${round.name.level}`;
  const bests = read('quiz.bests', /** @type {Record<string, number>} */ ({}));
  const before = bests[key] ?? -1;
  if (round.score > before) write('quiz.bests', { ...bests, [key]: round.score });
  say(t('quiz_over', { right: round.score, all: QUESTIONS }));
  render();
  fresh.focus({ preventScroll: true });
}

/* ---- drawing ---- */

function render() {
  const { answers, marks } = round;
  const isDone = round.isOver && !shown;
  const at = shown ? answers.length - 1 : answers.length;
  dots.replaceChildren(...Array.from({ length: QUESTIONS }, (_, index) => {
    const state = index >= answers.length ? 'open' : marks[index] ? 'right' : 'wrong';
    return el('li', { class: state, 'aria-current': index === at ? 'step' : null },
      el('span', { 'aria-hidden': 'true' }, state === 'open' ? String(index + 1) : state === 'right' ? '✓' : '✗'),
      el('span', { class: 'unseen' }, t(`quiz_dot_${state}`, { n: index + 1 })));
  }));
  next.hidden = play.hidden = !shown;
  next.textContent = t(round.isOver ? 'quiz_end' : 'quiz_next');
  if (shown) play.href = pageAddress('', `?b=${shown.question.board.toLink()}`);
  moves.hidden = !shown;
  moves.replaceChildren(...(shown ? movesTable(shown.question, shown.move) : []));
  area.hidden = isDone;
  result.hidden = !isDone;
  result.replaceChildren(...(isDone ? summary() : []));
  fresh.classList.toggle('p', isDone);
}

/** What each move would lead to. @param {Question} question @param {Move} made */
function movesTable(question, made) {
  const rows = [...question.after].sort(([, a], [, b]) => a - b);
  return [el('caption', {}, t('quiz_moves')), el('tbody', {}, ...rows.map(([move, far]) => el('tr', { class: move === made ? 'current' : null },
    el('th', { scope: 'row' }, `${question.tile(move)} ${t(`dir_${move}`)} ${ARROW[move]}`),
    el('td', {}, move === made ? t('quiz_yours') : ''),
    el('td', { class: 'num' }, t('quiz_left', { n: far })),
    el('td', { class: `num ${question.loss(move) === 0 ? '' : 'warn'}` }, question.loss(move) === 0 ? '✓' : `+${question.loss(move)}`))))];
}

/** The round, question by question. */
function summary() {
  const best = read('quiz.bests', /** @type {Record<string, number>} */ ({}))[`${size.value}:${round.name.level}`] ?? round.score;
  return [
    el('h2', {}, t('quiz_over', { right: round.score, all: QUESTIONS })),
    el('p', { class: 'soft' }, t('quiz_best', { n: best, all: QUESTIONS })),
    el('ol', { class: 'quiz-list' }, ...round.questions.map((question, at) => {
      const move = round.answers[at];
      const name = (/** @type {Move} */ one) => `${question.tile(one)} ${ARROW[one]}`;
      return el('li', {}, el('a', { href: pageAddress('', `?b=${question.board.toLink()}`), 'aria-label': t('quiz_open', { n: at + 1 }) },
        miniBoard(String(question.board)),
        el('span', { class: round.marks[at] ? 'num' : 'num warn' }, round.marks[at] ? `✓ ${name(move)}` : `✗ ${name(move)} · ✓ ${question.best.map(name).join(', ')}`)));
    })),
  ];
}

/* ---- answering ---- */

view.addEventListener('tile', (/** @type {CustomEvent} */ { detail: { cell } }) => {
  const question = round.question();
  if (shown || !question) return;
  const pressed = question.board.press(cell);
  if (pressed?.length === 1) return answer(pressed[0]);
  view.shake(cell);
  say(t(pressed ? 'quiz_one' : 'cannot_move'));
});
view.addEventListener('move', (/** @type {CustomEvent} */ event) => answer(event.detail.move));
onSwipe(stage, (move) => answer(move));
addEventListener('keydown', (event) => {
  const target = /** @type {HTMLElement} */ (event.target);
  if (event.altKey || event.metaKey || event.ctrlKey || target.closest('select, input, dialog')) return;
  const move = slideOf(event.key, view.contains(target));
  if (!move || shown || round.isOver) return;
  event.preventDefault();
  answer(move);
});

const kept = read('quiz.round', /** @type {{name?: string, answers?: string} | null} */ (null));
const wanted = named() ?? (location.search ? null : parseId(kept?.name ?? ''));
const isKept = wanted !== null && kept?.name === nameText(wanted) && /^[UDLR]{0,10}$/.test(kept?.answers ?? '');
void begin(wanted ?? chosen(), isKept ? kept?.answers : '');
document.documentElement.dataset.ready = '';
