/**
 * Which module the page loads. Written by `cargo xtask page`.
 *
 * @module engine/module
 */

/** The file, with its hash, so that no cache mixes versions. */
export const MODULE = 'taquin.bin?v=593e188fbac65785';
/** The hash of the sources that it was compiled from. */
export const SOURCES = '687f45b83491030fddccba83e8ece092';
