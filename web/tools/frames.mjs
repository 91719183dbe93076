/**
 * How smooth Learn is: the times between frames while breadth-first search runs to its end at 200 steps a second.
 *
 *     node web/tools/frames.mjs [RUNS [VIEW [FROM [TO]]]]     # three runs of every view, all 13,806 steps, unless said otherwise
 *
 * TAQUIN, TAQUIN_PORT, TAQUIN_ASSETS, CHROMIUM   as in tests/playwright.config.js
 *
 * A run is one load of the page and takes 70 seconds. It needs a machine that does nothing else: drawing is done by the
 * processor in a headless browser, and what runs beside it delays frames.
 */

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import puppeteer from 'puppeteer-core';

const root = fileURLToPath(new URL('../../', import.meta.url));
const { TAQUIN = `${root}target/debug/taquin`, TAQUIN_PORT = '8179', TAQUIN_ASSETS, CHROMIUM } = process.env;
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/snap/bin/chromium'];
const address = `http://127.0.0.1:${TAQUIN_PORT}`;
const [runs = '3', only, from = '0', to = 'Infinity'] = process.argv.slice(2);
/** Name, tab, and whether the whole tree is in sight. @type {[string, string, boolean][]} */
const VIEWS = [['tree', 'tree', false], ['whole', 'tree', true], ['lists', 'lists', false]];

const service = spawn(TAQUIN, ['serve', '--port', TAQUIN_PORT, '--rate', '0', '--no-store', ...(TAQUIN_ASSETS ? ['--assets', TAQUIN_ASSETS] : [])], { stdio: 'ignore' });
const browser = await puppeteer.launch({
  executablePath: CHROMIUM ?? PLACES.find(existsSync), args: ['--no-sandbox', '--disable-gpu'], defaultViewport: { width: 1366, height: 633 },
});
try {
  while (!(await fetch(`${address}/api/v1/health`).catch(() => null))?.ok) await new Promise((resolve) => setTimeout(resolve, 100));
  for (const [name, tab, wide] of VIEWS.filter(([name]) => !only || name === only)) {
    for (let run = 1; run <= Number(runs); run++) report(name, await measure(tab, wide));
  }
} finally {
  await browser.close();
  service.kill('SIGTERM');
}

/** Runs the search to its end and gives the milliseconds between frames. @param {string} tab @param {boolean} wide the whole tree in sight */
async function measure(tab, wide) {
  const page = await browser.newPage();
  await page.goto(`${address}/learn?b=8,1,3/4,0,2/7,6,5&algo=bfs&tab=${tab}`);
  await page.waitForSelector('html[data-ready]');
  if (wide) await page.evaluate(() => document.querySelector('.tree-tools button:nth-child(3)').click());
  // The time of the search is measured in the background first.
  await page.waitForFunction(() => document.querySelector('[data-fact=fact_time] dd')?.textContent !== '…');
  const gaps = await page.evaluate(async (from, to) => {
    const speed = document.querySelector('.learn-controls select');
    speed.value = '200';
    const [run, scrub] = [document.getElementById('ctl-run'), document.getElementById('scrub')];
    scrub.value = String(from);
    scrub.dispatchEvent(new Event('input'));
    // What is in sight there is drawn first.
    for (let frame = 0; frame < 60; frame++) await new Promise(requestAnimationFrame);
    run.click();
    const gaps = [];
    let last = await new Promise(requestAnimationFrame);
    while (Number(scrub.value) < Math.min(to, Number(scrub.max))) {
      const now = await new Promise(requestAnimationFrame);
      gaps.push(now - last);
      last = now;
    }
    return gaps;
  }, Number(from), to === 'Infinity' ? 1e9 : Number(to));
  await page.close();
  return gaps;
}

/** @param {string} view @param {number[]} gaps */
function report(view, gaps) {
  gaps.sort((a, b) => a - b);
  const at = (/** @type {number} */ part) => gaps[Math.min(gaps.length - 1, Math.floor(part * gaps.length))].toFixed(1);
  const late = gaps.filter((gap) => gap > 34).length;
  console.log(`${view}: ${gaps.length} frames, median ${at(0.5)}, p95 ${at(0.95)}, p99 ${at(0.99)}, worst ${at(1)} ms, ${late} over 34 ms`);
}
