/** What speed players come back for: the card after a win, the session, challenges. */

import { arrows, expect, expectPosition, expectState, message, open, openStopped, pass, SAMPLE, SAMPLE_LINE, test } from './harness.js';

/** @typedef {import('@playwright/test').Page} Page */

/** Puts wins of 4x4 easy into the store; times in seconds. @param {Page} page @param {number[]} seconds */
const winsOf = (page, seconds) => page.addInitScript((times) => {
  if (localStorage.getItem('taquin.results')) return;
  localStorage.setItem('taquin.results', JSON.stringify(times.map((time, i) => ({
    finished: new Date(Date.UTC(2026, 0, 1, 0, i)).toISOString(), size: '4x4', level: 'easy', id: `4x4:easy:${i}`, start: `board ${i}`, goal: 'blank-last',
    moves: 30 + i, millis: time * 1000, optimal: 20, assisted: false, splits: [1000, 2000, 3000, time * 1000],
  }))));
}, seconds);

test('a card tells time, moves against the optimum, and leads on', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await openStopped(page, SAMPLE);
  await arrows(page, SAMPLE_LINE.slice(0, 2));
  await pass(page, 7000);
  await arrows(page, SAMPLE_LINE.slice(2));
  const card = page.locator('#win-card');
  await expect(card).toContainText('Perfect!');
  await expect(card).toContainText('14 / 14');
  await expect(card.locator('.win-facts dd').first()).toHaveText(/^0:07\.\d\d$/);
  await card.locator('[data-card="share"]').click();
  await expect(card).toContainText('Copied: result and link.');
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).toMatch(/^taquin 3×3 · 0:07\.\d\d · 14 moves \(best possible 14\)\nBeat it: http\S+&vs=1$/);
  // Without the link nothing of the way is told.
  expect(text.split('\n')[0]).not.toMatch(/[UDLR]{2}/);
  await page.keyboard.press('Escape');
  await expect(card).toHaveCount(0);
});

test('the card goes with the next game, and does not come where wins are not celebrated', async ({ page }) => {
  await open(page, '/?b=1,2,3/4,5,6/7,0,8');
  await arrows(page, 'L');
  await page.locator('#win-card [data-card="next"]').click();
  await expectState(page, 'ready');
  await expect(page.locator('#win-card')).toHaveCount(0);
});

test('a challenge hides the solution and races its ghost', async ({ page }) => {
  await openStopped(page);
  await open(page, '/?b=1,2,3/4,5,6/0,7,8&m=L,L&t=0,3cw&vs=1');
  await expect(message(page)).toHaveText('Beat 0:04.35 with 2 moves. The ghost starts with your first move.');
  await expectState(page, 'ready');
  await expectPosition(page, '1 2 3/4 5 6/0 7 8');
  const box = await page.locator('#ghost taquin-board').boundingBox();
  expect(box?.width).toBeGreaterThan(200);
  await arrows(page, 'L');
  await pass(page, 1000);
  await arrows(page, 'L');
  await expect(message(page)).toHaveText(/^YOU WON! 2 moves.* 3\.\d s ahead of the ghost\.$/);
  await expectState(page, 'won');
});

test('the session: averages, a penalty, a time deleted', async ({ page }) => {
  await winsOf(page, [10, 12, 14, 16, 30]);
  await open(page, '/?id=g1-4x4-easy-5');
  await page.getByRole('tab', { name: 'Times' }).click();
  const table = page.locator('.session-table tbody');
  // Of 10, 12, 14, 16 and 30 the middle three are 14 on average.
  await expect(table).toContainText('ao50:14.000:14.00');
  await expect(table).toContainText('single0:30.000:10.00');
  await expect(page.locator('.times li')).toHaveCount(5);
  await expect(page.locator('.splits li')).toHaveCount(4);
  await page.getByRole('button', { name: '+2: 1: 0:10.00' }).click();
  await expect(table).toContainText('single0:30.000:12.00');
  await expect(page.locator('.times li').last()).toContainText('0:12.00+');
  await page.getByRole('button', { name: 'Delete 5: 0:30.00' }).click();
  await expect(page.locator('.times li')).toHaveCount(4);
  await expect(table).toContainText('ao5––');
  await page.reload();
  await page.getByRole('tab', { name: 'Times' }).click();
  await expect(page.locator('.times li')).toHaveCount(4);
});

test('a win comes into the session with its splits', async ({ page }) => {
  await open(page, '/?id=g1-3x3-easy-1');
  const line = await page.evaluate(async () => {
    const answer = await fetch('/api/v1/solve', { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{"board":"4 1 3/6 0 8/2 7 5"}' });
    return (await answer.json()).moves.replace(/([UDLR])(\d)/g, (/** @type {string} */ _, /** @type {string} */ move, /** @type {string} */ n) => move.repeat(Number(n)));
  });
  await arrows(page, line);
  await expectState(page, 'won');
  await page.getByRole('tab', { name: 'Times' }).click();
  await expect(page.locator('.times li')).toHaveCount(1);
  await expect(page.locator('.splits li')).toHaveCount(3);
});

test('the tree of names and roles of a whole game is as it was', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await openStopped(page, '/?b=1,2,3/4,5,6/0,7,8');
  const board = page.locator('#board');
  await expect(board).toMatchAriaSnapshot(`
    - grid "Board, 3 rows, 3 columns":
      - row:
        - gridcell:
          - button "tile 1, row 1 column 1, home"
        - gridcell:
          - button "tile 2, row 1 column 2, home"
        - gridcell:
          - button "tile 3, row 1 column 3, home"
      - row:
        - gridcell:
          - button "tile 4, row 2 column 1, home"
        - gridcell:
          - button "tile 5, row 2 column 2, home"
        - gridcell:
          - button "tile 6, row 2 column 3, home"
      - row:
        - gridcell:
          - button "blank, row 3 column 1"
        - gridcell:
          - button "tile 7, row 3 column 2, 1 away"
        - gridcell:
          - button "tile 8, row 3 column 3, 1 away"
  `);
  await expect(page.locator('#controls')).toMatchAriaSnapshot(`
    - button "Shuffle"
    - button "Size 3×3, next size"
    - button "Own, Size and level"
    - button "Hint"
    - button "Peek"
    - button "Undo" [disabled]
    - button "Redo" [disabled]
    - button "Solve"
    - button "Pause"
    - button "More"
  `);
  await arrows(page, 'L');
  await pass(page, 400);
  await expect(page.locator('#live')).toHaveText(/^7 left\.\s?$/);
  await arrows(page, 'L');
  await expect(board.getByRole('button', { name: 'tile 8, row 3 column 2, home' })).toBeVisible();
  await expect(page.locator('#live')).toHaveText(/^YOU WON! 2 moves in 0:00\.\d\d — the fewest possible\./);
  await expect(page.locator('#win-card')).toMatchAriaSnapshot(`
    - region "Your result":
      - button "Close"
      - img "How far the tiles were from home after each move"
      - button "New game"
      - button "Challenge a friend"
  `);
});

test('slides are neither heard nor felt unless that is chosen', async ({ page }) => {
  await page.addInitScript(() => {
    /** @type {any} */ (window).felt = [];
    navigator.vibrate = (/** @type {any} */ pattern) => {
      /** @type {any} */ (window).felt.push(pattern);
      return true;
    };
  });
  const felt = () => page.evaluate(() => /** @type {any} */ (window).felt);
  await open(page, '/?b=1,2,3/4,5,6/0,7,8');
  await arrows(page, 'L');
  expect(await felt()).toEqual([]);
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(page.getByLabel('Sound')).not.toBeChecked();
  await page.getByLabel('Vibration').check();
  await page.locator('#board [tabindex="0"]').focus();
  await arrows(page, 'L');
  await expect.poll(felt).toEqual([[20, 40, 60]]);
});

test('inspection: fifteen seconds are counted down, a later start costs two', async ({ page }) => {
  await page.addInitScript(() => localStorage.setItem('taquin.settings', '{"inspection":true}'));
  await openStopped(page, SAMPLE);
  await page.locator('#board [tabindex="0"]').focus();
  await page.click('#more');
  await page.locator('[data-item="restart"]').click();
  await pass(page, 5000);
  await expect(page.locator('#time')).toHaveText('10');
  await pass(page, 11_000);
  await expect(page.locator('#time')).toHaveText('+2');
  await arrows(page, SAMPLE_LINE);
  await expectState(page, 'won');
  await expect.poll(() => page.evaluate(() => JSON.parse(localStorage.getItem('taquin.results') ?? '[]').map((/** @type {any} */ row) => row.plus2))).toEqual([true]);
});
