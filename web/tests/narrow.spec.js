/** The smallest phones: every control can be reached, and nothing lies over it. */

import { fileURLToPath } from 'node:url';
import { expect, open, SAMPLE_4X4, test } from './harness.js';

const ROWS = fileURLToPath(new URL('fixtures/bench-rows.jsonl', import.meta.url));

/** @typedef {import('@playwright/test').Page} Page */

/** What each page shows: its address, and what is done there first. @type {Record<string, [string, (page: Page) => Promise<unknown>]>} */
const VIEWS = {
  play: [SAMPLE_4X4, async () => {}],
  'play, solved': ['/', async () => {}],
  'play, won': ['/?b=1,2,3/4,5,6/7,0,8', async (page) => {
    await page.keyboard.press('ArrowLeft');
    await page.locator('[data-offer="review"]').click();
    await page.locator('.graph').waitFor();
  }],
  'play, playback': [SAMPLE_4X4, async (page) => {
    await page.click('#solve');
    await page.locator('#playback').waitFor();
    await page.click('#play-pause');
  }],
  'play, settings': [SAMPLE_4X4, async (page) => {
    await page.getByRole('tab').nth(3).click();
    await page.locator('select[name="algorithm"]').waitFor();
  }],
  'play, more': [SAMPLE_4X4, async (page) => {
    await page.click('#more');
    await page.getByRole('dialog').waitFor();
  }],
  'play, size': [SAMPLE_4X4, async (page) => {
    await page.click('#size-menu');
    await page.getByRole('dialog').waitFor();
  }],
  'play, setup': [SAMPLE_4X4, async (page) => {
    await page.click('#more');
    await page.locator('[data-item="setup"]').click();
    await page.locator('#setup-text').waitFor();
  }],
  'play, letter keys': [SAMPLE_4X4, async (page) => {
    await page.getByRole('tab').nth(3).click();
    await page.locator('[data-item="rebind"]').click();
    await page.locator('[data-bind="bar"]').waitFor();
  }],
  'play, keys': [SAMPLE_4X4, async (page) => {
    await page.keyboard.press('F1');
    await page.getByRole('dialog').waitFor();
    // Nothing but the close button can be pressed there; what is read must not stick out.
    expect(await page.getByRole('dialog').evaluate((dialog) => dialog.scrollWidth - dialog.clientWidth)).toBeLessThanOrEqual(0);
  }],
  'play, ghost': ['/?b=1,2,3/4,5,6/0,7,8', async (page) => {
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowLeft');
    await page.locator('[data-offer="race_self"]').click();
    await page.locator('#ghost').waitFor();
  }],
  learn: ['/learn?step=5', async () => {}],
  'learn, lists': ['/learn?step=5&tab=lists', async () => {}],
  'learn, heuristic': ['/learn?step=5&tab=heuristic', async (page) => page.locator('.layer-words .sum').waitFor()],
  'learn, formula': ['/learn?b=1,2,3/0,4,6/7,5,8&tab=formula&k=1', async (page) => page.locator('.families summary').first().waitFor()],
  'learn, plan': ['/learn?tab=plan', async (page) => page.locator('.actions li').first().waitFor()],
  'learn, parity': ['/learn?b=1,2,3/4,5,6/8,7,0', async (page) => page.locator('.verdict').waitFor()],
  race: ['/race', async () => {}],
  coach: ['/coach', async () => {}],
  daily: ['/daily?date=2026-01-15', async (page) => page.locator('.daily-game').nth(1).waitFor()],
  quiz: ['/quiz?id=g1-3x3-medium-500', async (page) => {
    await expect(page.locator('.quiz-message')).toContainText(/\d/);
    await page.locator('.quiz-board .tile:not(.blank)').first().press('ArrowUp');
    if (await page.locator('#quiz-next').isHidden()) await page.keyboard.press('ArrowDown');
    await page.locator('#quiz-next').waitFor();
  }],
  'play, fewest': ['/?b=1,2,3/4,5,6/7,0,8&mode=fewest', async (page) => {
    await page.keyboard.press('ArrowLeft');
    await page.locator('[data-offer="fewest_again"]').waitFor();
  }],
  bench: ['/bench', async () => {}],
  'bench, rows': ['/bench', async (page) => {
    await page.setInputFiles('#bench-files', ROWS);
    await page.locator('.plot').nth(2).waitFor();
  }],
};

/** Controls that cannot be hit in their middle once they were scrolled to, by what lies there instead. @param {Page} page */
const covered = (page) => page.evaluate(() => {
  const dialog = document.querySelector('dialog[open]');
  const faults = [];
  for (const control of (dialog ?? document).querySelectorAll('button, a[href], input, select, textarea, summary, [role="tab"]')) {
    const element = /** @type {HTMLElement} */ (control);
    const isShown = element.checkVisibility({ checkOpacity: false, checkVisibilityCSS: true }) && element.offsetWidth > 1 && !element.matches('.skip, .unseen');
    // The card after a win lies over tiles that do nothing any more.
    if (!isShown || (document.getElementById('win-card') && element.matches('.tile'))) continue;
    // As the browser does when the focus comes: no farther than needed.
    element.scrollIntoView({ block: 'nearest', inline: 'nearest' });
    const box = element.getBoundingClientRect();
    const [x, y] = [box.x + box.width / 2, box.y + box.height / 2];
    const top = document.elementFromPoint(x, y);
    const isHit = !!top && (element.contains(top) || top.contains(element) || top.closest('label')?.contains(element) || (element instanceof HTMLInputElement && [...(element.labels ?? [])].some((label) => label.contains(top))));
    const isWithin = box.x >= -1 && box.right <= innerWidth + 1;
    if (!isHit || !isWithin) {
      const name = (/** @type {Element | null} */ it) => (it ? `${it.tagName.toLowerCase()}${it.id ? `#${it.id}` : ''}.${String(it.getAttribute('class') ?? '').replaceAll(' ', '.')} "${(it.getAttribute('aria-label') ?? it.textContent ?? '').trim().slice(0, 20)}"` : 'nothing');
      faults.push(`${name(element)} at ${Math.round(x)},${Math.round(y)} (${Math.round(box.x)}–${Math.round(box.right)}) is under ${name(top)}`);
    }
  }
  return faults;
});

// The longest words on the smallest screen.
for (const [width, height, locale] of /** @type {const} */ ([[320, 568, 'de'], [360, 640, 'en']])) {
  test.describe(`${width}×${height}, ${locale}`, () => {
    test.use({ locale, viewport: { width, height }, hasTouch: true });
    for (const [name, [path, prepare]] of Object.entries(VIEWS)) {
      // What fits into the smallest fits into the next; that its own rules hold, the pages themselves tell.
      if (width > 320 && name.includes(',')) continue;
      test(`${name}: every control can be reached`, async ({ page }) => {
        await page.emulateMedia({ reducedMotion: 'reduce' });
        await open(page, path);
        await prepare(page);
        expect(await covered(page)).toEqual([]);
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
      });
    }
  });
}

for (const [width, height, locale] of /** @type {const} */ ([[320, 568, 'en'], [320, 568, 'de'], [320, 568, 'fr'], [320, 568, 'es'], [360, 640, 'de'], [390, 844, 'fr']])) {
  test.describe(`${width}×${height}, ${locale}`, () => {
    test.use({ locale, viewport: { width, height } });
    test('the game and all its buttons are in view at once', async ({ page }) => {
      await open(page, SAMPLE_4X4);
      const bar = await page.locator('.nav-bottom').boundingBox();
      for (const id of ['board', 'message', 'shuffle', 'size', 'hint', 'peek', 'undo', 'redo', 'solve', 'pause', 'more']) {
        const box = await page.locator(`#${id}`).boundingBox();
        expect((box?.y ?? 0) + (box?.height ?? 0), id).toBeLessThanOrEqual((bar?.y ?? 0) + 0.5);
      }
    });
  });
}

test.describe('390×844', () => {
  test.use({ viewport: { width: 390, height: 844 } });
  test('the level is in sight', async ({ page }) => {
    await open(page, '/?id=g1-3x3-easy-7');
    await expect(page.locator('#level-now')).toHaveText('Easy');
    await expect(page.locator('#level-now')).toBeInViewport({ ratio: 1 });
  });

  test('the open tab of Learn is in view', async ({ page }) => {
    await open(page, '/learn?b=8,1,3/4,0,2/7,6,5&tab=plan');
    await expect(page.locator('#tab-plan')).toBeInViewport({ ratio: 1 });
  });
});
