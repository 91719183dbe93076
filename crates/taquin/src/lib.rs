//! The sliding-tile puzzle: boards, solvers, heuristics and instance sets, all by name.
//!
//! This crate is what a program depends on. It re-exports the core, its [`catalogue`] knows every
//! solver and heuristic, and [`levels`] draws boards by difficulty. The instance sets are in [`data`],
//! pattern databases in [`pdb`], formulas in [`sat`].

mod auto;
pub mod catalogue;
#[cfg(feature = "gpu")]
mod gpu;
#[cfg(feature = "gpu")]
mod gpu_check;
#[cfg(feature = "gpu")]
mod gpu_tables;
pub mod levels;

pub use auto::Auto;
#[cfg(feature = "gpu")]
pub use gpu::gpu_name;
#[cfg(feature = "gpu")]
pub use gpu_check::{GpuCheck, gpu_checks};
#[cfg(feature = "gpu")]
pub use gpu_tables::gpu_table;
pub use taquin_core::*;
pub use taquin_data as data;
#[cfg(feature = "gpu")]
pub use taquin_gpu::GpuError;
pub use taquin_pdb as pdb;
pub use taquin_sat as sat;
pub use taquin_search::{algorithms, heuristic, human, table};
