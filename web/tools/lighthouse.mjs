/**
 * What Lighthouse says of the pages on a phone: one row a run, tab-separated.
 *
 *     npm --prefix FOLDER install lighthouse
 *     node web/tools/lighthouse.mjs FOLDER [RUNS [PATH…]]     # three runs of Learn, Play and Daily unless said otherwise
 *
 * TAQUIN, TAQUIN_PORT, TAQUIN_ASSETS, CHROMIUM   as in tests/playwright.config.js
 *
 * Lighthouse is not among the packages of web/, because it is larger than all of them. It needs a machine that does
 * nothing else: it takes the times of its own run and reckons with a slow phone from there.
 */

import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { resolve } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import puppeteer from 'puppeteer-core';

const root = fileURLToPath(new URL('../../', import.meta.url));
const { TAQUIN = `${root}target/debug/taquin`, TAQUIN_PORT = '8180', TAQUIN_ASSETS, CHROMIUM } = process.env;
const PLACES = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome', '/snap/bin/chromium'];
const address = `http://127.0.0.1:${TAQUIN_PORT}`;
const [folder, runs = '3', ...given] = process.argv.slice(2);
const paths = given.length > 0 ? given : ['/learn', '/', '/daily'];
if (!folder) throw new Error('name the folder in which Lighthouse is installed');
const found = createRequire(`${resolve(folder)}/`).resolve('lighthouse');
const { default: lighthouse } = await import(pathToFileURL(found).href);

const CATEGORIES = ['performance', 'accessibility', 'best-practices', 'seo'];
/** Milliseconds, and the layout shift without a unit. */
const AUDITS = ['first-contentful-paint', 'largest-contentful-paint', 'total-blocking-time', 'cumulative-layout-shift', 'speed-index'];

const service = spawn(TAQUIN, ['serve', '--port', TAQUIN_PORT, '--rate', '0', '--no-store', ...(TAQUIN_ASSETS ? ['--assets', TAQUIN_ASSETS] : [])], { stdio: 'ignore' });
try {
  while (!(await fetch(`${address}/api/v1/health`).catch(() => null))?.ok) await new Promise((done) => setTimeout(done, 100));
  console.log(['path', 'run', ...CATEGORIES, ...AUDITS, 'benchmark-index'].join('\t'));
  for (const path of paths) {
    for (let run = 1; run <= Number(runs); run++) console.log([path, run, ...(await measure(path))].join('\t'));
  }
} finally {
  service.kill('SIGTERM');
}

/** @param {string} path @returns {Promise<(string | number)[]>} */
async function measure(path) {
  const browser = await puppeteer.launch({ executablePath: CHROMIUM ?? PLACES.find(existsSync), args: ['--no-sandbox', '--disable-gpu'] });
  try {
    const port = Number(new URL(browser.wsEndpoint()).port);
    const { lhr } = await lighthouse(address + path, { port, logLevel: 'error', formFactor: 'mobile' });
    const scores = CATEGORIES.map((name) => Math.round(lhr.categories[name].score * 100));
    const values = AUDITS.map((name) => {
      const { numericValue, errorMessage } = lhr.audits[name];
      if (numericValue === undefined) throw new Error(`${path}, ${name}: ${errorMessage}`);
      return Number(numericValue.toFixed(name.includes('shift') ? 3 : 0));
    });
    return [...scores, ...values, lhr.environment.benchmarkIndex];
  } finally {
    await browser.close();
  }
}
