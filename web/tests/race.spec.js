/** The Race page: lanes, both clocks, the finish, cancelling. */

import { expect, open, openStopped, pass, test } from './harness.js';

const SAMPLE = '/race?b=8,1,3/4,0,2/7,6,5';

test.beforeEach(({ page }) => page.emulateMedia({ reducedMotion: 'reduce' }));

test('four lanes on the sample finish with the counts of the product page', async ({ page }) => {
  await open(page, `${SAMPLE}&lane=bfs&lane=astar/misplaced&lane=astar/manhattan&lane=astar/linear-conflict`);
  await page.click('#race-go');
  const rows = page.locator('.finish tbody tr');
  await expect(rows).toHaveCount(4);
  for (const [i, expanded] of ['5,123', '223', '38', '36'].entries()) {
    await expect(rows.nth(i).locator('td').nth(0)).toHaveText('14');
    await expect(rows.nth(i).locator('td').nth(1)).toHaveText('yes');
    await expect(rows.nth(i).locator('td').nth(2)).toHaveText(expanded);
  }
  await expect(page.locator('.race-message')).toHaveText('A*, Linear conflict looked at the fewest positions.');
  await expect(page.locator('.place')).toHaveText(['4.', '3.', '2.', '1.']);
  await page.getByRole('button', { name: 'Time', exact: true }).click();
  await expect(page.locator('.race-message')).toContainText(/took the least time|differ by less than they vary/);
  await expect(page).toHaveURL(/pace=time/);
});

test('the human method and a solver that reaches its limit', async ({ page }) => {
  await open(page, `${SAMPLE}&lane=human&lane=bfs@1e3n`);
  await page.click('#race-go');
  const rows = page.locator('.finish tbody tr');
  await expect(rows).toHaveCount(2);
  await expect(rows.nth(0).locator('td').nth(0)).toHaveText('34');
  await expect(rows.nth(0).locator('td').nth(1)).toHaveText('no');
  await expect(rows.nth(1).locator('td').nth(0)).toHaveText('–');
  await expect(page.locator('.lane').nth(1)).toContainText('No solution: node limit reached.');
});

test('lanes are added, changed and removed, and the address and command follow', async ({ page }) => {
  await open(page, `${SAMPLE}&lane=bfs&lane=human`);
  await expect(page.getByRole('button', { name: 'Remove lane 1' })).toBeDisabled();
  await page.getByRole('button', { name: 'Add a lane' }).click();
  await expect(page.locator('.lane')).toHaveCount(3);
  await page.getByLabel('Lane 3: Algorithm').selectOption('ida');
  await page.getByLabel('Lane 3: Heuristic').selectOption('walking-distance');
  await page.getByLabel('Lane 3: Limit').selectOption('1e4n');
  await expect(page).toHaveURL(/lane=ida\/walking-distance@1e4n/);
  await expect(page.locator('.command')).toContainText('taquin compare "8 1 3/4 0 2/7 6 5" --with ida/walking-distance --node-limit 1e4');
  await page.getByRole('button', { name: 'Remove lane 1' }).click();
  await expect(page.locator('.lane')).toHaveCount(2);
});

test('a long race can be cancelled', async ({ page }) => {
  await open(page, '/race?b=14,15,8,12/10,11,9,13/2,6,5,1/3,7,4,0&lane=ida/manhattan@20s&lane=bfs@20s');
  await page.click('#race-go');
  await expect(page.locator('.track-count').first()).toContainText('nodes');
  await page.click('#race-cancel');
  await expect(page.locator('.race-message')).toHaveText('Cancelled.');
  await expect(page.locator('#race-go')).toBeEnabled();
});

test('a board that cannot be solved is no race', async ({ page }) => {
  await open(page, '/race?b=1,2,3/4,5,6/8,7,0');
  await expect(page.locator('#race-go')).toBeDisabled();
  await expect(page.getByRole('link', { name: 'Why?' })).toHaveAttribute('href', /tab=parity/);
});

test('the race is shown on its clock', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await openStopped(page, `${SAMPLE}&lane=astar/zero&lane=astar/manhattan`);
  await page.click('#race-go');
  await expect(page.locator('#race-skip')).toBeVisible();
  await pass(page, 2500);
  await expect(page.locator('.lane').nth(1)).toHaveAttribute('data-state', 'home');
  await expect(page.locator('.lane').nth(0)).not.toHaveAttribute('data-state', 'home');
  await page.click('#race-skip');
  await pass(page, 100);
  await expect(page.locator('.place')).toHaveText(['2.', '1.']);
});

test('the winner is visibly ahead, and comes to the flag first', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'no-preference' });
  await openStopped(page, `${SAMPLE}&lane=bfs&lane=astar/manhattan`);
  await page.click('#race-go');
  await expect(page.locator('#race-skip')).toBeVisible();
  const places = () => page.locator('.track-runner').evaluateAll((all) => all.map((runner) => parseFloat(/** @type {HTMLElement} */ (runner).style.left)));
  await pass(page, 1200);
  const [bfs, astar] = await places();
  expect(astar).toBeGreaterThan(bfs + 10);
});

test.describe('measured', () => {
  test.use({ allowed: /ERR_FAILED|Failed to load/ });
  test('times are medians of several runs, told with their spread', async ({ page }) => {
  let runs = 0;
  await page.route('**/api/v1/solve', async (route) => {
    runs += 1;
    await route.fulfill({ json: { status: 'optimal', proven: true, length: 14, moves: 'LUR2D2LURULDLU', lower_bound: 14, verified: true, stats: { expanded: 38, generated: 67, time_ms: [90, 0.3, 0.2, 9, 0.4, 0.5][(runs - 1) % 6], peak_mb: 1 } } });
  });
  await page.route('**/engine/taquin.bin*', (route) => route.abort());
  await open(page, `${SAMPLE}&lane=astar/manhattan&lane=bfs`);
  await page.click('#race-go');
  // The first run of each only warms up; the median of the other five is 0.4 ms.
  await expect(page.locator('.finish tbody tr').first().locator('td').last()).toHaveText('0.4 ms0.2 ms – 9 ms');
  await page.getByRole('button', { name: 'Time', exact: true }).click();
  await expect(page.locator('.race-message')).toContainText('differ by less than they vary');
  await expect(page.locator('.place')).toHaveText(['1.', '1.']);
});
});
