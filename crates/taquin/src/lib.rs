//! The sliding-tile puzzle: boards, solvers, heuristics and instance sets, all by name.
//!
//! This crate is what a program depends on. It re-exports the core, its [`catalogue`] knows every
//! solver and heuristic, and [`levels`] draws boards by difficulty. The instance sets are in [`data`],
//! pattern databases in [`pdb`], formulas in [`sat`].

mod auto;
pub mod catalogue;
mod gpu;
mod gpu_check;
mod gpu_tables;
pub mod levels;
mod logic;

pub use auto::Auto;
pub use gpu::gpu_name;
pub use gpu_check::{GpuCheck, gpu_checks};
pub use gpu_tables::gpu_table;
pub use taquin_core::*;
pub use taquin_data as data;
pub use taquin_gpu::GpuError;
pub use taquin_pdb as pdb;
pub use taquin_sat as sat;
pub use taquin_search::{algorithms, heuristic, human, table};
