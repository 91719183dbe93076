/** Pictures on the tiles that need no file. */

import { arrows, expect, expectState, open, test } from './harness.js';

test('a sample lies on the tiles without dots, is shown whole, and is completed by the win', async ({ page }) => {
  await open(page, '/?b=1,2,3/4,5,6/0,7,8');
  await page.getByRole('tab', { name: 'Settings' }).click();
  const whole = page.getByRole('img', { name: 'The whole picture' });
  await expect(whole).toHaveCount(0);
  await page.getByRole('button', { name: 'Sun over hills' }).click();
  await expect(page.locator('#board')).toHaveAttribute('picture', 'numbers');
  await expect(whole).toBeVisible();
  const drawn = (/** @type {string} */ selector) => page.locator(selector).evaluate((tile) => ({
    image: getComputedStyle(tile).backgroundImage.slice(0, 20), place: getComputedStyle(tile).backgroundPosition, dot: getComputedStyle(tile, '::after').display,
  }));
  expect(await drawn('#board [data-tile="1"]')).toEqual({ image: 'url("data:image/jpeg', place: '0% 0%', dot: 'none' });
  expect((await drawn('#board .blank')).image).toBe('none');
  await page.locator('#board [tabindex="0"]').focus();
  await arrows(page, 'LL');
  await expectState(page, 'won');
  // The piece that was missing.
  expect(await drawn('#board .blank')).toMatchObject({ image: 'url("data:image/jpeg', place: '100% 100%' });
  await page.getByRole('button', { name: 'No picture' }).click();
  await expect(whole).toHaveCount(0);
  expect((await drawn('#board .blank')).image).toBe('none');
});
