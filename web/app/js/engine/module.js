/**
 * Which modules the page loads, by their hashes, so that no cache mixes versions; and the hashes of the sources that they
 * were compiled from. Written by `cargo xtask page`.
 */

export const MODULE = 'taquin.bin?v=998a12cecd3b03a1';
export const MODULE_SOURCES = '58c82c37a0efc56913218f9cb3448816';
export const RULES = 'rules.bin?v=35003b8327518d50';
export const RULES_SOURCES = 'bc6b4ec938db171a260df3643479e811';
