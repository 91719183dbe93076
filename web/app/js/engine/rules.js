/**
 * The rules of the game: `taquin-core` and `taquin-game`, compiled to a small WebAssembly module that answers at once.
 *
 * Whoever imports this waits until the module is there; where it cannot run, the page says so and goes no further.
 * Questions and answers are texts made of fields.
 */

import { RULES } from './module.js';

/** @type {any} the module's exports */
let wasm = null;
let page = 0;

async function load() {
  if (typeof WebAssembly !== 'object') throw new Error('there is no WebAssembly');
  const answer = await fetch(new URL(`../../engine/${RULES}`, import.meta.url));
  if (!answer.ok || !answer.body) throw new Error(`status ${answer.status}`);
  const unpacked = new Response(answer.body.pipeThrough(new DecompressionStream('gzip')));
  const { instance } = await WebAssembly.instantiate(await unpacked.arrayBuffer(), {});
  wasm = instance.exports;
  page = wasm.start();
}

try {
  await load();
} catch (error) {
  if (globalThis.document) void import('../no-rules.js').then(({ sayNoRules }) => sayNoRules());
  throw error;
}

const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];

/**
 * Asks a question: the fields of the answer, or null where it is no.
 * @param {string} name @param {...(string | number | boolean)} fields @returns {string[] | null}
 * @throws {RulesFault} what is wrong with a text
 */
export function ask(name, ...fields) {
  const written = fields.map((field) => (typeof field === 'boolean' ? String(Number(field)) : String(field).replaceAll('\0', '\uFFFD')));
  const question = encoder.encode([name, ...written].join('\0'));
  const pointer = wasm.allocate(question.length);
  new Uint8Array(wasm.memory.buffer, pointer, question.length).set(question);
  const isAnswer = wasm.ask(page, pointer, question.length) === 1;
  const text = decoder.decode(new Uint8Array(wasm.memory.buffer, wasm.answer(page), wasm.answer_length(page)));
  if (isAnswer) return text.split('\0');
  if (text === '') return null;
  throw new RulesFault(text.split('\0'));
}

/** The same where an answer is certain. @param {string} name @param {...(string | number | boolean)} fields */
export function know(name, ...fields) {
  const answer = ask(name, ...fields);
  if (!answer) throw new Error(`no answer to ${name} ${fields.join(' ')}`);
  return answer;
}

/** A text that cannot be read; `fault.id` names the message, `fault.params` fill it. */
export class RulesFault extends Error {
  /** @param {string[]} fields */
  constructor([id, index, ...pairs]) {
    super(`${id} ${pairs.join(' ')}`);
    /** @type {Record<string, string | number>} */
    const params = {};
    for (let at = 0; at < pairs.length; at += 2) {
      const isNumber = pairs[at].startsWith('#');
      params[isNumber ? pairs[at].slice(1) : pairs[at]] = isNumber ? Number(pairs[at + 1]) : pairs[at + 1];
    }
    /** @type {{id: string, params: Record<string, string | number>, index?: number}} */
    this.fault = { id, params, index: index === '' ? undefined : Number(index) };
  }
}
