/** The Daily page: two boards a day, scored, kept, and passed on without a spoiler. */

import { arrows, expect, open, test } from './harness.js';

const DAY = '/daily?date=2026-01-15';

/** @typedef {import('@playwright/test').Page} Page */

/** The moves of a shortest solution of the day's small board. @param {Page} page @returns {Promise<string>} */
async function shortest(page) {
  return page.evaluate(async () => {
    const day = await (await fetch('/api/v1/daily/2026-01-15')).json();
    const answer = await fetch('/api/v1/solve', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ board: day.puzzles[0].board }) });
    const { moves } = await answer.json();
    return moves.replace(/([UDLR])(\d+)/g, (/** @type {string} */ _, /** @type {string} */ letter, /** @type {string} */ times) => letter.repeat(Number(times)));
  });
}

test('a perfect game is scored, kept over a reload, and can be passed on', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, DAY);
  await expect(page.locator('.daily-date')).toHaveText('Thursday, January 15, 2026');
  const line = await shortest(page);
  await page.locator('[data-size="3x3"] .tile').first().focus();
  await arrows(page, line);
  const small = page.locator('[data-size="3x3"]');
  await expect(small).toHaveAttribute('data-state', 'won');
  await expect(small.locator('.daily-message')).toContainText('— the fewest possible. ★★★');
  await expect(page.locator('.daily-score tbody tr').first()).toContainText('±0');
  await page.click('#copy-result');
  await expect(page.locator('.copied')).toHaveText('Copied.');
  const text = await page.evaluate(() => navigator.clipboard.readText());
  expect(text).toMatch(new RegExp(`^taquin 2026-01-15\\n3x3 ★★★ ${line.length} \\(±0\\) \\d:\\d\\d\\.\\d\\d · first try\\n4x4 –\\nhttp`));
  expect(text).not.toMatch(/[UDLR]{2}/);
  await page.reload();
  await expect(small).toHaveAttribute('data-state', 'won');
  await expect(page.locator('.day[aria-current]')).toHaveClass(/solved-1/);
});

test('a hint marks the game, undo and restart work', async ({ page }) => {
  await open(page, DAY);
  const small = page.locator('[data-size="3x3"]');
  await small.getByRole('button', { name: 'Hint' }).click();
  await expect(small.locator('.daily-message')).toContainText('counts as played with help');
  await expect(small.locator('.stats b').first()).toHaveText('1');
  await small.getByRole('button', { name: 'Undo' }).click();
  await expect(small.locator('.stats b').first()).toHaveText('0');
  await small.getByRole('button', { name: 'Restart' }).click();
  await expect(small).toHaveAttribute('data-state', 'ready');
});

test('an unfinished game is there again, and only one clock runs', async ({ page }) => {
  await open(page, DAY);
  for (const size of ['3x3', '4x4']) {
    const movable = page.locator(`[data-size="${size}"] taquin-board`);
    await movable.evaluate((/** @type {any} */ view) => {
      const move = view.board.moves()[0];
      view.dispatchEvent(new CustomEvent('move', { detail: { move }, bubbles: true }));
    });
    await expect(page.locator(`[data-size="${size}"]`)).toHaveAttribute('data-state', 'playing');
  }
  await page.reload();
  for (const size of ['3x3', '4x4']) await expect(page.locator(`[data-size="${size}"] .stats b`).first()).toHaveText('1');
});

test('days are walked through, and none of the future', async ({ page }) => {
  await open(page, DAY);
  await page.getByRole('button', { name: 'The day before' }).click();
  await expect(page.locator('.daily-date')).toHaveText('Wednesday, January 14, 2026');
  await expect(page).toHaveURL(/date=2026-01-14/);
  await page.getByRole('button', { name: /January 9, 2026/ }).click();
  await expect(page.locator('.daily-date')).toHaveText('Friday, January 9, 2026');
  await page.getByRole('button', { name: 'Today' }).click();
  await expect(page.getByRole('button', { name: 'The day after' })).toBeDisabled();
  await open(page, '/daily?date=2999-01-01');
  await expect(page.locator('.daily-fault')).toContainText('is not a day you can play');
});
