//! The native part of the Python package `taquin`.
//!
//! It answers the questions of [`taquin_app`] for Python, works on `NumPy` arrays of boards, and holds
//! the state of vectorised environments. Users import the Python sources in `python/taquin`.

#![expect(
    clippy::needless_pass_by_value,
    reason = "PyO3 hands converted arguments over by value"
)]

mod arrays;
mod ask;
mod board;
mod catalogue;
mod environment;
mod episode;
mod goal;
mod labels;
mod own;
mod problem;
mod rewards;
mod rows;
mod session;
mod starts;
mod tables;
mod waiting;

/// The native module.
#[pyo3::pymodule]
mod _taquin {
    #[pymodule_export]
    use crate::arrays::{
        heuristic_values, legal_moves, scramble_at_distance, scramble_uniform, scramble_walk,
        solvable, step, validate,
    };
    #[pymodule_export]
    use crate::ask::{ask, compare, film, solve};
    #[pymodule_export]
    use crate::board::Board;
    #[pymodule_export]
    use crate::catalogue::{dataset, datasets, heuristics, solvers, version};
    #[pymodule_export]
    use crate::environment::Environment;
    #[pymodule_export]
    use crate::labels::{best_moves, distances};
    #[pymodule_export]
    use crate::tables::{pdb_build, pdb_info, pdb_list, pdb_remove, pdb_verify};
}
