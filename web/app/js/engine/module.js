/**
 * Which modules the page loads, by their hashes, so that no cache mixes versions; and the hashes of the sources that they
 * were compiled from. Written by `cargo xtask page`.
 */

export const MODULE = 'taquin.bin?v=3181f1685a258310';
export const MODULE_SOURCES = '961fb368a112d203d59dc99f265c1cd1';
export const RULES = 'rules.bin?v=9496a213777ec6cc';
export const RULES_SOURCES = '9ef62540c4d3f67157a8e8e07a046bfe';
