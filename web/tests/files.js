/** Lets modules of the page run outside a browser: what they fetch from their own folder is read from the disk. */

import { readFile } from 'node:fs/promises';

const { fetch } = globalThis;

/** @type {typeof fetch} */
globalThis.fetch = async (address, options) => {
  const url = new URL(String(address));
  if (url.protocol !== 'file:') return fetch(address, options);
  url.search = '';
  return new Response(await readFile(url));
};
