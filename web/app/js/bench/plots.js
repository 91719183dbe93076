/**
 * Pictures of rows as SVG: cactus, scatter, boxes. Lines differ by colour, dashes and marks.
 */

import { t } from '../i18n.js';
import { svg } from '../shell.js';
import { byConfiguration, pairs, quantile, solvedValues } from './rows.js';

/** @import { Run, Measure } from './rows.js' */

const [WIDTH, HEIGHT] = [640, 380];
const BOX = { left: 66, right: 14, top: 14, bottom: 46 };
/** Most points of a line or cloud; more cannot be told apart. */
const MOST_POINTS = 1500;
/** Most points of a line that are marked one by one; a line of a single point would not be seen without. */
const MOST_MARKS = 30;

/** Colours of both themes by number; the style sheet has them. @param {number} i */
const tone = (i) => `tone-${i % 6}`;
const DASHES = ['', '7 4', '2 3', '10 3 2 3', '5 5', '1 4'];

/** A logarithmic axis over values: its ends are powers of ten. @param {number[]} values @param {number} from @param {number} to */
export function logAxis(values, from, to) {
  const positive = values.filter((value) => value > 0);
  const low = Math.floor(Math.log10(Math.min(...positive, 1e12)));
  const high = Math.max(low + 1, Math.ceil(Math.log10(Math.max(...positive, 1e-12))));
  const [first, last] = positive.length === 0 ? [0, 1] : [low, high];
  const place = (/** @type {number} */ value) => from + ((Math.max(first, Math.log10(Math.max(value, 1e-12))) - first) / (last - first)) * (to - from);
  const step = Math.ceil((last - first) / 8);
  const ticks = [];
  for (let power = first; power <= last; power += step) ticks.push(power);
  return { place, ticks: ticks.map((power) => ({ value: 10 ** power, text: tickText(power) })) };
}

/** @param {number} power */
function tickText(power) {
  if (power >= -3 && power <= 4) return String(Number((10 ** power).toPrecision(1)));
  return `1e${power}`;
}

/** @param {string} label @param {...Element} parts */
function frame(label, ...parts) {
  return svg('svg', { viewBox: `0 0 ${WIDTH} ${HEIGHT}`, class: 'plot', role: 'img', 'aria-label': label, xmlns: 'http://www.w3.org/2000/svg' }, ...parts);
}

/** Lines and numbers of an axis to the left. @param {ReturnType<typeof logAxis>} axis @param {string} title */
function yAxis(axis, title) {
  const lines = axis.ticks.flatMap(({ value, text }) => [
    svg('path', { d: `M${BOX.left} ${axis.place(value)} H${WIDTH - BOX.right}`, class: 'grid-line' }),
    svg('text', { x: BOX.left - 8, y: axis.place(value) + 4, class: 'tick', 'text-anchor': 'end' }, text),
  ]);
  const middle = (HEIGHT - BOX.bottom + BOX.top) / 2;
  return svg('g', {}, ...lines, svg('text', { x: 14, y: middle, class: 'axis-title', 'text-anchor': 'middle', transform: `rotate(-90 14 ${middle})` }, title));
}

/** @param {{ at: number, text: string }[]} ticks @param {string} title */
function xAxis(ticks, title) {
  const y = HEIGHT - BOX.bottom;
  return svg('g', {},
    svg('path', { d: `M${BOX.left} ${y} H${WIDTH - BOX.right}`, class: 'axis-line' }),
    ...ticks.map(({ at, text }) => svg('text', { x: at, y: y + 18, class: 'tick', 'text-anchor': 'middle' }, text)),
    svg('text', { x: (BOX.left + WIDTH - BOX.right) / 2, y: HEIGHT - 6, class: 'axis-title', 'text-anchor': 'middle' }, title));
}

/** @param {Measure} measure */
const measureTitle = (measure) => t(measure === 'time' ? 'axis_time' : 'axis_nodes');

/** How many boards were solved within which time. @param {Run[]} runs @param {Measure} measure */
export function cactus(runs, measure) {
  const groups = [...byConfiguration(runs)].map(([name, group]) => ({ name, values: solvedValues(group, measure) }));
  const most = Math.max(1, ...groups.map(({ values }) => values.length));
  const axis = logAxis(groups.flatMap(({ values }) => [values[0], values.at(-1)].filter((value) => value !== undefined)), HEIGHT - BOX.bottom, BOX.top);
  const x = (/** @type {number} */ count) => BOX.left + (count / most) * (WIDTH - BOX.right - BOX.left);
  const lines = groups.map(({ name, values }, i) => {
    const every = Math.max(1, Math.ceil(values.length / MOST_POINTS));
    const points = values.map((value, at) => ({ value, at })).filter(({ at }) => at % every === 0 || at === values.length - 1);
    const d = points.map(({ value, at }, j) => `${j === 0 ? 'M' : 'L'}${x(at + 1).toFixed(1)} ${axis.place(value).toFixed(1)}`).join('');
    const marks = points.length > MOST_MARKS ? [] : points.map(({ value, at }) => svg('circle', { cx: x(at + 1).toFixed(1), cy: axis.place(value).toFixed(1), r: 4, class: 'mark' }));
    return svg('g', { class: tone(i) }, svg('title', {}, name), svg('path', { d, class: 'line', 'stroke-dasharray': DASHES[i % DASHES.length] }), ...marks);
  });
  const step = Math.max(1, Math.ceil(most / 6));
  const ticks = [];
  for (let count = 0; count <= most; count += step) ticks.push({ at: x(count), text: String(count) });
  return frame(t('cactus_label', { n: groups.length }), yAxis(axis, measureTitle(measure)), xAxis(ticks, t('axis_solved')), ...lines);
}

/** Two configurations, instance by instance. @param {Run[]} a @param {Run[]} b @param {[string, string]} names @param {Measure} measure */
export function scatter(a, b, names, measure) {
  const points = pairs(a, b, measure);
  const values = points.flatMap(({ x, y }) => [x, y]);
  const across = logAxis(values, BOX.left, WIDTH - BOX.right);
  const up = logAxis(values, HEIGHT - BOX.bottom, BOX.top);
  const every = Math.max(1, Math.ceil(points.length / MOST_POINTS));
  const dots = points.filter((_, i) => i % every === 0).map(({ x, y, out, instance }) => {
    const [px, py] = [across.place(x), up.place(y)];
    const dot = out
      ? svg('path', { d: `M${px - 4} ${py - 4}l8 8M${px + 4} ${py - 4}l-8 8`, class: 'cross' })
      : svg('circle', { cx: px, cy: py, r: 3.2, class: 'dot' });
    dot.append(svg('title', {}, instance));
    return dot;
  });
  return frame(t('scatter_label', { a: names[0], b: names[1], n: points.length }), yAxis(up, names[1]),
    xAxis(across.ticks.map(({ value, text }) => ({ at: across.place(value), text })), names[0]),
    svg('path', { d: `M${across.place(0)} ${up.place(0)} L${WIDTH - BOX.right} ${BOX.top}`, class: 'diagonal' }), ...dots);
}

/** The spread of each configuration: middle half, median, ends. @param {Run[]} runs @param {Measure} measure */
export function boxes(runs, measure) {
  const groups = [...byConfiguration(runs)].map(([name, group]) => ({ name, values: solvedValues(group, measure) })).filter(({ values }) => values.length > 0);
  const axis = logAxis(groups.flatMap(({ values }) => [values[0], values.at(-1) ?? 0]), HEIGHT - BOX.bottom, BOX.top);
  const room = (WIDTH - BOX.right - BOX.left) / Math.max(1, groups.length);
  const parts = groups.map(({ name, values }, i) => {
    const [low, q1, middle, q3, high] = [0, 0.25, 0.5, 0.75, 1].map((part) => axis.place(quantile(values, part)));
    const x = BOX.left + room * (i + 0.5);
    const half = Math.min(34, room * 0.3);
    return svg('g', { class: tone(i) }, svg('title', {}, name),
      svg('path', { d: `M${x} ${low}V${q1}M${x} ${q3}V${high}M${x - half / 2} ${low}h${half}M${x - half / 2} ${high}h${half}`, class: 'whisker' }),
      svg('rect', { x: x - half, y: q3, width: half * 2, height: Math.max(1, q1 - q3), class: 'box' }),
      svg('path', { d: `M${x - half} ${middle}h${half * 2}`, class: 'median' }));
  });
  const ticks = groups.map(({ name }, i) => ({ at: BOX.left + room * (i + 0.5), text: name.length > room / 7 ? `${name.slice(0, Math.max(3, Math.floor(room / 7) - 1))}…` : name }));
  return frame(t('boxes_label', { n: groups.length }), yAxis(axis, measureTitle(measure)), xAxis(ticks, ''), ...parts);
}
