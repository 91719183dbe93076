/** What the page says is true: each test is about a sentence that once was not. */

import {
  arrows, expect, expectPosition, expectState, message, NEAR, open, openStopped, pass, position, SAMPLE, SAMPLE_LINE, test, tile, withoutEngine,
} from './harness.js';

/** @typedef {import('@playwright/test').Page} Page */

/** The rows of results that are kept. @param {Page} page @returns {Promise<any[]>} */
const results = (page) => page.evaluate(() => JSON.parse(localStorage.getItem('taquin.results') ?? '[]'));

test.describe('a solution that was shown', () => {
  /** Looks at the solution of an easy board and gives it. @param {Page} page */
  async function look(page) {
    await open(page, '/?id=g1-3x3-easy-7');
    await page.click('#solve');
    await expectState(page, 'playback');
    const line = (await page.locator('#panel .moves button').allTextContents()).join('');
    await page.click('#to-end');
    await page.click('#board-back');
    return line;
  }

  test('makes the win one with help', async ({ page }) => {
    await arrows(page, await look(page));
    await expectState(page, 'won-assisted');
    await expect(message(page)).toHaveText(/^YOU WON! \(with help\)/);
    await expect(message(page)).not.toContainText('Your first win');
    await expect.poll(async () => (await results(page)).map((row) => row.assisted)).toEqual([true]);
  });

  test('is not forgotten by starting over, nor by the link', async ({ page }) => {
    const line = await look(page);
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('ArrowRight');
    await page.locator('#board [tabindex="0"]').focus();
    await page.keyboard.press('Shift+N');
    await arrows(page, line);
    await expectState(page, 'won-assisted');
    await page.click('#shuffle');
    await expectState(page, 'ready');
    await open(page, '/?id=g1-3x3-easy-7');
    await arrows(page, line);
    await expectState(page, 'won-assisted');
  });

  test('by the stages of the method is help as well', async ({ page }) => {
    await open(page, NEAR);
    await page.getByRole('tab', { name: 'Explain' }).click();
    await page.getByRole('button', { name: 'Show the stages' }).click();
    await page.locator('.stage-list li').first().waitFor();
    await tile(page, 8).click();
    await expectState(page, 'won-assisted');
  });
});

test.describe('a link to a finished game', () => {
  test('does not congratulate who opens it, and lets them try', async ({ page }) => {
    await open(page, `${SAMPLE}&m=${SAMPLE_LINE}`);
    await expect(message(page)).toHaveText('Solved here in 14 moves. Can you?');
    await page.reload();
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
    await expect(message(page)).toHaveText('Solved here in 14 moves. Can you?');
    await page.locator('[data-offer="shared_try"]').click();
    await expectPosition(page, '8 1 3/4 0 2/7 6 5');
    await arrows(page, SAMPLE_LINE);
    await expect(message(page)).toHaveText(/^YOU WON! 14 moves/);
  });

  test('can be watched', async ({ page }) => {
    await open(page, `${NEAR}&m=L2`);
    await expect(message(page)).toHaveText('Solved here in 2 moves. Can you?');
    await page.locator('[data-offer="shared_watch"]').click();
    await expectState(page, 'playback');
  });

  test('one move is one move', async ({ page }) => {
    await open(page, '/?b=1,2,3/4,5,6/7,0,8&m=L');
    await expect(message(page)).toHaveText('Solved here in 1 move. Can you?');
  });
});

test('a shuffled board is never the solved one', async ({ page }) => {
  // Four seeds by which generator g1 deals the solved 2x2, each before one that does not.
  await page.addInitScript(() => {
    let asked = 0;
    const real = crypto.getRandomValues.bind(crypto);
    crypto.getRandomValues = (/** @type {any} */ words) => {
      asked += 1;
      return asked > 8 ? real(words) : words.fill([8, 1, 24, 2, 44, 3, 48, 4][asked - 1]);
    };
  });
  await open(page, '/?b=1,2/0,3');
  for (let i = 0; i < 6; i++) {
    await page.click('#shuffle');
    await expectState(page, 'ready');
    expect(await position(page)).not.toBe('1 2/3 0');
  }
});

test('the hint counts down with its own move', async ({ page }) => {
  await openStopped(page, SAMPLE);
  await page.click('#hint');
  await expect(message(page)).toHaveText('Slide 2 left. (optimal, 14 to go)');
  await pass(page, 300);
  await expect(page.locator('#moves')).toHaveText('1');
  await expect(message(page)).toHaveText('2 went left. (optimal, 13 to go)');
});

test('the blank is not called a tile', async ({ page }) => {
  await open(page, SAMPLE);
  await page.locator('#board .tile.blank').click();
  await expect(message(page)).toHaveText('That is the blank. Press a tile in its row or column.');
});

test('results are told to the hundredth', async ({ page }) => {
  await openStopped(page, '/?b=1,2,3/4,5,6/0,7,8');
  await arrows(page, 'L');
  await pass(page, 12_340);
  await expect(page.locator('#time')).toHaveText('0:12');
  await arrows(page, 'L');
  await expect(message(page)).toHaveText(/^YOU WON! 2 moves in 0:12\.3\d — the fewest possible\./);
  await expect(page.locator('#time')).toHaveText(/^0:12\.3\d$/);
});

test.describe('boards of 16 × 16', () => {
  const cells = Array.from({ length: 256 }, (_, i) => (i + 1) % 256);
  [cells[254], cells[255]] = [0, 255];
  const link = Array.from({ length: 16 }, (_, row) => cells.slice(row * 16, row * 16 + 16).join(',')).join('/');

  test('are played by link, and won', async ({ page }) => {
    await open(page, `/?b=${link}`);
    await expect(page.locator('#board .tile')).toHaveCount(256);
    const box = await tile(page, 200).boundingBox();
    expect(box?.width).toBeGreaterThan(20);
    await tile(page, 255).click();
    await expect(message(page)).toHaveText(/^YOU WON! 1 move in/);
  });

  test('are dealt from the menu, and a hint is a good move', async ({ page }) => {
    await open(page, SAMPLE);
    await page.click('#size-menu');
    await page.getByRole('combobox', { name: 'Rows' }).selectOption('16');
    await page.getByRole('combobox', { name: 'Columns' }).selectOption('16');
    await page.click('#deal');
    await expect(page.locator('#size')).toHaveText('16×16');
    await page.click('#peek');
    await page.click('#peek');
    await expect(message(page)).toHaveText(/^Slide \d+ (up|down|left|right)\. \(good move, not proven\)$/);
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(1280);
  });
});

test.describe('the coach', () => {
  const BOARD = '/coach?b=1,8,5,3/15,0,7,2/13,9,11,4/6,14,10,12';
  /** The position texts of the pictures, read from their tiles. @param {Page} page */
  const pictures = (page) => page.locator('.trick .mini').evaluateAll((all) => all.map((picture) =>
    [...picture.querySelectorAll('text')].map((text) => `${text.textContent}@${Math.floor(Number(text.getAttribute('x')))},${Math.floor(Number(text.getAttribute('y')))}`).filter((text) => !text.startsWith('@')).join(' ')));

  test('shows the trick that its words tell', async ({ page }) => {
    await open(page, `${BOARD}&m=L2DRURDL`);
    await expect(page.locator('.stage-text')).toHaveText('Set up 3 in the corner and 4 just below it, with the blank at the place of 3; then slide 3 left and 4 up.');
    await page.click('#coach-trick');
    // Column and row of each tile, counted from 0: 3 in the corner, 4 below; 3 slides left; 4 slides up.
    expect((await pictures(page)).slice(1)).toEqual(['3@2,0 4@2,1', '3@1,0 4@2,1', '3@1,0 4@2,0']);
    await expect(page.locator('.trick')).toContainText('Set up: 3 in the corner, 4 below it, the blank at the place of 3.');
  });

  test('shows the other set-up where that is told', async ({ page }) => {
    await open(page, '/coach?b=8,1,3/4,0,2/7,6,5&m=RDL');
    await expect(page.locator('.stage-text')).toHaveText(/^Set up 3 at the place of 2/);
    await page.click('#coach-trick');
    expect((await pictures(page)).slice(1)).toEqual(['3@1,0 2@1,1', '3@2,0 2@1,1', '2@1,0 3@2,0']);
  });

  test('praises only what the player did', async ({ page }) => {
    await open(page, '/coach?b=1,2,3/4,5,6/0,7,8');
    await page.click('#coach-show');
    await expect(page.locator('.coach-message')).toContainText('Press again');
    await page.click('#coach-show');
    await expect(page.locator('.coach-counts dd').first()).toHaveText('1');
    await arrows(page, 'L');
    await expect(page.locator('.coach-result')).toContainText('The coach made 1 of the 2 moves.');
    await expect(page.locator('.coach-result')).not.toContainText('Well done');
  });

  test('has no best possible for a board that cannot be solved', async ({ page }) => {
    await open(page, '/coach?b=1,2,3/4,5,6/8,7,0');
    await expect(page.locator('.coach-counts dd')).toHaveText(['0', '–', '–']);
  });
});

test.describe('Bench', () => {
  test.use({ allowed: /422/ });
  test('names a configuration that there is not, and measures nothing', async ({ page }) => {
    await open(page, '/bench');
    await page.fill('#bench-solvers', 'astar/manhattan, nonsense, astar/xyz');
    await page.selectOption('#bench-count', '5');
    await page.click('#bench-go');
    await expect(page.locator('.bench-message')).toHaveText(/^“nonsense” cannot be measured: .*Nothing was run\.$/);
    await expect(page.locator('#bench-solvers')).toBeFocused();
    await expect(page.locator('.bench-table')).toHaveCount(0);
    await page.fill('#bench-solvers', 'astar/xyz');
    await page.click('#bench-go');
    await expect(page.locator('.bench-message')).toHaveText(/^“astar\/xyz” cannot be measured/);
  });

  test('opens on an example with plots', async ({ page }) => {
    await open(page, '/bench');
    await expect(page.locator('.bench-message')).toContainText('An example: twenty random 3×3 boards');
    await expect(page.locator('.plot')).toHaveCount(3);
    const rows = page.locator('.bench-table tbody tr');
    await expect(rows).toHaveCount(4);
    // Every search proves its length, so the means are the same.
    const means = await rows.locator('td:nth-of-type(4)').allTextContents();
    expect(new Set(means).size).toBe(1);
  });
});

test.describe('Learn', () => {
  // The browser remarks on tests that read the canvas.
  test.use({ allowed: /willReadFrequently/ });
  test('breadth-first search reaches the goal of the first board within the steps shown', async ({ page }) => {
    await open(page, '/learn?algo=bfs');
    await page.click('#ctl-end');
    await expect(page.locator('[data-count="expanded"]')).toHaveText('5,123of 5,123');
    await expect(page.locator('.said')).toContainText('is the goal, 14 moves from the start.');
    await expect(page.locator('.learn-message')).toBeHidden();
  });

  test('nothing of one search stands under the name of another', async ({ page }) => {
    await withoutEngine(page);
    await open(page, '/learn?b=8,1,3/4,0,2/7,6,5');
    await expect(page.locator('.whole')).toContainText('14 moves');
    let answer = () => {};
    const answered = new Promise((resolve) => { answer = () => resolve(undefined); });
    await page.route('**/api/v1/trace', async (route) => {
      await answered;
      await route.continue();
    });
    await page.selectOption('#algorithm', 'bfs');
    await expect(page.locator('.whole')).toHaveText('');
    await expect(page.locator('.code li')).toHaveCount(0);
    await expect(page.locator('[data-count="expanded"]')).toHaveText('–');
    await expect(page.locator('.learn-message')).toContainText('Running Breadth-first on this position…');
    answer();
    await expect(page.locator('.whole')).toContainText('5,123');
  });

  test('opens on the first steps of a tree whose rest is faint', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open(page, '/learn');
    await expect(page.locator('.where')).toHaveText('12 / 106');
    await open(page, '/learn?b=8,1,3/4,0,2/7,6,5');
    await expect(page.locator('.where')).toHaveText('0 / 106');
    // Something is drawn besides the start: pixels that are not the canvas' ground, in its lower half.
    await expect.poll(() => page.locator('.canvas-host canvas').evaluate((/** @type {HTMLCanvasElement} */ canvas) => {
      const { width, height } = canvas;
      const data = canvas.getContext('2d')?.getImageData(0, height / 2, width, height / 2).data ?? [];
      let drawn = 0;
      for (let i = 3; i < data.length; i += 4) if (data[i] > 0) drawn += 1;
      return drawn;
    })).toBeGreaterThan(200);
  });

  test('the whole of a deep tree can be seen', async ({ page }) => {
    await open(page, '/learn?algo=dfs');
    await page.click('#ctl-end');
    await page.getByRole('button', { name: 'Whole tree' }).click();
    // The first and the last row of pixels stay empty: nothing is cut off.
    await expect.poll(() => page.locator('.canvas-host canvas').evaluate((/** @type {HTMLCanvasElement} */ canvas) => {
      const { width, height } = canvas;
      const row = (/** @type {number} */ y) => (canvas.getContext('2d')?.getImageData(0, y, width, 1).data ?? []).some((value, i) => i % 4 === 3 && value > 0);
      return [row(0), row(height - 1)];
    })).toEqual([false, false]);
  });

  test('the legend has what the overview draws', async ({ page }) => {
    await open(page, '/learn?b=8,1,3/4,0,2/7,6,5&step=40');
    await expect(page.locator('.legend li')).toHaveText(['waiting (open)', 'expanded (closed)', 'on the way here', 'goal']);
  });

  test('heuristics have names people know', async ({ page }) => {
    await open(page, '/learn');
    await expect(page.locator('#heuristic option:checked')).toHaveText('Manhattan distance');
    await open(page, '/race');
    await expect(page.getByLabel('Lane 3: Heuristic').locator('option:checked')).toHaveText('Manhattan distance');
  });
});
