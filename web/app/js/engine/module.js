/**
 * Which modules the page loads, by their hashes, so that no cache mixes versions; and the hashes of the sources that they
 * were compiled from. Written by `cargo xtask page`.
 */

export const MODULE = 'taquin.bin?v=998a12cecd3b03a1';
export const MODULE_SOURCES = '402594d50dbf2a7cc407fdee4610df28';
export const RULES = 'rules.bin?v=401ab69c325d302c';
export const RULES_SOURCES = '75a9630039d16b20f5b0778ac7392f46';
export const RESULTS = 'results.bin?v=f4e6a78346ef9fbf';
export const RESULTS_SOURCES = 'ac86e8c80dcd2be822d07d526835229c';
