//! The sliding-tile puzzle: everything by name.
//!
//! This crate is what front ends depend on: it re-exports the core, and its [`catalogue`] knows
//! every solver and heuristic.

pub mod catalogue;

pub use taquin_core::*;
