/**
 * Which modules the page loads, by their hashes, so that no cache mixes versions; and the hashes of the sources that they
 * were compiled from. Written by `cargo xtask page`.
 */

export const MODULE = 'taquin.bin?v=998a12cecd3b03a1';
export const MODULE_SOURCES = '402594d50dbf2a7cc407fdee4610df28';
export const RULES = 'rules.bin?v=37f09ecc3191412d';
export const RULES_SOURCES = 'ba8c6a518eeba60a250aae8ef9017790';
export const RESULTS = 'results.bin?v=e5b90b731f3cc2a5';
export const RESULTS_SOURCES = '9b8d29d0147038ff06d58e6cd14af4d7';
