/**
 * Which modules the page loads, by their hashes, so that no cache mixes versions; and the hashes of the sources that they
 * were compiled from. Written by `cargo xtask page`.
 */

export const MODULE = 'taquin.bin?v=bb183904d38f2ace';
export const MODULE_SOURCES = '344210bc8c5632ddcbb4662e834ebd85';
export const RULES = 'rules.bin?v=d6974083d5204157';
export const RULES_SOURCES = '4e12bca2a607a7a2f603c65f77cbbc0f';
export const RESULTS = 'results.bin?v=057ee5ecbe0b03ce';
export const RESULTS_SOURCES = 'ff17fe570efad2b5c07034acdb1abcdd';
