/**
 * Which modules the page loads, by their hashes, so that no cache mixes versions; and the hashes of the sources that they
 * were compiled from. Written by `cargo xtask page`.
 */

export const MODULE = 'taquin.bin?v=9131176c33b5da37';
export const MODULE_SOURCES = 'd13c9985cba4ed17423d802dba846377';
export const RULES = 'rules.bin?v=c4be68a96e2a0597';
export const RULES_SOURCES = '278dd0eae1b13a5e434f28c8cbf32dd9';
export const RESULTS = 'results.bin?v=057ee5ecbe0b03ce';
export const RESULTS_SOURCES = 'ff17fe570efad2b5c07034acdb1abcdd';
