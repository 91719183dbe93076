/**
 * Which module the page loads. Written by `cargo xtask page`.
 *
 * @module engine/module
 */

/** The file, with its hash, so that no cache mixes versions. */
export const MODULE = 'taquin.bin?v=97c049a1c4d5493b';
/** The hash of the sources that it was compiled from. */
export const SOURCES = '38a7f49f8f86e5f1b6db7cac93220af7';
