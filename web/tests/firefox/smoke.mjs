/**
 * A run in a real Firefox, over WebDriver BiDi: every page opens without an error, in English and in Arabic, light and
 * dark, and what each page is for is done once: whole games by keys and by the mouse, a search, a race, a lesson, a
 * measurement, the day's board, a question, a board in a frame.
 *
 *     npm run firefox        # with target/debug/taquin, or the binary that TAQUIN names
 *
 * TAQUIN, TAQUIN_PORT, TAQUIN_ASSETS   as in playwright.config.js
 * FIREFOX                              the browser; the usual places are looked at unless named
 *
 * Playwright drives only a Firefox of its own; puppeteer-core drives the one of the system.
 */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createServer } from 'node:http';
import { after, before, test } from 'node:test';
import { fileURLToPath } from 'node:url';
import puppeteer from 'puppeteer-core';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const { TAQUIN = `${root}target/debug/taquin`, TAQUIN_PORT = '8178', TAQUIN_ASSETS, FIREFOX } = process.env;
const PLACES = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/snap/bin/firefox'];
const address = `http://127.0.0.1:${TAQUIN_PORT}`;
const found = FIREFOX ?? PLACES.find(existsSync);

/** @type {import('node:child_process').ChildProcess} */
let service;
/** @type {import('puppeteer-core').Browser} */
let browser;
/** What went wrong in the pages. @type {string[]} */
const faults = [];

before(async () => {
  if (!found) return;
  service = spawn(TAQUIN, ['serve', '--port', TAQUIN_PORT, '--rate', '0', '--no-store', ...(TAQUIN_ASSETS ? ['--assets', TAQUIN_ASSETS] : [])], { stdio: 'ignore' });
  await until(async () => (await fetch(`${address}/api/v1/health`).catch(() => null))?.ok === true);
  browser = await puppeteer.launch({ browser: 'firefox', executablePath: found, headless: true, args: ['--width=1280', '--height=860'] });
});

after(async () => {
  await browser?.close();
  service?.kill('SIGTERM');
});

/** Waits until something holds, as long as a slow machine may take. @param {() => Promise<boolean>} holds */
async function until(holds) {
  for (const end = Date.now() + 60_000; Date.now() < end;) {
    if (await holds()) return;
    await new Promise((resolve) => setTimeout(resolve, 50));
  }
  throw new Error(`waited in vain for ${holds}`);
}

/** Opens a page and waits until it can be used. @param {string} path @param {Record<string, unknown>} [chosen] settings */
async function open(path, chosen = { language: 'en' }) {
  const page = await browser.newPage();
  await page.evaluateOnNewDocument((settings) => {
    // A frame of another site has no store of its own, nor has the empty page before the first.
    if (parent === window && location.protocol?.startsWith('http')) localStorage.setItem('taquin.settings', settings);
  }, JSON.stringify(chosen));
  page.on('console', (message) => {
    if (message.type() === 'error') faults.push(`${path}: ${message.text()}`);
  });
  page.on('pageerror', (error) => faults.push(`${path}: ${error}`));
  await page.goto(address + path);
  await page.waitForSelector('html[data-ready]', { timeout: 60_000 });
  return page;
}

/** @param {import('puppeteer-core').Page} page @param {string} selector */
const text = (page, selector) => page.$eval(selector, (element) => element.textContent ?? '');

/** @type {Record<string, import('puppeteer-core').KeyInput>} */
const KEYS = { U: 'ArrowUp', D: 'ArrowDown', L: 'ArrowLeft', R: 'ArrowRight' };

const skip = found ? false : 'there is no Firefox';

/** Every page, and what shows that it works. @type {[string, string][]} */
const PAGES = [['/', '#board .tile'], ['/learn', '.canvas-host canvas'], ['/race', '.lane'], ['/coach', '.stage-name'], ['/bench', '.plot'], ['/daily', '.daily-board .tile'], ['/quiz', '.quiz-board .tile'], ['/embed?b=1,2/0,3', '.tile']];

for (const [path, selector] of PAGES) {
  for (const [language, theme] of [['en', 'light'], ['ar', 'dark']]) {
    test(`${path} opens, ${language}, ${theme}`, { skip }, async () => {
      const page = await open(path, { language, theme });
      await page.waitForSelector(selector, { timeout: 60_000 });
      const { wide, dir, colours } = await page.evaluate(() => ({ wide: document.documentElement.scrollWidth - innerWidth, dir: document.documentElement.dir, colours: document.documentElement.dataset.theme }));
      assert.ok(wide <= 0, `${path} sticks out by ${wide} px`);
      assert.deepEqual([dir, colours], [language === 'ar' ? 'rtl' : 'ltr', theme]);
      await page.close();
    });
  }
}

test('a whole game by keys, with its review', { skip }, async () => {
  const page = await open('/?b=8,1,3/4,0,2/7,6,5');
  for (const move of 'LURRDDLURULDLU') await page.keyboard.press(KEYS[move]);
  await until(async () => /^YOU WON! 14 moves in \d+:\d\d\.\d\d — the fewest possible\./.test(await text(page, '#message')));
  await page.waitForSelector('#win-card');
  await page.click('[data-offer="review"]');
  await until(async () => (await text(page, '#message')) === 'No move was lost.');
  await page.close();
});

test('a game by the mouse, a hint and a solution', { skip }, async () => {
  const page = await open('/?b=1,2,3/4,5,6/0,7,8');
  await page.click('#peek');
  await until(async () => (await text(page, '#message')) === 'Look at tile 7.');
  await page.click('#solve');
  await page.waitForSelector('#playback:not([hidden])');
  await page.click('#board-back');
  await page.click('#board [data-tile="8"]');
  await until(async () => /^YOU WON! \(with help\) 2 moves/.test(await text(page, '#message')));
  await page.close();
});

/** The moves of a shortest solution, letter by letter. @param {string} board @returns {Promise<string>} */
async function shortest(board) {
  const answer = await fetch(`${address}/api/v1/solve`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ board }) });
  const { moves } = await answer.json();
  return moves.replace(/([UDLR])(\d+)/g, (/** @type {string} */ _, /** @type {string} */ move, /** @type {string} */ n) => move.repeat(Number(n)));
}

/** The position of a board element. @param {import('puppeteer-core').Page} page @param {string} selector @returns {Promise<string>} */
const positionOf = (page, selector) => page.$eval(selector, (view) => String(/** @type {any} */ (view).board));

test('a shuffled game, undone, done again and saved over a reload', { skip }, async () => {
  const page = await open('/?b=1,2,3/4,5,6/0,7,8');
  await page.click('#shuffle');
  await until(async () => (await positionOf(page, '#board')) !== '1 2 3/4 5 6/0 7 8');
  const dealt = await positionOf(page, '#board');
  const [move] = await shortest(dealt);
  await page.focus('#board [tabindex="0"]');
  await page.keyboard.press(KEYS[move]);
  const played = await positionOf(page, '#board');
  assert.notEqual(played, dealt);
  await page.click('#undo');
  assert.equal(await positionOf(page, '#board'), dealt);
  await page.click('#redo');
  await until(async () => (await positionOf(page, '#board')) === played);
  await page.reload();
  await page.waitForSelector('html[data-ready]');
  await until(async () => (await positionOf(page, '#board')) === played);
  await page.close();
});

test('Learn runs a search to its end, and shows lists, estimates, formula, plan and parity', { skip }, async () => {
  const page = await open('/learn?b=8,1,3/4,0,2/7,6,5&algo=astar');
  await until(async () => /14 moves, optimal/.test(await text(page, '.whole')));
  await page.click('#ctl-end');
  await until(async () => /is the goal, 14 moves from the start/.test(await text(page, '.said')));
  for (const [tab, selector] of [['lists', '.list tr'], ['heuristic', '.estimates tbody tr'], ['plan', '.actions li'], ['parity', '.inversions']]) {
    await page.click(`#tab-${tab}`);
    await page.waitForSelector(`#panel-${tab} ${selector}`, { timeout: 60_000 });
  }
  await page.click('#tab-formula');
  await until(async () => /variables/.test(await text(page, '#panel-formula')));
  await page.close();
});

test('Race runs to the finish', { skip }, async () => {
  const page = await open('/race?b=8,1,3/4,0,2/7,6,5&lane=bfs&lane=astar/manhattan');
  await page.click('#race-go');
  await until(async () => (await page.$$('.finish tbody tr')).length === 2);
  assert.match(await text(page, '.race-message'), /Manhattan distance looked at the fewest positions/);
  await page.close();
});

test('Coach shows a move, and does it when asked again', { skip }, async () => {
  const page = await open('/coach?b=8,1,3/4,0,2/7,6,5');
  await until(async () => (await text(page, '.stage-name')) === 'Row 1: 1');
  await page.click('#coach-show');
  await until(async () => (await text(page, '.coach-message')) === 'Slide 4 right. Press again and I will do it.');
  await page.click('#coach-show');
  await until(async () => (await text(page, '.coach-counts dd')) === '1');
  await page.close();
});

test('Bench measures ten boards', { skip }, async () => {
  const page = await open('/bench');
  await page.$eval('.solvers input', (input) => { /** @type {HTMLInputElement} */ (input).value = 'astar/manhattan'; });
  await page.click('#bench-go');
  await until(async () => (await text(page, '.bench-message')) === '10 runs are done.');
  await page.close();
});

test("the day's small board is won by keys, with three stars", { skip }, async () => {
  const page = await open('/daily?date=2026-01-15');
  await page.waitForSelector('[data-size="3x3"] .tile');
  const line = await shortest(await positionOf(page, '[data-size="3x3"] taquin-board'));
  await page.focus('[data-size="3x3"] .tile[tabindex="0"]');
  for (const move of line) await page.keyboard.press(KEYS[move]);
  await until(async () => /the fewest possible\. ★★★/.test(await text(page, '[data-size="3x3"] .daily-message')));
  await page.close();
});

test('a question of the quiz is answered rightly', { skip }, async () => {
  const page = await open('/quiz?id=g1-3x3-medium-500');
  await until(async () => /to go/.test(await text(page, '.quiz-message')));
  const [move] = await shortest(await positionOf(page, '.quiz-board'));
  await page.keyboard.press(KEYS[move]);
  await until(async () => /^Right:/.test(await text(page, '.quiz-message')));
  await page.close();
});

test('the element of embed.js on another site is played, and tells its page', { skip }, async () => {
  const server = createServer((_, answer) => answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(`<!doctype html><title>x</title><link rel="icon" href="data:,">
    <script type="module" src="${address}/embed.js"></script>
    <script>window.told = []; addEventListener('taquin-win', (event) => told.push(event.detail.moves));</script>
    <taquin-board board="1 2 3/4 5 6/7 0 8"></taquin-board>`));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const page = await browser.newPage();
  await page.goto(`http://localhost:${/** @type {import('node:net').AddressInfo} */ (server.address()).port}/`);
  await until(async () => page.frames().some((frame) => frame.url().includes('/embed')));
  const frame = /** @type {import('puppeteer-core').Frame} */ (page.frames().find((candidate) => candidate.url().includes('/embed')));
  await frame.waitForSelector('[data-tile="8"]');
  // Firefox ESR does not say where a frame lies in its page.
  await frame.$eval('[data-tile="8"]', (tile) => /** @type {HTMLElement} */ (tile).click());
  await until(async () => JSON.stringify(await page.evaluate(() => /** @type {any} */ (window).told)) === '[1]');
  await page.close();
  server.close();
});

test('no page logged an error', { skip }, () => assert.deepEqual(faults, []));
