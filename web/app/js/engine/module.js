/**
 * Which module the page loads. Written by `cargo xtask page`.
 *
 * @module engine/module
 */

/** The file, with its hash, so that no cache mixes versions. */
export const MODULE = 'taquin.bin?v=9bb1c38f30fa3c35';
/** The hash of the sources that it was compiled from. */
export const SOURCES = 'c91f0b0eee56a8ec8469be6da93dbfc5';
