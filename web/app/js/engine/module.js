/**
 * Which module the page loads. Written by `cargo xtask page`.
 *
 * @module engine/module
 */

/** The file, with its hash, so that no cache mixes versions. */
export const MODULE = 'taquin.bin?v=63e38a2992bd9446';
/** The hash of the sources that it was compiled from. */
export const SOURCES = '1221195519036a031a34d7c673938608';
