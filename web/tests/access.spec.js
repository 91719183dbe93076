/** Automatic accessibility checks, languages, themes, zoom, and pictures of every page. */

import { readFileSync, readdirSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';
import { expect, NEAR, open, SAMPLE_4X4, test } from './harness.js';

const AXE = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');
/** Heights of the screens that pictures are taken of. @type {Record<number, number>} */
const HEIGHTS = { 320: 568, 390: 844, 820: 1180, 1280: 860 };
const PICTURES = fileURLToPath(new URL('../../target/browser/screens/', import.meta.url));
const ROWS = fileURLToPath(new URL('fixtures/bench-rows.jsonl', import.meta.url));
const PAGES = ['/', '/learn', '/race', '/coach', '/bench', '/daily', '/quiz'];

/** @param {import('@playwright/test').Page} page */
async function findings(page) {
  await page.evaluate(AXE);
  return page.evaluate(async () => {
    const { violations } = await /** @type {any} */ (globalThis).axe.run(document, { resultTypes: ['violations'] });
    return violations.map((/** @type {any} */ rule) => `${rule.id}: ${rule.nodes.map((/** @type {any} */ node) => node.target.join(' ')).slice(0, 3).join(', ')}`);
  });
}

/** @param {string} tag @returns {Record<string, string>} */
function allTexts(tag) {
  const folder = new URL(`../app/i18n/${tag}/`, import.meta.url);
  return Object.assign({}, ...readdirSync(folder).map((bundle) => JSON.parse(readFileSync(new URL(bundle, folder), 'utf8'))));
}

/** What an Arabic page shows that is a text of the English one. @param {import('@playwright/test').Page} page @returns {Promise<string[]>} */
async function leftInEnglish(page) {
  const own = new Set(Object.values(allTexts('ar')));
  const english = Object.values(allTexts('en')).filter((text) => !own.has(text) && /[a-z]{2}/.test(text));
  return page.evaluate((given) => {
    const texts = new Set(given);
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    const shown = [];
    while (walker.nextNode()) if (!walker.currentNode.parentElement?.closest('noscript, script')) shown.push(walker.currentNode.textContent?.trim() ?? '');
    for (const name of ['aria-label', 'title', 'placeholder']) shown.push(...[...document.querySelectorAll(`[${name}]`)].map((element) => element.getAttribute(name) ?? ''));
    return shown.filter((text) => texts.has(text));
  }, english);
}

/** @param {import('@playwright/test').Page} page @param {string} path */
const exists = async (page, path) => (await page.request.get(path)).ok();

/** Opens a page that there is. @param {import('@playwright/test').Page} page @param {string} path */
async function openPage(page, path) {
  test.skip(!await exists(page, path), `${path} is not there`);
  await page.goto(path);
  await page.locator('#live').waitFor({ state: 'attached' });
}

for (const path of PAGES) {
  for (const scheme of /** @type {const} */ (['light', 'dark'])) {
    test(`${path} in ${scheme} has no findings`, async ({ page }) => {
      await page.emulateMedia({ colorScheme: scheme });
      await openPage(page, path);
      expect(await findings(page)).toEqual([]);
    });
  }
}

for (const path of PAGES) {
  test(`${path} has no findings while the service keeps it waiting`, async ({ page }) => {
    /** @type {() => void} */
    let answer = () => {};
    const answered = new Promise((resolve) => { answer = () => resolve(null); });
    await page.route('**/api/v1/**', async (route) => {
      await answered;
      await route.continue();
    });
    await openPage(page, path);
    expect(await findings(page)).toEqual([]);
    answer();
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
    expect(await findings(page)).toEqual([]);
  });
}

for (const scheme of /** @type {const} */ (['light', 'dark'])) {
  test(`/bench with rows in ${scheme} has no findings`, async ({ page }) => {
    await page.emulateMedia({ colorScheme: scheme });
    await open(page, '/bench');
    await page.setInputFiles('#bench-files', ROWS);
    await page.locator('.plot').nth(2).waitFor();
    expect(await findings(page)).toEqual([]);
    await page.screenshot({ path: `${PICTURES}bench-rows-1280-${scheme}.png`, fullPage: true });
  });
}

test('the states and dialogs of Play have no findings', async ({ page }) => {
  // A dozen checks, each of which looks at every element.
  test.slow();
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, '/?b=1,2,3/4,5,6/0,7,8');
  await page.click('#peek');
  await page.click('#peek');
  await page.locator('#board .ring').waitFor();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.locator('#panel select[name="algorithm"] option').nth(3).waitFor({ state: 'attached' });
  expect(await findings(page)).toEqual([]);
  expect(await page.locator('#panel').evaluate((panel) => panel.scrollWidth - panel.clientWidth)).toBe(0);
  await page.getByLabel('Distance bar').check();
  await page.getByRole('tab', { name: 'Explain' }).click();
  expect(await findings(page)).toEqual([]);
  await page.getByRole('tab', { name: 'Settings' }).click();
  for (const [button, item] of [['#size-menu', ''], ['#more', ''], ['#more', 'setup'], ['#more', 'keys'], ['#more', 'statistics'], ['[data-item="rebind"]', '']]) {
    await page.click(button);
    if (item) await page.locator(`[data-item="${item}"]`).click();
    await page.getByRole('dialog').waitFor();
    expect(await findings(page), `${button} ${item}`).toEqual([]);
    await page.keyboard.press('Escape');
    await expect(page.getByRole('dialog')).toHaveCount(0);
  }
  await page.getByRole('combobox', { name: 'Ghost beside the board' }).selectOption('optimum');
  await page.locator('#ghost').waitFor();
  expect(await findings(page)).toEqual([]);
  await page.click('#solve');
  await page.locator('#playback').waitFor();
  expect(await findings(page)).toEqual([]);
});

test('high contrast has no findings', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('taquin.settings', '{"theme":"contrast","bar":true}'));
  await open(page, SAMPLE_4X4);
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'contrast');
  expect(await findings(page)).toEqual([]);
});

for (const path of [...PAGES.slice(1), '/embed?b=1,2/0,3']) {
  test(`${path} in high contrast has no findings`, async ({ page }) => {
    await page.addInitScript(() => localStorage.setItem('taquin.settings', '{"theme":"contrast"}'));
    await open(page, path);
    await expect(page.locator('html')).toHaveAttribute('data-theme', 'contrast');
    expect(await findings(page)).toEqual([]);
  });
}

test.describe('an address that leads nowhere', () => {
  test.use({ allowed: /404/, locale: 'ar' });
  test('speaks the language of the browser and has no findings', async ({ page }) => {
    await page.goto('/no/where');
    await expect(page.getByRole('heading')).toHaveText('لا شيء هنا');
    await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
    expect(await leftInEnglish(page)).toEqual([]);
    expect(await findings(page)).toEqual([]);
  });
});

for (const [locale, shuffle, start, learn, quiz] of [
  ['de', 'Mischen', 'Die Uhr startet mit dem ersten Zug.', 'Lernen', 'Bester Zug?'],
  ['fr', 'Mélanger', 'Le chronomètre part avec votre premier coup.', 'Apprendre', 'Meilleur coup ?'],
  ['es', 'Mezclar', 'El reloj empieza con tu primera jugada.', 'Aprender', '¿Mejor jugada?'],
]) {
  test.describe(locale, () => {
    test.use({ locale, viewport: { width: 390, height: 844 } });
    test(`speaks ${locale}, and nothing sticks out on a phone`, async ({ page }) => {
      await open(page);
      await expect(page.locator('html')).toHaveAttribute('lang', locale);
      await expect(page.locator('#shuffle')).toHaveText(shuffle);
      await expect(page.locator('#message')).toHaveText(start);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(390);
      await open(page, '/learn');
      await expect(page).toHaveTitle(`taquin – ${learn}`);
      await open(page, '/quiz');
      await expect(page).toHaveTitle(`taquin – ${quiz}`);
    });
  });
}

test.describe('Arabic', () => {
  for (const [width, height] of [[1280, 800], [390, 844]]) {
    test.describe(`${width} px`, () => {
      test.use({ locale: 'ar', viewport: { width, height } });
      test('is laid out from right to left, boards are not', async ({ page }) => {
        await open(page, SAMPLE_4X4);
        await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
        await expect(page.locator('#shuffle')).toHaveText('خلط');
        expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
        const [brand, stats] = [await page.locator('.brand').boundingBox(), await page.locator('.stats').boundingBox()];
        expect(brand?.x).toBeGreaterThan(stats?.x ?? 0);
        const [one, eight] = [await page.locator('#board [data-tile="1"]').boundingBox(), await page.locator('#board [data-tile="8"]').boundingBox()];
        expect(one?.x).toBeLessThan(eight?.x ?? 0);
        expect(await findings(page)).toEqual([]);
      });

      for (const path of PAGES) {
        for (const scheme of /** @type {const} */ (['light', 'dark'])) {
          test(`${path} in ${scheme} is in Arabic, right to left, without findings`, async ({ page }) => {
            await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
            await open(page, path);
            await expect(page.locator('html')).toHaveAttribute('dir', 'rtl');
            await expect(page.locator('html')).toHaveAttribute('lang', 'ar');
            expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width);
            expect(await leftInEnglish(page)).toEqual([]);
            expect(await findings(page)).toEqual([]);
            await page.screenshot({ path: `${PICTURES}${path.slice(1) || 'play'}-${width}-${scheme}-ar.png` });
          });
        }
      }

      test('the tabs and dialogs of the pages are in Arabic, without findings', async ({ page }) => {
        test.slow();
        // A position that was being set up comes back otherwise.
        await page.addInitScript(() => localStorage.clear());
        for (const [path, ...presses] of [
          ['/learn?tab=lists&step=20'], ['/learn?tab=heuristic'], ['/learn?tab=formula'], ['/learn?tab=plan'], ['/learn?tab=parity'], ['/learn', '#exercise'], ['/learn?step=20', '#ctl-predict'],
          ['/coach?b=8,1,3/4,0,2/7,6,5&m=RDL', '#coach-trick'], ['/?b=1,2,3/4,5,6/8,7,0'], ['/?b=1,2,3/4,5,6/8,7,0', '[data-offer="why"]'], [NEAR, '#more'], [NEAR, '#size-menu'], [NEAR, '#shell .icon-button:last-of-type'],
        ]) {
          await open(page, path);
          for (const press of presses) {
            // On a phone some buttons are folded away.
            await page.evaluate(() => document.querySelectorAll('details').forEach((details) => { details.open = true; }));
            await page.locator(press).click();
          }
          expect(await leftInEnglish(page), `${path} ${presses}`).toEqual([]);
          expect(await findings(page), `${path} ${presses}`).toEqual([]);
        }
      });
    });
  }
});

for (const locale of ['en', 'de', 'fr', 'es', 'ar']) {
  test.describe(`a small tablet, ${locale}`, () => {
    test.use({ locale, viewport: { width: 768, height: 1024 } });
    test('the header holds all pages in one line', async ({ page }) => {
      await open(page);
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(768);
      expect((await page.locator('#shell').boundingBox())?.height).toBeLessThan(70);
      await expect(page.locator('.nav-top a')).toHaveCount(6);
    });
  });
}

test('the language can be chosen', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Display and language' }).click();
  await page.getByRole('combobox', { name: 'Language' }).selectOption('fr');
  await expect(page.locator('#shuffle')).toHaveText('Mélanger');
});

test('the theme can be chosen, and is there at once on the next visit', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Display and language' }).click();
  await page.getByRole('combobox', { name: 'Theme' }).selectOption('dark');
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
  await page.reload();
  await expect(page.locator('html')).toHaveAttribute('data-theme', 'dark');
});

test('forced colours keep tiles apart', async ({ page }) => {
  await page.emulateMedia({ forcedColors: 'active' });
  await open(page, SAMPLE_4X4);
  const border = await page.locator('#board .tile').first().evaluate((tile) => getComputedStyle(tile).borderTopWidth);
  expect(border).toBe('2px');
});

test.describe('zoomed to 200 %', () => {
  // A window of 1280 × 860 at 200 % has 640 × 430 pixels for the page.
  test.use({ viewport: { width: 640, height: 430 } });
  test('nothing is lost', async ({ page }) => {
    await open(page, SAMPLE_4X4);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(640);
    for (const id of ['shuffle', 'size', 'hint', 'peek', 'undo', 'redo', 'solve', 'pause', 'more']) {
      await page.locator(`#${id}`).scrollIntoViewIfNeeded();
      await expect(page.locator(`#${id}`)).toBeInViewport();
    }
    await page.screenshot({ path: `${PICTURES}zoom-200.png` });
  });
});

for (const width of [320, 390, 820, 1280]) {
  for (const scheme of /** @type {const} */ (['light', 'dark'])) {
    test(`pictures at ${width} px, ${scheme}`, async ({ page }) => {
      test.slow();
      await page.setViewportSize({ width, height: HEIGHTS[width] });
      await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
      for (const path of PAGES) {
        if (!await exists(page, path)) continue;
        await page.goto(path === '/' ? SAMPLE_4X4 : path);
        await page.locator('#live').waitFor({ state: 'attached' });
        await page.screenshot({ path: `${PICTURES}${path.slice(1) || 'play'}-${width}-${scheme}.png` });
        expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(width);
      }
    });
  }
}
