/**
 * Which module the page loads. Written by `cargo xtask page`.
 *
 * @module engine/module
 */

/** The file, with its hash, so that no cache mixes versions. */
export const MODULE = 'taquin.bin?v=63e38a2992bd9446';
/** The hash of the sources that it was compiled from. */
export const SOURCES = '88294abfbd25eac5178f522250c0b025';
