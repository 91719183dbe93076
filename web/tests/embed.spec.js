/** The board in other people's pages: in a frame, and by its element. */

import { createServer } from 'node:http';
import { expect, open, test } from './harness.js';

/** Another site, whose pages hold a board of ours. @param {string} html @param {(address: string) => Promise<void>} visit */
async function elsewhere(html, visit) {
  const server = createServer((_, answer) => answer.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(html));
  await new Promise((resolve) => server.listen(0, '127.0.0.1', () => resolve(undefined)));
  const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
  try {
    // By another name than the service has: another origin and another site.
    await visit(`http://localhost:${port}/`);
  } finally {
    server.close();
  }
}

// The other site has no icon.
test.use({ allowed: /favicon|404|frame-ancestors|X-Frame-Options|Refused to frame|Framing/ });

test('a frame on another site is played', async ({ page, baseURL }) => {
  await elsewhere(`<!doctype html><title>x</title><iframe width="400" height="440" src="${baseURL}/embed?b=1,2,3/4,5,6/0,7,8"></iframe>`, async (address) => {
    await page.goto(address);
    const frame = page.frameLocator('iframe');
    await frame.locator('[data-tile="8"]').click();
    await expect(frame.locator('output')).toHaveText(/^YOU WON! 2 moves in \d+:\d\d\.\d\d\.$/);
    await expect(frame.getByRole('link', { name: /taquin/ })).toHaveAttribute('href', '/?b=1,2,3/4,5,6/0,7,8');
  });
});

test('the element shows a board, tells of moves and of the win, and takes another board', async ({ page, baseURL }) => {
  await elsewhere(`<!doctype html><title>x</title><script type="module" src="${baseURL}/embed.js"></script>
    <script>window.told = []; for (const name of ['ready', 'move', 'win']) addEventListener('taquin-' + name, (event) => told.push([name, event.detail.board, event.detail.moves]));</script>
    <taquin-board board="1 2 3/4 5 6/7 0 8" theme="dark"></taquin-board>`, async (address) => {
    await page.goto(address);
    const frame = page.frameLocator('taquin-board iframe');
    await expect(frame.locator('html')).toHaveAttribute('data-theme', 'dark');
    await frame.locator('[data-tile="8"]').click();
    await expect.poll(() => page.evaluate(() => /** @type {any} */ (window).told)).toEqual([
      ['ready', '1 2 3/4 5 6/7 0 8', 0], ['move', '1 2 3/4 5 6/7 8 0', 1], ['win', '1 2 3/4 5 6/7 8 0', 1]]);
    await page.evaluate(() => { /** @type {any} */ (document.querySelector('taquin-board')).board = '1 2/0 3'; });
    await expect(frame.locator('.tile')).toHaveCount(4);
  });
});

test('no other page of ours can be framed', async ({ page, baseURL }) => {
  await elsewhere(`<!doctype html><title>x</title><iframe src="${baseURL}/learn"></iframe>`, async (address) => {
    await page.goto(address);
    await expect(page.frameLocator('iframe').locator('#main.learn')).toHaveCount(0);
  });
});

test('a picture cannot be played, and a board that is none is replaced', async ({ page }) => {
  await open(page, '/embed?b=1,2,3/4,5,6/7,0,8&static');
  await expect(page.getByRole('img', { name: 'Board: 1 2 3/4 5 6/7 0 8' })).toBeVisible();
  await expect(page.locator('.embed-foot')).toHaveCount(0);
  await open(page, '/embed?b=1,1');
  await expect(page.locator('.tile')).toHaveCount(9);
});
