//! The sliding-tile puzzle on a GPU: shortest solutions of boards of up to 36 cells.
//!
//! Zero-aware pattern tables of one bit per state are built on the device and stay there. A search goes
//! breadth-first with doubles removed until a layer is large, then depth-first below each of its
//! boards, a stack to a thread; threads that run out of work get the rest of others' subtrees.
//!
//! The kernels are CUDA C++ in `kernels/`, kept compiled; only the driver is needed at run time. The
//! same source compiles for a host, and everything here is tested with it against the CPU's engines.

mod automaton;
mod batch;
mod beam;
mod buffers;
mod check;
mod choose;
mod cuda;
pub mod device;
mod device_rules;
pub mod entries;
mod export;
mod forecast;
mod gpu_beam;
mod guide;
mod incumbent;
mod iteration;
mod kernels;
mod layout;
mod net;
mod nvrtc;
mod orientation;
mod parallel;
mod pattern_values;
mod pieces;
mod searcher;
mod solver;
mod sums;
mod tables;
mod width;
mod wire;

pub use check::{GpuCheck, gpu_checks};
pub use choose::Choose;
pub use cuda::Cuda;
pub use device::{Device, GpuError};
pub use gpu_beam::{GpuBeam, Percent};
pub use iteration::{Ended, Iteration};
pub use kernels::Kernels;
pub use nvrtc::compile;
pub use pieces::Pieces;
pub use searcher::{Prior, Refill, SearchSettings, Searcher};
pub use solver::{Gpu, GpuBatch, GpuIda, gpu_name, gpu_table};
pub use sums::PartitionList;
