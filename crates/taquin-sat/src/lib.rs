//! The sliding-tile puzzle as logic.
//!
//! A [`Task`] (start, goal, number of steps) becomes a [`Formula`] by one of the
//! [`ENCODINGS`](encodings::ENCODINGS), one of the [`BACKENDS`](backend::BACKENDS) or any program
//! decides it, and a model becomes moves again. [`Sat`] searches for the least number of steps
//! under the same control as every solver.

pub mod backend;
pub mod cdcl;
pub mod certificate;
#[cfg(feature = "programs")]
pub mod checker;
pub mod cnf;
pub mod dimacs;
mod distance;
pub mod drat;
pub mod encodings;
mod entries;
pub mod file;
mod formula;
pub mod lemmas;
pub mod lrat;
mod plan_trace;
#[cfg(feature = "programs")]
pub mod process_tree;
pub mod proof;
mod sentence;
pub mod smt;
#[cfg(feature = "programs")]
mod smt_solver;
mod solver;
pub mod task_comments;

pub use entries::SOLVERS;
pub use formula::{DecodeError, Formula, Horizon, Meaning, Task, TaskError, walk};
pub use sentence::{Implication, Statement};
#[cfg(feature = "programs")]
pub use smt_solver::Smt;
pub use solver::{Floor, Sat, Schedule};
