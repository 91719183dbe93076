//! Sliding-tile puzzles for other programs: [pictures](picture), search [trees](tree), planning tasks
//! ([`pddl`]) and constraint models ([`minizinc`]).

pub mod minizinc;
pub mod pddl;
pub mod picture;
pub mod tree;
