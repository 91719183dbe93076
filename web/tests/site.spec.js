/** The static site, in a folder of a plain file server: every page works without a service, and offline after the first visit. */

import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from './harness.js';
import { serveSite } from './plain-server.js';

const root = fileURLToPath(new URL('../../', import.meta.url));
const { TAQUIN = `${root}target/debug/taquin` } = process.env;

/** @type {Awaited<ReturnType<typeof serveSite>>} */
let site;
let base = '';

test.beforeAll(async () => {
  site = await serveSite(TAQUIN);
  ({ base } = site);
});

test.afterAll(() => site.close());

/** @param {import('@playwright/test').Page} page @param {string} address */
async function open(page, address) {
  await page.goto(base + address);
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
}

test('every page works without a service', async ({ page }) => {
  await open(page, '?b=8,1,3/4,0,2/7,6,5');
  await page.click('#hint');
  await expect(page.locator('#message')).toContainText(/\(optimal, 1[34] to go\)/);
  await page.click('#solve');
  await expect(page.locator('#message')).toContainText('optimal (proven)');
  await page.getByRole('link', { name: 'Learn' }).first().click();
  // The link has the board as the playback shows it at that moment.
  await expect(page).toHaveURL((url) => url.href.startsWith(`${base}learn.html?b=`));
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
  await expect(page.locator('body')).toContainText('optimal (proven)');
  await page.screenshot({ path: `${root}target/browser/screens/site-learn.png` });
  await open(page, 'learn.html?b=8,1,3/4,0,2/7,6,5&tab=formula');
  await expect(page.locator('body')).toContainText(/clauses/i);
  await page.screenshot({ path: `${root}target/browser/screens/site-formula.png` });
  await open(page, 'coach.html?b=8,1,3/4,0,2/7,6,5');
  await expect(page.locator('.stage-name')).toBeVisible();
  await open(page, 'daily.html?date=2026-01-15');
  await expect(page.locator('body')).toContainText('3x3:hard:20260115'.slice(0, 3));
  await open(page, 'quiz.html');
  await expect(page.locator('body')).not.toContainText('No connection');
  await page.screenshot({ path: `${root}target/browser/screens/site-quiz.png` });
  await open(page, 'bench.html');
  await expect(page.locator('#bench-set option[value="korf-15-100"]')).toBeAttached();
  await page.selectOption('#bench-set', 'hardest-8');
  await page.fill('#bench-solvers', 'pdb-ida');
  await page.click('#bench-go');
  await expect(page.locator('.bench-message')).toHaveText('4 runs are done.');
  await open(page, '');
  await page.click('#tab-settings');
  await expect(page.locator('select[name="algorithm"] option[value="ida"]')).toBeAttached();
  expect(site.lost.filter((path) => path !== '/favicon.ico')).toEqual([]);
});

test('the way back to Play stays in the folder', async ({ page }) => {
  for (const path of ['learn.html', 'race.html', 'coach.html']) {
    await open(page, `${path}?b=8,1,3/4,0,2/7,6,5`);
    const links = await page.getByRole('link', { name: 'Play this' }).evaluateAll((all) => all.map((link) => /** @type {HTMLAnchorElement} */ (link).href));
    expect(links, path).toEqual([`${base}?b=8,1,3/4,0,2/7,6,5`]);
  }
});

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow', allowed: /Failed to load resource|ERR_INTERNET_DISCONNECTED/ });

  test('the second visit works with the network off, engine and all', async ({ page, context }) => {
    await open(page, '');
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await page.waitForFunction(async () => {
      const [name] = await caches.keys();
      return (await (await caches.open(name)).keys()).some(({ url }) => url.endsWith('/learn.html'));
    });
    await context.setOffline(true);
    await open(page, '?b=1,8,5,3/15,0,7,2/13,9,11,4/6,14,10,12');
    await page.click('#hint');
    await expect(page.locator('#message')).toContainText(/\(optimal, 3[78] to go\)/);
    await open(page, 'learn.html?b=8,1,3/4,0,2/7,6,5');
    await expect(page.locator('body')).toContainText('optimal (proven)');
  });

  test('a server that hangs does not keep the second visit waiting', async ({ page }) => {
    await open(page, '');
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    site.isHung = true;
    try {
      const began = Date.now();
      await open(page, '?b=8,1,3/4,0,2/7,6,5');
      await page.click('#hint');
      await expect(page.locator('#message')).toContainText(/\(optimal, 1[34] to go\)/);
      // Three seconds for each of a chain of imports made fifteen.
      expect(Date.now() - began).toBeLessThan(8000);
    } finally {
      site.isHung = false;
    }
  });

  test('tabs keep their version until one is left, which a reload brings up to date', async ({ page, context }) => {
    /** @param {import('@playwright/test').Page} tab */
    const theme = (tab) => tab.evaluate(async () => (await fetch('js/theme.js')).text());
    await open(page, '');
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    const [script, worker] = [join(site.folder, 'js/theme.js'), join(site.folder, 'sw.js')];
    const before = [script, worker].map((file) => readFileSync(file, 'utf8'));
    try {
      writeFileSync(script, `${before[0]}\n// the next version\n`);
      writeFileSync(worker, before[1].replace(/VERSION = '\w+'/, "VERSION = 'next'"));
      const other = await context.newPage();
      await other.goto(base);
      await page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration();
        await registration?.update();
      });
      await page.waitForFunction(async () => (await navigator.serviceWorker.getRegistration())?.waiting != null);
      for (const tab of [page, other]) expect(await theme(tab)).not.toContain('the next version');
      await page.reload();
      await page.locator('html[data-ready]').waitFor({ state: 'attached' });
      expect(await theme(page)).not.toContain('the next version');
      // The engine of the old version, fetched only now, fits the old scripts.
      await page.goto(`${base}?b=8,1,3/4,0,2/7,6,5`);
      await page.locator('html[data-ready]').waitFor({ state: 'attached' });
      await page.click('#hint');
      await expect(page.locator('#message')).toContainText(/\(optimal, 1[34] to go\)/);
      await other.close();
      await page.reload();
      await expect.poll(() => theme(page).catch(() => '')).toContain('the next version');
      await expect.poll(() => page.evaluate(() => caches.keys()).catch(() => [])).toEqual(['taquin-next']);
    } finally {
      [script, worker].forEach((file, index) => writeFileSync(file, before[index]));
    }
  });
});
