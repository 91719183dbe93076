/** Addresses, wherever the site is. */

const ROOT = new URL('../', import.meta.url).pathname;

/** Static sites say that they have none. */
export const hasService = !globalThis.document?.querySelector('meta[name="taquin-service"]');

/** @param {string} name */
export const fileAddress = (name) => ROOT + name;

/** File servers know pages by their files. @param {string} name empty for Play @param {string} [query] */
export const pageAddress = (name, query = '') => ROOT + name + (name && !hasService ? '.html' : '') + query;
