//! The contract between solvers and their callers.

use std::fmt;

use crate::{Control, Outcome, Puzzle, Size};

/// Something that solves puzzles.
pub trait Solver: Send + Sync {
    /// The name in the catalogue.
    fn name(&self) -> &'static str;

    /// What does the work on this puzzle; a solver that chooses among others says which it takes.
    fn plan(&self, puzzle: &Puzzle) -> Plan {
        let _ = puzzle;
        Plan {
            algorithm: self.name().to_owned(),
            heuristic: None,
        }
    }

    /// Searches until done or told to stop. Stopping early is an [`Outcome`], not an error.
    ///
    /// # Errors
    /// When this solver cannot work on this puzzle at all.
    fn solve(&self, puzzle: &Puzzle, control: &Control) -> Result<Outcome, SolveError>;

    /// How many puzzles it is best given together; one unless that makes it faster.
    fn at_once(&self) -> usize {
        1
    }

    /// Solves several puzzles, in their order. The control's limits are for all of them together.
    fn solve_all(&self, puzzles: &[Puzzle], control: &Control) -> Vec<Result<Outcome, SolveError>> {
        let solve = |puzzle| self.solve(puzzle, control);
        puzzles.iter().map(solve).collect()
    }
}

/// What does the work on a puzzle; `Display` is short, `astar/manhattan`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Plan {
    /// The name of the algorithm.
    pub algorithm: String,
    /// The spec of its heuristic, if it has one.
    pub heuristic: Option<String>,
}

impl fmt::Display for Plan {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.algorithm)?;
        match &self.heuristic {
            Some(heuristic) => write!(f, "/{heuristic}"),
            None => Ok(()),
        }
    }
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
    /// A part of the solver, a program it runs say, did not do its work.
    #[error("{part}: {reason}")]
    Failed {
        /// The part.
        part: String,
        /// What went wrong, and the way out.
        reason: String,
    },
}
