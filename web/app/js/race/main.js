/**
 * The Race page: the same position for two to four solvers, told on one clock.
 *
 * The solvers run side by side, and the tracks show how far they are. Nodes do not depend on what else the machine
 * does; times do, so they are measured afterwards, one solver at a time.
 */

import { pageAddress } from '../address.js';
import { Offline, Problem, isAbort, post } from '../api.js';
import { goalBoard, parity } from '../board-state.js';
import { isStill } from '../board.js';
import { isInformed, isTraceable } from '../catalogue.js';
import { copyText } from '../dialogs.js';
import { grouped, load as loadTexts, numberText, t } from '../i18n.js';
import { startJob } from '../jobs.js';
import { miniBoard } from '../mini-board.js';
import { positionForm } from '../position-form.js';
import { $, announce, carryPosition, el, startPage } from '../shell.js';
import { LaneView } from './lane-view.js';
import { measure, timeWords, timingOf } from '../timing.js';
import { specName } from '../solver-names.js';
import { RaceClock, compareCommand, raceDuration, runningPart } from './race-clock.js';
import { LEAST_LANES, limitsOf, MOST_LANES, readAddress, readLane, specOf, writeAddress } from './race-state.js';

/** Positions shown while a lane runs; more than the eye can follow. */
const MOST_BOARDS = 1500;

await loadTexts(['lesson']);
await startPage('race');
const state = readAddress(location.search);
/** @type {LaneView[]} */
let lanes = [];
/** @type {any[]} answers by lane; an object with `detail` where a solver refused */
let answers = [];
/** How long each lane takes; null where it was not measured. @type {(Timing | null)[]} */
let timings = [];
/** @type {RaceClock | null} */
let clock = null;
let frame = 0;
/** @type {AbortController | null} */
let stop = null;

/* ---- the parts of the page ---- */

const [picture, message, track, finish, line] = ['.race-board', '.race-message', '.lanes', '.finish', '.command'].map($);
const [learn, play, add, go, halt, skip, again] = ['#race-learn', '#race-play', '#race-add', '#race-go', '#race-cancel', '#race-skip', '#race-again'].map($);
const PACES = /** @type {const} */ (['nodes', 'time']);
const position = positionForm({ sizes: ['2x3', '3x3', '3x4', '4x4'], level: 'easy', board: () => state.board, onBoard: (board) => change(() => { state.board = board; }) });
picture.after(position.form);
add.onclick = () => change(() => state.lanes.push(nextLane()));
go.onclick = () => void race();
halt.onclick = () => stop?.abort();
skip.onclick = () => clock?.finish();
again.onclick = show;
$('#race-copy').onclick = async () => announce(t((await copyText(command())) ? 'copied' : 'copy_failed'));
for (const pace of PACES) $(`#pace-${pace}`).onclick = () => setPace(pace);

/* ---- choosing ---- */

/** Another lane than those there are. */
function nextLane() {
  const wishes = ['astar/manhattan', 'human', 'bfs', 'ida/manhattan', 'greedy/manhattan', 'sat'];
  const have = state.lanes.map(specOf);
  return /** @type {LaneChoice} */ (readLane(wishes.find((wish) => !have.includes(wish)) ?? 'bfs'));
}

/** Changes the race; what was run is no longer about it. @param {() => void} deed */
function change(deed) {
  stop?.abort();
  stop = null;
  halt.hidden = true;
  deed();
  [answers, timings, clock] = [[], [], null];
  finish.hidden = again.hidden = skip.hidden = true;
  message.textContent = t('race_ready');
  render();
}

function render() {
  cancelAnimationFrame(frame);
  history.replaceState(null, '', writeAddress(state));
  position.refresh();
  picture.replaceChildren(miniBoard(state.board.toString(), { label: t('board_picture', { board: state.board.toString() }) }));
  learn.setAttribute('href', pageAddress('learn', `?b=${state.board.toLink()}`));
  play.setAttribute('href', pageAddress('', `?b=${state.board.toLink()}`));
  carryPosition(state.board);
  lanes = state.lanes.map((choice, i) => new LaneView(choice, i, {
    onChange: (index, part) => change(() => Object.assign(state.lanes[index], part)),
    onRemove: (index) => change(() => state.lanes.splice(index, 1)),
    removable: state.lanes.length > LEAST_LANES,
    start: state.board.toString(),
  }));
  const label = track.contains(document.activeElement) ? document.activeElement?.getAttribute('aria-label') : null;
  track.replaceChildren(...lanes.map((lane) => lane.element));
  // The focus stays where it was, on the control that took the place.
  const same = label && [...track.querySelectorAll('[aria-label]')].find((element) => element.getAttribute('aria-label') === label);
  if (same instanceof HTMLElement) same.focus();
  add.disabled = state.lanes.length >= MOST_LANES;
  line.textContent = command();
  const odd = parity(state.board, goalBoard('blank-last', state.board)).odd;
  go.disabled = odd;
  if (odd) message.replaceChildren(t('race_unsolvable'), ' ', el('a', { href: pageAddress('learn', `?b=${state.board.toLink()}&tab=parity`) }, t('race_why')));
}

const command = () => compareCommand(state.board.toString(), state.lanes.map((lane) => ({ spec: specOf(lane), limit: lane.limit })));

/** @param {'nodes' | 'time'} pace */
function setPace(pace) {
  state.pace = pace;
  for (const other of PACES) $(`#pace-${other}`).setAttribute('aria-pressed', String(other === pace));
  history.replaceState(null, '', writeAddress(state));
  if (clock) show();
}

/* ---- running ---- */

async function race() {
  stop = new AbortController();
  const mine = stop;
  const { signal } = stop;
  running(true);
  answers = [];
  finish.hidden = again.hidden = true;
  for (const lane of lanes) {
    lane.mark('');
    lane.progress(0, '0');
    lane.say('');
    lane.look(state.board.toString());
  }
  try {
    message.textContent = t('race_running');
    await Promise.all(state.lanes.map(async (lane, i) => {
      lanes[i].mark('running');
      answers[i] = await runLane(lane, lanes[i], signal);
      if (signal.aborted) return;
      lanes[i].mark('');
      lanes[i].say(t('lane_done'));
    }));
    await record(signal);
    message.textContent = t('race_timing');
    timings = await timeLanes(signal);
    if (stop !== mine) return;
    running(false);
    show();
  } catch (error) {
    // The race was changed: what is shown is about another one.
    if (stop !== mine) return;
    running(false);
    for (const lane of lanes) lane.mark('');
    message.textContent = isAbort(error) ? t('race_cancelled') : error instanceof Offline ? t('needs_service') : error instanceof Problem ? t('problem', { detail: error.message }) : String(error);
  }
}

/** @param {boolean} on */
function running(on) {
  go.disabled = add.disabled = on;
  halt.hidden = !on;
  for (const lane of lanes) lane.lock(on);
  if (!on) {
    add.disabled = state.lanes.length >= MOST_LANES;
    stop = null;
  }
}

/**
 * Runs one solver to its end.
 * @param {LaneChoice} lane @param {LaneView} view @param {AbortSignal} signal
 */
async function runLane(lane, view, signal) {
  const request = { kind: 'solve', ...questionOf(lane) };
  try {
    const { done } = startJob(request, {
      signal,
      onProgress: (job) => {
        const expanded = job.progress?.expanded;
        if (expanded) view.progress(runningPart(expanded), t('count_nodes', { n: grouped(expanded) }));
      },
    });
    const job = await done;
    if (job.state === 'failed' || !job.result) return { detail: job.result?.detail ?? /** @type {any} */ (job).problem?.detail ?? t('race_failed') };
    return job.result;
  } catch (error) {
    // A solver that does not do this board keeps its lane and says why.
    if (error instanceof Problem && error.status === 422) return { detail: error.message };
    throw error;
  }
}

/** What a lane asks `/solve`. @param {LaneChoice} lane */
function questionOf(lane) {
  return {
    board: state.board.toString(), algorithm: lane.algorithm, ...(isInformed(lane.algorithm) ? { heuristic: lane.heuristic } : {}),
    limits: { time_ms: 30000, ...limitsOf(lane.limit) },
  };
}

/** Measures the lanes one after another, so that each has the machine to itself. @param {AbortSignal} signal */
async function timeLanes(signal) {
  /** @type {typeof timings} */
  const measured = [];
  for (const [i, lane] of state.lanes.entries()) {
    const first = answers[i].stats?.time_ms;
    if (first === undefined) measured.push(null);
    else if (answers[i].length === undefined) measured.push(timingOf([first]));
    else measured.push(await measure(questionOf(lane), first, signal));
  }
  return measured;
}

/** Fetches the positions that lanes look at, for the small boards; a race goes without where there are none. @param {AbortSignal} signal */
async function record(signal) {
  await Promise.all(state.lanes.map(async (lane, i) => {
    if (!isTraceable(lane.algorithm) || !answers[i]?.stats || answers[i].stats.expanded > 300000) return;
    const body = { board: state.board.toString(), algorithm: lane.algorithm, ...(isInformed(lane.algorithm) ? { heuristic: lane.heuristic } : {}), max_events: MOST_BOARDS };
    const trace = await post('/trace', body, { signal }).catch((error) => (isAbort(error) ? Promise.reject(error) : { events: [] }));
    lanes[i].boards = trace.events.filter((/** @type {{ type: string }} */ event) => event.type === 'expand' || event.type === 'goal').map((/** @type {{ board: string }} */ event) => event.board);
  }));
}

/* ---- telling ---- */

/** Shows the race on its clock. */
function show() {
  cancelAnimationFrame(frame);
  const runners = answers.map((answer, i) => ({
    // A solver of formulas expands no nodes; what it counts are conflicts.
    otherUnit: state.lanes[i].algorithm === 'sat',
    expanded: answer.stats?.expanded ?? 0, timing: timings[i] ?? null, solved: answer.length !== undefined,
  }));
  const longest = Math.max(1, ...runners.map((runner) => runner.expanded));
  clock = new RaceClock(runners, state.pace, isStill() ? 0 : raceDuration(longest));
  finish.hidden = again.hidden = true;
  skip.hidden = isStill();
  message.textContent = t(`race_told_${state.pace}`);
  for (const [i, lane] of lanes.entries()) {
    lane.mark('');
    lane.say(answers[i].detail ?? '');
  }
  let last = performance.now();
  const tick = (/** @type {number} */ now) => {
    clock?.advance(now - last);
    last = now;
    paint();
    if (clock && !clock.over) frame = requestAnimationFrame(tick);
    else end();
  };
  frame = requestAnimationFrame(tick);
}

/** A number with three figures that count, as the language writes it. @param {number} value */
const short = (value) => numberText(value, { maximumSignificantDigits: 3 });

function paint() {
  if (!clock) return;
  const places = clock.places();
  for (const [i, progress] of clock.lanes().entries()) {
    const lane = lanes[i];
    const answer = answers[i];
    if (answer.detail) {
      lane.mark('out');
      continue;
    }
    lane.progress(progress.part, state.pace === 'nodes' ? t(clock.runners[i].otherUnit ? 'count_conflicts' : 'count_nodes', { n: grouped(Math.floor(progress.done)) }) : timeWords(progress.done));
    lane.lookAt(progress.part);
    if (!progress.finished) continue;
    if (answer.length === undefined) {
      lane.mark('out', '–');
      lane.say(t('lane_out', { limit: t(`limit_word_${answer.limit ?? 'time'}`) }));
    } else {
      lane.mark('home', places[i] === 0 ? '' : `${places[i]}.`);
      lane.look(goalBoard('blank-last', state.board).toString());
      lane.say(t(answer.proven ? 'lane_home_proven' : 'lane_home', { count: answer.length }));
    }
  }
}

function end() {
  skip.hidden = true;
  again.hidden = isStill();
  const numbers = /** @type {[string, (answer: any) => string][]} */ ([
    ['fin_cost', (answer) => (answer.length === undefined ? '–' : String(answer.length))],
    ['fin_proven', (answer) => (answer.length === undefined ? '–' : t(answer.proven ? 'yes' : 'no'))],
    ['fin_expanded', (answer) => grouped(answer.stats.expanded)],
    ['fin_generated', (answer) => grouped(answer.stats.generated)],
    ['fin_memory', (answer) => short(answer.stats.peak_mb)],
  ]);
  const time = (/** @type {Timing | null} */ timing) => {
    if (!timing) return el('td', { class: 'num' }, '–');
    const words = timing.runs > 1 ? t('time_of', { runs: timing.runs, low: timeWords(timing.low), high: timeWords(timing.high) }) : t('time_once');
    return el('td', { class: 'num', title: words }, timeWords(timing.median), el('small', { class: 'spread' }, timing.runs > 1 ? `${timeWords(timing.low)} – ${timeWords(timing.high)}` : t('time_once')));
  };
  const rows = state.lanes.map((lane, i) => {
    const answer = answers[i];
    const name = el('th', { scope: 'row', title: specOf(lane) }, specName(specOf(lane)));
    return answer.detail
      ? el('tr', {}, name, el('td', { colspan: numbers.length + 1 }, answer.detail))
      : el('tr', {}, name, ...numbers.map(([, text]) => el('td', { class: 'num' }, text(answer))), time(timings[i] ?? null));
  });
  const hasSat = state.lanes.some((lane) => lane.algorithm === 'sat');
  finish.replaceChildren(el('h2', {}, t('finish_title')),
    el('div', { class: 'table-scroll', tabindex: 0, role: 'region', 'aria-label': t('finish_title') }, el('table', {},
      el('thead', {}, el('tr', {}, el('th', { scope: 'col' }, t('fin_configuration')), ...[...numbers.map(([id]) => id), 'fin_time'].map((id) => el('th', { scope: 'col', class: 'num' }, t(id))))),
      el('tbody', {}, ...rows))),
    el('p', { class: 'soft' }, t(hasSat ? 'finish_note_sat' : 'finish_note')));
  finish.hidden = false;
  const places = clock?.places() ?? [];
  const first = state.lanes.filter((_, i) => places[i] === 1).map((lane) => specName(specOf(lane)));
  const id = state.pace === 'time' && first.length > 1 ? 'race_tied_time' : `race_won_${state.pace}`;
  message.textContent = first.length > 0 ? t(id, { who: first.join('; ') }) : t('race_none');
  announce(message.textContent);
}

message.textContent = t('race_ready');
setPace(state.pace);
render();
if (state.broken) position.say(t('link_broken'));
document.documentElement.dataset.ready = '';
