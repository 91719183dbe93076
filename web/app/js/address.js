/**
 * Addresses of the site's pages and files, wherever the site is: at the root of a server that answers
 * questions too, or in a folder of a plain file server.
 *
 * @module address
 */

/** The folder of the site. */
export const ROOT = new URL('../', import.meta.url);

/** Whether the page came with a service; a static site says that it did not. */
export const hasService = globalThis.document?.querySelector('meta[name="taquin-service"]')?.getAttribute('content') !== 'none';

/** The address of a file of the site. @param {string} name */
export const fileAddress = (name) => ROOT.pathname + name;

/** The address of a page; a plain file server knows it only by its file. @param {string} name empty for Play @param {string} [query] */
export const pageAddress = (name, query = '') => ROOT.pathname + (name && !hasService ? `${name}.html` : name) + query;
