/** Every message of the product page that a player can meet, also when the service is in trouble. */

import { expect, expectPosition, expectState, message, open, openStopped, SAMPLE, SAMPLE_4X4, test, withoutEngine } from './harness.js';

const API = '**/api/v1';

/** @param {import('@playwright/test').Page} page @param {string} text */
async function setUp(page, text) {
  await page.click('#more');
  await page.locator('[data-item="setup"]').click();
  await page.locator('#setup-text').fill(text);
}

test.describe('setting a position up', () => {
  for (const [text, fault] of [
    ['1 2 2/3 4 5/6 7 0', 'Tile 2 appears 2 times; each of 1–8 must appear once.'],
    ['1 2 3 4 5 6 7', '7 numbers do not fill a 3×3 board (9 needed).'],
    ['1 2 3/4 5 6/7 9 0', '9 is not a tile of this board; its tiles are 1–8 and 0 is the blank.'],
    ['1 2 3/4 0 6/7 0 8', 'The blank appears 2 times; a board has exactly one.'],
    ['1 2 3/4 5/6 7 8 0', 'Row 2 has 2 numbers, but the first row has 3.'],
    ['1 2 drei', '“drei” is not a tile; write numbers, and 0 for the blank.'],
    ['', 'Write a board first, like 8 1 3/4 0 2/7 6 5.'],
    [Array.from({ length: 289 }, (_, i) => i).join(' '), 'A board has 2 to 16 rows and columns; this one would be 17×17.'],
  ]) {
    test(`says what is wrong with “${text.slice(0, 20)}”`, async ({ page }) => {
      await open(page, SAMPLE);
      await setUp(page, text);
      await expect(page.locator('#setup-fault')).toHaveText(fault);
      await expect(page.locator('#setup-use')).toBeDisabled();
    });
  }

  test('explains a board that cannot be solved, and mends it', async ({ page }) => {
    await open(page, SAMPLE);
    await setUp(page, '1 8 7/4 3 2/6 5 0');
    await expectState(page, 'editing');
    await expect(page.locator('#setup-fault')).toHaveText(
      "This board cannot be solved: its parity is odd, the goal's is even, and no slide ever changes that. Swap 1 and 8 to make it solvable? (Why?)");
    await expect(page.locator('#setup-use')).toBeDisabled();
    await page.locator('[data-offer="why"]').click();
    await expect(page.locator('.why')).toContainText('15 pairs stand in the wrong order');
    // Shown on the board: 8 stands before six smaller tiles.
    await expect(page.locator('dialog [data-tile="8"]')).toHaveAttribute('data-note', '6');
    await page.locator('[data-offer="swap"]').click();
    await expect(page.locator('#setup-fault')).toHaveText('');
    await page.click('#setup-use');
    await expectPosition(page, '8 1 7/4 3 2/6 5 0');
    await expect(message(page)).toHaveText('The clock starts with your first move.');
  });

  test('swaps two tiles by tapping them', async ({ page }) => {
    await open(page, SAMPLE);
    await setUp(page, '8 1 3/4 0 2/7 6 5');
    await page.locator('dialog [data-tile="8"]').click();
    await page.locator('dialog [data-tile="1"]').click();
    await expect(page.locator('#setup-text')).toHaveValue('1 8 3/4 0 2/7 6 5');
  });

  test('outlives a reload', async ({ page }) => {
    await open(page, SAMPLE);
    await setUp(page, '1 2 3/4 5 6/7 8');
    await page.reload();
    await expect(page.locator('#setup-text')).toHaveValue('1 2 3/4 5 6/7 8');
    await expectState(page, 'editing');
  });
});

test.describe('links', () => {
  test('win over the saved game, which is kept', async ({ page }) => {
    await open(page, SAMPLE);
    await page.keyboard.press('ArrowLeft');
    await expect(page).toHaveURL(/\?b=8,1,3\/4,0,2\/7,6,5&m=L$/);
    await page.reload();
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
    await expectPosition(page, '8 1 3/4 2 0/7 6 5');
    await expect(page.locator('#moves')).toHaveText('1');
    await expect(message(page)).toHaveText('Your game continues with your next move.');
    await open(page, '/?b=1,2,3/4,5,6/0,7,8&m=L');
    await expectPosition(page, '1 2 3/4 5 6/7 0 8');
    await expect(message(page)).toContainText('From the link.');
    await page.getByRole('button', { name: 'Previous game' }).click();
    await expectPosition(page, '8 1 3/4 2 0/7 6 5');
  });

  test('a reload right after a move keeps the move, though the address is behind', async ({ page }) => {
    await openStopped(page, SAMPLE);
    await page.keyboard.press('ArrowLeft');
    await expect(page.locator('#moves')).toHaveText('1');
    // The clock stands: the address is not written yet.
    expect(new URL(page.url()).search).toBe('?b=8,1,3/4,0,2/7,6,5');
    await page.reload();
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
    await expectPosition(page, '8 1 3/4 2 0/7 6 5');
    await expect(message(page)).toHaveText('Your game continues with your next move.');
  });

  test('by game ID give the same board as the service', async ({ page }) => {
    await open(page, '/?id=g1-4x4-hard-20481');
    await expectPosition(page, '2 12 15 11/10 13 4 1/14 0 8 3/7 9 6 5');
    await expect(page).toHaveURL(/\?id=g1-4x4-hard-20481$/);
  });

  for (const link of ['?b=1,2,3/4,5', '?b=1,2,3,4', '?id=g1-4x4-herd-1', '?b=8,1,3/4,0,2/7,6,5&m=X', '?b=8,1,3/4,0,2/7,6,5&m=LLL', '?b=']) {
    test(`that hold no whole board say so: ${link}`, async ({ page }) => {
      await open(page, `/${link}`);
      await expect(message(page)).toHaveText('This link does not hold a whole board. Showing a new game instead.');
      await expectState(page, 'ready');
    });
  }

  test('to a board that cannot be solved explain it', async ({ page }) => {
    await open(page, '/?b=1,2,3,4/5,6,7,8/9,10,11,12/13,15,14,0');
    await expect(page.locator('#setup-fault')).toContainText('Swap 14 and 15 to make it solvable? (Why?)');
  });
});

test.describe('a service in trouble', () => {
  test.use({ allowed: /Failed to load resource|net::ERR/ });

  const busy = /** @type {const} */ ({ status: 503, headers: { 'retry-after': '1' }, contentType: 'application/problem+json', body: '{"type":"/problems/busy","title":"busy","status":503}' });

  test('that is busy is done without', async ({ page }) => {
    await page.route(`${API}/hint`, (route) => route.fulfill(busy));
    await open(page, SAMPLE);
    await page.click('#peek');
    await expect(message(page)).toHaveText('Look at tile 2.');
  });

  test('that is busy is asked again where the page has no engine', async ({ page }) => {
    let asked = 0;
    await withoutEngine(page);
    await page.route(`${API}/hint`, (route) => {
      asked += 1;
      return asked <= 2
        ? route.fulfill(busy)
        : route.continue();
    });
    await open(page, SAMPLE);
    await page.click('#peek');
    await expect(message(page)).toHaveText('The server is busy. Trying again in 1 s.');
    await expect(message(page)).toHaveText('Look at tile 2.');
  });

  test('that does not answer is done without', async ({ page }) => {
    await open(page, SAMPLE);
    await page.route(`${API}/**`, (route) => route.abort());
    await page.click('#peek');
    await expect(message(page)).toHaveText('Look at tile 2.');
    await page.click('#peek');
    await expect(message(page)).toHaveText('Slide 2 left. (optimal, 14 to go)');
    await page.click('#solve');
    await expect(message(page)).toHaveText('Solution: 14 moves, optimal (proven).');
    await page.click('#board-back');
    await page.click('#shuffle');
    await expectState(page, 'ready');
    await open(page, '/?id=g1-5x5-hard-7');
    await page.click('#hint');
    await expect(message(page)).toHaveText(/^Slide \d+ \w+\. \(good move, not proven\)$/);
    await expect(page.locator('#moves')).toHaveText('1');
  });

  test('leaves 4x4 hints to the page', async ({ page }) => {
    await open(page, SAMPLE_4X4);
    await page.route(`${API}/**`, (route) => route.abort());
    await page.click('#peek');
    await page.click('#peek');
    await expect(message(page)).toHaveText(/^Slide \d+ \w+\. \(optimal, 38 to go\)$/);
  });

  test('deals boards of any level without a connection where the page can', async ({ page }) => {
    await open(page);
    await page.route(`${API}/**`, (route) => route.abort());
    await page.click('#size-menu');
    await page.getByRole('combobox', { name: 'Rows' }).selectOption('3');
    await page.getByRole('combobox', { name: 'Columns' }).selectOption('3');
    await page.getByRole('combobox', { name: 'Level' }).selectOption('expert');
    await page.click('#deal');
    await expectState(page, 'ready');
    await page.click('#size-menu');
    await page.getByRole('combobox', { name: 'Rows' }).selectOption('4');
    await page.getByRole('combobox', { name: 'Columns' }).selectOption('4');
    await page.getByRole('combobox', { name: 'Level' }).selectOption('hard');
    await page.click('#deal');
    // Each board dealt is solved, and the tables for that are built first.
    await expect(page.locator('#size')).toHaveText('4×4', { timeout: 60_000 });
    await expectState(page, 'ready');
  });

  test('other faults are told in its words', async ({ page }) => {
    await withoutEngine(page);
    await page.route(`${API}/hint`, (route) => route.fulfill({ status: 422, contentType: 'application/problem+json', body: '{"type":"/problems/invalid-board","detail":"tile 3 is missing","status":422}' }));
    await open(page, SAMPLE);
    await page.click('#hint');
    await expect(message(page)).toHaveText('The service answered: tile 3 is missing');
  });
});

test.describe('a search', () => {
  /** A job that answers as the test says. @param {import('@playwright/test').Page} page @param {object[]} events @param {object} end @param {object} [removed] */
  async function fakeJob(page, events, end, removed) {
    await withoutEngine(page);
    await page.route(`${API}/jobs`, (route) => route.fulfill({ status: 202, json: { id: 'j1', state: 'running', kind: 'solve', progress: { expanded: 0, generated: 0, elapsed_ms: 0, lower_bound: 24 } } }));
    await page.route(`${API}/jobs/j1`, (route) => route.fulfill({ json: removed ?? end }));
    const body = [...events.map((event) => `event: progress\ndata: ${JSON.stringify(event)}\n\n`), Object.keys(end).length ? `event: end\ndata: ${JSON.stringify(end)}\n\n` : ''].join('');
    let streams = 0;
    await page.route(`${API}/jobs/j1/events`, (route) => {
      streams += 1;
      // The browser asks again when a stream ends without its last event; it is left to wait then.
      return streams === 1 ? route.fulfill({ contentType: 'text/event-stream', body }) : undefined;
    });
  }
  const line = 'L'.repeat(1) + 'R';

  test('tells how far it is, and can be given up', async ({ page }) => {
    await fakeJob(page, [{ id: 'j1', state: 'running', progress: { expanded: 1234567, lower_bound: 30, bound: 32 } }], {}, { id: 'j1', state: 'cancelled' });
    await open(page, SAMPLE_4X4);
    await page.click('#solve');
    await expectState(page, 'searching');
    await expect(message(page)).toHaveText('Searching… 1,234,567 positions looked at.');
    await expect(page.locator('#search-facts')).toHaveText('at least 32 moves');
    // The player goes on meanwhile.
    await page.keyboard.press('ArrowLeft');
    await expect(page.locator('#moves')).toHaveText('1');
    await page.click('#search-cancel');
    await expectState(page, 'playing');
    await expect(message(page)).toHaveText('Search cancelled.');
  });

  test('names the table that is built first', async ({ page }) => {
    const table = { tiles: '1.2.3.4.5.6.7', reached: 3, entries: 9 };
    await fakeJob(page, [{ id: 'j1', state: 'running', progress: { expanded: 0, lower_bound: 30, table } }], {}, { id: 'j1', state: 'cancelled' });
    await open(page, SAMPLE_4X4);
    await page.click('#solve');
    await expect(message(page)).toHaveText('Building the table of tiles 1.2.3.4.5.6.7, 33 %.');
  });

  test('that ends at its limit offers to go on', async ({ page }) => {
    await fakeJob(page, [], { id: 'j1', state: 'done', result: { status: 'limit', proven: false, moves: line, length: 2, lower_bound: 1 } });
    await open(page, SAMPLE_4X4);
    await page.click('#solve');
    await expect(message(page)).toHaveText('No proof within 20 s. Best found: 2 moves. Search on?');
    await page.locator('[data-offer="watch"]').click();
    await expectState(page, 'playback');
    await expect(message(page)).toHaveText('Solution: at most 2 (found, not proven).');
  });

  test('shows what it has found when asked to', async ({ page }) => {
    await fakeJob(page, [{ id: 'j1', state: 'running', progress: { expanded: 10, lower_bound: 30, best: { length: 2 } } }], {},
      { id: 'j1', state: 'cancelled', result: { status: 'limit', proven: false, moves: line, length: 2 } });
    await open(page, SAMPLE_4X4);
    await page.click('#solve');
    await expect(page.locator('#search-facts')).toContainText('found 2');
    await page.click('#search-now');
    await expectState(page, 'playback');
    await expect(message(page)).toHaveText('Solution: at most 2 (found, not proven).');
  });

  test('stays valid while the player goes on', async ({ page }) => {
    await withoutEngine(page);
    await open(page, SAMPLE);
    let release = () => {};
    const held = new Promise((resolve) => {
      release = () => resolve(undefined);
    });
    await page.route(`${API}/jobs`, async (route) => {
      await held;
      await route.continue();
    });
    await page.click('#solve');
    await expectState(page, 'searching');
    await page.keyboard.press('ArrowUp');
    await expect(page.locator('#moves')).toHaveText('1');
    release();
    await expectState(page, 'playback');
    await expect(message(page)).toHaveText('Solution: at most 15 (found, not proven).');
    await page.locator('#scrub').fill('15');
    await expectPosition(page, '1 2 3/4 5 6/7 8 0');
  });
});
