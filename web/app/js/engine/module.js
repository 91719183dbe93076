/**
 * Which modules the page loads, by their hashes, so that no cache mixes versions; and the hashes of the sources that they
 * were compiled from. Written by `cargo xtask page`.
 *
 * @module engine/module
 */

export const MODULE = 'taquin.bin?v=37d0db05a1e7dae6';
export const MODULE_SOURCES = 'a69faa7fd52a807d9dd99e46ddbf1df1';
export const RULES = 'rules.bin?v=31c8b1bfd385c1d2';
export const RULES_SOURCES = 'd01611761ad7fb848147a39545b71fca';
