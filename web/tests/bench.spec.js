/** The Bench page: rows of the command line opened, and a small measurement made on the spot. */

import { readFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { expect, open, test } from './harness.js';

const ROWS = fileURLToPath(new URL('fixtures/bench-rows.jsonl', import.meta.url));

test('rows of the command line are summed up and drawn', async ({ page }) => {
  await open(page, '/bench');
  await page.setInputFiles('#bench-files', ROWS);
  await expect(page.locator('.bench-message')).toHaveText('bench-rows.jsonl: 12 runs.');
  const names = page.locator('.bench-table tbody th');
  await expect(names.first()).toHaveText('bfs');
  await expect(page.locator('.plot')).toHaveCount(3);
  await page.getByRole('button', { name: 'Nodes', exact: true }).click();
  await expect(page.locator('.plot .axis-title').first()).toHaveText('nodes expanded');
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'SVG of Cactus' }).click()]);
  expect(await readFile(await file.path(), 'utf8')).toMatch(/^<svg/);
});

test('a single board is drawn too', async ({ page }) => {
  await open(page, '/bench');
  const [row] = (await readFile(ROWS, 'utf8')).split('\n');
  await page.setInputFiles('#bench-files', { name: 'one.jsonl', mimeType: 'application/json', buffer: Buffer.from(`${row}\n`) });
  await expect(page.locator('.bench-message')).toHaveText('one.jsonl: 1 run.');
  const mark = page.locator('[data-plot="cactus"] .mark');
  await expect(mark).toHaveCount(1);
  const [dot, plot] = [await mark.boundingBox(), await page.locator('[data-plot="cactus"] .plot').boundingBox()];
  if (!dot || !plot) throw new Error('nothing is drawn');
  expect(dot.width).toBeGreaterThan(4);
  expect(dot.x + dot.width).toBeLessThanOrEqual(plot.x + plot.width);
});

test('a file without rows is refused', async ({ page }) => {
  await open(page, '/bench');
  await page.setInputFiles('#bench-files', { name: 'notes.json', mimeType: 'application/json', buffer: Buffer.from('{}') });
  await expect(page.locator('.bench-message')).toContainText('There are no rows here');
});

test('a small measurement: rows come in, and can be taken away', async ({ page }) => {
  await open(page, '/bench');
  await page.selectOption('#bench-count', '5');
  await page.selectOption('#bench-level', 'easy');
  await page.fill('#bench-solvers', 'astar/manhattan, human');
  await page.click('#bench-go');
  await expect(page.locator('.bench-message')).toHaveText('10 runs are done.');
  const rows = page.locator('.bench-table tbody tr');
  await expect(rows).toHaveCount(2);
  await expect(rows.first().locator('td').nth(2)).toHaveText('5');
  const [file] = await Promise.all([page.waitForEvent('download'), page.click('#bench-csv')]);
  const lines = (await readFile(await file.path(), 'utf8')).trim().split('\n');
  expect(lines).toHaveLength(11);
  expect(lines[0]).toContain('instance_id,board,goal,configuration');
});

test('a named instance set is measured, and everything is taken away in one file', async ({ page }) => {
  await open(page, '/bench');
  await page.locator('#bench-set option[value="hardest-8"]').waitFor({ state: 'attached' });
  await page.selectOption('#bench-set', 'hardest-8');
  await expect(page.locator('#bench-size')).toBeDisabled();
  await page.fill('#bench-solvers', 'astar/linear-conflict');
  await page.click('#bench-go');
  // Two boards for each of two goals, all at distance 31.
  await expect(page.locator('.bench-message')).toHaveText('4 runs are done.');
  await expect(page.locator('.bench-table tbody td').nth(3)).toHaveText('31');
  const [file] = await Promise.all([page.waitForEvent('download'), page.click('#bench-bundle')]);
  const path = await file.path();
  const archive = await readFile(path);
  for (const name of ['rows.csv', 'rows.parquet', 'PAR1', 'configuration.json', 'environment.json', 'summary.md', 'cactus.svg', 'boxes.svg']) {
    expect(archive.includes(Buffer.from(name)), name).toBe(true);
  }
});
