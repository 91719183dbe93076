/**
 * Which modules the page loads, by their hashes, so that no cache mixes versions; and the hashes of the sources that they
 * were compiled from. Written by `cargo xtask page`.
 */

export const MODULE = 'taquin.bin?v=eb613425124bc1a1';
export const MODULE_SOURCES = '82a45cba4dffca939cd02def7fbc7208';
export const RULES = 'rules.bin?v=31c8b1bfd385c1d2';
export const RULES_SOURCES = '98bd7a8d9d11054c84bc4ba24730caf6';
