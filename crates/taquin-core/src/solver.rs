//! The contract between solvers and their callers.

use std::fmt;

use crate::{Context, Control, Outcome, Puzzle, Size, Stop};

/// A solver of puzzles.
pub trait Solver: Send + Sync {
    /// The name in the catalogue.
    fn name(&self) -> &'static str;

    /// The solver that does the work on this puzzle; a portfolio names its choice, which may depend on
    /// the context.
    fn plan(&self, puzzle: &Puzzle, context: &Context) -> Plan {
        let _ = (puzzle, context);
        Plan {
            algorithm: self.name().to_owned(),
            heuristic: None,
        }
    }

    /// Searches until done or stopped. Stopping early is an [`Outcome`], not an error.
    ///
    /// # Errors
    /// When this solver cannot work on this puzzle at all.
    fn solve(&self, puzzle: &Puzzle, control: &Control) -> Result<Outcome, SolveError>;

    /// Whether it works in parts and keeps them in the journal of a
    /// [control](crate::Control::keeping).
    fn keeps_parts(&self) -> bool {
        false
    }

    /// Whether it ends at a solution that is [good enough](crate::Control::with_enough) for the
    /// caller, instead of at its own end.
    fn stops_when_enough(&self) -> bool {
        false
    }

    /// The number of puzzles to solve together; one unless more are faster.
    fn batch_size(&self, context: &Context) -> usize {
        let _ = context;
        1
    }

    /// Solves several puzzles, in their order. The control's limits are for all of them together.
    fn solve_all(&self, puzzles: &[Puzzle], control: &Control) -> Vec<Result<Outcome, SolveError>> {
        let solve = |puzzle| self.solve(puzzle, control);
        puzzles.iter().map(solve).collect()
    }
}

/// The algorithm and heuristic used on a puzzle; `Display` is short, `astar/manhattan`.
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
    /// The solver or one of its parts does not support boards of this size.
    #[error(
        "{part} does not work on {size} boards: {reason}; try {}",
        join(alternatives)
    )]
    Unsupported {
        /// The solver or heuristic.
        part: String,
        /// The size of the board.
        size: Size,
        /// Why not.
        reason: String,
        /// Specs that do work.
        alternatives: Vec<String>,
    },
    /// A part of the solver, such as an external program, failed.
    #[error("{part}: {reason}")]
    Failed {
        /// The part.
        part: String,
        /// What went wrong, and how to fix it.
        reason: String,
    },
}

/// Why a query other than a full solve has no answer.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum Halt {
    /// The control stopped the work.
    #[error("the work was stopped: {0:?}")]
    Stopped(Stop),
    /// The solver cannot work on this puzzle at all.
    #[error(transparent)]
    Refused(#[from] SolveError),
}

impl From<Stop> for Halt {
    fn from(stop: Stop) -> Self {
        Self::Stopped(stop)
    }
}

/// `a`, `a or b`, `a, b or c`.
fn join(names: &[String]) -> String {
    match names {
        [] => "another solver".to_owned(),
        [only] => only.clone(),
        [first @ .., last] => format!("{} or {last}", first.join(", ")),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn alternatives_are_listed_in_words() {
        let error = |alternatives: &[&str]| SolveError::Unsupported {
            part: "table".to_owned(),
            size: Size::new(4, 4).unwrap(),
            reason: "too large".to_owned(),
            alternatives: alternatives.iter().map(ToString::to_string).collect(),
        };
        assert_eq!(
            error(&["anytime", "ida", "human"]).to_string(),
            "table does not work on 4x4 boards: too large; try anytime, ida or human"
        );
        assert!(error(&["ida"]).to_string().ends_with("try ida"));
    }
}
