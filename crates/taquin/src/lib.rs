//! The sliding-tile puzzle: everything by name.
//!
//! This crate is what front ends depend on: it re-exports the core, its [`catalogue`] knows every
//! solver and heuristic, and what several front ends share is here once: [`picture`]s of boards
//! and planning tasks ([`pddl`]).

pub mod catalogue;
pub mod pddl;
pub mod picture;

pub use taquin_core::*;
pub use taquin_search::human;
