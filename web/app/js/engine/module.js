/**
 * Which modules the page loads, by their hashes, so that no cache mixes versions; and the hashes of the sources that they
 * were compiled from. Written by `cargo xtask page`.
 */

export const MODULE = 'taquin.bin?v=4018844c64f330c7';
export const MODULE_SOURCES = '6861c8552cc001fef28a76537ec6d853';
export const RULES = 'rules.bin?v=35003b8327518d50';
export const RULES_SOURCES = 'bc6b4ec938db171a260df3643479e811';
