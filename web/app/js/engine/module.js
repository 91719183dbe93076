/**
 * Which module the page loads. Written by `cargo xtask page`.
 *
 * @module engine/module
 */

/** The file, with its hash, so that no cache mixes versions. */
export const MODULE = 'taquin.bin?v=dfc0c9463860c458';
/** The hash of the sources that it was compiled from. */
export const SOURCES = '38b395f36407b8e088b33c08755bbb5b';
