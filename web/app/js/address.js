/**
 * Addresses, wherever the site is: at the root of the service, or in a folder of a file server.
 *
 * @module address
 */

const ROOT = new URL('../', import.meta.url).pathname;

/** Whether the page came with a service; a static site says that it did not. */
export const hasService = !globalThis.document?.querySelector('meta[name="taquin-service"]');

/** @param {string} name */
export const fileAddress = (name) => ROOT + name;

/** File servers know pages by their files. @param {string} name empty for Play @param {string} [query] */
export const pageAddress = (name, query = '') => ROOT + name + (name && !hasService ? '.html' : '') + query;
