/**
 * The rules of the game: `taquin-core` and `taquin-game`, compiled to a small WebAssembly module that answers at once.
 *
 * Whoever imports this waits until the module is there; where it cannot run, the page says so and goes no further.
 * Questions and answers are texts made of fields.
 */

import { RULES } from './module.js';

/**
 * Fetches a module, and gives what asks it: the text of an answer, and whether it is one or a fault.
 * @param {string} file @returns {Promise<(fields: readonly (string | number | boolean)[]) => {text: string, isAnswer: boolean}>}
 */
export async function openModule(file) {
  if (typeof WebAssembly !== 'object') throw new Error('there is no WebAssembly');
  const packed = await fetch(new URL(`../../engine/${file}`, import.meta.url));
  if (!packed.ok || !packed.body) throw new TypeError(`${file} cannot be had: status ${packed.status}`);
  const unpacked = new Response(packed.body.pipeThrough(new DecompressionStream('gzip')));
  const { instance } = await WebAssembly.instantiate(await unpacked.arrayBuffer(), {});
  const wasm = /** @type {any} */ (instance.exports);
  const page = wasm.start();
  return (fields) => {
    const written = fields.map((field) => (typeof field === 'boolean' ? String(Number(field)) : String(field).replaceAll('\0', '\uFFFD')));
    const question = encoder.encode(written.join('\0'));
    const pointer = wasm.allocate(question.length);
    new Uint8Array(wasm.memory.buffer, pointer, question.length).set(question);
    const isAnswer = wasm.ask(page, pointer, question.length) === 1;
    return { text: decoder.decode(new Uint8Array(wasm.memory.buffer, wasm.answer(page), wasm.answer_length(page))), isAnswer };
  };
}

const [encoder, decoder] = [new TextEncoder(), new TextDecoder()];

const rules = await openModule(RULES).catch((error) => {
  if (globalThis.document) void import('../no-rules.js').then(({ sayNoRules }) => sayNoRules());
  throw error;
});

/**
 * Asks a question: the fields of the answer, or null where it is no.
 * @param {...(string | number | boolean)} fields its name first @returns {string[] | null}
 * @throws {RulesFault} what is wrong with a text
 */
export function ask(...fields) {
  const { text, isAnswer } = rules(fields);
  if (isAnswer) return text.split('\0');
  if (text === '') return null;
  throw new RulesFault(text.split('\0'));
}

/** The same where an answer is certain. @param {...(string | number | boolean)} fields */
export function know(...fields) {
  const answer = ask(...fields);
  if (!answer) throw new Error(`no answer to ${fields.join(' ')}`);
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
