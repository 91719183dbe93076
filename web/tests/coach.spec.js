/** The Coach page: stages in words, help, watching, the comparison at the end. */

import { arrows, expect, live, open, openStopped, pass, test, withoutEngine } from './harness.js';

const SAMPLE = '/coach?b=8,1,3/4,0,2/7,6,5';

test('a stage is told, played by oneself, and its tiles are locked', async ({ page }) => {
  await open(page, SAMPLE);
  await expect(page.locator('.stage-name')).toHaveText('Row 1: 1');
  await expect(page.locator('.stage-text')).toHaveText('Bring 1 to row 1, column 1.');
  await expect(page.locator('.target')).toHaveCount(1);
  await arrows(page, 'RDL');
  await expect(page.locator('.coach-message')).toHaveText('Row 1: 1 – done.');
  await expect(page.locator('.stage-name')).toHaveText('Row 1: 2, 3');
  await expect(page.locator('.coach-board .lock')).toHaveText(['1']);
  await expect(page.locator('.stages .done')).toHaveCount(1);
  await expect(live(page)).toContainText('Set up 3 at the place of 2');
  await expect(page).toHaveURL(/m=RDL/);
  await page.reload();
  await expect(page.locator('.stage-name')).toHaveText('Row 1: 2, 3');
});

test('show a move rings the tile, a second press slides it', async ({ page }) => {
  await open(page, SAMPLE);
  await page.click('#coach-show');
  await expect(page.locator('.coach-message')).toHaveText('Slide 4 right. Press again and I will do it.');
  await expect(page.locator('.coach-board .ring')).toHaveText('4');
  await page.click('#coach-show');
  await expect(page.locator('.coach-counts dd').first()).toHaveText('1');
  await page.click('#coach-undo');
  await expect(page.locator('.coach-counts dd').first()).toHaveText('0');
});

test('the trick for the last two tiles', async ({ page }) => {
  await open(page, `${SAMPLE}&m=RDL`);
  await page.click('#coach-trick');
  const dialog = page.getByRole('dialog');
  await expect(dialog).toContainText('The trick: 2 and 3 together');
  await expect(dialog.locator('li')).toHaveCount(4);
  await page.keyboard.press('Escape');
  await expect(dialog).toHaveCount(0);
});

test('a tile that leaves its place is named', async ({ page }) => {
  await open(page, `${SAMPLE}&m=RDL`);
  await arrows(page, 'R');
  await expect(page.locator('.coach-message')).toContainText('1 left the place it had already');
});

test('watching to the end compares coach, player and optimum', async ({ page }) => {
  await openStopped(page, '/coach?b=1,2,3/4,8,5/7,0,6');
  const done = page.locator('.stages .done');
  while (!await page.locator('.coach-result').isVisible()) {
    const before = await done.count();
    await page.click('#coach-watch');
    await expect(page.locator('.coach-message')).toHaveText('Watch how these tiles come home.');
    await pass(page, 12_000);
    await expect.poll(async () => await done.count() > before || page.locator('.coach-result').isVisible()).toBe(true);
  }
  await expect(page.locator('.coach-result h2')).toHaveText(/^Coach \d+ moves, you \d+, best possible \d+\.$/);
  await expect(page.locator('.stages .done')).toHaveCount(4);
});

test('a board that cannot be solved leads to the parity lesson', async ({ page }) => {
  await open(page, '/coach?b=1,2,3/4,5,6/8,7,0');
  await expect(page.getByRole('link', { name: 'Why?' })).toHaveAttribute('href', /learn.*tab=parity/);
});

test.describe('without a connection', () => {
  test.use({ allowed: /ERR_INTERNET_DISCONNECTED/ });
  test('the page says so, and goes on when it is back', async ({ page, context }) => {
    await withoutEngine(page);
    await open(page, SAMPLE);
    await context.setOffline(true);
    await page.locator('.coach-position > summary').click();
    await page.fill('#position', '1 2 3/4 5 6/0 7 8');
    await page.keyboard.press('Enter');
    await expect(page.locator('.coach-message')).toContainText('No connection');
    await context.setOffline(false);
    await expect(page.locator('.stage-name')).toHaveText('Column 1: 4, 7');
  });
});
