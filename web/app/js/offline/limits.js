/**
 * What the page's own solver can do; apart from it, so that asking does not load it.
 *
 * @module offline/limits
 */

/** The greatest number of cells for which a table of all boards is made: 9! bytes. */
export const TABLE_CELLS = 9;

/** The greatest number of cells that are searched. */
export const SEARCH_CELLS = 16;
