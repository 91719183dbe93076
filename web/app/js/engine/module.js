/**
 * Which module the page loads. Written by `cargo xtask page`.
 *
 * @module engine/module
 */

/** The file, with its hash, so that no cache mixes versions. */
export const MODULE = 'taquin.bin?v=9eefdd86203ea1dd';
/** The hash of the sources that it was compiled from. */
export const SOURCES = '9eea6ad097c179c80bab6d08e0ad5dfc';
