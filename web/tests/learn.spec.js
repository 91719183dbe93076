/** The Learn page: steps both ways, five views, the parity lesson. Counts are those of the product page. */

import { readFile } from 'node:fs/promises';
import { choose, expect, live, open, openStopped, pass, test, withoutEngine } from './harness.js';

const SAMPLE = '/learn?b=8,1,3/4,0,2/7,6,5';
const TINY = '/learn?b=1,2,3/0,4,5';

/** @typedef {import('@playwright/test').Page} Page */

/** @param {Page} page @param {string} name */
const count = (page, name) => page.locator(`[data-count="${name}"]`);
/** @param {Page} page */
const said = (page) => page.locator('.said');

test('the numbers of the whole run come first, and steps lead to them', async ({ page }) => {
  await open(page, SAMPLE);
  await expect(page.locator('.whole')).toContainText('14 moves, optimal (proven)');
  await expect(page.locator('.whole')).toContainText('38');
  await expect(page.locator('.whole')).toContainText('67');
  await expect(count(page, 'expanded')).toHaveText('0of 38');
  await page.click('#ctl-step');
  await expect(said(page)).toHaveText('Expanded the start: g = 0, its estimate is h = 10, so f = 10.');
  await expect(live(page)).toContainText('Expanded the start');
  await page.click('#ctl-end');
  await expect(count(page, 'expanded')).toHaveText('38of 38');
  await expect(count(page, 'generated')).toHaveText('67of 67');
  await expect(said(page)).toHaveText('1 2 3/4 5 6/7 8 0 is the goal, 14 moves from the start. Done.');
});

test('a step back undoes a step', async ({ page }) => {
  await open(page, SAMPLE);
  const look = () => page.locator('.counters, .said').allTextContents();
  for (let i = 0; i < 3; i++) await page.click('#ctl-ten');
  await expect(page.locator('.where')).toHaveText('30 / 106');
  const before = await look();
  await page.click('#ctl-step');
  await expect.poll(look).not.toEqual(before);
  await page.click('#ctl-back');
  await expect.poll(look).toEqual(before);
  await page.click('#ctl-reset');
  await expect(page.locator('.where')).toHaveText('0 / 106');
});

test('every algorithm runs to its end with its own pseudocode', async ({ page }) => {
  await open(page, TINY);
  for (const [name, text] of [
    ['bfs', 'open ← queue'], ['dfs', 'open ← stack'], ['iddfs', 'for depth ← 0, 1, 2'], ['ucs', 'with least g'],
    ['greedy', 'with least h'], ['astar', 'least f = g + h'], ['wastar', 'least f = g + w·h'], ['ida', 'threshold ← least f that was left out'],
  ]) {
    await page.selectOption('#algorithm', name);
    await expect(page.locator('.code')).toContainText(text);
    await page.click('#ctl-end');
    await expect(page.locator('#ctl-end')).toBeDisabled();
    const [done, all] = (await count(page, 'expanded').innerText()).split(/\s*of\s*/);
    expect(done, name).toBe(all);
    await expect(page.locator('.code [aria-current]')).toHaveCount(1);
  }
});

test('the lists are as long as the counters say', async ({ page }) => {
  await open(page, `${SAMPLE}&algo=bfs&tab=lists&step=40`);
  await expect(page.locator('.where')).toHaveText(/^40 \//);
  for (const name of ['open', 'closed']) {
    const badge = page.locator('.list', { hasText: new RegExp(name, 'i') }).locator('.badge').first();
    await expect(badge).toHaveText(await count(page, name).innerText());
  }
  await page.locator('.node-button').first().click();
  await expect(page.locator('.where')).not.toHaveText(/^40 \//);
});

test('running stops at the end and by a press', async ({ page }) => {
  await open(page, TINY);
  await page.click('#ctl-run');
  await expect(page.locator('#ctl-run')).toHaveAttribute('aria-label', 'Run');
  await expect(page.locator('#ctl-end')).toBeDisabled();
});

test('a fast run changes its words ten times a second, and says where it stops', async ({ page }) => {
  await openStopped(page, `${SAMPLE}&algo=bfs`);
  await page.getByLabel('Speed').selectOption('200');
  await page.evaluate(() => {
    const where = /** @type {HTMLElement} */ (document.querySelector('.where'));
    new MutationObserver(() => { where.dataset.changes = String(Number(where.dataset.changes ?? 0) + 1); }).observe(where, { childList: true });
  });
  await page.click('#ctl-run');
  await pass(page, 1000);
  const step = Number(await page.locator('#scrub').inputValue());
  expect(step).toBeGreaterThan(150);
  const changes = Number(await page.locator('.where').getAttribute('data-changes'));
  expect(changes).toBeGreaterThan(7);
  expect(changes).toBeLessThan(13);
  await page.click('#ctl-run');
  await expect(page.locator('.where')).toHaveText(`${step} / 13,806`);
});

test('the tree is walked by keys', async ({ page }) => {
  await open(page, `${SAMPLE}&step=9`);
  await page.locator('canvas').focus();
  // The first press takes hold of the present node, two levels below the start.
  for (let i = 0; i < 3; i++) await page.keyboard.press('ArrowUp');
  await expect(live(page)).toContainText('Node 0');
  await page.keyboard.press('ArrowDown');
  await expect(live(page)).toContainText('Node 1');
  await page.keyboard.press('Enter');
  await expect(page.locator('.where')).not.toHaveText(/^9 \//);
});

test('hovering a node shows its board', async ({ page }) => {
  await open(page, `${SAMPLE}&step=1`);
  const box = await page.locator('canvas').boundingBox();
  if (!box) throw new Error('no tree');
  // Only the start is there; where, is the layout's business.
  await expect.poll(async () => {
    for (let y = 20; y < box.height / 2; y += 24) {
      for (let x = 20; x < box.width; x += 24) {
        await page.mouse.move(box.x + x, box.y + y);
        if (await page.locator('.node-card').isVisible()) return true;
      }
    }
    return false;
  }).toBe(true);
  await expect(page.locator('.node-card')).toContainText('g 0, h 10, f 10');
});

test('tabs by keys, and a link that restores the view', async ({ page }) => {
  await open(page, `${TINY}&algo=ida&step=3`);
  await page.locator('#tab-tree').focus();
  await page.keyboard.press('ArrowRight');
  await expect(page.locator('#tab-lists')).toBeFocused();
  await expect(page.locator('#panel-lists')).toBeVisible();
  await expect(page).toHaveURL(/tab=lists/);
  await page.reload();
  await expect(page.locator('#panel-lists')).toBeVisible();
  await expect(page.locator('#algorithm')).toHaveValue('ida');
  await expect(page.locator('.where')).toHaveText(/^3 \//);
});

test('an exercise sheet with its key', async ({ page }) => {
  await open(page, SAMPLE);
  await page.click('#exercise');
  const sheets = page.locator('.sheet');
  await expect(sheets).toHaveCount(2);
  await expect(sheets.first().locator('tbody tr')).toHaveCount(6);
  await expect(sheets.nth(1)).toContainText('0 + 10 = 10');
  await expect(sheets.first()).not.toContainText('0 + 10 = 10');
});

test('a quiz: predict the next node', async ({ page }) => {
  await open(page, `${SAMPLE}&step=12`);
  await page.click('#ctl-predict');
  await expect(page.locator('.quiz-choice')).toHaveCount(4);
  await page.locator('.quiz-choice').first().click();
  await expect(page.locator('.quiz-result')).toContainText(/^(Right|No)\. Expanded/);
  await expect(page.locator('.quiz-choice[data-right]')).toHaveCount(1);
});

test('the heuristic is drawn on the tiles', async ({ page }) => {
  await open(page, '/learn?b=3,2,1/5,4,6/7,8,0&tab=heuristic');
  await expect(page.locator('.layer-words .sum')).toHaveText('2 + 2 + 1 + 1 = 6');
  await expect(page.locator('.overlay .way')).toHaveCount(4);
  await page.getByRole('button', { name: 'Conflicts' }).click();
  await expect(page.locator('.layer-words li').first()).toContainText('Row 1');
  await expect(page.locator('.overlay .line').first()).toBeAttached();
  await page.getByRole('button', { name: 'Pattern groups' }).click();
  await expect(page.locator('.heuristic-board .tint-a').first()).toBeVisible();
  await expect(page.locator('.estimates')).toContainText('true distance');
});

test('the formula: UNSAT below the optimum, SAT at it, a file to take away', async ({ page }) => {
  await open(page, '/learn?b=1,2,3/0,4,6/7,5,8&tab=formula&k=1');
  await expect(page.locator('.families summary')).toHaveCount(8);
  await expect(page.locator('.counts')).toContainText('variables');
  await page.getByRole('button', { name: 'Ask for this k' }).click();
  await expect(page.locator('.answer')).toContainText('k = 1: UNSAT');
  await page.getByRole('button', { name: 'Climb until it is SAT' }).click();
  await expect(page.locator('.answer')).toContainText('k = 3: SAT');
  await page.locator('.families summary').nth(1).click();
  await expect(page.locator('blockquote').nth(1)).toBeVisible();
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'DIMACS file' }).click()]);
  expect(await readFile(await file.path(), 'utf8')).toMatch(/^p cnf \d+ \d+$/m);
  await page.getByRole('button', { name: 'Play the plan' }).click();
  await expect(page.locator('.actions li')).toHaveCount(3);
});

for (const [language, said] of /** @type {const} */ ([['en', /^(If |Tile |The |Row |All ).*\.$/], ['de', /(Stein|Lücke|Zeile|Zug).*\.$/], ['fr', /(pièce|vide|rangée|coup).*\.$/], ['es', /(ficha|hueco|fila|jugada).*\.$/]])) {
  test(`every family of clauses is read in ${language}`, async ({ page }) => {
    // The service's answers are compared with what is shown.
    await withoutEngine(page);
    await open(page, '/');
    await choose(page, { language });
    await open(page, '/learn?b=1,2,3/0,4,6/7,5,8&tab=formula&k=3');
    for (const encoding of ['compact', 'course', 'thesis-sat']) {
      const answered = page.waitForResponse((answer) => answer.url().endsWith('/encode') && answer.request().postDataJSON().encoding === encoding);
      await page.selectOption('#encoding', encoding === 'compact' ? 'course' : 'compact');
      await page.selectOption('#encoding', encoding);
      const { families } = await (await answered).json();
      await expect(page.locator('.families details')).toHaveCount(families.length);
      await expect.poll(async () => (await page.locator('.families blockquote').allTextContents()).every((text) => said.test(text) && !text.includes('{'))).toBe(true);
    }
  });
}

test('the plan: PDDL and its actions', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' });
  await open(page, `${SAMPLE}&tab=plan`);
  await expect(page.locator('.plan-title')).toHaveText('A shortest plan: 14 actions');
  await expect(page.locator('.pddl pre').nth(1)).toContainText('(blank p2 p2)');
  await page.getByRole('button', { name: 'Next' }).click();
  await expect(page.locator('.actions [aria-current]')).toHaveText('(move-left t2 p3 p2 p2)');
  await page.locator('.actions button').last().click();
  await expect.poll(() => page.locator('.plan-board').evaluate((/** @type {any} */ view) => String(view.board))).toBe('1 2 3/4 5 6/7 8 0');
});

test('the parity lesson: slides never change it, the swap mends it', async ({ page }) => {
  await open(page, '/learn?b=1,2,3/4,5,6/8,7,0');
  await expect(page.locator('#panel-parity')).toBeVisible();
  await expect(page.locator('.verdict')).toContainText('cannot be solved');
  await expect(page.locator('.arc')).toHaveCount(1);
  await expect(page.locator('#tab-tree')).toBeDisabled();
  await page.locator('.parity-board [data-tile="6"]').click();
  await page.locator('.parity-board [data-tile="5"]').click();
  await expect(page.locator('.parity-log li')).toHaveCount(2);
  await expect(page.locator('.parity-log')).toContainText('passed 2 tiles');
  await expect(page.locator('.sum').last()).toContainText('odd');
  await page.locator('.parity-left .b.p').click();
  await expect(page.locator('#panel-tree')).toBeVisible();
  await expect(page.locator('.whole')).toContainText('optimal (proven)');
});

test('positions: typed, refused, shuffled, and back to Play', async ({ page }) => {
  await open(page, SAMPLE);
  await page.fill('#position', '1 1 3/4 5 6/7 8 0');
  await page.keyboard.press('Enter');
  await expect(page.locator('#position-fault')).toHaveText('Tile 1 appears 2 times; each of 1–8 must appear once.');
  await page.fill('#position', '1 2 3/4 0 5');
  await page.keyboard.press('Enter');
  await expect(page).toHaveURL(/b=1,2,3\/4,0,5/);
  await page.selectOption('#size', '3x3');
  await page.getByRole('button', { name: 'Shuffle' }).click();
  await expect(page).not.toHaveURL(/b=1,2,3\/4,0,5/);
  const board = new URL(page.url()).searchParams.get('b');
  await expect(page.getByRole('link', { name: 'Play this' })).toHaveAttribute('href', `/?b=${board}`);
});

test('one position, several views: the pages take it along', async ({ page }) => {
  await open(page, '/?b=8,1,3/4,0,2/7,6,5&m=L');
  for (const name of ['Learn', 'Race', 'Coach']) {
    const link = page.locator('.nav-top').getByRole('link', { name });
    await expect(link).toHaveAttribute('href', /b=8,1,3\/4,2,0/);
    await link.click();
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
    await expect(page).toHaveURL(new RegExp(`/${name.toLowerCase()}\\?b=8,1,3/4,2,0/7,6,5`));
  }
  await page.goto('/');
  await page.locator('html[data-ready]').waitFor({ state: 'attached' });
  expect(await page.locator('#board').evaluate((/** @type {any} */ view) => String(view.board))).toBe('8 1 3/4 2 0/7 6 5');
});

test('a link that holds no board says so', async ({ page }) => {
  await open(page, '/learn?b=1,2,3');
  await expect(page.locator('#position-fault')).toContainText('This link does not hold a whole board.');
});

test('a leap across the tree makes a few pictures in a frame, not all at once', async ({ page }) => {
  await page.addInitScript(() => {
    const counts = Object.assign(window, { made: 0, most: 0 });
    const create = document.createElement.bind(document);
    document.createElement = (/** @type {string} */ name, /** @type {any} */ options) => {
      if (name === 'canvas') counts.made++;
      return create(name, options);
    };
    const frame = () => {
      counts.most = Math.max(counts.most, counts.made);
      counts.made = 0;
      requestAnimationFrame(frame);
    };
    requestAnimationFrame(frame);
  });
  await open(page, '/learn?b=8,1,3/4,0,2/7,6,5&algo=bfs&step=500');
  // Between these steps the tree gets new places, and the nodes glide there.
  for (const step of [900, 1200, 6000]) {
    await page.locator('#scrub').fill(String(step));
    await expect(page.locator('.where')).toContainText(step.toLocaleString('en'));
  }
  const most = () => page.evaluate(() => /** @type {any} */ (window).most);
  await expect.poll(most).toBeGreaterThan(2);
  expect(await most()).toBeLessThanOrEqual(5);
});
