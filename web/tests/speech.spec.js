/** A game without looking: names, the live region, query keys. */

import { arrows, expect, expectState, live, message, open, openStopped, pass, SAMPLE, SAMPLE_LINE, test } from './harness.js';

test('a game is played through the spoken interface', async ({ page }) => {
  await open(page, SAMPLE);
  const grid = page.getByRole('grid', { name: 'Board, 3 rows, 3 columns' });
  await expect(grid).toBeVisible();
  await expect(grid.getByRole('row')).toHaveCount(3);
  await expect(grid.getByRole('gridcell')).toHaveCount(9);
  await expect(grid.getByRole('button', { name: 'tile 8, row 1 column 1, 3 away' })).toHaveCount(1);
  await expect(grid.getByRole('button', { name: 'tile 3, row 1 column 3, home' })).toHaveCount(1);
  await expect(grid.getByRole('button', { name: 'blank, row 2 column 2' })).toHaveCount(1);
  // One stop for Tab; Ctrl and arrows walk; Enter slides.
  await expect(grid.locator('[tabindex="0"]')).toHaveCount(1);
  await grid.locator('[tabindex="0"]').focus();
  const focused = () => page.evaluate(() => document.activeElement?.getAttribute('aria-label'));
  await expect.poll(focused).toBe('tile 8, row 1 column 1, 3 away');
  await page.keyboard.press('Control+ArrowDown');
  await page.keyboard.press('Control+ArrowRight');
  await page.keyboard.press('Control+ArrowRight');
  await expect.poll(focused).toBe('tile 2, row 2 column 3, 2 away');
  await page.keyboard.press('Enter');
  await expect(live(page)).toHaveText(/^2 left\.\s?$/);
  // The focus goes with the tile.
  await expect.poll(focused).toBe('tile 2, row 2 column 2, 1 away');
  /** Slides each tile of the rest of the line by finding it by its name. */
  for (const move of SAMPLE_LINE.slice(1)) {
    const tile = await page.locator('#board').evaluate((/** @type {any} */ view, way) => view.board.cells[view.board.source(way)], move);
    await grid.getByRole('button', { name: new RegExp(`^tile ${tile},`) }).focus();
    await page.keyboard.press('Enter');
  }
  await expectState(page, 'won');
  await expect(live(page)).toHaveText(/^YOU WON! 14 moves in \d+:\d\d\.\d\d — the fewest possible\./);
});

test('moves in quick succession are joined', async ({ page }) => {
  await openStopped(page, SAMPLE);
  await arrows(page, 'LUR');
  await pass(page, 300);
  await expect(live(page)).toHaveText(/^3 moves, blank row 3 column 2\s?$/);
});

test('equal texts are two announcements', async ({ page }) => {
  await open(page, SAMPLE);
  const raw = () => live(page).evaluate((region) => region.textContent);
  await page.keyboard.press('Alt+g');
  await expect(live(page)).toHaveText('The blank is in row 2, column 2.');
  const first = await raw();
  await page.keyboard.press('Alt+g');
  await expect.poll(raw).not.toBe(first);
  expect((await raw())?.trim()).toBe(first?.trim());
});

test('query keys answer', async ({ page }) => {
  await open(page, SAMPLE);
  const ask = async (/** @type {string} */ key, /** @type {string | RegExp} */ answer) => {
    await page.keyboard.press(`Alt+${key}`);
    await expect(live(page)).toHaveText(answer);
    await expect(message(page)).toHaveText(answer);
  };
  await ask('l', 'No move was made yet.');
  await ask('t', '0:00, 0 moves.');
  await ask('g', 'The blank is in row 2, column 2.');
  await ask('r', 'Row 2: 4 blank 2.');
  await ask('c', 'Column 2: 1 blank 6.');
  await ask('b', '8 1 3; 4 blank 2; 7 6 5.');
  await page.keyboard.press('ArrowLeft');
  await ask('l', '2 left.');
  await ask('t', /^\d+:\d\d, 1 move\.\s?$/);
  await ask('d', '13 to go.');
  await arrows(page, SAMPLE_LINE.slice(1));
  await expect(message(page)).toHaveText(/^YOU WON! \(with help\) 14 moves/);
});

test('playback speaks only when stepped by hand', async ({ page }) => {
  await openStopped(page, SAMPLE);
  await page.click('#solve');
  await expectState(page, 'playback');
  await expect(live(page)).toHaveText(/^Solution: 14 moves/);
  await pass(page, 1200);
  await expect(page.locator('#moves')).toHaveText('2');
  await expect(live(page)).toHaveText(/^Solution: 14 moves/);
  await page.click('#play-pause');
  await page.keyboard.press('<');
  await page.click('#step-on');
  await pass(page, 300);
  await expect(live(page)).toHaveText(/^2 left\. 13 to go\.\s?$/);
});
