//! IDA\*: depth-first search with a threshold on `f = g + h`, which rises to the least pruned f until a
//! goal is found.
//!
//! Optimal with an admissible heuristic; memory in proportion to the depth. Never undoes the last
//! move; recognises no other duplicates. R. Korf, *Depth-First Iterative-Deepening: An Optimal
//! Admissible Tree Search*, 1985.

use taquin_core::catalogue::{Arguments, Guarantee, Pseudocode, Runs, SolverEntry};
use taquin_core::spec::SpecError;
use taquin_core::{Context, Control, Outcome, Plan, Puzzle, Size, SolveError, Solver};

use super::options::HEURISTIC;
use crate::heuristic::HeuristicSpec;

pub(super) static ENTRY: SolverEntry = SolverEntry {
    name: "ida",
    summary: "IDA*: iterative deepening by g + h",
    guarantee: Guarantee::Optimal,
    notes: "optimal with an admissible heuristic; memory only for the current path",
    runs: Runs::InProcess,
    max_cells: Size::MAX_CELLS,
    textbook: true,
    pseudocode: Some(&Pseudocode::IDA),
    options: &[HEURISTIC],
    make: |arguments| Ok(Box::new(Ida::read(arguments)?)),
};

/// Iterative-deepening A\*.
#[derive(Clone)]
pub struct Ida {
    /// The estimate; Manhattan distance by default.
    pub heuristic: HeuristicSpec,
}

impl Ida {
    fn read(arguments: &mut Arguments<'_>) -> Result<Self, SpecError> {
        Ok(Self {
            heuristic: arguments.take("heuristic")?,
        })
    }
}

impl Default for Ida {
    fn default() -> Self {
        ENTRY.default_settings(Self::read)
    }
}

impl Solver for Ida {
    fn name(&self) -> &'static str {
        ENTRY.name
    }

    fn plan(&self, _: &Puzzle, _: &Context) -> Plan {
        self.heuristic.plan(ENTRY.name)
    }

    fn solve(&self, puzzle: &Puzzle, control: &Control) -> Result<Outcome, SolveError> {
        let admissible = self.heuristic.is_admissible();
        self.heuristic.guide_search(puzzle, control, |guide| {
            guide.deepen(puzzle, control, admissible)
        })
    }
}
