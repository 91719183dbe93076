/**
 * The side panel: the line of moves and the review, the position explained, the settings.
 *
 * @module play/panel
 */

import { get, isAbort, post } from '../api.js';
import { away, GOALS, manhattan, parity } from '../board-state.js';
import { t } from '../i18n.js';
import { choice, displayForm, el, svg, toggle } from '../shell.js';
import { change, read, settings, write } from '../store.js';
import { presses } from './game.js';
import { positionLink } from './link.js';

/** @typedef {import('./app.js').App} App */
/** @typedef {import('../board-state.js').Move} Move */

const TABS = /** @type {const} */ (['line', 'explain', 'settings']);

export class Panel {
  /** @type {typeof TABS[number]} */
  #tab = 'line';
  #drawn = '';

  /** @param {HTMLElement} root @param {App} app */
  constructor(root, app) {
    this.app = app;
    this.tabs = TABS.map((name) => el('button', {
      type: 'button', role: 'tab', id: `tab-${name}`, 'aria-controls': 'panel-body', onclick: () => this.open(name),
    }, t(`tab_${name}`)));
    const list = el('div', { class: 'tabs', role: 'tablist', 'aria-label': t('panel') }, ...this.tabs);
    list.addEventListener('keydown', (event) => this.#walk(event));
    this.body = el('div', { id: 'panel-body', role: 'tabpanel', tabindex: '-1' });
    root.replaceChildren(list, this.body);
    this.open('line');
  }

  /** @param {typeof TABS[number]} name */
  open(name) {
    this.#tab = name;
    TABS.forEach((other, index) => {
      this.tabs[index].setAttribute('aria-selected', String(other === name));
      this.tabs[index].tabIndex = other === name ? 0 : -1;
    });
    this.body.setAttribute('aria-labelledby', `tab-${name}`);
    this.#drawn = '';
    this.draw();
  }

  /** @param {KeyboardEvent} event */
  #walk(event) {
    const by = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : 0;
    if (!by) return;
    event.preventDefault();
    event.stopPropagation();
    const next = (TABS.indexOf(this.#tab) + by + TABS.length) % TABS.length;
    this.open(TABS[next]);
    this.tabs[next].focus();
  }

  draw() {
    const { app } = this;
    if (this.#tab === 'settings') {
      if (this.#drawn !== 'settings') this.body.replaceChildren(settingsForm(app));
      this.#drawn = 'settings';
    } else if (this.#tab === 'explain') this.#explain();
    else this.#line();
  }

  #line() {
    const { app } = this;
    const { review, playback, game } = app;
    const facts = factsOf(app);
    const key = JSON.stringify([game.start.toLink(), game.slides.length, game.made, review?.at, review?.busy, review?.review.known, playback?.player.at, playback?.line.length, facts]);
    if (key === this.#drawn) return;
    this.#drawn = key;
    if (review) this.body.replaceChildren(...reviewView(app));
    else if (playback) this.body.replaceChildren(playbackView(app), factList(facts));
    else if (game.slides.length > 0) this.body.replaceChildren(movesView(app), factList(facts));
    else this.body.replaceChildren(el('p', { class: 'empty' }, t('line_empty')), factList(facts));
    this.body.querySelector('[aria-current]')?.scrollIntoView({ block: 'nearest' });
  }

  #explain() {
    const { board, goal, goalName } = this.app.game;
    const key = `explain ${board.toLink()} ${goalName}`;
    if (key === this.#drawn) return;
    this.#drawn = key;
    const { inversions, blankRows, evenWidth } = parity(board, goal);
    const farthest = board.cells.filter(Boolean).sort((a, b) => away(board, goal, b) - away(board, goal, a))[0];
    const list = el('div');
    const why = el('p', {}, t(evenWidth ? 'explain_parity_even' : 'explain_parity_odd', { n: inversions, rows: blankRows }));
    this.body.replaceChildren(
      el('p', {}, board.equals(goal) ? t('explain_solved') : t('explain_distance', { n: manhattan(board, goal), t: farthest, away: away(board, goal, farthest) })),
      why,
      el('h2', {}, t('explain_method')),
      el('p', { class: 'soft' }, t('explain_method_about')),
      el('button', { type: 'button', class: 'b small', onclick: () => void loadStages(this.app, list) }, t('explain_show')),
      list,
      el('h2', {}, t('explain_views')),
      el('div', { class: 'views' }, ...['learn', 'race', 'coach'].map((page) =>
        el('a', { class: 'b small', href: `/${page}${positionLink(this.app.game)}` }, t(`nav_${page}`)))),
    );
  }
}

/** @param {App} app @param {HTMLElement} list */
async function loadStages(app, list) {
  list.replaceChildren(el('p', { class: 'soft' }, t('thinking')));
  try {
    const { board, goalName } = app.game;
    const { stages, length } = await post('/explain', { board: String(board), goal: goalName });
    list.replaceChildren(
      el('ol', { class: 'stage-list' }, ...stages.map((/** @type {any} */ stage) => el('li', {}, el('b', {}, `${stage.name}. `), stage.text, el('br'), el('code', {}, stage.moves)))),
      el('p', { class: 'soft' }, t('explain_total', { count: length })));
  } catch (error) {
    if (!isAbort(error)) list.replaceChildren(el('p', { class: 'warn' }, t('offline')));
  }
}

/** @param {App} app @returns {[string, string][]} */
function factsOf(app) {
  const { game, playback } = app;
  if (playback) {
    return [[t('fact_length'), t('moves_n', { count: playback.line.length })],
      [t('fact_proof'), playback.proven ? t('label_proven') : t('label_at_most', { n: playback.line.length })],
      [t('fact_step'), t('step_of', { n: playback.player.at, all: playback.player.length })]];
  }
  /** @type {[string, string][]} */
  const facts = [];
  if (game.origin.id) facts.push([t('fact_id'), game.origin.id]);
  if (game.origin.upperBound) facts.push([t('fact_at_most'), t('moves_n', { count: game.origin.upperBound })]);
  const known = app.advice.known(game.board, game.goalName);
  if (settings().bar && known && !game.isOver) {
    facts.push([t('fact_to_go'), known.distance === null ? t('fact_open') : t('fact_proven', { n: known.distance })]);
    facts.push([t('fact_h'), String(known.estimate ?? manhattan(game.board, game.goal))]);
    const lost = losses(app);
    facts.push([t('fact_lost'), lost.size === 0 ? '0' : t('fact_lost_in', { count: lost.size, n: lost.size, sum: [...lost.values()].reduce((a, b) => a + b, 0) })]);
  }
  if (game.isOver && game.made > 0) {
    const seconds = game.elapsed(performance.now()) / 1000;
    if (seconds > 0) facts.push([t('fact_tps'), (game.made / seconds).toFixed(2)]);
  }
  if (game.assisted) facts.push([t('fact_assisted'), t('yes')]);
  return facts;
}

/** What the moves made have lost, as far as it was measured, by the number of the move. @param {App} app */
function losses(app) {
  const { game } = app;
  const distances = game.boards().map((board) => (board.equals(game.goal) ? 0 : app.advice.known(board, game.goalName)?.distance ?? null));
  /** @type {Map<number, number>} */
  const lost = new Map();
  distances.slice(1).forEach((after, index) => {
    const before = distances[index];
    if (after !== null && before !== null && after > before) lost.set(index, after + 1 - before);
  });
  return lost;
}

/** @param {[string, string][]} facts */
const factList = (facts) => el('dl', { class: 'facts' }, ...facts.flatMap(([name, value]) => [el('dt', {}, name), el('dd', {}, value)]));

/** @param {App} app */
function movesView(app) {
  const { game } = app;
  const lost = settings().bar ? losses(app) : new Map();
  /** @type {(Node | string)[]} */
  const words = [];
  let at = 0;
  for (const word of presses(game.slides).split(' ')) {
    const length = word.replace(/[A-Z](\d+)|[A-Z]/g, (_, n) => 'x'.repeat(Number(n || 1))).length;
    const isLost = [...Array(length).keys()].some((i) => lost.has(at + i));
    const isLast = at + length === game.made;
    const classes = [at >= game.made && 'undone', isLost && 'lost'].filter(Boolean).join(' ');
    words.push(el('span', { class: classes || null, 'aria-current': isLast ? 'step' : null, title: isLost ? '+2' : null }, word), ' ');
    at += length;
  }
  return el('div', { class: 'moves', tabindex: '0', role: 'group', 'aria-label': t('your_moves') }, ...words);
}

/** @param {App} app */
function playbackView(app) {
  const { line, player } = /** @type {NonNullable<App['playback']>} */ (app.playback);
  return el('div', { class: 'moves', role: 'group', 'aria-label': t('tab_line') }, ...line.flatMap((move, index) => [
    el('button', { type: 'button', 'aria-label': t('to_step', { n: index + 1, move }), 'aria-current': index + 1 === player.at ? 'step' : null, onclick: () => app.drive(index + 1) }, move), ' ',
  ]));
}

/** @param {App} app @returns {Node[]} */
function reviewView(app) {
  const { review, at, busy } = /** @type {NonNullable<App['review']>} */ (app.review);
  const moves = el('div', { class: 'moves', role: 'group', 'aria-label': t('your_moves') }, ...review.moves.flatMap((move, index) => [
    el('button', {
      type: 'button', class: (review.loss(index) ?? 0) > 0 ? 'lost' : null, 'aria-current': index + 1 === at ? 'step' : null,
      'aria-label': t('to_step', { n: index + 1, move }), onclick: () => app.lookAt(index + 1),
    }, move), ' ']));
  const lost = review.lost();
  const list = el('ul', { class: 'lost-list' }, ...lost.map((index) => el('li', {}, el('button', {
    type: 'button', class: 'b small', 'data-retry': index, onclick: () => app.retry(index),
  }, el('span', {}, t('lost_move', { n: index + 1, move: review.moves[index] })), el('span', { class: 'warn' }, `+${review.loss(index)} · ${t('try_again')}`)))));
  const best = review.distance(0);
  const facts = factList([
    [t('fact_yours'), t('moves_n', { count: review.moves.length })],
    ...(best === null ? [] : [/** @type {[string, string]} */ ([t('fact_best'), t('moves_n', { count: best })])]),
    [t('fact_lost'), lost.length === 0 ? '0' : t('fact_lost_in', { count: lost.length, n: lost.length, sum: review.total })],
  ]);
  return [graph(app), moves, facts, busy ? el('p', { class: 'soft' }, t('reviewing')) : list];
}

/** Moves to go after each move; lost ones are marked and lead to another try. @param {App} app */
function graph(app) {
  const { review, at } = /** @type {NonNullable<App['review']>} */ (app.review);
  const [width, height, left, top] = [300, 120, 26, 8];
  const most = Math.max(1, ...review.known.map(({ least, most: upper }) => (least === upper ? least : 0)));
  const x = (/** @type {number} */ i) => left + (i / Math.max(1, review.moves.length)) * (width - left - 6);
  const y = (/** @type {number} */ d) => top + (1 - d / most) * (height - top - 18);
  const points = review.boards.flatMap((_, i) => {
    const distance = review.distance(i);
    return distance === null ? [] : [{ i, distance }];
  });
  const curve = points.map(({ i, distance }, n) => `${n === 0 || points[n - 1].i !== i - 1 ? 'M' : 'L'}${x(i).toFixed(1)} ${y(distance).toFixed(1)}`).join('');
  const here = review.distance(at);
  const picture = svg('svg', { class: 'graph', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': t('graph', { moves: review.moves.length, best: review.distance(0) ?? '?' }) },
    svg('path', { class: 'axis', d: `M${left} ${top}V${height - 18}H${width - 4}` }),
    svg('text', { x: left - 5, y: y(most) + 4, 'text-anchor': 'end' }, String(most)),
    svg('text', { x: left - 5, y: y(0) + 4, 'text-anchor': 'end' }, '0'),
    svg('text', { x: width - 4, y: height - 4, 'text-anchor': 'end' }, t('moves_n', { count: review.moves.length })),
    svg('path', { class: 'curve', d: curve }));
  for (const index of review.lost()) {
    const mark = svg('circle', { class: 'lost', cx: x(index + 1), cy: y(review.distance(index + 1) ?? 0), r: 5 });
    mark.addEventListener('click', () => app.lookAt(index + 1));
    picture.append(mark);
  }
  if (here !== null) picture.append(svg('circle', { class: 'here', cx: x(at), cy: y(here), r: 4.5 }));
  return picture;
}

/* ---- settings ---- */

/** @param {App} app */
function settingsForm(app) {
  const now = settings();
  const slide = el('input', { type: 'range', min: 0, max: 300, step: 20, value: now.slide, name: 'slide', oninput: () => change({ slide: Number(slide.value) }) });
  const solver = el('div', { class: 'form' });
  void solverForm(solver);
  return el('div', { class: 'form' },
    choice('arrows', [['tile', t('arrows_tile')], ['blank', t('arrows_blank')]], now.arrows, (value) => change({ arrows: /** @type {any} */ (value) })),
    el('label', { class: 'field' }, el('span', {}, t('slide')), slide),
    toggle('bar_setting', now.bar, () => app.toggleBar()),
    toggle('letters', now.letters, (letters) => change({ letters })),
    toggle('zen', now.zen, (zen) => change({ zen })),
    toggle('celebrate', now.celebrate, (celebrate) => change({ celebrate })),
    choice('colours', ['plain', 'rows', 'rings', 'home'].map((id) => [id, t(`colours_${id}`)]), now.colours, (value) => change({ colours: /** @type {any} */ (value) })),
    choice('goal', GOALS.map((id) => [id, t(`goal_${id}`)]), app.goalName, (value) => {
      app.goalName = value;
      void app.shuffle();
    }),
    el('h2', {}, t('solver')), solver,
    el('h2', {}, t('display')), displayForm());
}

/** Solver and heuristic, as the service lists them. @param {HTMLElement} place */
async function solverForm(place) {
  const chosen = read('solver', { algorithm: 'auto', heuristic: '' });
  const put = (/** @type {string[]} */ algorithms, /** @type {string[]} */ heuristics) => place.replaceChildren(
    choice('algorithm', algorithms.map((name) => [name, name]), chosen.algorithm, (algorithm) => write('solver', { ...read('solver', chosen), algorithm })),
    choice('heuristic', [['', t('heuristic_default')], .../** @type {[string, string][]} */ (heuristics.map((name) => [name, name]))], chosen.heuristic, (heuristic) => write('solver', { ...read('solver', chosen), heuristic })));
  put([...new Set(['auto', chosen.algorithm])], chosen.heuristic ? [chosen.heuristic] : []);
  try {
    const { algorithms, heuristics } = await get('/capabilities');
    const names = (/** @type {any[]} */ rows) => rows.map((row) => row.name ?? row);
    put([...new Set(['auto', ...names(algorithms)])], names(heuristics));
  } catch {
    // Without a connection the choice stays as it is.
  }
}
