//! Iterative deepening: depth-first search with depth limit 0, 1, 2, … until a goal is found.
//!
//! Optimal; memory in proportion to the depth. Has no duplicate detection, so it visits a state once per
//! path. It is IDA\* without a heuristic. R. Korf, *Depth-First Iterative-Deepening: An Optimal
//! Admissible Tree Search*, 1985.

use taquin_core::catalogue::{Guarantee, Pseudocode, Runs, SolverEntry};
use taquin_core::{Control, Outcome, Puzzle, Size, SolveError, Solver};

use crate::heuristic::{Guide, Zero};

pub(super) static ENTRY: SolverEntry = SolverEntry {
    name: "iddfs",
    summary: "iterative-deepening depth-first",
    guarantee: Guarantee::Optimal,
    notes: "optimal; memory only for the current path",
    runs: Runs::InProcess,
    max_cells: Size::MAX_CELLS,
    textbook: true,
    pseudocode: Some(&Pseudocode {
        lines: &[
            "for depth ← 0, 1, 2, …:",
            "    descend(start, 0)",
            "descend(node, g):",
            "    if node is the goal: return the way to it",
            "    if g = depth: leave node out",
            "    for each move of node that does not undo the last:",
            "        descend(node after the move, g + 1)",
        ],
        expand: 5,
        generate: 6,
        duplicate: 6,
        prune: 4,
        goal: 3,
        restart: Some(0),
    }),
    options: &[],
    make: |_| Ok(Box::new(Iddfs)),
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
