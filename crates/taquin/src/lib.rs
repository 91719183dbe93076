//! The sliding-tile puzzle: everything by name.
//!
//! This crate is what front ends depend on: it re-exports the core, its [`catalogue`] knows every
//! solver and heuristic, and what several front ends share is here once: boards by
//! [level](levels), the answers to questions ([`ask`]), [`picture`]s of boards, planning tasks ([`pddl`]) and the JSON shapes of
//! answers ([`wire`]). The instance sets are in [`data`], pattern databases in [`pdb`],
//! formulas in [`sat`].

pub mod ask;
mod auto;
pub mod catalogue;
mod gpu;
mod gpu_check;
mod gpu_tables;
pub mod levels;
mod logic;
pub mod minizinc;
pub mod pddl;
pub mod picture;
pub mod wire;

pub use auto::Auto;
pub use gpu::gpu_name;
pub use gpu_check::{GpuCheck, gpu_checks};
pub use gpu_tables::gpu_table;
pub use taquin_core::*;
pub use taquin_data as data;
pub use taquin_gpu::GpuError;
pub use taquin_pdb as pdb;
pub use taquin_sat as sat;
pub use taquin_search::{algorithms, human, table};
