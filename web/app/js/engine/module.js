/**
 * Which modules the page loads, by their hashes, so that no cache mixes versions; and the hashes of the sources that they
 * were compiled from. Written by `cargo xtask page`.
 */

export const MODULE = 'taquin.bin?v=00515990fdcc3d36';
export const MODULE_SOURCES = '3cb97c4c261a6aad69f3cb4edbc3f0ab';
export const RULES = 'rules.bin?v=35003b8327518d50';
export const RULES_SOURCES = 'bc6b4ec938db171a260df3643479e811';
