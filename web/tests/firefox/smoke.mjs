/**
 * A smoke run in a real Firefox, over WebDriver BiDi: every page opens without an error, and one whole game is played by
 * keys and by the mouse.
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

/** Opens a page and waits until it can be used. @param {string} path */
async function open(path) {
  const page = await browser.newPage();
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

const skip = found ? false : 'there is no Firefox';

for (const [path, selector] of [['/', '#board .tile'], ['/learn', '.canvas-host canvas'], ['/race', '.lane'], ['/coach', '.stage-name'], ['/bench', '.plot'], ['/daily', '.daily-board .tile'], ['/quiz', '.quiz-board .tile'], ['/embed?b=1,2/0,3', '.tile']]) {
  test(`${path} opens`, { skip }, async () => {
    const page = await open(path);
    await page.waitForSelector(selector, { timeout: 60_000 });
    const wide = await page.evaluate(() => document.documentElement.scrollWidth - innerWidth);
    assert.ok(wide <= 0, `${path} sticks out by ${wide} px`);
    await page.close();
  });
}

test('a whole game by keys, with its review', { skip }, async () => {
  const page = await open('/?b=8,1,3/4,0,2/7,6,5');
  /** @type {Record<string, import('puppeteer-core').KeyInput>} */
  const keys = { U: 'ArrowUp', D: 'ArrowDown', L: 'ArrowLeft', R: 'ArrowRight' };
  for (const move of 'LURRDDLURULDLU') await page.keyboard.press(keys[move]);
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

test('no page logged an error', { skip }, () => assert.deepEqual(faults, []));
