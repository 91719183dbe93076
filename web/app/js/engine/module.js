/**
 * Which modules the page loads, by their hashes, so that no cache mixes versions; and the hashes of the sources that they
 * were compiled from. Written by `cargo xtask page`.
 *
 * @module engine/module
 */

export const MODULE = 'taquin.bin?v=cdb4a6c54b1a9291';
export const MODULE_SOURCES = '5b81d2f0cf32fbe110065a26d2589811';
export const RULES = 'rules.bin?v=a362cd9c57c1cc57';
export const RULES_SOURCES = 'f46d5088b5a91fc7b459065e675f9f21';
