/**
 * What all browser tests share: a page that may not log an error, and words for what one sees.
 *
 *     import { expect, open, test } from './harness.js';
 *     test('…', async ({ page }) => { await open(page, '/learn'); … });
 *
 * A test that provokes failed requests says so: `test.use({ allowed: /503/ })`.
 *
 * Tests wait for what they expect, never for a time; where a time is the matter they stop the page's
 * clock. To hunt for those that do not, the page can be made slow:
 *
 * TAQUIN_THROTTLE   the page computes this many times slower
 * TAQUIN_DELAY      each request waits up to this many milliseconds, at random
 */

import { expect, test as base } from '@playwright/test';

const { TAQUIN_THROTTLE, TAQUIN_DELAY } = process.env;

/** @typedef {import('@playwright/test').Page} Page */

/** @type {import('@playwright/test').TestType<import('@playwright/test').PlaywrightTestArgs & import('@playwright/test').PlaywrightTestOptions & import('@playwright/test').PlaywrightWorkerArgs & import('@playwright/test').PlaywrightWorkerOptions & {allowed: RegExp}, {}>} */
export const test = base.extend({
  /** Console errors that the test means to cause. */
  allowed: [/(?!)/, { option: true }],
  page: async ({ page, allowed }, use) => {
    /** @type {string[]} */
    const faults = [];
    page.on('console', (message) => {
      if (message.type() === 'error' || message.type() === 'warning') faults.push(message.text());
    });
    page.on('pageerror', (error) => faults.push(String(error.stack ?? error)));
    await slowDown(page);
    await use(page);
    expect(faults.filter((fault) => !OWN.test(fault) && !allowed.test(fault))).toEqual([]);
  },
});

export { expect };

/** @param {Page} page */
async function slowDown(page) {
  if (TAQUIN_THROTTLE) {
    const client = await page.context().newCDPSession(page);
    await client.send('Emulation.setCPUThrottlingRate', { rate: Number(TAQUIN_THROTTLE) });
  }
  if (TAQUIN_DELAY) {
    await page.route('**/*', async (route) => {
      await new Promise((resolve) => setTimeout(resolve, Math.random() * Number(TAQUIN_DELAY)));
      await route.fallback().catch(() => {});
    });
  }
}

/** What the browser says of the tests themselves: they run without the service worker unless they are about it. */
const OWN = /Service Worker registration blocked by Playwright/;

/** A board that is solved by two slides of one press. */
export const NEAR = '/?b=1,2,3/4,5,6/0,7,8';
/** The sample of the product page: 14 moves, LUR2D2LURULDLU. */
export const SAMPLE = '/?b=8,1,3/4,0,2/7,6,5';
export const SAMPLE_LINE = 'LURRDDLURULDLU';
/** The 4x4 sample: 38 moves. */
export const SAMPLE_4X4 = '/?b=1,8,5,3/15,0,7,2/13,9,11,4/6,14,10,12';

/** Opens a page and waits until it can be used. @param {Page} page @param {string} [path] */
export async function open(page, path = '/') {
  await page.goto(path);
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
}

/**
 * The same with the page's clock stopped: its timers and pictures come when `pass` lets them, however slow the
 * machine is.
 * @param {Page} page @param {string} [path]
 */
export async function openStopped(page, path = '/') {
  await page.clock.install({ time: '2026-01-15T08:00:00Z' });
  await open(page, path);
  // Later than any machine is slow.
  await page.clock.pauseAt('2026-01-15T12:00:00Z');
}

/** Leaves the page to the service, where a test is about what the service says. @param {Page} page */
export const withoutEngine = (page) => page.route('**/engine/taquin.bin*', (route) => route.fulfill({ status: 204 }));

/** Lets time pass on a stopped clock. @param {Page} page @param {number} millis */
export const pass = (page, millis) => page.clock.runFor(millis);

/** @param {Page} page */
export const message = (page) => page.locator('#message');
/** @param {Page} page */
export const live = (page) => page.locator('#live');
/** @param {Page} page @param {number} tile */
export const tile = (page, tile) => page.locator(`#board [data-tile="${tile}"]`);
/** The position text of the board shown. @param {Page} page @returns {Promise<string>} */
export const position = (page) => page.locator('#board').evaluate((/** @type {any} */ view) => String(view.board));

/** @param {Page} page @param {string} text */
export const expectPosition = (page, text) => expect.poll(() => position(page)).toBe(text);
/** @param {Page} page @param {string} text */
export const expectOtherPosition = (page, text) => expect.poll(() => position(page)).not.toBe(text);

/** @param {Page} page @param {string} name */
export const expectState = (page, name) => expect(page.locator('main')).toHaveAttribute('data-state', name);

/** Presses the arrow keys of a line of moves. @param {Page} page @param {string} line */
export async function arrows(page, line) {
  /** @type {Record<string, string>} */
  const keys = { U: 'ArrowUp', D: 'ArrowDown', L: 'ArrowLeft', R: 'ArrowRight' };
  for (const move of line) await page.keyboard.press(keys[move]);
}

/** Changes what the player has chosen, before or between visits. @param {Page} page @param {Record<string, unknown>} change */
export async function choose(page, change) {
  await page.evaluate((given) => {
    const now = JSON.parse(localStorage.getItem('taquin.settings') ?? '{}');
    localStorage.setItem('taquin.settings', JSON.stringify({ ...now, ...given }));
  }, change);
}
