/**
 * The Daily page: one 3x3 and one 4x4 a day by UTC, the same for all, and the days before.
 */

import { pageAddress } from '../address.js';
import '../board.js';
import { Offline, Problem, get } from '../api.js';
import { copyText } from '../dialogs.js';
import { clockText, load as loadTexts, numberLanguage, t, timeText } from '../i18n.js';
import { $, el, icon, startPage } from '../shell.js';
import { giveUp, whenBack } from '../retry.js';
import { read, write } from '../store.js';
import { DailyGame, results } from './daily-game.js';
import { dayAfter, isPlayable, monthWeeks, over, resultText, stars, streak, today, untilTomorrow } from './daily-score.js';

const SIZES = ['3x3', '4x4'];

await loadTexts(['lesson']);
await startPage('daily');

/** @type {DailyGame[]} */
let games = [];
/** @type {DailyGame | null} the one that was played last */
let active = null;
/** @type {DailyGame[]} stopped because the page was hidden */
let stopped = [];
let date = today();

/* ---- the parts of the page ---- */

const [title, before, after, now, next] = ['.daily-date', '#day-before', '#day-after', '#day-today', '#day-next'].map($);
const [host, message, score, archive] = ['.daily-games', '.daily-fault', '.daily-score', '.archive'].map($);
before.onclick = () => void open(dayAfter(date, -1));
after.onclick = () => void open(dayAfter(date));
now.onclick = () => void open(today());

/** A date in words. @param {string} text */
const long = (text) => new Intl.DateTimeFormat(numberLanguage(), { dateStyle: 'full', timeZone: 'UTC' }).format(new Date(`${text}T00:00:00Z`));

/* ---- a day ---- */

/** @param {string} day */
async function open(day) {
  for (const game of games) game.pause();
  giveUp();
  date = isPlayable(day, today()) ? day : today();
  history.replaceState(null, '', date === today() ? location.pathname : `?date=${date}`);
  title.textContent = long(date);
  after.disabled = date >= today();
  now.hidden = date === today();
  month = date.slice(0, 7);
  render();
  [games, active] = [[], null];
  message.hidden = true;
  host.replaceChildren(el('p', { class: 'soft' }, t('loading')));
  const asked = date;
  try {
    const puzzles = await boards(asked);
    if (asked !== date) return;
    games = puzzles.map((puzzle) => new DailyGame(asked, puzzle, { onPlay: attend, onResult: render }));
    active = games[0] ?? null;
    host.replaceChildren(...games.map((game) => game.element));
  } catch (error) {
    if (asked !== date) return;
    host.replaceChildren();
    if (error instanceof Offline) whenBack(() => void open(asked));
    message.hidden = false;
    message.textContent = error instanceof Offline ? t('needs_service') : error instanceof Problem ? t('problem', { detail: error.message }) : String(error);
  }
}

/** The boards of a day; kept, so that a day once opened can be played without a connection. @param {string} day */
async function boards(day) {
  const key = `daily.boards.${day}`;
  const kept = read(key, /** @type {{ board: string, optimal: number }[] | null} */ (null));
  if (kept) return kept;
  const answer = await get(`/daily/${day}`);
  const puzzles = answer.puzzles.map((/** @type {{ board: string, optimal: number }} */ { board, optimal }) => ({ board, optimal }));
  write(key, puzzles);
  return /** @type {{ board: string, optimal: number }[]} */ (puzzles);
}

/** Only one clock runs at a time. @param {DailyGame} played */
function attend(played) {
  active = played;
  for (const game of games) if (game !== played && game.game.isRunning) game.pause();
}

/* ---- score and archive ---- */

let month = date.slice(0, 7);

function render() {
  const day = results()[date] ?? {};
  const rows = SIZES.map((size) => {
    const result = day[size];
    return el('tr', {}, el('th', { scope: 'row' }, size.replace('x', ' × ')),
      ...(result
        ? [el('td', { class: 'num' }, String(result.moves)), el('td', { class: 'num' }, over(result) === 0 ? '±0' : `+${over(result)}`), el('td', { class: 'num' }, timeText(result.timeMs)),
          el('td', {}, result.assisted ? t('assisted') : el('span', { role: 'img', 'aria-label': t('stars', { count: stars(result) }) }, '★'.repeat(stars(result)) + '☆'.repeat(3 - stars(result))))]
        : [el('td', { colspan: 4, class: 'soft' }, t('not_yet'))]));
  });
  const all = results();
  const isDone = (/** @type {string} */ text) => SIZES.every((size) => all[text]?.[size]);
  const days = streak(isDone, today());
  const text = resultText(date, SIZES.map((size) => ({ size, result: day[size] })), timeText, location.origin + pageAddress('daily', `?date=${date}`), (tries) => t('daily_try', { count: tries }));
  const share = el('pre', { class: 'share', tabindex: 0, 'aria-label': t('share_label') }, text);
  score.replaceChildren(
    el('h2', {}, t('score_title')),
    el('table', {}, el('thead', {}, el('tr', {}, ...['score_size', 'score_moves', 'score_over', 'score_time', 'score_worth'].map((id, i) => el('th', { scope: 'col', class: i > 0 && i < 4 ? 'num' : null }, t(id))))), el('tbody', {}, ...rows)),
    el('p', { class: 'soft' }, t('streak', { count: days })),
    share,
    el('button', { class: 'b p', id: 'copy-result', disabled: Object.keys(day).length === 0, onclick: async () => announceCopy(await copyText(text)) }, t('copy_result')),
    el('span', { class: 'copied soft', role: 'status' }),
    el('p', {}, el('a', { href: pageAddress('quiz') }, t('to_quiz'))));
  renderMonth(all);
}

/** @param {boolean} ok */
function announceCopy(ok) {
  const said = t(ok ? 'copied' : 'copy_failed');
  const place = score.querySelector('.copied');
  if (place) place.textContent = said;
}

/** @param {Record<string, Record<string, DayResult>>} all */
function renderMonth(all) {
  const [year, number] = month.split('-').map(Number);
  const name = new Intl.DateTimeFormat(numberLanguage(), { month: 'long', year: 'numeric', timeZone: 'UTC' }).format(new Date(Date.UTC(year, number - 1, 1)));
  const monday = Date.UTC(2024, 0, 1);
  const weekdays = Array.from({ length: 7 }, (_, i) => new Date(monday + i * 86400000));
  const short = new Intl.DateTimeFormat(numberLanguage(), { weekday: 'short', timeZone: 'UTC' });
  const whole = new Intl.DateTimeFormat(numberLanguage(), { weekday: 'long', timeZone: 'UTC' });
  const turn = (/** @type {number} */ by) => {
    const to = new Date(Date.UTC(year, number - 1 + by, 1));
    month = to.toISOString().slice(0, 7);
    renderMonth(results());
  };
  const rows = monthWeeks(year, number).map((week) => el('tr', {}, ...week.map((day) => {
    if (day === 0) return el('td');
    const text = `${month}-${String(day).padStart(2, '0')}`;
    const count = SIZES.filter((size) => all[text]?.[size]).length;
    const playable = isPlayable(text, today());
    const label = `${long(text)}${count > 0 ? `, ${t('day_solved', { n: count, of: SIZES.length })}` : ''}`;
    return el('td', {}, el('button', {
      class: `day solved-${count}`, disabled: !playable, 'aria-label': label, 'aria-current': text === date ? 'date' : null, onclick: () => void open(text),
    }, String(day), el('span', { class: 'marks', 'aria-hidden': 'true' }, '●'.repeat(count))));
  })));
  archive.replaceChildren(
    el('div', { class: 'archive-head' }, el('h2', {}, t('archive_title')),
      el('button', { class: 'icon-button', 'aria-label': t('month_before'), onclick: () => turn(-1) }, icon('M15 5l-7 7 7 7')),
      el('span', { class: 'month' }, name),
      el('button', { class: 'icon-button', 'aria-label': t('month_after'), disabled: month >= today().slice(0, 7), onclick: () => turn(1) }, icon('M9 5l7 7-7 7'))),
    el('table', { class: 'calendar' },
      el('caption', { class: 'unseen' }, name),
      el('thead', {}, el('tr', {}, ...weekdays.map((day) => el('th', { scope: 'col', abbr: whole.format(day) }, short.format(day))))),
      el('tbody', {}, ...rows)));
}

/* ---- time and keys ---- */

function countDown() {
  next.textContent = t('next_in', { time: clockText(untilTomorrow()) });
}

addEventListener('keydown', (event) => {
  const target = /** @type {Element} */ (event.target);
  if (target.closest('input, select, textarea, dialog, pre, .archive')) return;
  const game = games.find((candidate) => candidate.element.contains(target)) ?? active;
  if (game?.key(event)) event.preventDefault();
});
document.addEventListener('visibilitychange', () => {
  if (document.hidden) {
    stopped = games.filter((game) => game.game.isRunning);
    for (const game of stopped) game.pause();
  } else {
    for (const game of stopped) game.resume();
    stopped = [];
  }
});
addEventListener('pagehide', () => {
  for (const game of games) game.save();
});

setInterval(countDown, 1000);
countDown();
const asked = new URLSearchParams(location.search).get('date');
await open(asked ?? today());
if (asked !== null && !isPlayable(asked, today())) {
  message.hidden = false;
  message.textContent = t('day_bad', { date: asked.slice(0, 20) });
}
document.documentElement.dataset.ready = '';
