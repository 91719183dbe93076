/**
 * The engine in the page: the application compiled to WebAssembly, in threads of its own.
 *
 * Questions and answers are those of the service. Each lane is one thread that answers one question
 * after the other: short questions do not wait behind long searches, and several long ones share the processors. A search
 * that is called off ends with its thread, and the next question gets a new one, with the module that is compiled already.
 */

import { fileAddress } from '../address.js';
import { Offline, Problem } from '../connection.js';
import { MODULE } from './module.js';
import { canShare, isUnfinished, shareSearch } from './parts.js';
import { boardSize, LEAST_CELLS, MOST_CELLS } from './size.js';

/** The engine cannot run in this browser. */
export class NoEngine extends Offline {
  /** @param {unknown} cause */
  constructor(cause) {
    super();
    this.name = 'NoEngine';
    this.cause = cause;
  }
}

/**
 * @typedef {object} AskOptions
 * @property {AbortSignal} [signal] ends the search
 * @property {(progress: any) => void} [onProgress]
 */

/** @typedef {{id: number, name: string, question: string, resolve: (answer: any) => void, reject: (error: unknown) => void, onProgress?: (progress: any) => void}} Question */

/** @type {Promise<WebAssembly.Module> | null} */
let compiled = null;

/** @returns {Promise<WebAssembly.Module>} */
function compile() {
  compiled ??= fetchModule().catch((error) => {
    compiled = null;
    throw error;
  });
  return compiled;
}

async function fetchModule() {
  if (typeof WebAssembly !== 'object') throw new NoEngine('there is no WebAssembly');
  const answer = await fetch(fileAddress(`engine/${MODULE}`)).catch(() => Promise.reject(new Offline()));
  if (!answer.ok || !answer.body) throw new Offline();
  // Packed in the file itself, and of no media type that a server must know: every file server will do.
  const unpacked = answer.body.pipeThrough(new DecompressionStream('gzip'));
  const module = new Response(unpacked, { headers: { 'content-type': 'application/wasm' } });
  return WebAssembly.compileStreaming(module).catch((error) => Promise.reject(new NoEngine(error)));
}

/** Compiles the module and starts the thread of short questions. @returns {Promise<void>} @throws {NoEngine} where it cannot run */
export async function prepare() {
  laneOf('quick').start(await compile());
  isReady = true;
}

/** Whether the module is compiled. */
let isReady = false;

/**
 * What the engine can do at once: nothing yet, answer, or prove the shortest solutions of this board within a blink.
 * @param {Record<string, any>} question @returns {'cold' | 'ready' | 'proves'}
 */
export function readinessFor(question) {
  if (!isReady) return 'cold';
  return boardSize(question).cells < LEAST_CELLS || warmed.get(tablesOf(question)) === 'done' ? 'proves' : 'ready';
}

/** A thread that is loaded ahead, so that the next one is there even if the server has stopped answering. @type {Worker | null} */
let spare = null;

const newThread = () => new Worker(new URL('./worker.js', import.meta.url), { type: 'module' });

/** @returns {Worker} */
function takeThread() {
  const worker = spare ?? newThread();
  const next = newThread();
  spare = next;
  // One that cannot be loaded is of no use later.
  next.addEventListener('error', () => {
    if (spare === next) spare = null;
  });
  return worker;
}

let lastId = 0;

/** One thread and the questions that wait for it. */
class Lane {
  /** @type {Worker | null} */ #worker = null;
  #isShort;
  /** Questions that are being answered or wait. */ load = 0;
  /** @type {Question[]} */ #queue = [];
  /** @type {Question | null} */ #current = null;

  /** @param {boolean} isShort whether its questions end soon by themselves */
  constructor(isShort) {
    this.#isShort = isShort;
  }

  /** @param {string} name @param {string} question @param {AskOptions} options @returns {Promise<any>} */
  async ask(name, question, { signal, onProgress }) {
    this.load += 1;
    try {
      signal?.throwIfAborted();
      const module = await compile();
      isReady = true;
      signal?.throwIfAborted();
      return await new Promise((resolve, reject) => {
        const asked = { id: ++lastId, name, question, resolve, reject, onProgress };
        signal?.addEventListener('abort', () => this.#drop(asked), { once: true });
        this.#queue.push(asked);
        this.#next(module);
      });
    } finally {
      this.load -= 1;
    }
  }

  /** @param {WebAssembly.Module} module */
  #next(module) {
    if (this.#current) return;
    this.#current = this.#queue.shift() ?? null;
    if (!this.#current) return;
    const { id, name, question } = this.#current;
    this.start(module).postMessage({ id, name, question });
  }

  /** The lane's thread, started if there is none. @param {WebAssembly.Module} module @returns {Worker} */
  start(module) {
    if (this.#worker) return this.#worker;
    const worker = takeThread();
    worker.addEventListener('message', ({ data }) => this.#hear(data, module));
    worker.addEventListener('error', ({ message }) => {
      if (this.#current) this.#hear({ id: this.#current.id, fault: message ?? '', isLost: !message }, module);
      else this.#stop();
    });
    worker.postMessage({ module });
    this.#worker = worker;
    return worker;
  }

  /** @param {any} data @param {WebAssembly.Module} module */
  #hear(data, module) {
    const asked = this.#current;
    if (!asked || data.id !== asked.id) return;
    if (data.progress) {
      asked.onProgress?.(JSON.parse(data.progress));
      return;
    }
    this.#current = null;
    if (data.fault !== undefined) {
      this.#stop();
      // A thread whose script could not be fetched says nothing.
      asked.reject(data.isLost ? new Offline() : new Problem(500, { type: '/problems/internal', detail: data.fault }, 1));
    } else if (data.problem !== undefined) {
      asked.reject(new Problem(422, JSON.parse(data.problem), 1));
    } else {
      asked.resolve(JSON.parse(data.answer));
    }
    this.#next(module);
  }

  /** Gives its thread back, unless somebody waits for it. */
  retire() {
    if (!this.#current) this.#stop();
  }

  #stop() {
    this.#worker?.terminate();
    this.#worker = null;
  }

  /** @param {Question} asked */
  #drop(asked) {
    const waits = this.#queue.indexOf(asked);
    if (waits >= 0) this.#queue.splice(waits, 1);
    else if (this.#current !== asked) return;
    asked.onProgress = undefined;
    asked.reject(new DOMException('aborted', 'AbortError'));
    // A thread with its tables is worth more than the rest of a short search.
    if (this.#current !== asked || this.#isShort) return;
    this.#current = null;
    this.#stop();
    if (compiled) void compiled.then((module) => this.#next(module));
  }
}

/** @type {Map<string, Lane>} */
const lanes = new Map();

/** @param {string} name @returns {Lane} */
function laneOf(name) {
  const lane = lanes.get(name) ?? new Lane(!name.startsWith('long'));
  lanes.set(name, lane);
  return lane;
}

/** Threads for long searches: one processor is left to the page, and each thread has memory of its own. */
const THREADS = Math.min(4, Math.max(1, (globalThis.navigator?.hardwareConcurrency ?? 2) - 1));

const LONG_LANES = Array.from({ length: THREADS }, (_, index) => `long-${index}`);

/** The lane for long searches that has the least to do. */
const longLane = () => LONG_LANES.map(laneOf).reduce((least, lane) => (lane.load < least.load ? lane : least));

/** Questions that may search for long. */
const LONG = new Set(['solve', 'compare', 'trace', 'decide', 'encode', 'analyze', 'daily', 'part', 'parts']);

/** @param {string} name @param {Record<string, any>} question */
const isLong = (name, question) => LONG.has(name) || (name === 'puzzles' && boardSize(question).cells > 9 && !/random/.test(question.id ?? question.level ?? 'random'));

/** Milliseconds that a player waits for a hint. */
const HINT_MILLIS = 600;

/**
 * Asks the engine.
 * @param {string} name @param {Record<string, any>} body @param {AskOptions} [options] @returns {Promise<any>}
 * @throws {NoEngine} where it cannot run @throws {Problem} where there is no answer
 */
export async function askEngine(name, body, options = {}) {
  const question = complete(name, body);
  try {
    if (name === 'solve' && THREADS > 1 && canShare(question)) return await solveTogether(question, options);
    return await askLane(name, question, options);
  } finally {
    if (name === 'hint') warm(question);
    if (LONG_LANES.every((other) => !lanes.get(other)?.load)) LONG_LANES.slice(1).forEach((other) => lanes.get(other)?.retire());
  }
}

/** @param {string} name @param {Record<string, any>} question @param {AskOptions} options */
const askLane = (name, question, options) => (isLong(name, question) ? longLane() : laneOf('quick')).ask(name, JSON.stringify(question), options);

/** Milliseconds after which a search is shared: most are done before, and each thread needs its tables. */
const ALONE = 1500;
/** Milliseconds of a search that names no limit, as the service has it. */
const USUAL = 60_000;

/** One thread begins; what is hard goes on with all. @param {Record<string, any>} question @param {AskOptions} options */
async function solveTogether(question, options) {
  const end = performance.now() + (question.limits?.time_ms ?? USUAL);
  const left = () => Math.max(0, Math.round(end - performance.now()));
  const solve = (/** @type {object} */ limits) => askLane('solve', { ...question, limits: { ...question.limits, time_ms: left(), ...limits } }, options);
  // The tables come first: what is half built when the time is over would be built again.
  const ready = await solve({ nodes: 1 });
  if (ready.limit !== 'nodes') return ready;
  const first = await solve({ time_ms: Math.min(left(), ALONE) });
  if (first.limit !== 'time' || left() === 0) return first;
  if (!isUnfinished(first)) return solve({});
  const { signal, onProgress } = options;
  return shareSearch((name, part) => askLane(name, part, { signal }), question, first, { threads: THREADS, until: () => performance.now() < end, onProgress });
}

/** What the service adds by itself: a seed, since the module has no source of random numbers, and a hint's patience. @param {string} name @param {Record<string, any>} body */
function complete(name, body) {
  if (name === 'puzzles' && body.id === undefined && body.seed === undefined) {
    return { ...body, seed: crypto.getRandomValues(new Uint32Array(1))[0] };
  }
  if (name === 'hint' && !body.limits) return { ...body, limits: { time_ms: HINT_MILLIS } };
  return body;
}

/** Sizes and goals whose tables are being made, or were. @type {Map<string, 'busy' | 'done'>} */
const warmed = new Map();
/** @param {Record<string, any>} question */
const tablesOf = (question) => `${boardSize(question).name} ${question.goal ?? 'blank-last'}`;

/** Makes the tables of a size while the player thinks; from then on hints are proven at once. @param {Record<string, any>} question */
function warm({ board, goal }) {
  const { cells } = boardSize({ board });
  const name = tablesOf({ board, goal });
  if (cells < LEAST_CELLS || cells > MOST_CELLS || warmed.has(name)) return;
  warmed.set(name, 'busy');
  const question = { board, ...(goal === undefined ? {} : { goal }), algorithm: 'pdb-ida', limits: { time_ms: 30_000, nodes: 1 } };
  laneOf('tables').ask('solve', JSON.stringify(question), {})
    .then(() => {
      warmed.set(name, 'done');
      // This thread has the tables now; those who asked before it did go without them.
      const before = lanes.get('quick');
      lanes.set('quick', laneOf('tables'));
      lanes.delete('tables');
      before?.retire();
    })
    .catch(() => warmed.delete(name));
}
