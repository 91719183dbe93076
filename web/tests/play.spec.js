import {
  arrows, choose, expect, expectOtherPosition, expectPosition, expectState, live, message, NEAR, open, openStopped, pass, position,
  SAMPLE, SAMPLE_4X4, SAMPLE_LINE, test, tile, withoutEngine,
} from './harness.js';

test.describe('a game', () => {
  test('begins on a small easy board, and the clock starts with the first move', async ({ page }) => {
    await open(page);
    await expectState(page, 'ready');
    await expect(page.locator('#size')).toHaveText('3×3');
    await expect(page.locator('#level-now')).toHaveText('Easy');
    const first = await position(page);
    await page.keyboard.press('Alt+d');
    await expect(message(page)).toHaveText('12 to go.');
    await page.click('#shuffle');
    await expectOtherPosition(page, first);
    await expect(message(page)).toHaveText('The clock starts with your first move.');
    await expectState(page, 'ready');
    await expect(page.locator('#time')).toHaveText('0:00');
    const movable = await page.locator('#board').evaluate((/** @type {any} */ view) => view.board.cells[view.board.source(view.board.moves()[0])]);
    await tile(page, movable).click();
    await expectState(page, 'playing');
    await expect(page.locator('#moves')).toHaveText('1');
    await expect(page.locator('#time')).not.toHaveText('0:00');
  });

  test('is won by mouse, several tiles at once, with the fewest moves', async ({ page }) => {
    await open(page, NEAR);
    await tile(page, 8).click();
    await expectState(page, 'won');
    await expect(message(page)).toHaveText(/^YOU WON! 2 moves in \d+:\d\d\.\d\d — the fewest possible\./);
    await expect(page.locator('#moves')).toHaveText('2');
  });

  test('is won by keys', async ({ page }) => {
    await open(page, SAMPLE);
    await arrows(page, SAMPLE_LINE);
    await expect(message(page)).toHaveText(/^YOU WON! 14 moves in \d+:\d\d\.\d\d — the fewest possible\./);
  });

  test('is won with detours, and says what was possible', async ({ page }) => {
    await open(page, NEAR);
    await arrows(page, 'LRLL');
    await expect(message(page)).toHaveText(/^YOU WON! 4 moves in \d+:\d\d\.\d\d\. Best possible: 2\. Review\?/);
  });

  test('letters slide while the board has the focus, and not otherwise', async ({ page }) => {
    await open(page, SAMPLE);
    await page.keyboard.press('a');
    await expect(page.locator('#moves')).toHaveText('0');
    await page.locator('#board [tabindex="0"]').focus();
    for (const move of SAMPLE_LINE) await page.keyboard.press({ U: 'w', D: 's', L: 'a', R: 'd' }[move] ?? '');
    await expectState(page, 'won');
  });

  test('letters can be switched off', async ({ page }) => {
    await open(page, SAMPLE);
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByLabel('Letter keys on the board').uncheck();
    await page.locator('#board [tabindex="0"]').focus();
    await page.keyboard.press('a');
    await expect(page.locator('#moves')).toHaveText('0');
    await page.keyboard.press('ArrowLeft');
    await expect(page.locator('#moves')).toHaveText('1');
  });

  test('arrows move the blank if that is chosen', async ({ page }) => {
    await open(page, SAMPLE);
    await choose(page, { arrows: 'blank' });
    await page.reload();
    await page.locator('html[data-ready]').waitFor({ state: 'attached' });
    await page.keyboard.press('ArrowRight');
    await expectPosition(page, '8 1 3/4 2 0/7 6 5');
  });

  test('a tile that cannot move says so', async ({ page }) => {
    await open(page, SAMPLE);
    await tile(page, 8).click();
    await expect(message(page)).toHaveText('That tile cannot move.');
    await expectPosition(page, '8 1 3/4 0 2/7 6 5');
  });

  test('twenty keys a second are all honoured, while tiles slide', async ({ page }) => {
    await open(page, SAMPLE);
    for (let i = 0; i < 10; i++) {
      await page.keyboard.press('ArrowLeft', { delay: 5 });
      await page.waitForTimeout(40);
      await page.keyboard.press('ArrowRight', { delay: 5 });
      await page.waitForTimeout(40);
    }
    await expect(page.locator('#moves')).toHaveText('20');
  });

  test('a slide starts within a picture of its key', async ({ page }) => {
    await open(page, SAMPLE);
    // The machine is shared: what it can do is its best, not its worst.
    await expect.poll(() => page.evaluate(() => {
      const times = ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].flatMap((key) => [key, key]).map((key) => {
        const begun = performance.now();
        document.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true }));
        const isMoving = [...document.querySelectorAll('#board .tile')].some((button) => button.getAnimations().length > 0);
        return isMoving ? performance.now() - begun : Infinity;
      });
      return Math.min(...times);
    })).toBeLessThan(16);
  });

  test('nothing slides under reduced motion', async ({ page }) => {
    await page.emulateMedia({ reducedMotion: 'reduce' });
    await open(page, SAMPLE);
    await page.keyboard.press('ArrowLeft');
    const moving = await page.evaluate(() => [...document.querySelectorAll('#board .tile')].some((button) => button.getAnimations().length > 0));
    expect(moving).toBe(false);
    await expectPosition(page, '8 1 3/4 2 0/7 6 5');
  });

  test('pauses, covered, and when the page is hidden', async ({ page }) => {
    await openStopped(page, SAMPLE);
    await page.keyboard.press('ArrowLeft');
    await pass(page, 5000);
    await expect(page.locator('#time')).toHaveText('0:05');
    await page.click('#pause');
    await expectState(page, 'paused');
    await expect(page.locator('#board .tile').first()).toHaveText('');
    await expect(page.locator('#board .tile').first()).toHaveAccessibleName('covered, row 1 column 1');
    await pass(page, 5000);
    await expect(page.locator('#time')).toHaveText('0:05');
    await page.click('#cover');
    await expectState(page, 'playing');
    await page.evaluate(() => {
      Object.defineProperty(document, 'hidden', { value: true, configurable: true });
      document.dispatchEvent(new Event('visibilitychange'));
    });
    await expectState(page, 'paused');
  });
});

test.describe('touch', () => {
  test.use({ hasTouch: true, viewport: { width: 390, height: 844 } });

  test('a game is won by taps', async ({ page }) => {
    await open(page, '/?b=1,2,3/4,5,6/0,7,8');
    await tile(page, 7).tap();
    await tile(page, 8).tap();
    await expect(message(page)).toHaveText(/^YOU WON! 2 moves/);
  });

  test('a tile follows the finger and snaps', async ({ page }) => {
    await open(page, NEAR);
    const box = await tile(page, 7).boundingBox();
    if (!box) throw new Error('tile 7 is not shown');
    const client = await page.context().newCDPSession(page);
    const touch = (/** @type {string} */ type, /** @type {number} */ x) =>
      client.send('Input.dispatchTouchEvent', { type: /** @type {any} */ (type), touchPoints: type === 'touchEnd' ? [] : [{ x, y: box.y + 30 }] });
    await touch('touchStart', box.x + 60);
    await touch('touchMove', box.x + 40);
    await touch('touchMove', box.x + 30);
    await expect.poll(() => tile(page, 7).evaluate((button) => /** @type {HTMLElement} */ (button).style.transform)).toMatch(/translate\(-\d/);
    // Not far enough: it goes back.
    await touch('touchEnd', 0);
    await expect(page.locator('#moves')).toHaveText('0');
    await touch('touchStart', box.x + 60);
    for (const x of [50, 30, 10, -10]) await touch('touchMove', box.x + x);
    await touch('touchEnd', 0);
    await expect(page.locator('#moves')).toHaveText('1');
    await expectPosition(page, '1 2 3/4 5 6/7 0 8');
  });

  test('a second finger need not wait for the first to lift', async ({ page }) => {
    await open(page, NEAR);
    const at = async (/** @type {number} */ number) => {
      const box = await tile(page, number).boundingBox();
      if (!box) throw new Error(`tile ${number} is not shown`);
      return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
    };
    const [seven, eight] = [{ ...await at(7), id: 1 }, { ...await at(8), id: 2 }];
    const client = await page.context().newCDPSession(page);
    await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [seven] });
    await client.send('Input.dispatchTouchEvent', { type: 'touchStart', touchPoints: [seven, eight] });
    await expect(page.locator('#moves')).toHaveText('1');
    await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [eight] });
    await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    await expectState(page, 'won');
  });

  test('a swipe anywhere on the play area is an arrow', async ({ page }) => {
    await open(page, '/?b=1,2/3,4/0,5');
    const stage = await page.locator('#stage').boundingBox();
    if (!stage) throw new Error('no stage');
    const client = await page.context().newCDPSession(page);
    /** @param {[number, number][]} points */
    const swipe = async (points) => {
      for (const [i, [x, y]] of points.entries()) {
        await client.send('Input.dispatchTouchEvent', { type: i === 0 ? 'touchStart' : 'touchMove', touchPoints: [{ x, y }] });
      }
      await client.send('Input.dispatchTouchEvent', { type: 'touchEnd', touchPoints: [] });
    };
    // Beside the narrow board: tile 3 goes down.
    const [x, y] = [stage.x + 8, stage.y + 40];
    await swipe([[x, y], [x, y + 30], [x, y + 70]]);
    await expect(page.locator('#moves')).toHaveText('1');
    // On a tile that cannot go that way itself: tile 4 goes left.
    const box = await tile(page, 2).boundingBox();
    if (!box) throw new Error('no tile');
    await swipe([[box.x + 90, box.y + 40], [box.x + 60, box.y + 42], [box.x + 10, box.y + 44]]);
    await expect(page.locator('#moves')).toHaveText('2');
    await expectPosition(page, '1 2/4 0/3 5');
  });
});

test.describe('undo', () => {
  test('takes back moves and makes them again', async ({ page }) => {
    await open(page, NEAR);
    await tile(page, 4).click();
    await expectPosition(page, '1 2 3/0 5 6/4 7 8');
    await page.click('#undo');
    await expectPosition(page, '1 2 3/4 5 6/0 7 8');
    await page.keyboard.press('Control+y');
    await expectPosition(page, '1 2 3/0 5 6/4 7 8');
    await page.keyboard.press('Control+z');
    await page.click('#redo');
    await page.keyboard.press('Backspace');
    await expectPosition(page, '1 2 3/4 5 6/0 7 8');
    await page.keyboard.press('Control+z');
    await expect(message(page)).toHaveText('There is nothing to undo.');
  });

  test('brings the game back that a shuffle has put aside', async ({ page }) => {
    await open(page, SAMPLE);
    await page.keyboard.press('ArrowLeft');
    const before = await position(page);
    await page.click('#shuffle');
    await expect(message(page)).toHaveText('New game. Undo brings the last one back.');
    await expectOtherPosition(page, before);
    await page.click('#undo');
    await expect(message(page)).toHaveText('The game before. Your game continues with your next move.');
    await expectPosition(page, before);
    await page.click('#redo');
    await expectOtherPosition(page, before);
  });

  test('starting over keeps the moves for undo', async ({ page }) => {
    await open(page, SAMPLE);
    await page.locator('#board [tabindex="0"]').focus();
    await page.keyboard.press('ArrowLeft');
    await page.keyboard.press('Shift+N');
    await expectPosition(page, '8 1 3/4 0 2/7 6 5');
    await page.keyboard.press('Control+z');
    await expectPosition(page, '8 1 3/4 2 0/7 6 5');
  });
});

test.describe('hints', () => {
  test('lead to the end, and the win is one with help', async ({ page }) => {
    await openStopped(page, SAMPLE);
    await page.click('#hint');
    await expect(message(page)).toHaveText('Slide 2 left. (optimal, 14 to go)');
    await expect(page.locator('#board .ring')).toHaveText('2');
    await expect(page.locator('#moves')).toHaveText('0');
    await pass(page, 300);
    await expect(page.locator('#moves')).toHaveText('1');
    for (let made = 2; made <= 14; made++) {
      await page.click('#hint');
      await expect(page.locator('#board .ring')).toHaveCount(1);
      await pass(page, 300);
      await expect(page.locator('#moves')).toHaveText(String(made));
    }
    await expectState(page, 'won-assisted');
    await expect(message(page)).toHaveText(/^YOU WON! \(with help\) 14 moves in \d:\d\d\.\d\d\.$/);
  });

  test('pressed in a hurry all count', async ({ page }) => {
    await openStopped(page, SAMPLE);
    await page.click('#hint');
    await expect(page.locator('#board .ring')).toHaveCount(1);
    for (let i = 0; i < 4; i++) await page.click('#hint');
    await expect(page.locator('#moves')).toHaveText('4');
    await pass(page, 300);
    await expect(page.locator('#moves')).toHaveText('5');
  });

  test('pressed before the first answer comes all count too', async ({ page }) => {
    await withoutEngine(page);
    await page.route('**/api/v1/hint', async (route) => {
      await answered;
      await route.fallback();
    });
    let answer = () => {};
    const answered = new Promise((resolve) => {
      answer = () => resolve(undefined);
    });
    await openStopped(page, SAMPLE);
    for (let i = 0; i < 3; i++) await page.click('#hint');
    await expect(page.locator('#moves')).toHaveText('0');
    answer();
    await expect(page.locator('#moves')).toHaveText('2');
    await expect(page.locator('#board .ring')).toHaveCount(1);
    await pass(page, 300);
    await expect(page.locator('#moves')).toHaveText('3');
  });

  test('peek tells more with each press, and a move clears it', async ({ page }) => {
    await open(page, SAMPLE);
    await page.click('#peek');
    await expect(message(page)).toHaveText('Look at tile 2.');
    await expect(page.locator('#board [data-arrow]')).toHaveCount(0);
    await page.click('#peek');
    await expect(message(page)).toHaveText('Slide 2 left. (optimal, 14 to go)');
    await expect(tile(page, 2)).toHaveAttribute('data-arrow', '←');
    await page.click('#peek');
    await expect(message(page)).toHaveText('Slide 2 left, 5 up, 6 right, 7 right, 4 down. (optimal, 14 to go)');
    await expect(page.locator('#board .dot')).toHaveCount(5);
    const sizes = await page.locator('#board').evaluate((board) => [1, 2, 3, 4, 5].map((n) =>
      parseFloat(getComputedStyle(/** @type {Element} */ (board.querySelector(`.dot-${n}`)), '::after').width)));
    expect(sizes).toEqual([...sizes].sort((a, b) => b - a));
    expect(new Set(sizes).size).toBe(5);
    await expect(page.locator('#moves')).toHaveText('0');
    await page.keyboard.press('ArrowLeft');
    await expect(page.locator('#board .ring, #board .dot')).toHaveCount(0);
  });

  test('holding ? peeks, a tap opens the keys', async ({ page }) => {
    await openStopped(page, SAMPLE);
    await page.locator('#board [tabindex="0"]').focus();
    await page.keyboard.down('?');
    await pass(page, 400);
    await expect(message(page)).toHaveText('Look at tile 2.');
    await pass(page, 1000);
    await expect(message(page)).toHaveText('Slide 2 left. (optimal, 14 to go)');
    await page.keyboard.up('?');
    await expect(page.locator('#board .ring')).toHaveCount(0);
    await page.keyboard.press('?');
    await expect(page.getByRole('dialog', { name: 'Keys' })).toBeVisible();
  });

  test('on a large board are good moves, not proven', async ({ page }) => {
    await open(page, '/?id=g1-5x5-hard-7');
    await page.click('#peek');
    await page.click('#peek');
    await expect(message(page)).toHaveText(/^Slide \d+ (up|down|left|right)\. \(good move, not proven\)$/);
  });

  test('the distance bar is exact, and a slip shows +2', async ({ page }) => {
    await open(page, SAMPLE_4X4);
    await page.locator('#board [tabindex="0"]').focus();
    await page.keyboard.press('b');
    await expect(message(page)).toHaveText('Distance bar on; the game counts as assisted.');
    await expect(page.locator('#bar')).toHaveAttribute('aria-valuetext', /^38 to go, estimate \d+$/);
    const wrong = await page.evaluate(async () => {
      const { board } = /** @type {any} */ (document.querySelector('#board'));
      for (const move of board.moves()) {
        const answer = await fetch('/api/v1/hint', {
          method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ board: String(board.slide(move)), grade: 1 }),
        });
        if ((await answer.json()).distance === 39) return move;
      }
      return '';
    });
    await arrows(page, wrong);
    await expect(page.locator('.bar-loss')).toHaveText('+2');
    await expect(page.locator('#bar')).toHaveAttribute('aria-valuetext', /^39 to go/);
    await expect(live(page)).toContainText('39 to go.');
    await expect(page.locator('#panel')).toContainText('+2 in 1 move');
  });
});

test.describe('solving', () => {
  test('shows the solution, which can be driven, and gives the board back', async ({ page }) => {
    await open(page, SAMPLE);
    await page.keyboard.press('ArrowLeft');
    await page.click('#solve');
    await expectState(page, 'playback');
    await expect(message(page)).toHaveText('Solution: 13 moves, optimal (proven).');
    await page.click('#play-pause');
    await page.locator('#scrub').fill('12');
    await page.click('#to-start');
    await page.click('#step-on');
    await page.click('#step-on');
    await expect(page.locator('#moves')).toHaveText('2');
    await page.click('#step-back');
    await page.locator('#scrub').fill('7');
    await expect(page.locator('#moves')).toHaveText('7');
    await page.locator('#panel .moves button').nth(9).click();
    await expect(page.locator('#moves')).toHaveText('10');
    await page.selectOption('#speed', '16');
    await page.locator('#board [tabindex="0"]').focus();
    await page.keyboard.press('Space');
    await expect(page.locator('#moves')).toHaveText('13');
    await expectPosition(page, '1 2 3/4 5 6/7 8 0');
    await page.click('#board-back');
    await expectPosition(page, '8 1 3/4 2 0/7 6 5');
    await expectState(page, 'playing');
    await expect(page.locator('#moves')).toHaveText('1');
  });

  test('can be gone on from, and one undo takes it back', async ({ page }) => {
    await open(page, SAMPLE);
    await page.click('#solve');
    await expectState(page, 'playback');
    await page.locator('#scrub').fill('5');
    await page.click('#play-on');
    await expect(page.locator('#moves')).toHaveText('5');
    await page.click('#undo');
    await expect(page.locator('#moves')).toHaveText('0');
    await expectPosition(page, '8 1 3/4 0 2/7 6 5');
  });

  test('finds the optimum of a 4x4 board', async ({ page }) => {
    await open(page, SAMPLE_4X4);
    await page.locator('#board [tabindex="0"]').focus();
    await page.keyboard.press('Shift+S');
    await expect(message(page)).toHaveText('Solution: 38 moves, optimal (proven).', { timeout: 30_000 });
    await page.keyboard.press('Escape');
    await expectState(page, 'ready');
  });

  test('takes the algorithm that was chosen', async ({ page }) => {
    await open(page, SAMPLE);
    await page.getByRole('tab', { name: 'Settings' }).click();
    await page.getByRole('combobox', { name: 'Algorithm' }).selectOption('human');
    await page.click('#solve');
    await expect(message(page)).toHaveText(/^Solution: at most \d+ \(found, not proven\)\.$/);
  });

  test('gives a good solution of a large board', async ({ page }) => {
    await open(page, '/?id=g1-5x5-easy-7');
    await page.click('#solve');
    await expect(message(page)).toHaveText(/^Solution: /, { timeout: 30_000 });
    await page.locator('#scrub').fill(await page.locator('#scrub').getAttribute('max') ?? '');
    await expect.poll(() => position(page)).toMatch(/^1 2 3 4 5\//);
  });

  test('survives a reload in playback', async ({ page }) => {
    await open(page, SAMPLE);
    await page.click('#solve');
    await expectState(page, 'playback');
    await page.locator('#scrub').fill('4');
    await expect(page.locator('#moves')).toHaveText('4');
    const before = await position(page);
    await page.reload();
    await expectState(page, 'playback');
    await expectPosition(page, before);
  });
});

test('a rectangle is played like any board', async ({ page }) => {
  await open(page);
  await page.click('#size-menu');
  await page.getByRole('combobox', { name: 'Rows' }).selectOption('3');
  await page.getByRole('combobox', { name: 'Columns' }).selectOption('5');
  await page.click('#deal');
  await expect(page.locator('#size')).toHaveText('3×5');
  await expect(page.locator('#board .tile')).toHaveCount(15);
  const box = await page.locator('#board').boundingBox();
  expect((box?.width ?? 0) / (box?.height ?? 1)).toBeCloseTo(5 / 3, 1);
  await open(page, '/?b=1,2,3,4,5/6,7,8,9,10/11,12,0,13,14');
  await tile(page, 14).click();
  await expect(message(page)).toHaveText(/^YOU WON! 2 moves/);
});

test('sizes cycle, and each keeps its unfinished game', async ({ page }) => {
  await open(page);
  await expect(page.locator('#size')).toHaveText('3×3');
  await page.click('#size');
  await expect(page.locator('#size')).toHaveText('4×4');
  await page.click('#size');
  await expect(page.locator('#size')).toHaveText('5×5');
  await page.click('#size');
  await expect(page.locator('#size')).toHaveText('3×3');
  await page.click('#shuffle');
  await expectState(page, 'ready');
  await arrows(page, 'LRUD');
  await expectState(page, 'playing');
  const before = await position(page);
  await page.keyboard.press('PageUp');
  await expect(page.locator('#size')).toHaveText('4×4');
  await page.keyboard.press('PageDown');
  await expect(message(page)).toHaveText('Your 3×3 game continues with your next move.');
  await expectPosition(page, before);
});

test('levels are what they say, and IDs bring boards back', async ({ page }) => {
  await open(page);
  await page.click('#size-menu');
  await page.getByRole('combobox', { name: 'Rows' }).selectOption('3');
  await page.getByRole('combobox', { name: 'Columns' }).selectOption('3');
  await page.getByRole('combobox', { name: 'Level' }).selectOption('expert');
  const first = await position(page);
  await page.click('#deal');
  // The first board of a visit waits for its first move too.
  await expectOtherPosition(page, first);
  await page.keyboard.press('Alt+d');
  await expect(message(page)).toHaveText(/^(27|28|29|30|31) to go\.$/);
  const id = await page.locator('#panel dd').first().textContent();
  const board = await position(page);
  await page.click('#shuffle');
  await expectOtherPosition(page, board);
  await page.click('#size-menu');
  await page.getByLabel('or by game ID').fill(id ?? '');
  await page.click('#deal');
  await expectPosition(page, board);
  await page.click('#size-menu');
  await page.getByLabel('or by game ID').fill('4x4:herd:1');
  await page.click('#deal');
  await expect(page.getByRole('alert')).toHaveText('This is not a game ID; write size:level:seed, like 4x4:hard:20481.');
});

test.describe('review', () => {
  test('marks what was lost and lets one try again from there', async ({ page }) => {
    await open(page, NEAR);
    await arrows(page, 'LRLL');
    await page.locator('[data-offer="review"]').click();
    await expect(message(page)).toHaveText('1 move lost 2. Press it to try again from there.');
    await expect(page.locator('.graph .lost')).toHaveCount(1);
    await expect(page.locator('#panel')).toContainText('Best possible2 moves');
    await page.locator('[data-retry="1"]').click();
    await expect(message(page)).toHaveText('Find the better move. Undo brings the review\'s game back.');
    await expectPosition(page, '1 2 3/4 5 6/7 0 8');
    await page.keyboard.press('Control+z');
    await expectState(page, 'won');
  });
});

test.describe('results', () => {
  test('are kept by size and level, exported and imported', async ({ page }) => {
    await open(page, '/?id=g1-3x3-easy-1');
    for (let i = 0; i < 12; i++) {
      const line = await page.evaluate(async () => {
        const { board } = /** @type {any} */ (document.querySelector('#board'));
        const answer = await fetch('/api/v1/hint', { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify({ board: String(board), grade: 2 }) });
        return (await answer.json()).move ?? '';
      });
      if (!line) break;
      await arrows(page, line);
    }
    await expect(message(page)).toHaveText(/^YOU WON! \d+ moves in \d+:\d\d\.\d\d — the fewest possible\. Your first win here\.$/);
    await page.click('#more');
    await page.locator('[data-item="statistics"]').click();
    await expect(page.getByRole('dialog')).toContainText('3x3');
    await expect(page.getByRole('dialog')).toContainText('Easy');
    const csvDownload = page.waitForEvent('download');
    await page.locator('[data-item="csv"]').click();
    const csv = await readDownload(await csvDownload);
    expect(csv.split('\n')[0]).toBe('finished,size,level,id,start,goal,moves,millis,optimal,assisted,fewest,plus2,splits');
    expect(csv).toContain('3x3,easy,3x3:easy:1');
    const jsonDownload = page.waitForEvent('download');
    await page.locator('[data-item="json"]').click();
    const json = await readDownload(await jsonDownload);
    expect(JSON.parse(json).results).toHaveLength(1);
    expect(JSON.parse(json).session.games.length).toBeGreaterThan(0);
    await page.evaluate(() => localStorage.removeItem('taquin.results'));
    await page.setInputFiles('#import-file', { name: 'taquin.csv', mimeType: 'text/csv', buffer: Buffer.from(csv) });
    await expect(page.getByRole('dialog')).toContainText('1 result read.');
    await page.setInputFiles('#import-file', { name: 'taquin.json', mimeType: 'application/json', buffer: Buffer.from(json) });
    await expect(page.getByRole('dialog')).toContainText('1 result read.');
    await page.setInputFiles('#import-file', { name: 'other.csv', mimeType: 'text/csv', buffer: Buffer.from('a,b\n1,2\n') });
    await expect(page.getByRole('dialog')).toContainText('This file has no taquin results.');
  });
});

/** @param {import('@playwright/test').Download} download */
async function readDownload(download) {
  const chunks = [];
  for await (const chunk of await download.createReadStream()) chunks.push(chunk);
  return Buffer.concat(chunks).toString('utf8');
}

test('the position can be copied in every form, and saved as a picture', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write']);
  await open(page, SAMPLE);
  const clipboard = () => page.evaluate(() => navigator.clipboard.readText());
  /** Copies, and waits for what is to be on the clipboard: the message is the same each time. */
  const copy = async (/** @type {string} */ item, /** @type {RegExp} */ text) => {
    await page.click('#more');
    await page.locator(`[data-item="${item}"]`).click();
    await expect.poll(clipboard).toMatch(text);
    await expect(message(page)).toHaveText('Copied.');
  };
  await copy('copy_text', /^8 1 3\/4 0 2\/7 6 5$/);
  await copy('copy_link', /\/\?b=8,1,3\/4,0,2\/7,6,5$/);
  await copy('copy_cli', /^taquin solve "8 1 3\/4 0 2\/7 6 5"$/);
  await copy('copy_curl', /^curl -s http.*\/api\/v1\/solve -H 'content-type: application\/json' -d '\{"board":"8 1 3\/4 0 2\/7 6 5"\}'$/);
  await copy('copy_python', /^from taquin import Board, solve\nsolve\(Board\("8 1 3\/4 0 2\/7 6 5"\)\)$/);
  await page.click('#more');
  const download = page.waitForEvent('download');
  await page.locator('[data-item="save_svg"]').click();
  const picture = await readDownload(await download);
  expect(picture).toContain('<desc>8 1 3/4 0 2/7 6 5</desc>');
  // Ctrl-C and Ctrl-V on the board.
  await page.locator('#board [tabindex="0"]').focus();
  await page.keyboard.press('Control+c');
  await expect.poll(clipboard).toBe('8 1 3/4 0 2/7 6 5');
  await expect(message(page)).toHaveText('Copied.');
  await page.evaluate(() => navigator.clipboard.writeText('1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15'));
  await page.locator('#board [tabindex="0"]').focus();
  await page.keyboard.press('Control+v');
  await expectPosition(page, '1 2 3 4/5 6 7 8/9 10 11 12/13 14 0 15');
});

test('a picture of one’s own lies on the tiles, and can be taken away', async ({ page }) => {
  await open(page, SAMPLE);
  await page.getByRole('tab', { name: 'Settings' }).click();
  const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNkYPhfDwAChwGA60e6kgAAAABJRU5ErkJggg==';
  await page.setInputFiles('#picture-file', { name: 'dot.png', mimeType: 'image/png', buffer: Buffer.from(dot, 'base64') });
  await expect(page.locator('#board')).toHaveAttribute('picture', 'numbers');
  const place = (/** @type {number} */ number) => tile(page, number).evaluate((button) => getComputedStyle(button).backgroundPosition);
  await expect.poll(() => place(5)).toBe('50% 50%');
  await tile(page, 2).click();
  await expect.poll(() => place(2)).toBe('50% 0%');
  await page.setInputFiles('#picture-file', { name: 'no.png', mimeType: 'image/png', buffer: Buffer.from('no picture') });
  await expect(message(page)).toHaveText('This file is not a picture the browser can show.');
  await page.getByRole('button', { name: 'No picture' }).click();
  await expect(page.locator('#board')).not.toHaveAttribute('picture');
});

test('the side panel has words from the first frame on', async ({ page }) => {
  await page.addInitScript(() => {
    /** @type {Set<string>} */
    const seen = Object.assign(window, { seen: new Set() }).seen;
    requestAnimationFrame(function look() {
      const panel = document.getElementById('panel');
      if (panel) seen.add(panel.innerText);
      requestAnimationFrame(look);
    });
  });
  await open(page);
  await expect(page.locator('#panel')).toContainText('Game ID');
  const seen = await page.evaluate(() => [.../** @type {any} */ (window).seen]);
  for (const text of seen) expect(text).toContain('Your moves appear here.');
});
