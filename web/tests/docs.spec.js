/** The service's own pages in the browser, under their security policy. */

import { expect, test } from './harness.js';

test('Swagger UI opens, and tries a request, without a fault', async ({ page }) => {
  await page.goto('/api/v1/docs/');
  await expect(page.locator('.swagger-ui .info').getByText('taquin').first()).toBeVisible();
  await expect(page.locator('.swagger-ui .opblock').first()).toBeVisible();
  expect(await page.locator('.swagger-ui .opblock').count()).toBeGreaterThan(15);
  const health = page.locator('.opblock', { has: page.locator('[data-path="/api/v1/health"], [data-path="/health"]') }).first();
  await health.locator('.opblock-summary').click();
  await health.getByRole('button', { name: 'Try it out' }).click();
  await health.getByRole('button', { name: 'Execute' }).click();
  await expect(health.locator('.live-responses-table tbody .response-col_status').first()).toContainText('200');
});

test('a problem has a page to read', async ({ page }) => {
  await page.goto('/problems/unsolvable');
  await expect(page.getByRole('heading').first()).toBeVisible();
});
