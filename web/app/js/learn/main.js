/**
 * The Learn page: one position, a search through it, and five views of both.
 */

import { pageAddress } from '../address.js';
import '../board.js';
import { Offline, Problem, isAbort, post } from '../api.js';
import { goalBoard, manhattan, parity, parseBoard } from '../board-state.js';
import { ADMISSIBLE, isInformed } from '../catalogue.js';
import { isStill } from '../board.js';
import { copyText, openDialog } from '../dialogs.js';
import { grouped, load as loadTexts, numberText, t } from '../i18n.js';
import { announce, carryPosition, el, icon, startPage } from '../shell.js';
import { miniBoard } from '../mini-board.js';
import { positionForm } from '../position-form.js';
import { giveUp, whenBack } from '../retry.js';
import { heuristicName } from '../solver-names.js';
import { ALGORITHMS, TABS, commandOf, readAddress, specOf, writeAddress } from './address.js';
import { Reading, sayStep } from './reading.js';
import { TracePlayer, keepingOf } from './trace-player.js';
import { TreeView } from './tree-view.js';

/** Steps asked for: breadth-first search reaches the goal of the first board in 13,806. */
const MOST_STEPS = 14_000;
/** Pictures of the steps, 24 × 24. */
const ICONS = {
  reset: 'M6 5v14M19 5 9 12l10 7z', back: 'M17 5 7 12l10 7z', run: 'M8 5l11 7-11 7z', pause: 'M8 5v14M16 5v14',
  step: 'M6 5l9 7-9 7zM19 5v14', end: 'M4 6l7 6-7 6zM12 6l7 6-7 6zM21 5v14',
};
/** Milliseconds for which words stand at least while the search runs: nobody reads faster, and each costs a layout. */
const WORDS = 100;
/** Rows of the lists: while the search runs nobody reads far down. */
const [ROWS, ROWS_RUNNING] = [30, 10];
/** Steps that the first visit plays by itself, and how many a second. */
const FIRST = { steps: 12, speed: '5' };
/** Steps a second. */
const SPEEDS = [1, 2, 5, 10, 25, 60, 200];

/** Lets the page do what waits. */
const breath = () => new Promise((resolve) => setTimeout(resolve));

await loadTexts(['lesson', 'pseudocode']);
// The first number reads the language's data, which is a task of its own.
await breath();
numberText(0);
await breath();
await startPage('learn');
const isFirstView = location.search === '';
const state = readAddress(location.search);
/** @type {TracePlayer | null} */
let player = null;
/** @type {any} */
let answer = null;
let truncated = false;
let running = 0;
/** The step at which a run pauses by itself, before the end. */
let until = Infinity;
let request = new AbortController();

/* ---- the parts of the page ---- */

/** @param {string} selector @returns {any} */
const $ = (selector) => document.querySelector(selector);
/** @type {import('../board.js').TaquinBoard} */
const board = $('.position-board');
board.duration = 120;
/** @type {HTMLElement[]} */
const [caption, quizHost, said] = ['.caption', '.quiz', '.said-box'].map($);
const position = positionForm({
  sizes: ['2x3', '3x3', '3x4', '4x4'],
  level: 'easy',
  board: () => state.board,
  onBoard: (next) => setBoard(next),
});
const algorithm = select('algorithm', ALGORITHMS.map((name) => [name, t(`algo_${name}`)]), state.algorithm, (value) => change({ algorithm: value }));
const heuristic = select('heuristic', ADMISSIBLE.map((name) => [name, heuristicName(name)]), state.heuristic, (value) => change({ heuristic: value }));
const weight = select('weight', ['1.2', '1.5', '2', '3', '5'].map((name) => [name, name]), state.weight, (value) => change({ weight: value }));
const about = el('p', { class: 'soft about' });
const whole = el('dl', { class: 'whole', 'aria-label': t('whole_run') });
const play = el('a', { class: 'b q small', href: pageAddress('') }, t('to_play'));
const copy = el('button', { class: 'b q small', onclick: async () => announce(t((await copyText(commandOf(state))) ? 'copied' : 'copy_failed')) }, t('copy_command'));
const exercise = el('button', { class: 'b q small', id: 'exercise', onclick: () => showSheet() }, t('sheet_open'));

const message = el('p', { class: 'learn-message', role: 'status', hidden: true });
const panels = Object.fromEntries(TABS.map((tab) => [tab, el('div', {
  id: `panel-${tab}`, role: 'tabpanel', 'aria-labelledby': `tab-${tab}`, class: `panel panel-${tab}`, hidden: true,
})]));
const tabs = TABS.map((tab) => el('button', {
  id: `tab-${tab}`, role: 'tab', 'aria-controls': `panel-${tab}`, onclick: () => openTab(tab),
}, t(`tab_${tab}`)));
const tablist = el('div', { class: 'tabs', role: 'tablist', 'aria-label': t('tabs_label') }, ...tabs);
tablist.addEventListener('keydown', (event) => {
  const at = TABS.indexOf(/** @type {typeof TABS[number]} */ (state.tab));
  const ahead = document.documentElement.dir === 'rtl' ? -1 : 1;
  const to = /** @type {Record<string, number>} */ ({ ArrowRight: at + ahead, ArrowLeft: at - ahead, Home: 0, End: TABS.length - 1 })[event.key];
  if (to === undefined || isOdd()) return;
  event.preventDefault();
  openTab(TABS[(to + TABS.length) % TABS.length]);
  document.getElementById(`tab-${state.tab}`)?.focus();
});
const middle = el('section', { class: 'learn-middle card', 'aria-label': t('middle_label') }, whole, tablist, message, ...Object.values(panels));

const readingHost = el('div', { class: 'reading' });
const right = el('section', { class: 'learn-right', 'aria-label': t('right_label'), tabindex: 0 }, readingHost);

/** @param {string} id @param {Node | string} symbol @param {() => void} act @param {string} [kind] */
const control = (id, symbol, act, kind = '') => el('button', { class: `b ${kind}`, id: `ctl-${id}`, title: t(`ctl_${id}`), 'aria-label': typeof symbol === 'string' ? `${symbol}, ${t(`ctl_${id}`)}` : t(`ctl_${id}`), onclick: act }, symbol);
const run = control('run', icon(ICONS.run), () => (running ? pause() : start()), 'p');
const scrub = el('input', { type: 'range', min: 0, max: 1, value: 0, step: 1, id: 'scrub', 'aria-label': t('scrub'), oninput: () => { pause(); go(Number(scrub.value), false); } });
const where = el('output', { class: 'num where', for: 'scrub' });
const speed = el('select', { 'aria-label': t('speed') }, ...SPEEDS.map((n) => el('option', { value: n, selected: n === 5 }, t('speed_n', { n }))));
const predict = el('button', { class: 'b q', id: 'ctl-predict', 'aria-pressed': 'false', onclick: () => togglePredict() }, t('ctl_predict'));
const controls = el('div', { class: 'learn-controls card', role: 'group', 'aria-label': t('controls_label') },
  el('div', { class: 'row-of-buttons' },
    control('reset', icon(ICONS.reset), () => go(0)), control('back', icon(ICONS.back), () => go(state.step - 1)), run,
    control('step', icon(ICONS.step), () => go(state.step + 1)), control('ten', '+10', () => go(state.step + 10)),
    control('end', icon(ICONS.end), () => go(player?.length ?? 0))),
  el('div', { class: 'scrub-row' }, scrub, where),
  el('div', { class: 'row-of-buttons last' }, speed, predict));

await breath();

/* ---- the views ---- */

const card = el('div', { class: 'node-card card', hidden: true, 'aria-hidden': 'true' });
const followButton = el('button', { class: 'b small', 'aria-pressed': 'true', onclick: () => { tree.follow = !tree.follow; followed(tree.follow); } }, t('tree_follow'));
const followed = (/** @type {boolean} */ on) => followButton.setAttribute('aria-pressed', String(on));
panels.tree.append(
  el('div', { class: 'canvas-host' }),
  card,
  el('div', { class: 'tree-foot' }, el('ul', { class: 'legend', 'aria-label': t('legend') }), el('div', { class: 'tree-tools row-of-buttons' },
    el('button', { class: 'b small', 'aria-label': t('tree_in'), title: t('tree_in'), onclick: () => tree.zoom(1.3) }, '+'),
    el('button', { class: 'b small', 'aria-label': t('tree_out'), title: t('tree_out'), onclick: () => tree.zoom(1 / 1.3) }, '−'),
    el('button', { class: 'b small', onclick: () => tree.fit() }, t('tree_fit')),
    followButton)),
  el('p', { id: 'tree-keys', class: 'unseen' }, t('tree_keys')));
const legend = /** @type {HTMLElement} */ (panels.tree.querySelector('.legend'));
const tree = new TreeView(/** @type {HTMLElement} */ (panels.tree.querySelector('.canvas-host')), {
  onPick: (node, at) => showCard(node, at),
  onGo: (node) => goToNode(node),
  onFollow: followed,
});
/** The last use of a part whose scripts come when it is first used. @type {Promise<void>} */
let latest = Promise.resolve();
/** A part whose scripts come when it is first used; uses keep their order. @template T @param {() => Promise<T>} make @returns {(use: (part: T) => void) => void} */
function lazily(make) {
  /** @type {Promise<T> | undefined} */
  let made;
  return (use) => {
    made ??= make();
    latest = made.then(use, () => {
      made = undefined;
      say(t('learn_offline'));
    });
  };
}
const lists = lazily(async () => new (await import('./lists-view.js')).ListsView(panels.lists, (node) => goToNode(node)));
const estimates = lazily(async () => new (await import('./heuristic-view.js')).HeuristicView(panels.heuristic));
const formula = lazily(async () => new (await import('./formula-view.js')).FormulaView(panels.formula, {
  onChange: (encoding, bound) => { Object.assign(state, { encoding, bound }); write(); },
  onPlan: (moves) => { plan((view) => view.show(state.board, state.goal, moves)); openTab('plan', moves); },
}));
const plan = lazily(async () => new (await import('./plan-view.js')).PlanView(panels.plan));
const lesson = lazily(async () => new (await import('./parity-view.js')).ParityView(panels.parity, (mended) => { setBoard(mended); openTab('tree'); }));
const quizzes = lazily(async () => new (await import('./quiz.js')).Quiz(quizHost, (step) => go(step, false)));
const sheets = lazily(async () => (await import('./sheet.js')).sheet);
const reading = new Reading(said, readingHost);

/** @param {string} id @param {(readonly [string, string])[]} options @param {string} value @param {(value: string) => void} onPick */
function select(id, options, value, onPick) {
  const choices = options.some(([key]) => key === value) ? options : [...options, /** @type {const} */ ([value, value])];
  const box = el('select', { id, onchange: () => onPick(box.value) }, ...choices.map(([key, text]) => el('option', { value: key, selected: key === value }, text)));
  return { box, field: el('label', { class: 'field' }, el('span', {}, t(id)), box) };
}

/* ---- what happens ---- */

/** @param {import('../board-state.js').Board} next */
function setBoard(next) {
  pause();
  Object.assign(state, { board: next, step: 0, bound: -1 });
  position.refresh();
  void load();
}

/** @param {Partial<import('./address.js').LearnState>} part */
function change(part) {
  pause();
  Object.assign(state, part, { step: 0 });
  void load();
}

/** Shows what belongs to the algorithm chosen, and nothing of any search. */
function fitChoices() {
  heuristic.box.disabled = !isInformed(state.algorithm);
  weight.field.hidden = state.algorithm !== 'wastar';
  about.textContent = t(`about_${state.algorithm}`);
  showLegend();
  reading.clear(about.textContent);
}

/** Asks the service for the search and shows it. */
async function load() {
  request.abort();
  giveUp();
  request = new AbortController();
  const { signal } = request;
  if (!quizHost.hidden) quizzes((quiz) => quiz.close());
  predict.setAttribute('aria-pressed', 'false');
  fitChoices();
  play.setAttribute('href', pageAddress('', `?b=${state.board.toLink()}`));
  carryPosition(state.board);
  [player, answer] = [null, null];
  // Nothing of the search before may stand under the name of this one.
  whole.replaceChildren();
  const goal = goalBoard(state.goal, state.board);
  board.goal = goal;
  board.show(state.board, { animate: false });
  const odd = isOdd();
  // There is no search without a solution; what can be seen is why there is none.
  TABS.forEach((name, i) => { tabs[i].disabled = odd && name !== 'parity'; });
  tree.clear();
  render();
  if (odd) {
    say(t('learn_unsolvable'));
    whole.replaceChildren(el('div', { class: 'first' }, el('dt', {}, t('fact_length')), el('dd', {}, t('label_unsolvable'))));
    openTab('parity');
    return;
  }
  if (state.tab === 'parity') showParity();
  const late = setTimeout(() => {
    say(t('loading_search', { algorithm: t(`algo_${state.algorithm}`) }), [['cancel', () => stopLoading()]]);
    message.dataset.passing = '';
  }, 300);
  try {
    const trace = await post('/trace', {
      board: state.board.toString(), goal: state.goal, algorithm: specOf(state),
      ...(isInformed(state.algorithm) ? { heuristic: state.heuristic } : {}), max_events: MOST_STEPS,
    }, { signal, onBusy: (s) => say(t('server_busy', { s })) });
    clearTimeout(late);
    if (signal.aborted) return;
    // A breath after each part, so that no input waits long.
    await breath();
    const read = new TracePlayer(trace.events, state.algorithm);
    await breath();
    if (signal.aborted) return;
    [player, answer, truncated] = [read, trace.answer, trace.truncated];
    say('');
    showWhole();
    reading.load(player, trace.pseudocode ?? [], answer);
    scrub.max = String(player.length);
    tree.load(player);
    await breath();
    if (signal.aborted) return;
    go(state.step, false);
    void tellTime(signal);
  } catch (error) {
    clearTimeout(late);
    if (isAbort(error)) return;
    if (error instanceof Offline) whenBack(() => void load());
    say(error instanceof Offline ? t('learn_offline') : error instanceof Problem ? t('problem', { detail: error.message }) : String(error));
    whole.replaceChildren();
  }
}

/** Gives up waiting for the search. */
function stopLoading() {
  request.abort();
  say(t('search_stopped'), [['search_again', () => void load()]]);
}

/** Measures the search several times, for one run says little. @param {AbortSignal} signal */
async function tellTime(signal) {
  const place = whole.querySelector('[data-fact=fact_time] dd');
  if (!place || !answer) return;
  const question = {
    board: state.board.toString(), goal: state.goal, algorithm: specOf(state),
    ...(isInformed(state.algorithm) ? { heuristic: state.heuristic } : {}),
  };
  try {
    // What can be seen comes first; Safari has no idle time to tell of.
    await new Promise((resolve) => (globalThis.requestIdleCallback ?? setTimeout)(resolve));
    if (signal.aborted) return;
    const { measure, timeWords } = await import('../timing.js');
    const timing = await measure(question, answer.stats.time_ms, signal);
    if (signal.aborted) return;
    place.textContent = timeWords(timing.median);
    /** @type {HTMLElement} */ (place).title = timing.runs > 1 ? t('time_of', { runs: timing.runs, low: timeWords(timing.low), high: timeWords(timing.high) }) : t('time_once');
    place.append(el('span', { class: 'unseen' }, ` (${/** @type {HTMLElement} */ (place).title})`));
  } catch {
    // Without a measurement no time is told.
  }
}

/** @param {string} text @param {[string, () => void][]} [offers] buttons beside it */
function say(text, offers = []) {
  message.replaceChildren(text, ...offers.map(([id, run]) => el('button', { type: 'button', class: 'b small', onclick: run }, t(id))));
  message.hidden = !text;
  delete message.dataset.passing;
}

/** The numbers of the whole run, before any step. */
function showWhole() {
  if (!answer || !player) return;
  const { stats } = answer;
  const branching = stats.expanded > 0 ? numberText(stats.generated / stats.expanded, { maximumFractionDigits: 2 }) : '–';
  const label = answer.status === 'optimal' ? t('label_proven') : answer.length === undefined ? t('label_limit') : t('label_found');
  const length = answer.length === undefined ? '' : `${t('moves_n', { count: answer.length })}, `;
  const facts = /** @type {[string, string][]} */ ([
    ['fact_length', `${length}${label}`],
    ['fact_expanded', grouped(stats.expanded)],
    ['fact_generated', grouped(stats.generated)],
    ['fact_branching', branching],
    ['fact_peak', grouped(stats.peak_open + stats.peak_closed)],
    ['fact_memory', `${numberText(stats.peak_mb, { maximumSignificantDigits: stats.peak_mb < 100 ? 2 : 4 })} MB`],
    ['fact_time', '…'],
  ]);
  whole.replaceChildren(...facts.map(([id, value], i) => el('div', { class: i === 0 ? 'first' : null, 'data-fact': id }, el('dt', {}, t(id)), el('dd', {}, value))));
  if (truncated) say(t('learn_truncated', { n: grouped(player.length) }));
}

function showLegend() {
  const deepening = keepingOf(state.algorithm).family === 'deepening';
  const kinds = deepening ? ['active', 'closed', 'pruned', 'goal'] : ['open', 'closed', 'path', 'goal'];
  legend.replaceChildren(...kinds.map((kind) => el('li', { class: `key-${kind}` }, t(`key_${kind}`))));
}

/** Goes to a step. @param {number} step @param {boolean} [spoken] */
function go(step, spoken = true) {
  if (!player) return;
  state.step = Math.max(0, Math.min(step, player.length));
  render();
  if (spoken) {
    pause();
    announce(sayStep(player, state.step));
  }
}

/** @param {import('./trace-player.js').TraceNode} node */
function goToNode(node) {
  const taken = player?.nodes[node.id]?.marks.find((mark) => mark.standing !== 'open') ?? node.marks[0];
  if (taken) go(taken.at);
}

function render() {
  scrub.value = String(state.step);
  if (!running || performance.now() - told >= WORDS) tell();
  renderTab();
  write();
}

let told = 0;
/** Shows the step in words, numbers and the board. */
function tell() {
  told = performance.now();
  const length = player?.length ?? 0;
  where.textContent = t('where', { step: grouped(state.step), length: grouped(length) });
  scrub.setAttribute('aria-valuetext', where.textContent);
  for (const [id, off] of /** @type {[string, boolean][]} */ ([['reset', state.step === 0], ['back', state.step === 0], ['step', state.step >= length], ['ten', state.step >= length], ['end', state.step >= length]])) {
    /** @type {HTMLButtonElement} */ (document.getElementById(`ctl-${id}`)).disabled = off;
  }
  run.disabled = length === 0;
  const event = player?.events[state.step - 1];
  if (player) {
    reading.show(player, state.step);
    board.show(parseBoard(event?.board ?? state.board.toString()), { animate: running === 0 });
  }
  const way = player?.pathAt(state.step).map((node) => node.move).join('') ?? '';
  caption.textContent = event ? t('caption_node', { n: event.node, g: event.g, way: way.length > 20 ? `…${way.slice(-18)}` : way || '–' }) : t('caption_start');
}

function renderTab() {
  const event = player?.events[state.step - 1];
  const shown = event?.board ?? state.board.toString();
  const estimate = manhattan(state.board, goalBoard(state.goal, state.board));
  const proven = answer?.status === 'optimal' ? answer.length : undefined;
  if (state.tab === 'tree') tree.show(state.step);
  else if (state.tab === 'lists' && player) showLists(player);
  else if (state.tab === 'heuristic' && !isOdd()) estimates((view) => view.show(shown, state.goal, state.heuristic));
  else if (state.tab === 'formula' && !isOdd()) formula((view) => view.show(state, estimate, proven));
  else if (state.tab === 'plan' && !isOdd() && answer) {
    const { board, goal } = state;
    const moves = proven === undefined ? undefined : answer.moves;
    plan((view) => view.show(board, goal, moves));
  }
}

let listed = 0;
/** Shows the lists, a few times a second while the search runs. @param {TracePlayer} shown */
function showLists(shown) {
  const now = performance.now();
  if (running && now - listed < 250) return;
  listed = now;
  const [step, rows] = [state.step, running ? ROWS_RUNNING : ROWS];
  lists((view) => view.show(shown, step, rows));
}

const showParity = () => lesson((view) => view.show(state.board, state.goal));

const isOdd = () => parity(state.board, goalBoard(state.goal, state.board)).odd;

/** @param {string} tab @param {string} [moves] a plan to show in place of the search's */
function openTab(tab, moves) {
  state.tab = tab;
  $('#main').dataset.tab = tab;
  if (['formula', 'plan', 'parity'].includes(tab)) pause();
  TABS.forEach((name, i) => {
    const open = name === tab;
    tabs[i].setAttribute('aria-selected', String(open));
    tabs[i].tabIndex = open ? 0 : -1;
    panels[name].hidden = !open;
    if (open && (i > 0 || isRowMoved)) requestAnimationFrame(() => showTab(tabs[i]));
  });
  if (tab !== 'plan' && panels.plan.hasChildNodes()) plan((view) => view.pause());
  if (tab === 'parity') showParity();
  if (moves === undefined) renderTab();
  write();
}

/** Whether the row of tabs may stand elsewhere than at its start. */
let isRowMoved = false;
/** On narrow screens the row of tabs is wider than the page. @param {HTMLElement} tab */
function showTab(tab) {
  isRowMoved = true;
  const [row, box] = [tablist.getBoundingClientRect(), tab.getBoundingClientRect()];
  tablist.scrollLeft += box.left + box.width / 2 - (row.left + row.width / 2);
}

let writing = 0;
let written = -Infinity;
/** Puts the state into the address: at once, but only a few times a second, and not while the search runs, for it can take as long as a frame. */
function write() {
  clearTimeout(writing);
  if (running) return;
  const put = () => {
    written = performance.now();
    history.replaceState(null, '', writeAddress(state));
  };
  if (performance.now() - written > 150) put();
  else writing = setTimeout(put, 150);
}

// A reload goes on where the run was.
addEventListener('pagehide', () => history.replaceState(null, '', writeAddress(state)));

/* ---- running ---- */

function start(upTo = Infinity) {
  if (!player) return;
  until = upTo;
  if (state.step >= player.length) go(0, false);
  let [last, due] = [performance.now(), 0];
  const tick = (/** @type {number} */ now) => {
    due += ((now - last) / 1000) * Number(speed.value);
    last = now;
    const steps = Math.floor(due);
    due -= steps;
    if (steps > 0) go(state.step + Math.min(steps, 50), false);
    if (!player || state.step >= Math.min(until, player.length)) pause();
    else running = requestAnimationFrame(tick);
  };
  running = requestAnimationFrame(tick);
  run.replaceChildren(icon(ICONS.pause));
  run.setAttribute('aria-label', t('ctl_pause'));
  run.title = t('ctl_pause');
}

function pause() {
  if (!running) return;
  cancelAnimationFrame(running);
  running = 0;
  until = Infinity;
  run.replaceChildren(icon(ICONS.run));
  run.setAttribute('aria-label', t('ctl_run'));
  run.title = t('ctl_run');
  if (!player) return;
  announce(sayStep(player, state.step));
  render();
}

/** Opens the exercise sheet of this search, with its key on a page of its own. */
function showSheet() {
  if (!player) return;
  const what = { algorithm: t(`algo_${state.algorithm}`), heuristic: heuristicName(state.heuristic), board: state.board.toString(), link: location.origin + location.pathname + writeAddress({ ...state, step: 0, tab: 'tree' }) };
  const of = player;
  sheets((sheet) => openDialog(t('sheet_open'),
    el('div', { class: 'row-of-buttons' }, el('button', { class: 'b p', onclick: () => print() }, t('sheet_print'))),
    sheet(of, what, false), sheet(of, what, true)).classList.add('sheet-dialog'));
}

function togglePredict() {
  pause();
  const of = player;
  quizzes((quiz) => {
    if (quiz.isOpen) quiz.close();
    else if (of) quiz.ask(of, state.step);
    predict.setAttribute('aria-pressed', String(quiz.isOpen));
  });
}

/** @param {import('./trace-player.js').TraceNode | null} node @param {{ x: number, y: number } | null} at */
function showCard(node, at) {
  card.hidden = !node;
  if (!node || !at || !player) return;
  const mark = player.markAt(node.id, state.step);
  const text = t('card', { n: node.id, g: mark?.g ?? node.g, h: node.h, f: mark?.f ?? node.f, state: t(`state_${mark?.standing ?? 'open'}`) });
  card.replaceChildren(miniBoard(node.board), el('p', { class: 'num' }, text));
  const host = /** @type {HTMLElement} */ (panels.tree.querySelector('.canvas-host'));
  card.style.left = `${Math.max(6, Math.min(at.x + 20, host.clientWidth - 176))}px`;
  card.style.top = `${Math.max(6, Math.min(at.y + 20, host.clientHeight - 190))}px`;
  if (document.activeElement === tree.canvas) announce(`${node.board}. ${text}`);
}

addEventListener('keydown', (event) => {
  const target = /** @type {Element} */ (event.target);
  if (event.ctrlKey || event.altKey || event.metaKey || target.closest('input, select, textarea, button, [role=tab], [role=application], taquin-board, pre, ol, summary')) return;
  const act = /** @type {Record<string, () => void>} */ ({
    ArrowRight: () => go(state.step + 1), ArrowLeft: () => go(state.step - 1), Home: () => go(0), End: () => go(player?.length ?? 0), ' ': () => (running ? pause() : start()),
  })[event.key];
  if (!act) return;
  event.preventDefault();
  act();
});

await breath();
openTab(state.tab);
fitChoices();
$('.choices').append(algorithm.field, heuristic.field, weight.field);
$('.position-more').open = !matchMedia('(max-width: 760px)').matches;
$('.position-more').append(position.form, about,
  el('div', { class: 'row-of-buttons' }, play, copy, exercise, el('a', { class: 'b q small', href: pageAddress('quiz') }, t('ctl_quiz'))));
$('#main').append(middle, right, controls);
await breath();
if (state.broken) position.say(t('link_broken'));
await load();
await latest;
document.documentElement.dataset.ready = '';
// Who comes without a position of their own sees at once what this page does.
if (isFirstView) {
  tree.hold(FIRST.steps);
  if (isStill()) go(FIRST.steps, false);
  else start(FIRST.steps);
}
