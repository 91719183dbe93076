/**
 * Statistics, plots and files of results, from a module that is fetched on first use.
 */

import { RESULTS } from './module.js';
import { openModule } from './rules.js';

/** @type {ReturnType<typeof openModule> | null} */
let opened = null;
/** @type {Awaited<ReturnType<typeof openModule>>} */
let module = () => ({ text: '', isAnswer: false });

/** Fetches the module once; a part of the page that asks it exports this. */
export async function ready() {
  opened ??= openModule(RESULTS);
  try {
    module = await opened;
  } catch (error) {
    opened = null;
    throw error;
  }
}

/** Asks: the text of the answer, null where a text cannot be read. @param {...(string | number | boolean)} fields the question's name first */
export function askText(...fields) {
  const { text, isAnswer } = module(fields);
  return isAnswer ? text : null;
}

/** Asks about rows; the answer's data. @param {string} name @param {...unknown} rows */
export const askRows = (name, ...rows) => JSON.parse(askText(name, ...rows.map((one) => JSON.stringify(one))) ?? 'null');

/** A file, which comes as base64. @param {string} text */
export const fileOf = (text) => Uint8Array.from(atob(text), (sign) => sign.charCodeAt(0));
