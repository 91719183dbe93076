/** The first visit is light, the second needs no connection. */

import { expect, expectState, message, open, test, tile } from './harness.js';

/** What Play needs until tiles can be moved, at most. */
const [MOST_BYTES, MOST_REQUESTS] = [148_000, 55];

for (const locale of ['en', 'fr']) {
  test.describe(locale, () => {
    test.use({ locale });
    test(`the first load is under ${MOST_BYTES / 1000} kB in ${locale}`, async ({ page }) => {
      /** @type {import('@playwright/test').Request[]} */
      const requests = [];
      page.on('requestfinished', (request) => requests.push(request));
      await open(page);
      const ready = await page.evaluate(() => performance.timeOrigin + performance.getEntriesByName('ready')[0].startTime);
      await page.locator('html[data-whole]').waitFor({ state: 'attached' });
      // All that was asked for until tiles could be moved, as it comes over the wire.
      const first = requests.filter((request) => request.timing().startTime <= ready);
      const sizes = await Promise.all(first.map(async (request) => {
        const { responseBodySize, responseHeadersSize } = await request.sizes();
        return { url: new URL(request.url()).pathname, bytes: responseBodySize, headers: responseHeadersSize };
      }));
      const sum = sizes.reduce((total, { bytes }) => total + bytes, 0);
      const headers = sizes.reduce((total, size) => total + size.headers, 0);
      console.log(`first load, ${locale}: ${sum} bytes and ${headers} of headers in ${sizes.length} requests`);
      expect(sum, JSON.stringify(sizes)).toBeLessThan(MOST_BYTES);
      expect(sizes.length).toBeLessThan(MOST_REQUESTS);
      const paths = sizes.map(({ url }) => url);
      expect(paths).toContain('/js/play/main.js');
      expect(paths).toContain('/engine/rules.bin');
      expect(paths).not.toContain('/engine/taquin.bin');
    });
  });
}

test('the first picture is there before the rules, and tiles move with them', async ({ page }) => {
  /** @type {() => void} */
  let release = () => {};
  const held = new Promise((resolve) => {
    release = () => resolve(undefined);
  });
  await page.route('**/engine/rules.bin*', async (route) => {
    await held;
    await route.fallback();
  });
  await page.goto('/?b=1,2,3/4,5,6/0,7,8');
  await expect(tile(page, 7)).toBeVisible();
  await expect(page.locator('#shuffle')).not.toBeEmpty();
  expect(await page.locator('html[data-ready]').count()).toBe(0);
  release();
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
  await tile(page, 8).click();
  await expectState(page, 'won');
});

test('once the parts are there, no press waits for a file', async ({ page }) => {
  await open(page, '/?b=1,2,3/4,5,6/0,7,8');
  await page.locator('html[data-engine=ready]').waitFor({ state: 'attached' });
  /** @type {string[]} */
  const fetched = [];
  page.on('request', (request) => fetched.push(new URL(request.url()).pathname));
  for (const tab of ['Explain', 'Settings', 'Times', 'Moves']) await page.getByRole('tab', { name: tab }).click();
  for (const item of ['setup', 'statistics', 'keys']) {
    await page.click('#more');
    await page.locator(`[data-item="${item}"]`).click();
    await page.keyboard.press('Escape');
  }
  await page.click('#solve');
  await expectState(page, 'playback');
  await page.click('#board-back');
  await page.click('#peek');
  await expect(message(page)).toHaveText('Look at tile 7.');
  await tile(page, 8).click();
  await page.locator('[data-offer="review"]').click();
  await expect(page.locator('.graph')).toBeVisible();
  await page.locator('[data-offer="review_close"]').click();
  await page.click('#shuffle');
  await expectState(page, 'ready');
  // The browser asks for the icon when it likes, and the engine's next thread is loaded ahead.
  expect(fetched.filter((path) => !/^\/(api|icons|js\/engine)\//.test(path))).toEqual([]);
});

test.describe('with a service worker', () => {
  test.use({ serviceWorkers: 'allow', allowed: /Failed to load resource|ERR_INTERNET_DISCONNECTED/ });

  test('the second visit works with the network off', async ({ page, context }) => {
    await open(page);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await page.waitForFunction(() => navigator.serviceWorker.controller !== null);
    await context.setOffline(true);
    await page.goto('/?b=8,1,3/4,0,2/7,6,5');
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
    await page.click('#hint');
    await expect(message(page)).toContainText(/(Slide 2 left|2 went left)\. \(optimal, 1[34] to go\)/);
    await expect(page.locator('#moves')).toHaveText('1');
    await page.click('#shuffle');
    await expectState(page, 'ready');
    await page.goto('/?b=1,2,3/4,5,6/0,7,8');
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
    await tile(page, 8).click();
    await expect(message(page)).toHaveText(/^YOU WON! 2 moves in \d+:\d\d\.\d\d — the fewest possible\./);
    await page.getByRole('button', { name: 'Display and language' }).click();
    await page.getByRole('combobox', { name: 'Language' }).selectOption('de');
    await expect(page.locator('#shuffle')).toHaveText('Mischen');
  });

  test('every file that the pages import is kept', async ({ page }) => {
    await open(page);
    await page.evaluate(() => navigator.serviceWorker.ready);
    const missing = await page.evaluate(async () => {
      const [name] = await caches.keys();
      const keys = await (await caches.open(name)).keys();
      const kept = new Set(keys.map((request) => new URL(request.url).pathname));
      const loaded = performance.getEntriesByType('resource').map((entry) => new URL(entry.name).pathname);
      return loaded.filter((path) => !path.startsWith('/api/') && !kept.has(path));
    });
    expect(missing).toEqual([]);
  });
});

test.describe('without a connection', () => {
  test.use({ allowed: /Failed to load resource/ });

  test('the page is never blocked for long while the worker searches', async ({ page }) => {
    await page.route('**/api/v1/**', (route) => route.abort());
    await open(page, '/?b=9,3,11,2/7,0,13,12/6,1,14,10/4,8,15,5');
    // What the page's own thread computes, not what other programs take from it meanwhile: the search is the worker's.
    const client = await page.context().newCDPSession(page);
    await client.send('Performance.enable', { timeDomain: 'threadTicks' });
    const busy = async () => (await client.send('Performance.getMetrics')).metrics.find(({ name }) => name === 'TaskDuration')?.value ?? 0;
    await page.locator('html[data-whole]').waitFor({ state: 'attached' });
    const before = await busy();
    await page.click('#peek');
    await page.click('#peek');
    await expect(message(page)).toHaveText(/^Slide \d+ \w+\. \((good move, not proven|optimal, 56 to go)\)$/);
    // The worker has searched for most of a second; drawing, Playwright's own looking and all, the page did not.
    expect(await busy() - before).toBeLessThan(0.6);
  });
});
