//! Search on one machine: algorithms and heuristics, each by name.
//!
//! [`algorithms::SOLVERS`] and [`heuristic::HEURISTICS`] list what can be chosen. An algorithm is
//! generic over the packed board and the heuristic; a [`heuristic::Guide`] hides both, so that the
//! choice costs one virtual call per solve and none per node.

pub mod algorithms;
pub mod exhaust;
pub mod heuristic;
pub mod human;
mod incumbent;
mod informed;
mod memory;
pub mod mtm;
pub mod nets;
pub mod partial;
pub mod table;
mod tracing;
