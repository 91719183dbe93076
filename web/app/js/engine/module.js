/**
 * Which modules the page loads, by their hashes, so that no cache mixes versions; and the hashes of the sources that they
 * were compiled from. Written by `cargo xtask page`.
 */

export const MODULE = 'taquin.bin?v=bb183904d38f2ace';
export const MODULE_SOURCES = 'e3e943ea00e6e281b6bc6d1a22e5eab2';
export const RULES = 'rules.bin?v=d6974083d5204157';
export const RULES_SOURCES = 'ba8c6a518eeba60a250aae8ef9017790';
export const RESULTS = 'results.bin?v=34e15c7da1ffb7e2';
export const RESULTS_SOURCES = '9b8d29d0147038ff06d58e6cd14af4d7';
