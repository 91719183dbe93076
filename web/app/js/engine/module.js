/**
 * Which modules the page loads, by their hashes, so that no cache mixes versions; and the hashes of the sources that they
 * were compiled from. Written by `cargo xtask page`.
 *
 * @module engine/module
 */

export const MODULE = 'taquin.bin?v=593e188fbac65785';
export const MODULE_SOURCES = '687f45b83491030fddccba83e8ece092';
export const RULES = 'rules.bin?v=a362cd9c57c1cc57';
export const RULES_SOURCES = 'df101e73d776ada20f1bb8006360b30f';
