/**
 * The review in the side panel: the graph of moves to go, the moves, and those to try again.
 */

import { t } from '../i18n.js';
import { el, svg } from '../shell.js';
import { factList, moveButtons } from './line.js';
import { send } from './play.js';

/** @param {State} state @returns {Node[]} */
export function reviewView(state) {
  const { review, at, busy } = /** @type {NonNullable<State['review']>} */ (state.review);
  const moves = moveButtons(review.moves, at, t('your_moves'), (step) => send({ type: 'look-at', at: step }), (index) => ((review.losses[index] ?? 0) > 0 ? 'lost' : null));
  const lost = review.lost();
  const list = el('ul', { class: 'lost-list' }, ...lost.map((index) => el('li', {}, el('button', {
    type: 'button', class: 'b small', 'data-retry': index, onclick: () => send({ type: 'retry', move: index }),
  }, el('span', {}, t('lost_move', { n: index + 1, move: review.moves[index] })), el('span', { class: 'warn' }, `+${review.losses[index]} · ${t('try_again')}`)))));
  const [best] = review.distances;
  const shortened = review.shortened().length;
  const facts = factList([
    [t('fact_yours'), t('moves_n', { count: review.moves.length })],
    ...(best === null ? [] : [/** @type {[string, string]} */ ([t('fact_best'), t('moves_n', { count: best })])]),
    ...(shortened < review.moves.length ? [/** @type {[string, string]} */ ([t('fact_shortened'), t('moves_n', { count: shortened })])] : []),
    [t('fact_lost'), lost.length === 0 ? '0' : t('fact_lost_in', { count: lost.length, n: lost.length, sum: review.total })],
  ]);
  return [graph(state), moves, facts, busy ? el('p', { class: 'soft' }, t('reviewing')) : list];
}

/** Moves to go after each move; lost ones are marked and lead to another try. @param {State} state */
function graph(state) {
  const { review, at } = /** @type {NonNullable<State['review']>} */ (state.review);
  const [width, height, left, top] = [300, 120, 26, 8];
  const most = Math.max(1, ...review.distances.map((distance) => distance ?? 0));
  const x = (/** @type {number} */ i) => left + (i / Math.max(1, review.moves.length)) * (width - left - 6);
  const y = (/** @type {number} */ d) => top + (1 - d / most) * (height - top - 18);
  const points = review.distances.flatMap((distance, i) => (distance === null ? [] : [{ i, distance }]));
  const curve = points.map(({ i, distance }, n) => `${n === 0 || points[n - 1].i !== i - 1 ? 'M' : 'L'}${x(i).toFixed(1)} ${y(distance).toFixed(1)}`).join('');
  const here = review.distances[at];
  const picture = svg('svg', { class: 'graph', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': t('graph', { moves: review.moves.length, best: review.distances[0] ?? '?' }) },
    svg('path', { class: 'axis', d: `M${left} ${top}V${height - 18}H${width - 4}` }),
    svg('text', { x: left - 5, y: y(most) + 4, 'text-anchor': 'end' }, String(most)),
    svg('text', { x: left - 5, y: y(0) + 4, 'text-anchor': 'end' }, '0'),
    svg('text', { x: width - 4, y: height - 4, 'text-anchor': 'end' }, t('moves_n', { count: review.moves.length })),
    svg('path', { class: 'curve', d: curve }));
  for (const index of review.lost()) {
    const mark = svg('circle', { class: 'lost', cx: x(index + 1), cy: y(review.distances[index + 1] ?? 0), r: 5 },
      svg('title', {}, `${t('lost_move', { n: index + 1, move: review.moves[index] })}: +${review.losses[index]}, ${t('try_again')}`));
    mark.addEventListener('click', () => send({ type: 'retry', move: index }));
    picture.append(mark);
  }
  if (here !== null) picture.append(svg('circle', { class: 'here', cx: x(at), cy: y(here), r: 4.5 }));
  return picture;
}
