/**
 * How a day's games are scored and told: moves over the optimum, then time. No page in here.
 */

/** Moves more than needed. @param {DayResult} result */
export const over = (result) => result.moves - result.optimal;

/** Which of two results is the better one: fewer moves over the optimum, then the shorter time. */
export function better(/** @type {DayResult | undefined} */ a, /** @type {DayResult} */ b) {
  if (!a) return b;
  // Help is no shame, but a game without it stands above one with it.
  if (a.assisted !== b.assisted) return a.assisted ? b : a;
  if (over(a) !== over(b)) return over(a) < over(b) ? a : b;
  return a.timeMs <= b.timeMs ? a : b;
}

/** Three stars for a shortest solution, two within a quarter over it, one for any other; none with help. */
export function stars(/** @type {DayResult} */ result) {
  if (result.assisted) return 0;
  if (over(result) <= 0) return 3;
  return over(result) <= result.optimal / 4 ? 2 : 1;
}

/** Today's date by UTC: `2026-11-15`. @param {Date} [now] */
export const today = (now = new Date()) => now.toISOString().slice(0, 10);

/** Milliseconds of a day. */
const DAY = 86_400_000;

/** A date so many days later. @param {string} date @param {number} days */
export const dayAfter = (date, days = 1) => today(new Date(Date.parse(date) + days * DAY));

/** Whether a text is a date that exists and is not in the future. @param {string} text @param {string} now */
export function isPlayable(text, now) {
  const at = Date.parse(`${text}T00:00:00Z`);
  return !Number.isNaN(at) && today(new Date(at)) === text && text <= now;
}

/** Milliseconds until the next day begins by UTC. */
export const untilTomorrow = (now = new Date()) => DAY - (now.getTime() % DAY);

/**
 * The days of a month in weeks that begin on Monday; 0 for places before the first.
 * @param {number} year @param {number} month from 1
 */
export function monthWeeks(year, month) {
  const first = (new Date(Date.UTC(year, month - 1, 1)).getUTCDay() + 6) % 7;
  const days = new Date(Date.UTC(year, month, 0)).getUTCDate();
  const cells = [...Array(first).fill(0), ...Array.from({ length: days }, (_, i) => i + 1)];
  while (cells.length % 7) cells.push(0);
  return Array.from({ length: cells.length / 7 }, (_, week) => /** @type {number[]} */ (cells.slice(week * 7, week * 7 + 7)));
}

/**
 * Days in a row up to `now` on which every size was solved; today may still be open.
 * @param {(date: string) => boolean} done @param {string} now
 */
export function streak(done, now) {
  let date = done(now) ? now : dayAfter(now, -1);
  let days = 0;
  while (done(date)) {
    days += 1;
    date = dayAfter(date, -1);
  }
  return days;
}

/**
 * The result to pass on: nothing of the way, only what it was worth.
 * @param {string} date @param {{ size: string, result?: DayResult }[]} games
 * @param {(millis: number) => string} clock @param {string} link @param {(tries: number) => string} [tryText] says which try it was
 */
export function resultText(date, games, clock, link, tryText = (tries) => `#${tries}`) {
  const lines = games.map(({ size, result }) => {
    if (!result) return `${size} –`;
    const extra = over(result) === 0 ? '±0' : `+${over(result)}`;
    const marks = result.assisted ? '(?)' : '★★★☆☆☆'.slice(3 - stars(result), 6 - stars(result));
    return `${size} ${marks} ${result.moves} (${extra}) ${clock(result.timeMs)}${result.tries === undefined ? '' : ` · ${tryText(result.tries)}`}`;
  });
  return [`taquin ${date}`, ...lines, link].join('\n');
}
