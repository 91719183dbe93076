/** What matters is in view on real screens: a small laptop, a common window, a phone, and zoomed to 200 %. */

import { arrows, expect, open, SAMPLE, SAMPLE_4X4, test } from './harness.js';

/** @typedef {import('@playwright/test').Page} Page */

/** What has to be seen without scrolling: an address, what is done first, and selectors. @type {Record<string, [string, (page: Page) => Promise<unknown>, string[]]>} */
const VIEWS = {
  play: [SAMPLE_4X4, async () => {}, ['#board', '#message', '#shuffle', '#size', '#hint', '#peek', '#undo', '#redo', '#solve', '#pause', '#more']],
  'play, playback': [SAMPLE, async (page) => {
    await page.click('#solve');
    await page.locator('#playback').waitFor();
  }, ['#board', '#message', '#play-pause', '#scrub', '#board-back', '#play-on']],
  'play, why a board cannot be solved': ['/?b=1,2,3/4,5,6/8,7,0', async (page) => page.locator('[data-offer="why"]').click(), ['.why', '[data-offer="swap"]', '#setup-use', '.setup taquin-board']],
  'play, won': ['/?id=g1-3x3-easy-20&m=', async (page) => {
    const { moves } = await page.evaluate(async () => (await fetch('/api/v1/solve', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"board":"1 2 3/6 4 8/5 7 0"}' })).json());
    await arrows(page, moves.replace(/([UDLR])(\d)/g, (/** @type {string} */ _, /** @type {string} */ move, /** @type {string} */ n) => move.repeat(Number(n))));
    await page.locator('#win-card').waitFor();
  }, ['#win-card', '#message', '[data-offer="review"]', '#shuffle', '#more']],
  learn: ['/learn?step=9', async () => {}, ['.position-board', '#algorithm', '.canvas-host', '.legend', '.tree-tools', '.said', '.counters', '.code [aria-current]', '#ctl-run', '#scrub', '#ctl-predict']],
  coach: ['/coach', async () => {}, ['.coach-board', '.coach-message', '.stage-text', '#coach-show', '#coach-watch', '#coach-undo']],
  quiz: ['/quiz?id=g1-3x3-medium-500', async (page) => expect(page.locator('.quiz-message')).toContainText(/\d/), ['.quiz-board', '.quiz-message', '.quiz-dots']],
  race: ['/race', async () => {}, ['#race-go', '.lane >> nth=0', '.lane >> nth=3']],
  bench: ['/bench', async () => {}, ['#bench-go', '.drop label']],
  daily: ['/daily?date=2026-01-15', async (page) => page.locator('.daily-game').nth(1).waitFor(), ['.daily-board >> nth=0', '.daily-message >> nth=0', '.daily-game >> nth=0 >> button >> nth=0']],
};
/** On a phone pages are longer than the screen; this much is there at once. @type {Record<string, string[]>} */
const ON_PHONES = {
  'play, why a board cannot be solved': ['.why p >> nth=0', '[data-offer="swap"]', '#setup-use'],
  learn: ['.position-board', '#algorithm', '.said', '#ctl-run', '#scrub'],
  coach: ['.coach-board', '.stage-text', '#coach-show'],
  race: ['#race-go'],
  bench: ['.drop label'],
  daily: ['.daily-board >> nth=0', '.daily-message >> nth=0'],
};

/** The parts of a page that do not lie wholly in the window, or under something else. @param {Page} page @param {string[]} selectors */
async function hidden(page, selectors) {
  const { width, height } = /** @type {{width: number, height: number}} */ (page.viewportSize());
  const faults = [];
  for (const selector of selectors) {
    const box = await page.locator(selector).first().boundingBox();
    if (!box) faults.push(`${selector} is not shown`);
    else if (box.y < -0.5 || box.y + box.height > height + 0.5 || box.x < -0.5 || box.x + box.width > width + 0.5) faults.push(`${selector} is at ${Math.round(box.x)},${Math.round(box.y)} to ${Math.round(box.x + box.width)},${Math.round(box.y + box.height)}`);
    else {
      const above = await page.locator(selector).first().evaluate((element) => {
        const at = element.getBoundingClientRect();
        const faults = [];
        // Its middle and the middles of its lower and upper edge.
        for (const y of [at.y + 2, at.y + at.height / 2, at.bottom - 2]) {
          const top = document.elementFromPoint(at.x + at.width / 2, y);
          if (top && !element.contains(top) && !top.contains(element)) faults.push(`${top.tagName} ${top.id || top.className}`);
        }
        return faults;
      });
      if (above.length > 0) faults.push(`${selector} is under ${above[0]}`);
    }
  }
  return faults;
}

for (const [width, height] of /** @type {const} */ ([[1366, 633], [1280, 720], [390, 844]])) {
  test.describe(`${width}×${height}`, () => {
    test.use({ viewport: { width, height } });
    for (const [name, [path, prepare, selectors]] of Object.entries(VIEWS)) {
      test(`${name}: what matters is in view`, async ({ page }) => {
        await page.emulateMedia({ reducedMotion: 'reduce' });
        await open(page, path);
        await prepare(page);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        await page.evaluate(() => scrollTo(0, 0));
        await expect.poll(() => hidden(page, (width < 500 && ON_PHONES[name]) || selectors)).toEqual([]);
      });
    }
  });
}

test.describe('1366 × 768 at 200 %', () => {
  test.use({ viewport: { width: 683, height: 384 } });
  for (const path of ['/', '/learn?step=5', '/race', '/coach', '/bench', '/daily?date=2026-01-15', '/quiz?id=g1-3x3-medium-500']) {
    test(`${path}: the pages are at the top, and nothing sticks out`, async ({ page }) => {
      await open(page, path);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(683);
      const link = page.locator('nav a:visible').first();
      expect((await link.boundingBox())?.y ?? 999).toBeLessThan(120);
    });
  }

  for (const [path, selectors] of /** @type {const} */ ([
    [SAMPLE_4X4, ['#board', '#message', '#shuffle', '#hint', '#more']],
    ['/learn?step=9', ['.position-board', '#algorithm', '#heuristic', '.said', '#ctl-run', '#scrub', '#ctl-predict']],
    ['/race', ['#race-go']],
    ['/coach', ['.coach-board', '.stage-text', '.coach-message', '#coach-show', '#coach-watch', '#coach-undo']],
    ['/daily?date=2026-01-15', ['.daily-board >> nth=0', '.daily-message >> nth=0', '.daily-game >> nth=0 >> button >> nth=0']],
    ['/quiz?id=g1-3x3-medium-500', ['.quiz-board', '.quiz-message', '.quiz-dots']],
  ])) {
    test(`${path}: what matters is in view`, async ({ page }) => {
      await page.emulateMedia({ reducedMotion: 'reduce' });
      await open(page, path);
      await page.evaluate(() => scrollTo(0, 0));
      await expect.poll(() => hidden(page, [...selectors])).toEqual([]);
    });
  }
});

for (const locale of ['en', 'de', 'fr', 'es', 'ar']) {
  test.describe(locale, () => {
    test.use({ locale, viewport: { width: 1366, height: 633 } });
    test('the names of the tabs beside the board fit', async ({ page }) => {
      await open(page, SAMPLE_4X4);
      const row = page.locator('#panel [role="tablist"]');
      await expect(row.getByRole('tab')).toHaveCount(4);
      expect(await row.evaluate((tabs) => tabs.scrollWidth - tabs.clientWidth)).toBeLessThanOrEqual(0);
    });
  });
}

test.describe('the text beside a board has its edge', () => {
  test.use({ viewport: { width: 1366, height: 633 } });
  for (const [path, board, text] of [['/coach', '.coach-board', '.coach-message'], ['/quiz?id=g1-3x3-medium-500', '.quiz-board', '.quiz-message'], ['/daily?date=2026-01-15', '.daily-board', '.daily-message']]) {
    test(path, async ({ page }) => {
      await open(page, path);
      const [a, b] = [await page.locator(board).first().boundingBox(), await page.locator(text).first().boundingBox()];
      expect(Math.abs((a?.x ?? 0) - (b?.x ?? 99))).toBeLessThan(6);
    });
  }
});

test.describe('an address that leads nowhere', () => {
  test.use({ allowed: /404/ });
  test('has a page of the family', async ({ page }) => {
    await page.goto('/no/where', { waitUntil: 'load' });
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible();
    const font = await page.locator('body').evaluate((body) => getComputedStyle(body).fontFamily);
    expect(font).not.toMatch(/^"?Times/);
    await page.getByRole('link', { name: 'Play' }).first().click();
    await expect(page.locator('#board')).toBeVisible();
  });
});
