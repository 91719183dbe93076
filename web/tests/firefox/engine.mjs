/**
 * The engine in Firefox: the answers of service and command line, a prompt end, limits, kept tables, a service that
 * hangs, no WebAssembly, private windows, and a full disk.
 *
 *     npm run firefox-engine
 *
 * TAQUIN   the binary; target/debug/taquin unless named
 * FIREFOX  the browser; the usual places are looked at unless named
 *
 * Playwright drives a Firefox of its own only; this speaks WebDriver BiDi to the one that is installed.
 */

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import WebSocket from 'ws';
import { corpus, essence } from '../corpus.js';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const PLACES = ['/usr/bin/firefox-esr', '/usr/bin/firefox', '/Applications/Firefox.app/Contents/MacOS/firefox'];
const { TAQUIN = `${root}target/debug/taquin`, FIREFOX = PLACES.find(existsSync), TAQUIN_ASSETS } = process.env;
/** Milliseconds that a machine which is busy may take for anything. */
const PATIENCE = 60_000;

const SAMPLE = '8 1 3/4 0 2/7 6 5';
const MEDIUM = '1 8 5 3/15 0 7 2/13 9 11 4/6 14 10 12';
/** Uniform on 4x4, 56 moves. */
const HARD = '9 3 11 2/7 0 13 12/6 1 14 10/4 8 15 5';

/** @returns {Promise<number>} a port that no program listens on */
const freePort = () => new Promise((resolve) => {
  const server = createServer().listen(0, '127.0.0.1', () => {
    const { port } = /** @type {import('node:net').AddressInfo} */ (server.address());
    server.close(() => resolve(port));
  });
});

/** Tries until it succeeds. @template T @param {() => Promise<T>} deed @returns {Promise<T>} */
async function eventually(deed) {
  for (const end = Date.now() + PATIENCE; ;) {
    try {
      return await deed();
    } catch (error) {
      if (Date.now() > end) throw error;
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  }
}

/** A browser that is driven over a socket. */
class Browser {
  #last = 0;
  /** @type {Map<number, (answer: any) => void>} */ #waiting = new Map();
  /** Errors that pages have logged. @type {string[]} */ faults = [];

  /** @param {WebSocket} socket */
  constructor(socket) {
    this.socket = socket;
    socket.on('message', (data) => {
      const message = JSON.parse(String(data));
      this.#waiting.get(message.id)?.(message);
      this.#waiting.delete(message.id);
      if (message.method === 'log.entryAdded' && message.params.level === 'error') this.faults.push(message.params.text);
    });
  }

  /** @param {string} method @param {object} [params] @returns {Promise<any>} */
  async send(method, params = {}) {
    const id = ++this.#last;
    const answer = new Promise((resolve) => {
      this.#waiting.set(id, resolve);
    });
    this.socket.send(JSON.stringify({ id, method, params }));
    const { type, result, message } = await answer;
    if (type === 'error') throw new Error(`${method}: ${message}`);
    return result;
  }

  /** @param {string} url */
  async open(url) {
    const { context } = await this.send('browsingContext.create', { type: 'tab' });
    await this.send('browsingContext.navigate', { context, url, wait: 'complete' });
    this.context = context;
    await this.until("document.documentElement.hasAttribute('data-ready')");
  }

  /** What an async function of the page gives, as JSON. @param {Function} body @param {any[]} given @returns {Promise<any>} */
  async evaluate(body, ...given) {
    const expression = `(${body})(...${JSON.stringify(given)}).then((value) => JSON.stringify(value ?? null))`;
    const answer = await this.send('script.evaluate', { expression, target: { context: this.context }, awaitPromise: true });
    if (answer.type !== 'success') throw new Error(answer.exceptionDetails.text);
    return JSON.parse(answer.result.value);
  }

  /** @param {string} condition */
  until(condition) {
    return eventually(async () => assert.ok(await this.evaluate(`async () => ${condition}`), condition));
  }
}

/* eslint-disable no-undef -- these run in the page */
/** @param {string} name @param {object} body */
const both = async (name, body) => {
  // @ts-ignore: an address of the page
  const { askEngine } = await import('/js/engine/engine.js');
  const here = await askEngine(name, body).catch((/** @type {any} */ error) => ({ refused: error.body.type }));
  const answer = await fetch(`/api/v1/${name}`, { method: 'POST', headers: { 'content-type': 'application/json' }, body: JSON.stringify(body) });
  const there = await answer.json();
  return [here, answer.ok ? there : { refused: there.type }];
};

/** @param {object} question */
const solve = async (question) => {
  // @ts-ignore: an address of the page
  const { askEngine } = await import('/js/engine/engine.js');
  return askEngine('solve', question).catch((/** @type {any} */ error) => error.body);
};

/** @param {string} board */
const cancel = async (board) => {
  // @ts-ignore: an address of the page
  const { askEngine } = await import('/js/engine/engine.js');
  const stop = new AbortController();
  let begin = () => {};
  const began = new Promise((resolve) => {
    begin = () => resolve(undefined);
  });
  const done = askEngine('solve', { board, algorithm: 'ida/misplaced' }, { signal: stop.signal, onProgress: begin }).catch((/** @type {Error} */ error) => error.name);
  await began;
  const before = performance.now();
  stop.abort();
  return [await done, performance.now() - before];
};

/** @param {string} board */
const solveWithTables = async (board) => {
  // @ts-ignore: an address of the page
  const { askEngine } = await import('/js/engine/engine.js');
  let isBuilt = false;
  const began = performance.now();
  // A machine that is busy takes longer than the usual limit to build them.
  const question = { board, algorithm: 'pdb-ida:tables=7-7-1', limits: { time_ms: 60_000 } };
  const { length, proven } = await askEngine('solve', question, { onProgress: (/** @type {any} */ progress) => {
    isBuilt ||= progress.table?.entries > 1e6;
  } });
  const millis = Math.round(performance.now() - began);
  // The answer comes before its tables are kept.
  await askEngine('solve', question);
  return { length, proven, isBuilt, millis };
};

const hint = () => new Promise((resolve) => {
  const line = /** @type {HTMLElement} */ (document.getElementById('message'));
  const began = performance.now();
  new MutationObserver(() => {
    if (/^Slide \d+ \w+\. \(/.test(line.textContent ?? '')) resolve(performance.now() - began);
  }).observe(line, { childList: true, subtree: true, characterData: true });
  document.getElementById('hint')?.click();
});
/* eslint-enable no-undef */

/** What differs from run to run. @param {any} answer */
const lasting = (answer) => JSON.parse(JSON.stringify(answer, (key, value) => (['time_ms', 'peak_mb', 'elapsed_ms', 'cached'].includes(key) ? undefined : value)));

/** @param {Browser} browser @param {string} base */
async function check(browser, base) {
  await browser.open(base);
  const questions = /** @type {[string, any][]} */ ([
    ...['bfs', 'astar/manhattan', 'ida/linear-conflict', 'bidirectional', 'human', 'sat'].map((algorithm) => ['solve', { board: SAMPLE, algorithm }]),
    ...['ida/walking-distance', 'pdb-ida:tables=7-7-1'].map((algorithm) => ['solve', { board: MEDIUM, algorithm, limits: { time_ms: 60_000 } }]),
    ['solve', { board: '1 2 3/4 5 6/8 7 0' }], ['check', { board: '1 8 7/4 3 2/6 5 0' }], ['hint', { board: SAMPLE, grade: 3 }],
    ['analyze', { board: SAMPLE, moves: 'LUR2D2LURULDLU' }], ['explain', { board: MEDIUM }], ['decide', { board: SAMPLE, bound: 13 }],
    ['trace', { board: SAMPLE, algorithm: 'astar/manhattan', max_events: 500 }], ['puzzles', { id: 'g1-3x3-hard-20481' }],
  ]);
  for (const [name, body] of questions) {
    const [here, there] = await browser.evaluate(both, name, body);
    assert.deepEqual(lasting(here), lasting(there), `${name} ${JSON.stringify(body)}`);
  }
  console.log(`${questions.length} answers are those of the service`);

  const boards = corpus(TAQUIN);
  for (const { id, question, expected } of boards) assert.deepEqual(essence(await browser.evaluate(solve, question)), expected, id);
  console.log(`${boards.length} boards of the texts have the answers and the nodes of the command line`);

  for (const [limits, algorithm, limit] of /** @type {const} */ ([[{ memory_mb: 32 }, 'bfs', 'memory'], [{ nodes: 100_000 }, 'ida/misplaced', 'nodes'], [{ time_ms: 200 }, 'ida/misplaced', 'time']])) {
    assert.equal((await browser.evaluate(solve, { board: HARD, algorithm, limits })).limit, limit);
  }
  console.log('limits of memory, nodes and time hold');

  const [end, millis] = await browser.evaluate(cancel, HARD);
  assert.equal(end, 'AbortError');
  assert.ok(millis < 100, `${millis} ms`);
  console.log(`a search that is called off ends in ${Math.round(millis)} ms`);

  const first = await browser.evaluate(solveWithTables, HARD);
  await browser.open(base);
  const second = await browser.evaluate(solveWithTables, HARD);
  assert.deepEqual([first.length, first.proven, second.length, second.isBuilt], [56, true, 56, false]);
  console.log(`a 4x4 proof with tables: ${first.millis} ms, on the second visit ${second.millis} ms`);
  assert.deepEqual(browser.faults, []);

  // Requests that are caught and never let go: a service that hangs.
  const { intercept } = await browser.send('network.addIntercept', { phases: ['beforeRequestSent'], urlPatterns: [{ type: 'pattern', pathname: '/api/v1/hint' }] });
  await browser.open(`${base}?b=${HARD.replaceAll(' ', ',')}`);
  await browser.until("document.documentElement.dataset.engine === 'ready'");
  const waited = await browser.evaluate(hint);
  assert.ok(waited < 1000, `${waited} ms`);
  console.log(`a hint with a service that hangs: ${Math.round(waited)} ms`);
  await browser.send('network.removeIntercept', { intercept });

  await browser.send('script.addPreloadScript', { functionDeclaration: "() => { delete globalThis.WebAssembly; const real = fetch; globalThis.fetch = (to, ...more) => (String(to).includes('/api/') ? Promise.reject(new TypeError('gone')) : real(to, ...more)); }" });
  await browser.open(`${base}learn`);
  await browser.until("document.body.textContent.includes('WebAssembly')");
  console.log('without WebAssembly the page says so');
}

/** Tables are built and used, and kept for the next visit or not. @param {Browser} browser @param {string} base @param {boolean} isKept */
async function checkTables(browser, base, isKept) {
  for (const isFirst of [true, false]) {
    await browser.open(base);
    const { length, proven, isBuilt } = await browser.evaluate(solveWithTables, HARD);
    assert.deepEqual([length, proven, isBuilt], [56, true, isFirst || !isKept]);
  }
}

if (!FIREFOX) throw new Error('Firefox is not installed');
const port = await freePort();
const base = `http://127.0.0.1:${port}/`;
const service = spawn(TAQUIN, ['serve', '--port', String(port), '--rate', '0', '--no-store', ...(TAQUIN_ASSETS ? ['--assets', TAQUIN_ASSETS] : [])], { stdio: 'ignore' });

/** A Firefox with a profile of its own. @param {Record<string, string | number | boolean>} preferences @param {(browser: Browser) => Promise<void>} deed */
async function withFirefox(preferences, deed) {
  const remote = await freePort();
  const profile = mkdtempSync(join(tmpdir(), 'taquin-firefox-'));
  writeFileSync(join(profile, 'user.js'), Object.entries(preferences).map(([name, value]) => `user_pref(${JSON.stringify(name)}, ${JSON.stringify(value)});\n`).join(''));
  const firefox = spawn(FIREFOX ?? '', ['--headless', '--no-remote', '--profile', profile, `--remote-debugging-port=${remote}`, 'about:blank'], { stdio: 'ignore' });
  try {
    const socket = await eventually(() => new Promise((resolve, reject) => {
      const tried = new WebSocket(`ws://127.0.0.1:${remote}/session`);
      tried.on('open', () => resolve(tried)).on('error', reject);
    }));
    const browser = new Browser(/** @type {WebSocket} */ (socket));
    await browser.send('session.new', { capabilities: {} });
    await browser.send('session.subscribe', { events: ['log.entryAdded', 'network.beforeRequestSent'] });
    await deed(browser);
    await browser.send('browser.close').catch(() => {});
  } finally {
    firefox.kill();
    await new Promise((resolve) => (firefox.exitCode === null && firefox.signalCode === null ? firefox.once('exit', resolve) : resolve(null)));
    rmSync(profile, { recursive: true, force: true, maxRetries: 5 });
  }
}

try {
  await eventually(async () => assert.ok((await fetch(`${base}api/v1/health`)).ok));
  await withFirefox({}, (browser) => check(browser, base));
  const surroundings = /** @type {[string, Record<string, number | boolean>, boolean][]} */ ([
    ['in a private window', { 'browser.privatebrowsing.autostart': true }, true],
    ['where storage is full', { 'dom.quotaManager.temporaryStorage.fixedLimit': 1024 }, false],
  ]);
  for (const [name, preferences, isKept] of surroundings) {
    await withFirefox(preferences, (browser) => checkTables(browser, base, isKept));
    console.log(`${name}, tables are built, used and ${isKept ? 'kept' : 'not kept'}`);
  }
} finally {
  service.kill();
}
