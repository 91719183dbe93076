//! The sliding-tile puzzle: boards, solvers, heuristics and instance sets, all by name.
//!
//! This crate is what a program depends on. It re-exports the core, its [`catalogue`] knows every
//! solver and heuristic, and [`levels`] draws boards by difficulty. The instance sets are in [`data`],
//! pattern databases in [`pdb`], formulas in [`sat`].

mod auto;
pub mod catalogue;
pub mod levels;

pub use auto::Auto;
pub use taquin_core::*;
pub use taquin_data as data;
#[cfg(feature = "gpu")]
pub use taquin_gpu::{Gpu, GpuCheck, GpuError, gpu_checks, gpu_name, gpu_table};
pub use taquin_pdb as pdb;
pub use taquin_sat as sat;
pub use taquin_search::{algorithms, exhaust, heuristic, human, mtm, table};
