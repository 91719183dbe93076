//! Greedy best-first search: expands the node with the least h, regardless of g.
//!
//! Finds long solutions fast; proves nothing. Keeps every state it reaches.

use taquin_core::catalogue::{Arguments, Guarantee, Pseudocode, Runs, SolverEntry};
use taquin_core::spec::SpecError;
use taquin_core::{Context, Control, Outcome, Plan, Puzzle, Size, SolveError, Solver};

use super::Tie;
use super::options::HEURISTIC;
use crate::heuristic::HeuristicSpec;

pub(super) static ENTRY: SolverEntry = SolverEntry {
    name: "greedy",
    summary: "greedy best-first: least h first",
    guarantee: Guarantee::Solution,
    notes: "finds a solution, not a short one; keeps every state reached",
    runs: Runs::InProcess,
    max_cells: Size::MAX_CELLS,
    textbook: true,
    pseudocode: Some(&Pseudocode::open_list(&[
        "open ← {start} with its h",
        "while open is not empty:",
        "    node ← the one of open with least h",
        "    if node is the goal: return the way to it",
        "    for each move of node:",
        "        child ← node after the move",
        "        if child was reached before: skip it",
        "        put child into open with its h",
        "return: there is no way",
    ])),
    options: &[HEURISTIC],
    make: |arguments| Ok(Box::new(Greedy::read(arguments)?)),
};

/// Greedy best-first search.
#[derive(Clone)]
pub struct Greedy {
    /// The estimate; Manhattan distance by default.
    pub heuristic: HeuristicSpec,
}

impl Greedy {
    fn read(arguments: &mut Arguments<'_>) -> Result<Self, SpecError> {
        Ok(Self {
            heuristic: arguments.take("heuristic")?,
        })
    }
}

impl Default for Greedy {
    fn default() -> Self {
        ENTRY.default_settings(Self::read)
    }
}

impl Solver for Greedy {
    fn name(&self) -> &'static str {
        ENTRY.name
    }

    fn plan(&self, _: &Puzzle, _: &Context) -> Plan {
        self.heuristic.plan(ENTRY.name)
    }

    fn solve(&self, puzzle: &Puzzle, control: &Control) -> Result<Outcome, SolveError> {
        let order = self.heuristic.order(0, 1, Tie::Fifo);
        self.heuristic.best_first(puzzle, control, order)
    }
}
