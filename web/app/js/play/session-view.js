/**
 * The session in the side panel: averages, trend, histogram, splits, and every time with its penalty.
 */

import { download } from '../dialogs.js';
import { askRows, askText } from '../engine/results.js';
import { t, timeText } from '../i18n.js';
import { el, icon, svg } from '../shell.js';
import { write } from '../store.js';
import { keptResults, timedResults, timeOf } from './results.js';

export { ready } from '../engine/results.js';

/** Times listed. */
const LISTED = 50;

/** Which boards are looked at: those of the game in play. @param {State} state */
function kindOf({ game, level }) {
  return { size: game.board.size, level: game.origin.level ?? level };
}

/** What the view depends on. @param {State} state */
export function sessionKey(state) {
  const { size, level } = kindOf(state);
  return `session ${size} ${level} ${JSON.stringify(timedResults(size, level).map((row) => [row.finished, row.plus2]))}`;
}

/** @param {State} state @param {() => void} redraw @returns {Node[]} */
export function sessionView(state, redraw) {
  const { size, level } = kindOf(state);
  const rows = timedResults(size, level);
  const title = el('h2', { class: 'session-title' }, `${size.replace('x', '×')} · ${t(`level_${level}`)}`);
  if (rows.length === 0) return [title, el('p', { class: 'soft' }, t('session_empty'))];
  const sitting = askRows('sitting', rows);
  const change = (/** @type {Result} */ row, /** @type {(row: Result) => Result | null} */ deed) => {
    write('results', keptResults().flatMap((other) => (other.finished === row.finished && other.start === row.start ? deed(other) ?? [] : [other])));
    redraw();
  };
  return [
    title, averagesTable(rows, sitting), ...(rows.length > 1 ? [trend(rows, sitting.fives)] : []), ...(rows.length > 4 ? [bars(sitting.histogram)] : []),
    ...splits(rows[rows.length - 1]),
    el('ol', { class: 'times', reversed: true, start: rows.length, 'aria-label': t('session_times') }, ...[...rows].reverse().slice(0, LISTED).map((row, index) => {
      const name = t('session_time', { n: rows.length - index, time: timeText(timeOf(row)) });
      return el('li', {}, el('b', { class: 'num' }, `${timeText(timeOf(row))}${row.plus2 ? '+' : ''}`),
        el('span', { class: 'soft num' }, t('moves_n', { count: row.moves })),
        el('button', { type: 'button', class: 'b small q', 'aria-pressed': String(!!row.plus2), 'aria-label': `+2: ${name}`, onclick: () => change(row, (other) => ({ ...other, plus2: !other.plus2 })) }, '+2'),
        el('button', { type: 'button', class: 'icon-button', 'aria-label': t('session_delete', { time: name }), title: t('session_delete', { time: name }), onclick: () => change(row, () => null) }, icon('M6 6l12 12M18 6 6 18')));
    })),
    el('div', { class: 'row-of-buttons' }, el('button', { type: 'button', class: 'b small', 'data-item': 'session-csv', onclick: () => download(`taquin-${size}-${level}.csv`, 'text/csv', askText('write', JSON.stringify(rows)) ?? '') }, t('export_csv'))),
  ];
}

/** @param {Result[]} rows @param {any} sitting their statistics */
function averagesTable(rows, { best, mean, averages }) {
  const text = (/** @type {number | null} */ millis) => (millis === null ? '–' : timeText(millis));
  const lines = [[t('session_single'), text(timeOf(rows[rows.length - 1])), text(best)],
    .../** @type {const} */ ([5, 12, 100]).map((n) => [`ao${n}`, text(averages[n].now), text(averages[n].best)])];
  return el('div', {}, el('table', { class: 'session-table' },
    el('thead', {}, el('tr', {}, el('td'), ...['session_now', 'session_best'].map((id) => el('th', { scope: 'col', class: 'num' }, t(id))))),
    el('tbody', {}, ...lines.map(([name, now, least]) => el('tr', {}, el('th', { scope: 'row' }, name), el('td', { class: 'num' }, now), el('td', { class: 'num' }, least))))),
  el('p', { class: 'soft session-mean' }, t('session_mean', { count: rows.length, mean: text(mean) })));
}

/** Every time, and the average of five rolling over them. @param {Result[]} rows @param {(number | null)[]} all these averages */
function trend(rows, all) {
  const [width, height] = [300, 84];
  const shown = rows.slice(-100);
  const times = shown.map(timeOf);
  const fives = all.slice(-100);
  const most = Math.max(...times);
  const x = (/** @type {number} */ i) => 4 + (i / Math.max(1, times.length - 1)) * (width - 8);
  const y = (/** @type {number} */ time) => height - 6 - (time / most) * (height - 14);
  const line = fives.flatMap((time, i) => (time === null ? [] : [`${x(i).toFixed(1)} ${y(time).toFixed(1)}`]));
  return svg('svg', { class: 'trend', viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': t('session_trend', { count: times.length }) },
    svg('path', { class: 'axis', d: `M2 ${height - 5}H${width - 2}` }),
    ...times.map((time, i) => svg('circle', { cx: x(i).toFixed(1), cy: y(time).toFixed(1), r: 2.4 })),
    svg('path', { class: 'curve', d: line.length > 1 ? `M${line.join('L')}` : '' }));
}

/** Counts of times in equal steps. @param {{low: number, step: number, counts: number[]}} histogram */
function bars({ low, step, counts }) {
  const [width, height] = [300, 64];
  const most = Math.max(...counts);
  const w = (width - 8) / counts.length;
  return svg('svg', { class: 'trend', viewBox: `0 0 ${width} ${height + 14}`, role: 'img', 'aria-label': t('session_histogram') },
    ...counts.map((count, i) => svg('rect', { x: 4 + i * w + 1, y: height - (count / most) * (height - 6), width: w - 2, height: (count / most) * (height - 6), rx: 2 },
      svg('title', {}, `${timeText(low + i * step)} – ${timeText(low + (i + 1) * step)}: ${count}`))),
    svg('text', { x: 4, y: height + 12 }, timeText(low)),
    svg('text', { x: width - 4, y: height + 12, 'text-anchor': 'end' }, timeText(low + step * counts.length)));
}

/** How long each row of the last board took. @param {Result} row */
function splits(row) {
  if (!row.splits?.length) return [];
  const parts = row.splits.map((time, index) => time - (index === 0 ? 0 : row.splits?.[index - 1] ?? 0));
  const whole = Math.max(1, row.splits[row.splits.length - 1]);
  return [el('h2', {}, t('session_splits')), el('ol', { class: 'splits' }, ...parts.map((part, index) => el('li', {},
    el('span', {}, t('session_row', { n: index + 1 })), el('progress', { max: whole, value: part, 'aria-hidden': 'true' }), el('b', { class: 'num' }, timeText(part)))))];
}
