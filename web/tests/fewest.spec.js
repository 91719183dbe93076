/** Fewest moves: no clock, one's best instead, free undo, another try from any place of the line. */

import { arrows, choose, expect, expectPosition, expectState, live, message, open, test } from './harness.js';

/** One slide from home. */
const START = '/?b=1,2,3/4,5,0/7,8,6';

/** Turns the mode on by the menu. @param {import('@playwright/test').Page} page */
async function begin(page, path = START) {
  await open(page, path);
  await page.click('#more');
  await page.click('[data-item="fewest_on"]');
  await expect(message(page)).toHaveText('Only the moves count. Think as long as you like; undo is free.');
}

test('a board is won, tried again from a lost move, and won in fewer', async ({ page }) => {
  await begin(page);
  await expect(page.locator('.stats')).toContainText('best');
  await expect(page.locator('#time')).toHaveText('–');
  await expect(page.locator('#pause')).toBeHidden();
  await page.locator('#board [data-cell]').first().focus();
  await arrows(page, 'RLDUU');
  await expect(message(page)).toHaveText('YOU WON! 5 moves. Best possible: 1. Review?');
  await expect(page.locator('#time')).toHaveText('5');
  await page.click('[data-offer="review"]');
  await page.locator('[data-retry="0"]').click();
  await expect(message(page)).toHaveText('Find the better move. Redo brings your line back.');
  await expectPosition(page, '1 2 3/4 5 0/7 8 6');
  await page.locator('#board [data-cell]').first().focus();
  await arrows(page, 'U');
  await expect(message(page)).toContainText('YOU WON! 1 move — the fewest possible. Your fewest moves!');
  await expect(page.locator('#time')).toHaveText('1');
  // A worse try later does not take the best away.
  await page.click('[data-offer="fewest_again"]');
  await expect(page.locator('#time')).toHaveText('1');
  await page.locator('#board [data-cell]').first().focus();
  await arrows(page, 'RLU');
  await expect(message(page)).toContainText('YOU WON! 3 moves.');
  await expect(page.locator('#time')).toHaveText('1');
});

test('any place of the line is a place to go on from', async ({ page }) => {
  await begin(page, '/?b=8,1,3/4,0,2/7,6,5');
  await page.locator('#board [data-cell]').first().focus();
  await arrows(page, 'LUR');
  const line = page.getByRole('group', { name: 'Your moves' });
  await line.getByRole('button', { name: 'move 1, L' }).click();
  await expect(message(page)).toHaveText('Move 1 of 3.');
  await expect(page.locator('#moves')).toHaveText('1');
  await line.getByRole('button', { name: 'move 3, R' }).click();
  await expect(page.locator('#moves')).toHaveText('3');
  await page.keyboard.press('Alt+t');
  await expect(live(page)).toHaveText(/^3 moves\.\s*$/);
});

test('the mode is in the link and in what is saved, and it can be left', async ({ page, browser }) => {
  await begin(page);
  await expect(page).toHaveURL(/mode=fewest/);
  await page.reload();
  await expect(page.locator('.stats')).toContainText('best');
  const context = await browser.newContext({ serviceWorkers: 'block', locale: 'en' });
  const friend = await context.newPage();
  await open(friend, page.url());
  await expect(friend.locator('.stats')).toContainText('best');
  await context.close();
  await page.click('#more');
  await page.click('[data-item="fewest_off"]');
  await expect(page.locator('.stats')).toContainText('time');
  await expect(page.locator('#pause')).toBeVisible();
  await expect(page).not.toHaveURL(/mode=fewest/);
  // Undo brings the other game back, with its own way of counting.
  await page.click('#undo');
  await expect(page.locator('.stats')).toContainText('best');
});

test('the switch in the settings follows the menu, and new games are of the mode', async ({ page }) => {
  await begin(page);
  await page.getByRole('tab', { name: 'Settings' }).click();
  const box = page.getByRole('switch', { name: 'Fewest moves, no clock' });
  await expect(box).toBeChecked();
  await page.click('#shuffle');
  await expect(page.locator('.stats')).toContainText('best');
  await box.click();
  await expect(page.locator('.stats')).toContainText('time');
  await page.click('#shuffle');
  await expect(page.locator('.stats')).toContainText('time');
  await expectState(page, 'ready');
});

test('statistics count each board once, apart from games against the clock', async ({ page }) => {
  await open(page, '/');
  await page.evaluate(() => {
    const row = { finished: '2026-01-01T00:00:00.000Z', size: '3x3', level: 'easy', id: '3x3:easy:1', start: '1 2 3/4 5 0/7 8 6', goal: 'blank-last', moves: 5, millis: 0, optimal: 1, assisted: false, fewest: true };
    localStorage.setItem('taquin.results', JSON.stringify([row, { ...row, finished: '2026-01-02T00:00:00.000Z', moves: 3 }]));
  });
  await page.click('#more');
  await page.click('[data-item="statistics"]');
  const table = page.getByRole('region', { name: 'Fewest moves, no clock' });
  await expect(table.locator('tbody tr')).toHaveText(['3x3Easy10+2.0']);
  await expect(page.getByRole('region', { name: 'Statistics' })).toHaveCount(0);
});

for (const [language, said] of /** @type {const} */ ([['de', 'GEWONNEN! 1 Zug'], ['fr', 'GAGNÉ ! 1 coup'], ['es', '¡HAS GANADO! 1 jugada']])) {
  test(`a win in ${language}`, async ({ page }) => {
    await open(page, '/');
    await choose(page, { language, fewest: true });
    await open(page, `${START}&mode=fewest`);
    await page.locator('#board [data-cell]').first().focus();
    await arrows(page, 'U');
    await expect(message(page)).toContainText(said);
  });
}
