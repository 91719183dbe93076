//! Iterative deepening: depth-first search with depth limit 0, 1, 2, … until a goal is found.
//!
//! Optimal; memory in proportion to the depth. Remembers no states, so it meets the same state on
//! many ways. It is IDA\* without a heuristic. R. Korf, *Depth-First Iterative-Deepening: An Optimal
//! Admissible Tree Search*, 1985.

use taquin_core::{Control, Outcome, Puzzle, SolveError, Solver};

use super::{Entry, finish};
use crate::heuristic::{Guide, Zero};

pub(super) const ENTRY: Entry = Entry {
    name: "iddfs",
    summary: "iterative-deepening depth-first",
    guarantee: "optimal; memory only for the current path",
    options: &[],
    build: |options| {
        finish(options, &ENTRY)?;
        Ok(Box::new(Iddfs))
    },
};

/// Iterative-deepening depth-first search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Iddfs;

impl Solver for Iddfs {
    fn name(&self) -> &'static str {
        ENTRY.name
    }

    fn solve(&self, puzzle: &Puzzle, control: &Control) -> Result<Outcome, SolveError> {
        Ok(Zero.deepen(puzzle, control, true))
    }
}
