/** What goes beyond a game: keys of one's own, replays, ghosts, goals, the number of solutions. */

import { readFile } from 'node:fs/promises';
import { arrows, choose, expect, expectPosition, expectState, message, NEAR, open, openStopped, pass, position, SAMPLE, SAMPLE_4X4, SAMPLE_LINE, test, tile } from './harness.js';

/** @typedef {import('@playwright/test').Page} Page */

/** @param {Page} page */
async function openKeyDialog(page) {
  await page.getByRole('tab', { name: 'Settings' }).click();
  await page.locator('[data-item="rebind"]').click();
  await page.getByRole('dialog', { name: 'Change the letter keys' }).waitFor();
}

test.describe('letter keys', () => {
  test('are changed, change places, and work at once and after a reload', async ({ page }) => {
    await open(page, SAMPLE);
    await openKeyDialog(page);
    await page.locator('[data-bind="left"]').click();
    await page.keyboard.press('h');
    await expect(page.getByRole('dialog')).toContainText('slide left: H.');
    // Hint had it before; it has the key that came free.
    await expect(page.getByRole('button', { name: 'Change the key for: hint: plays one move, now A' })).toBeVisible();
    await expect(page.locator('[data-bind="left"]')).toBeFocused();
    await page.keyboard.press('Escape');
    await page.locator('#board [tabindex="0"]').focus();
    await page.keyboard.press('h');
    await expectPosition(page, '8 1 3/4 2 0/7 6 5');
    await page.reload();
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
    await page.locator('#board [tabindex="0"]').focus();
    await page.keyboard.press('F1');
    await expect(page.getByRole('dialog', { name: 'Keys' })).toContainText('W H S D');
    await page.keyboard.press('Escape');
    await page.keyboard.press('a');
    await expect(message(page)).toHaveText(/^Slide .*\(optimal, 13 to go\)/);
  });

  test('come in sets, and keys that cannot be used are refused', async ({ page }) => {
    await open(page, SAMPLE);
    await openKeyDialog(page);
    await page.locator('[data-bind="bar"]').click();
    await page.keyboard.press('F5');
    await expect(page.getByRole('dialog')).toContainText('Only letters, digits and signs can be used here.');
    await page.getByRole('combobox', { name: 'Set of keys' }).selectOption('hjkl');
    await page.keyboard.press('Escape');
    await page.locator('#board [tabindex="0"]').focus();
    for (const move of SAMPLE_LINE) await page.keyboard.press({ U: 'k', D: 'j', L: 'h', R: 'l' }[move] ?? '');
    await expectState(page, 'won');
  });

  test('are those of Coach and Daily too', async ({ page }) => {
    await open(page, '/coach?b=8,1,3/4,0,2/7,6,5');
    await choose(page, { keys: { right: 'x' } });
    await page.locator('.coach-board [tabindex="0"]').focus();
    await page.keyboard.press('x');
    await expect(page.locator('.coach-counts dd').first()).toHaveText('1');
  });
});

test.describe('replays', () => {
  test('a link shows the game at its own pace, and can be raced', async ({ page, context }) => {
    await context.grantPermissions(['clipboard-read', 'clipboard-write']);
    await openStopped(page, SAMPLE);
    await arrows(page, SAMPLE_LINE.slice(0, 2));
    await pass(page, 3000);
    await arrows(page, SAMPLE_LINE.slice(2));
    await expectState(page, 'won');
    await page.click('#more');
    await page.locator('[data-item="copy_replay"]').click();
    await expect(message(page)).toHaveText('Copied.');
    const link = new URL(await page.evaluate(() => navigator.clipboard.readText()));
    expect(link.search).toMatch(/^\?b=8,1,3\/4,0,2\/7,6,5&m=L,U,R,R,D,D,L,U,R,U,L,D,L,U&t=0,/);
    await page.goto(link.pathname + link.search);
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
    await expectState(page, 'playback');
    await expect(message(page)).toHaveText(/^Replay: 14 moves in 0:0\d\.\d\d\.$/);
    await expect(page.locator('#moves')).toHaveText('0');
    await pass(page, 1000);
    await expect(page.locator('#moves')).toHaveText('2');
    await expect(page).toHaveURL(/&t=0,/);
    await pass(page, 4000);
    await expect(page.locator('#moves')).toHaveText('14');
    await expectPosition(page, '1 2 3/4 5 6/7 8 0');
    // Against it: the ghost keeps to its clock.
    await page.locator('[data-offer="replay_race"]').click();
    await expectState(page, 'ready');
    await expect(page.locator('#ghost figcaption')).toHaveText('0 of 14');
    await page.keyboard.press('ArrowLeft');
    await pass(page, 1000);
    await expect(page.locator('#ghost figcaption')).toHaveText('2 of 14');
    await pass(page, 4000);
    await expect(page.locator('#ghost figcaption')).toHaveText('14 of 14');
    await arrows(page, SAMPLE_LINE.slice(1));
    await expect(message(page)).toContainText(/[12]\.\d s behind the ghost\./);
  });

  test('several tiles of one press go together', async ({ page }) => {
    await openStopped(page);
    await open(page, '/?b=1,2,3/4,5,6/0,7,8&m=L2&t=rs');
    await expect(message(page)).toHaveText('Replay: 2 moves in 0:01.00.');
    await pass(page, 900);
    await expect(page.locator('#moves')).toHaveText('0');
    await pass(page, 200);
    await expect(page.locator('#moves')).toHaveText('2');
    await page.reload();
    await expectState(page, 'playback');
    await page.click('#board-back');
    await expectState(page, 'ready');
    await expectPosition(page, '1 2 3/4 5 6/0 7 8');
  });

  for (const link of ['&m=L,L&t=0', '&m=L,L&t=0,-1', '&m=R&t=0', '&m=&t=']) {
    test(`that are not whole are refused: ${link}`, async ({ page }) => {
      await open(page, NEAR + link);
      await expect(message(page)).toHaveText('This link does not hold a whole board. Showing a new game instead.');
    });
  }
});

test.describe('ghosts', () => {
  test('a race asked for before the win is noted has its ghost', async ({ page }) => {
    let release = () => {};
    const held = new Promise((resolve) => {
      release = () => resolve(undefined);
    });
    await page.route('**/js/play/winning.js', async (route) => {
      await held;
      await route.fallback();
    });
    await open(page, NEAR);
    await arrows(page, 'LL');
    await expectState(page, 'won');
    await page.locator('[data-offer="race_self"]').click();
    release();
    await expect(page.locator('#ghost figcaption')).toHaveText('0 of 2');
    await expectState(page, 'ready');
  });

  test('one’s own best plays along when a board is raced again', async ({ page }) => {
    await openStopped(page, NEAR);
    await page.keyboard.press('ArrowLeft');
    await pass(page, 2000);
    await page.keyboard.press('ArrowLeft');
    await expectState(page, 'won');
    await page.locator('[data-offer="race_self"]').click();
    await expectState(page, 'ready');
    await expect(page.locator('#ghost')).toBeVisible();
    await expect(page.locator('#ghost taquin-board')).toHaveAttribute('aria-label', 'Ghost: 0 of 2 moves');
    await page.keyboard.press('ArrowLeft');
    await pass(page, 1000);
    await expect(page.locator('#ghost figcaption')).toHaveText('1 of 2');
    await page.keyboard.press('ArrowLeft');
    await expect(message(page)).toContainText(/(1\.0|0\.\d) s ahead of the ghost\./);
    // Another board has no best yet.
    await page.click('#shuffle');
    await expectState(page, 'ready');
    await expect(page.locator('#ghost')).toHaveCount(0);
  });

  test('the optimum makes a move for each of the player’s, and is help', async ({ page }) => {
    await open(page, SAMPLE);
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByRole('combobox', { name: 'Ghost beside the board' }).selectOption('optimum');
    await expect(page.locator('#ghost figcaption')).toHaveText('0 of 14');
    await page.locator('#board [tabindex="0"]').focus();
    await page.keyboard.press('ArrowUp');
    await expect(page.locator('#ghost figcaption')).toHaveText('1 of 14');
    await expect.poll(() => page.locator('#ghost taquin-board').evaluate((/** @type {any} */ view) => String(view.board))).toBe('8 1 3/4 2 0/7 6 5');
    await arrows(page, `D${SAMPLE_LINE}`);
    await expectState(page, 'won-assisted');
  });
});

test('the number of shortest solutions is shown with a proven one', async ({ page }) => {
  await open(page, SAMPLE_4X4);
  await page.click('#solve');
  await expect(message(page)).toHaveText('Solution: 38 moves, optimal (proven).', { timeout: 30_000 });
  // As `taquin solve --count` says.
  await expect(page.locator('#panel')).toContainText('Shortest solutions21', { timeout: 40_000 });
});

test.describe('without a connection', () => {
  test.use({ allowed: /Failed to load resource/ });
  test('small boards are counted by the page', async ({ page }) => {
    await open(page, '/?b=8,6,7/2,5,4/3,0,1');
    await page.locator('html[data-whole]').waitFor({ state: 'attached' });
    const there = await page.evaluate(async () => (await (await fetch('/api/v1/solve', {
      method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ board: '8 6 7/2 5 4/3 0 1', count: true }),
    })).json()).optimal_count);
    await page.route('**/api/v1/**', (route) => route.abort());
    await page.click('#solve');
    await expect(message(page)).toHaveText('Solution: 31 moves, optimal (proven).');
    await expect(page.locator('#panel')).toContainText(`Shortest solutions${there}`);
    expect(there).toBeGreaterThan(1);
  });
});

test('a tile slides when the mouse comes over it, if that is chosen', async ({ page }) => {
  await open(page, SAMPLE);
  await choose(page, { hover: true });
  await tile(page, 8).hover();
  await expect(page.locator('#moves')).toHaveText('0');
  await tile(page, 2).hover();
  await expect(page.locator('#moves')).toHaveText('1');
  await expectPosition(page, '8 1 3/4 2 0/7 6 5');
});

test('any position can be the goal', async ({ page }) => {
  await open(page, SAMPLE);
  await page.click('#more');
  await page.locator('[data-item="setup"]').click();
  await page.locator('#setup-text').fill('3 2 1/6 5 4/0 8 7');
  await page.click('#setup-goal');
  await expectState(page, 'ready');
  await expect(page).toHaveURL(/goal=3\+2\+1%2F6\+5\+4%2F0\+8\+7/);
  const goal = await page.locator('#board').evaluate((/** @type {any} */ view) => String(view.goal));
  expect(goal).toBe('3 2 1/6 5 4/0 8 7');
  await page.getByRole('tab', { name: 'Settings' }).click();
  await expect(page.getByRole('combobox', { name: 'Goal' })).toHaveValue('3 2 1/6 5 4/0 8 7');
  await page.click('#solve');
  await expect(message(page)).toHaveText(/^Solution: \d+ moves?, optimal \(proven\)\.$/);
  await page.click('#to-end');
  await expectPosition(page, '3 2 1/6 5 4/0 8 7');
  await page.click('#board-back');
  // Another size has a goal of its own.
  await page.keyboard.press('PageUp');
  await expect(page.locator('#size')).toHaveText('4×4');
  expect((await position(page)).split('/')).toHaveLength(4);
});

test('a solution is saved as a film', async ({ page }) => {
  await open(page, SAMPLE);
  await page.click('#solve');
  await expectState(page, 'playback');
  await page.keyboard.press('Escape');
  await expectState(page, 'ready');
  await arrows(page, 'LU');
  await page.click('#more');
  const [file] = await Promise.all([page.waitForEvent('download'), page.locator('[data-item="save_film"]').click()]);
  const film = await readFile(await file.path(), 'utf8');
  expect(film).toMatch(/^<svg[^]*(animate|@keyframes)/);
  await page.click('#more');
  const [gif] = await Promise.all([page.waitForEvent('download'), page.locator('[data-item="save_gif"]').click()]);
  expect(gif.suggestedFilename()).toBe('taquin-3x3-film.gif');
  expect((await readFile(await gif.path())).subarray(0, 6).toString()).toBe('GIF89a');
});

test('a review tells how long the line is without its loops', async ({ page }) => {
  await open(page, NEAR);
  await arrows(page, 'LRLL');
  await page.locator('[data-offer="review"]').click();
  await expect(page.locator('#panel')).toContainText('Without loops2 moves');
});
