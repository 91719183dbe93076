/** The engine in the page gives the service's answers, ends when told, and does without storage. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { corpus, essence } from './corpus.js';
import { expect, expectState, message, open, SAMPLE_4X4, test } from './harness.js';

/** @typedef {import('@playwright/test').Page} Page */

/** Asks the engine of a page. @param {Page} page @param {string} name @param {object} body */
const askHere = (page, name, body) => page.evaluate(async ([name, body]) => {
  // @ts-ignore: an address of the page
  const { askEngine } = await import('/js/engine/engine.js');
  return askEngine(name, body).catch((/** @type {any} */ error) => ({ refused: error.body ?? String(error) }));
}, /** @type {const} */ ([name, body]));

/** @param {import('@playwright/test').APIRequestContext} request @param {string} name @param {object} body */
async function askThere(request, name, body) {
  const answer = await request.post(`/api/v1/${name}`, { data: body });
  return answer.ok() ? answer.json() : { refused: await answer.json() };
}

/** What differs from run to run, and what HTTP adds to a refusal. @param {any} answer */
function lasting(answer) {
  const changing = ['time_ms', 'peak_mb', 'elapsed_ms', 'status', 'instance', 'request_id'];
  return JSON.parse(JSON.stringify(answer, (key, value) => {
    if (answer.refused && changing.includes(key)) return undefined;
    return ['time_ms', 'peak_mb', 'elapsed_ms', 'cached'].includes(key) ? undefined : value;
  }));
}

const SAMPLE = '8 1 3/4 0 2/7 6 5';
const MEDIUM = '1 8 5 3/15 0 7 2/13 9 11 4/6 14 10 12';
/** One of the seventeen boards that are farthest from the goal. */
const HARDEST = '0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1';
/** Uniform on 4x4, 56 moves. */
const HARD = '9 3 11 2/7 0 13 12/6 1 14 10/4 8 15 5';

test('answers, nodes and refusals are those of the service', async ({ page, request }) => {
  await open(page);
  const solvers = ['bfs', 'astar/manhattan', 'astar/linear-conflict', 'ida/manhattan', 'ida/walking-distance', 'greedy/manhattan', 'bidirectional', 'beam', 'human', 'sat'];
  const questions = [
    ...solvers.map((algorithm) => ['solve', { board: SAMPLE, algorithm }]),
    ...['ida/walking-distance', 'astar/linear-conflict', 'pdb-ida:tables=7-7-1'].map((algorithm) => ['solve', { board: MEDIUM, algorithm }]),
    ['solve', { board: SAMPLE, goal: 'spiral' }],
    ['solve', { board: '1 2 3/4 5 6/8 7 0' }],
    ['solve', { board: '1 1 3/4 5 6/8 7 0' }],
    ['solve', { board: SAMPLE, algorithm: 'astr' }],
    ['solve', { board: SAMPLE, limits: { time_ms: 0 } }],
    ['check', { board: '1 8 7/4 3 2/6 5 0' }],
    ['apply', { board: SAMPLE, moves: 'LU' }],
    ['hint', { board: SAMPLE, grade: 3 }],
    ['analyze', { board: SAMPLE, moves: 'LUR2D2LURULDLU' }],
    ['explain', { board: MEDIUM }],
    ['trace', { board: SAMPLE, algorithm: 'astar/manhattan', max_events: 500 }],
    ['encode', { board: SAMPLE, as: 'dimacs', bound: 14 }],
    ['decide', { board: SAMPLE, bound: 14 }],
    ['decide', { board: SAMPLE, bound: 13 }],
    ['estimate', { board: MEDIUM }],
    ['puzzles', { id: 'g1-3x3-hard-20481' }],
    ['puzzles', { id: 'g1-5x5-random-7' }],
  ];
  for (const [name, body] of /** @type {[string, any][]} */ (questions)) {
    const [here, there] = [await askHere(page, name, body), await askThere(request, name, body)];
    expect(lasting(here), `${name} ${JSON.stringify(body)}`).toEqual(lasting(there));
  }
});

test('the boards of the texts have the answers of the command line, node for node', async ({ page }) => {
  const { TAQUIN = fileURLToPath(new URL('../../target/debug/taquin', import.meta.url)) } = process.env;
  await open(page);
  for (const { id, question, expected } of corpus(TAQUIN)) {
    const answer = await askHere(page, 'solve', question);
    expect(essence(answer.refused ?? answer), id).toEqual(expected);
  }
});

test('a search that is called off ends within 100 ms, and the next question is answered', async ({ page }) => {
  await open(page);
  const millis = await page.evaluate(async (board) => {
    // @ts-ignore: an address of the page
    const { askEngine } = await import('/js/engine/engine.js');
    const stop = new AbortController();
    /** @type {() => void} */
    let searching = () => {};
    const began = new Promise((resolve) => {
      searching = () => resolve(undefined);
    });
    const done = askEngine('solve', { board, algorithm: 'ida/misplaced' }, { signal: stop.signal, onProgress: searching }).catch((/** @type {Error} */ error) => error.name);
    await began;
    const before = performance.now();
    stop.abort();
    const end = await done;
    return end === 'AbortError' ? performance.now() - before : end;
  }, HARD);
  expect(millis).toBeLessThan(100);
  expect(await askHere(page, 'solve', { board: SAMPLE })).toMatchObject({ length: 14, proven: true });
});

test('long searches share the processors', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { get: () => 4 }));
  await open(page);
  const order = await page.evaluate(async ([hard, easy]) => {
    // @ts-ignore: an address of the page
    const { askEngine } = await import('/js/engine/engine.js');
    /** @type {string[]} */
    const order = [];
    const note = (/** @type {string} */ name) => () => order.push(name);
    await Promise.all([
      askEngine('solve', { board: hard, algorithm: 'ida/misplaced', limits: { time_ms: 3000 } }).then(note('long')),
      askEngine('solve', { board: easy }).then(note('first')),
      askEngine('solve', { board: easy, algorithm: 'bfs' }).then(note('second')),
    ]);
    return order;
  }, [HARD, SAMPLE]);
  expect(order.at(-1)).toBe('long');
});

test('a hard board is searched by several threads', async ({ page }) => {
  await page.addInitScript(() => Object.defineProperty(Navigator.prototype, 'hardwareConcurrency', { get: () => 4 }));
  await open(page);
  let threads = 0;
  page.on('worker', () => {
    threads += 1;
  });
  const answer = await page.evaluate(async (board) => {
    // @ts-ignore: an address of the page
    const { askEngine } = await import('/js/engine/engine.js');
    return askEngine('solve', { board, limits: { time_ms: 60_000 } });
  }, HARDEST);
  // One processor is left to the page, and one thread is loaded ahead.
  expect(threads).toBeGreaterThanOrEqual(4);
  expect(answer).toMatchObject({ length: 80, proven: true, lower_bound: 80, status: 'optimal' });
});

test('limits hold', async ({ page }) => {
  await open(page);
  expect(await askHere(page, 'solve', { board: HARD, algorithm: 'bfs', limits: { memory_mb: 32 } })).toMatchObject({ status: 'limit', limit: 'memory' });
  expect(await askHere(page, 'solve', { board: HARD, algorithm: 'ida/misplaced', limits: { nodes: 100_000 } })).toMatchObject({ status: 'limit', limit: 'nodes', stats: { expanded: 100_000 } });
  expect(await askHere(page, 'solve', { board: HARD, algorithm: 'ida/misplaced', limits: { time_ms: 200 } })).toMatchObject({ status: 'limit', limit: 'time' });
});

test('tables are built once, kept, and found again; a damaged one is built anew', async ({ page }) => {
  await open(page);
  const solve = () => page.evaluate(async (board) => {
    // @ts-ignore: an address of the page
    const { askEngine } = await import('/js/engine/engine.js');
    let built = 0;
    const answer = await askEngine('solve', { board, algorithm: 'pdb-ida' }, { onProgress: (/** @type {any} */ progress) => {
      // Small tables are not worth keeping.
      built += progress.table?.entries > 1e6 ? 1 : 0;
    } });
    // The answer comes before its tables are kept.
    await askEngine('solve', { board, algorithm: 'pdb-ida' });
    return { length: answer.length, expanded: answer.stats.expanded, built: built > 0 };
  }, HARD);
  const names = () => page.evaluate(async () => {
    // @ts-ignore: an address of the page
    const { namesOf } = await import('/js/engine/tables.js');
    return namesOf('4x4');
  });
  const first = await solve();
  expect(first.built).toBe(true);
  expect((await names()).length).toBeGreaterThan(0);
  for (const name of await names()) expect(name).toMatch(/^4x4-blank\d+-.* [0-9a-f]{16}$/);
  await page.reload();
  expect(await solve()).toEqual({ ...first, built: false });
  await page.evaluate(async (names) => {
    // @ts-ignore: an address of the page
    const { keepTable } = await import('/js/engine/tables.js');
    for (const name of names) await keepTable(name, new Uint8Array(5000).buffer);
  }, await names());
  await page.reload();
  expect(await solve()).toEqual(first);
});

test('without storage, tables are built and used all the same', async ({ page }) => {
  const source = readFileSync(new URL('../app/js/engine/tables.js', import.meta.url), 'utf8');
  await page.route('**/js/engine/tables.js', (route) => route.fulfill({
    contentType: 'text/javascript', body: `const indexedDB = { open() { throw new DOMException('no storage', 'SecurityError'); } };\n${source}`,
  }));
  await open(page);
  expect(await askHere(page, 'solve', { board: HARD, algorithm: 'pdb-ida' })).toMatchObject({ proven: true, length: 56 });
});

test('where storage is full, tables are built and used all the same', async ({ page }) => {
  const source = readFileSync(new URL('../app/js/engine/tables.js', import.meta.url), 'utf8');
  const full = "IDBObjectStore.prototype.put = () => { throw new DOMException('full', 'QuotaExceededError'); };";
  await page.route('**/js/engine/tables.js', (route) => route.fulfill({ contentType: 'text/javascript', body: `${full}\n${source}` }));
  await open(page);
  for (let i = 0; i < 2; i++) expect(await askHere(page, 'solve', { board: HARD, algorithm: 'pdb-ida' })).toMatchObject({ proven: true, length: 56 });
  const names = await page.evaluate(async () => {
    // @ts-ignore: an address of the page
    const { namesOf } = await import('/js/engine/tables.js');
    return namesOf('4x4');
  });
  expect(names).toEqual([]);
});

test.describe('where the service hangs', () => {
  test('a hint on a 4x4 board comes within a second', async ({ page }) => {
    await page.route('**/api/v1/**', () => {});
    await open(page, `/?b=${HARD.replaceAll(' ', ',')}`);
    await page.locator('html[data-engine=ready]').waitFor({ state: 'attached' });
    // In the page, so that the test's own way to it does not count.
    const millis = await page.evaluate(() => new Promise((resolve) => {
      const line = /** @type {HTMLElement} */ (document.getElementById('message'));
      const began = performance.now();
      new MutationObserver(() => {
        if (/^Slide \d+ \w+\. \(/.test(line.textContent ?? '')) resolve(performance.now() - began);
      }).observe(line, { childList: true, subtree: true, characterData: true });
      document.getElementById('hint')?.click();
    }));
    console.log(`a hint with a service that hangs: ${Math.round(Number(millis))} ms`);
    expect(millis).toBeLessThan(1000);
  });

  test('a solution comes from the page, and so does the next board', async ({ page }) => {
    await page.route('**/api/v1/**', () => {});
    await open(page, SAMPLE_4X4);
    await page.locator('html[data-engine=ready]').waitFor({ state: 'attached' });
    await page.click('#solve');
    await expect(message(page)).toHaveText('Solution: 38 moves, optimal (proven).');
    await page.click('#board-back');
    await page.click('#shuffle');
    await expectState(page, 'ready');
  });
});

test.describe('without service and WebAssembly', () => {
  test.use({ allowed: /Failed to load resource|there is no WebAssembly/ });

  for (const path of ['/', '/learn']) test(`the page ${path} says what is missing`, async ({ page }) => {
    await page.addInitScript(() => {
      // @ts-ignore: as some browsers and settings do
      delete globalThis.WebAssembly;
    });
    await page.route('**/api/v1/**', (route) => route.abort());
    await page.goto(path);
    await expect(page.getByRole('alert')).toContainText('This browser does not run WebAssembly');
  });
});
