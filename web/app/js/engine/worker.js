/**
 * The engine's thread: one WebAssembly module, one question at a time.
 *
 * In: first `{module}`, then `{id, name, question}` with the question as JSON text. Out, by `id`:
 * `{progress}` while it searches, then `{answer}` or `{problem}` as JSON text, or `{fault}` after which this
 * thread is of no more use. Pattern databases of the board's size are loaded before the first
 * question about it and kept after the one that built them.
 */

import { boardSize, LEAST_CELLS } from './size.js';
import { dropTable, keepTable, namesOf, readTable } from './tables.js';

/** @type {any} the module's exports */
let wasm = null;
let session = 0;
let current = 0;
let panic = '';
/** @type {Uint8Array[]} pieces of the table that is being saved */
let pieces = [];
/** Sizes whose tables were looked for. @type {Set<string>} */
const looked = new Set();

/** @param {number} pointer @param {number} length */
const bytesAt = (pointer, length) => new Uint8Array(wasm.memory.buffer, pointer, length);
/** @param {number} pointer @param {number} length */
const textAt = (pointer, length) => new TextDecoder().decode(bytesAt(pointer, length));
const reply = () => textAt(wasm.reply(session), wasm.reply_length(session));

/** What the module calls. */
const host = {
  now: () => performance.now(),
  is_cancelled: () => 0,
  /** @param {number} pointer @param {number} length */
  progress: (pointer, length) => postMessage({ id: current, progress: textAt(pointer, length) }),
  /** @param {number} pointer @param {number} length */
  table_bytes: (pointer, length) => void pieces.push(bytesAt(pointer, length).slice()),
  /** @param {number} pointer @param {number} length */
  panicked: (pointer, length) => {
    panic = textAt(pointer, length);
  },
};

/** Copies bytes into the module, which frees them. @param {Uint8Array} bytes @returns {[number, number]} */
function put(bytes) {
  const pointer = wasm.allocate(bytes.length);
  bytesAt(pointer, bytes.length).set(bytes);
  return [pointer, bytes.length];
}

/** @param {string} text */
const putText = (text) => put(new TextEncoder().encode(text));

/** @param {WebAssembly.Module} module */
async function begin(module) {
  const instance = await WebAssembly.instantiate(module, { host });
  wasm = instance.exports;
  session = wasm.start();
}

/** Loads what was kept for a size; what is not whole is dropped. @param {string} question */
async function loadTables(question) {
  const { name, cells } = boardSize(JSON.parse(question));
  if (cells < LEAST_CELLS || looked.has(name)) return;
  looked.add(name);
  for (const kept of await namesOf(name)) {
    const bytes = await readTable(kept);
    if (!bytes || wasm.load_table(session, ...put(bytes)) === 0) await dropTable(kept);
  }
}

async function saveTables() {
  while (wasm.save_table(session) === 1) {
    const name = reply();
    const bytes = await new Blob(/** @type {BlobPart[]} */ (pieces)).arrayBuffer();
    pieces = [];
    await keepTable(name, bytes);
  }
  pieces = [];
}

/** @param {{id: number, name: string, question: string}} message */
async function answer({ id, name, question }) {
  current = id;
  try {
    await loadTables(question);
    const isAnswer = wasm.ask(session, ...putText(name), ...putText(question)) === 1;
    postMessage({ id, [isAnswer ? 'answer' : 'problem']: reply() });
    await saveTables();
    postMessage({ idle: true });
  } catch (error) {
    postMessage({ id, fault: panic || String(error) });
  }
}

/** One thing after the other. @type {Promise<void>} */
let before = Promise.resolve();

addEventListener('message', ({ data }) => {
  before = before.then(() => (data.module ? begin(data.module) : answer(data)))
    .catch((error) => postMessage({ id: data.id ?? 0, fault: String(error) }));
});
