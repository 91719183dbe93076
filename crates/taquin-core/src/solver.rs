//! The contract between solvers and their callers.

use crate::{Control, Outcome, Puzzle, Size};

/// Something that solves puzzles.
pub trait Solver: Send + Sync {
    /// The name in the catalogue.
    fn name(&self) -> &'static str;

    /// Searches until done or told to stop. Stopping early is an [`Outcome`], not an error.
    ///
    /// # Errors
    /// When this solver cannot work on this puzzle at all.
    fn solve(&self, puzzle: &Puzzle, control: &Control) -> Result<Outcome, SolveError>;
}

/// Why a solver refuses a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolveError {
    /// The solver or one of its parts does not do boards of this size.
    #[error("{part} does not work on {size} boards: {reason}; try {alternatives}")]
    Unsupported {
        /// The solver or heuristic.
        part: String,
        /// The size of the board.
        size: Size,
        /// Why not.
        reason: String,
        /// Specs that do work, as a readable list.
        alternatives: String,
    },
}
