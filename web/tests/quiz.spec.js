/** "Best move?": a round by keys, by mouse and by touch, what is said, links, reload, and without a connection. */

import { expect, live, open, test } from './harness.js';

/** A round of ten boards at 13 to 20 moves. */
const ROUND = '/quiz?id=g1-3x3-medium-500';
/** @type {Record<string, string>} */
const KEYS = { U: 'ArrowUp', D: 'ArrowDown', L: 'ArrowLeft', R: 'ArrowRight' };

/** @param {import('@playwright/test').Page} page */
const message = (page) => page.locator('.quiz-message');
/** @param {import('@playwright/test').Page} page */
const next = (page) => page.locator('#quiz-next');

/** Opens a round and waits for its first question. @param {import('@playwright/test').Page} page */
async function begin(page, path = ROUND) {
  await open(page, path);
  await expect(message(page)).toContainText('to go');
}

/** The board that is asked about. @param {import('@playwright/test').Page} page @returns {Promise<string>} */
const board = (page) => page.locator('.quiz-board').evaluate((/** @type {any} */ view) => String(view.board));

/** The moves of a board, by whether they begin a shortest solution; the service is asked about each. @param {import('@playwright/test').Page} page */
async function judged(page) {
  const text = await board(page);
  const distance = async (/** @type {string} */ asked) => (await (await page.request.post('/api/v1/hint', { data: { board: asked } })).json()).distance;
  const here = await distance(text);
  /** @type {{right: string[], wrong: string[]}} */
  const found = { right: [], wrong: [] };
  for (const move of Object.keys(KEYS)) {
    const answer = await page.request.post('/api/v1/apply', { data: { board: text, moves: move } });
    if (!answer.ok()) continue;
    const after = await answer.json();
    const left = after.solved ? 0 : await distance(after.board);
    found[left < here ? 'right' : 'wrong'].push(move);
  }
  return found;
}

test('a whole round by keys: eight right, two wrong', async ({ page }) => {
  await begin(page);
  await page.locator('.quiz-board [data-cell]').first().focus();
  for (let n = 0; n < 10; n++) {
    await expect(page.locator('.quiz-dots [aria-current]')).toContainText(`Question ${n + 1}: open`);
    const { right, wrong } = await judged(page);
    expect(wrong.length).toBeGreaterThan(0);
    const move = n < 8 ? right[0] : wrong[0];
    await page.keyboard.press(KEYS[move]);
    await expect(message(page)).toHaveText(n < 8 ? /^Right: \d (up|down|left|right) leaves \d+\.$/ : /^\d (up|down|left|right) leaves \d+\. Better: \d/);
    await expect(live(page)).toContainText(await message(page).textContent() ?? '');
    await expect(page.locator('.quiz-board .ring')).toHaveCount(right.length);
    await expect(page.locator('.quiz-moves tr')).toHaveCount(right.length + wrong.length);
    await expect(next(page)).toBeFocused();
    await page.keyboard.press('Enter');
  }
  await expect(page.locator('.quiz-result h2')).toHaveText('8 of 10 right.');
  await expect(page.locator('.quiz-list li')).toHaveCount(10);
  await expect(page.locator('.quiz-dots .wrong')).toHaveCount(2);
  await page.reload();
  await expect(page.locator('.quiz-result h2')).toHaveText('8 of 10 right.');
  await page.locator('#quiz-new').click();
  await expect(message(page)).toContainText('to go');
  await expect(page.locator('.quiz-dots .open')).toHaveCount(10);
});

test('by mouse: only a tile beside the blank answers, and only once', async ({ page }) => {
  await begin(page);
  const rows = (await board(page)).split('/').map((row) => row.split(' ').map(Number));
  const cells = rows.flat();
  const blank = cells.indexOf(0);
  const far = cells.findIndex((_, at) => at % 3 !== blank % 3 && Math.floor(at / 3) !== Math.floor(blank / 3));
  await page.locator(`.quiz-board [data-cell="${far}"]`).click();
  await expect(message(page)).toHaveText('That tile cannot move.');
  const two = cells.findIndex((_, at) => at % 3 === blank % 3 && Math.abs(at - blank) === 6);
  if (two >= 0) {
    await page.locator(`.quiz-board [data-cell="${two}"]`).click();
    await expect(message(page)).toHaveText('One tile, one step: choose a tile beside the blank.');
  }
  const beside = blank >= 3 ? blank - 3 : blank + 3;
  await page.locator(`.quiz-board [data-cell="${beside}"]`).click();
  await expect(next(page)).toBeVisible();
  const said = await message(page).textContent() ?? '';
  const other = blank % 3 === 0 ? blank + 1 : blank - 1;
  await page.locator(`.quiz-board [data-cell="${other}"]`).click();
  await expect(message(page)).toHaveText(said);
  await expect(page.locator('.quiz-dots .open')).toHaveCount(9);
});

test('a reload goes on where the round was, and its link has the same questions', async ({ page, browser }) => {
  await begin(page);
  const first = await board(page);
  const { right } = await judged(page);
  await page.keyboard.press(KEYS[right[0]]);
  await next(page).click();
  await expect(page.locator('.quiz-dots .right')).toHaveCount(1);
  const second = await board(page);
  expect(second).not.toBe(first);
  await page.reload();
  await expect(page.locator('.quiz-dots .right')).toHaveCount(1);
  await expect.poll(() => board(page)).toBe(second);
  const context = await browser.newContext({ serviceWorkers: 'block' });
  const friend = await context.newPage();
  await friend.goto(page.url());
  await expect.poll(() => board(friend)).toBe(first);
  await context.close();
});

test('the question is spoken with its board, and a level can be chosen', async ({ page }) => {
  await begin(page);
  await expect(live(page)).toHaveText(/^Question 1 of 10\. [\d a-z]+, [\d a-z]+, [\d a-z]+\. \d+ moves to go\. Which one is best\?\s*$/);
  await expect(live(page)).toContainText('blank');
  await page.selectOption('#quiz-size', '4x4');
  await page.selectOption('#quiz-level', 'easy');
  await expect(page).toHaveURL(/id=g1-4x4-easy-\d+$/);
  await expect(message(page)).toContainText('to go');
  expect((await board(page)).split('/')).toHaveLength(4);
});

test.describe('by touch', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });
  test('a tap answers', async ({ page }) => {
    await begin(page);
    const cells = (await board(page)).split(/[ /]/).map(Number);
    const blank = cells.indexOf(0);
    await page.locator(`.quiz-board [data-cell="${blank >= 3 ? blank - 3 : blank + 3}"]`).tap();
    await expect(next(page)).toBeVisible();
    await next(page).tap();
    await expect(page.locator('.quiz-dots .open')).toHaveCount(9);
  });
});

test('Play and Learn lead to it', async ({ page }) => {
  await open(page, '/');
  await page.click('#more');
  await page.click('[data-item="quiz"]');
  await expect(page).toHaveURL(/\/quiz/);
  await open(page, '/learn');
  await page.getByRole('link', { name: 'Best move?' }).click();
  await expect(page).toHaveURL(/\/quiz/);
  await expect(page.locator('.nav-top [aria-current]')).toHaveText('Learn');
});

test.describe('without the service', () => {
  test.use({ allowed: /ERR_FAILED|Failed to load/ });
  test('the questions of 3x3 are made in the page', async ({ page }) => {
    await page.route('**/api/**', (route) => route.abort());
    await begin(page);
    await page.keyboard.press('ArrowUp');
    if (await next(page).isHidden()) await page.keyboard.press('ArrowDown');
    await expect(next(page)).toBeVisible();
  });
});
