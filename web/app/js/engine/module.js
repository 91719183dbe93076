/**
 * Which modules the page loads, by their hashes, so that no cache mixes versions; and the hashes of the sources that they
 * were compiled from. Written by `cargo xtask page`.
 */

export const MODULE = 'taquin.bin?v=63f8bd2457b82930';
export const MODULE_SOURCES = 'c4c69ea7857a47feac3000913ffb8958';
export const RULES = 'rules.bin?v=d6974083d5204157';
export const RULES_SOURCES = 'ba8c6a518eeba60a250aae8ef9017790';
export const RESULTS = 'results.bin?v=34e15c7da1ffb7e2';
export const RESULTS_SOURCES = '9b8d29d0147038ff06d58e6cd14af4d7';
