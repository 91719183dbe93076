//! A\*: expands the node with the least `f = g + h`.
//!
//! Optimal with an admissible heuristic; keeps every state it reaches, and reopens a state when a
//! shorter path to it is found, so it is optimal with an inconsistent heuristic too. P. Hart, N.
//! Nilsson, B. Raphael, *A Formal Basis for the Heuristic Determination of Minimum Cost Paths*, 1968.

use taquin_core::catalogue::{Arguments, Guarantee, Pseudocode, Runs, SolverEntry};
use taquin_core::spec::SpecError;
use taquin_core::{Context, Control, Outcome, Plan, Puzzle, Size, SolveError, Solver};

use super::options::{HEURISTIC, TIE};
use super::{Order, Tie};
use crate::heuristic::HeuristicSpec;

pub(super) static ENTRY: SolverEntry = SolverEntry {
    name: "astar",
    summary: "A*: least g + h first",
    guarantee: Guarantee::Optimal,
    notes: "optimal with an admissible heuristic; keeps every state reached",
    runs: Runs::InProcess,
    max_cells: Size::MAX_CELLS,
    textbook: true,
    pseudocode: Some(&Pseudocode::open_list(&[
        "open ← {start} with f = h(start)",
        "while open is not empty:",
        "    node ← the one of open with least f = g + h (ties: larger g)",
        "    if node is the goal: return the way to it",
        "    for each move of node:",
        "        child ← node after the move, g one more",
        "        if child was reached at no greater g: skip it",
        "        put child into open with f = g + h",
        "return: there is no way",
    ])),
    options: &[HEURISTIC, TIE],
    make: |arguments| Ok(Box::new(AStar::read(arguments)?)),
};

/// A\* search.
#[derive(Clone)]
pub struct AStar {
    /// The estimate; Manhattan distance by default.
    pub heuristic: HeuristicSpec,
    /// Which of two nodes with the same f; the deeper one by default.
    pub tie: Tie,
}

impl AStar {
    fn read(arguments: &mut Arguments<'_>) -> Result<Self, SpecError> {
        Ok(Self {
            heuristic: arguments.take("heuristic")?,
            tie: arguments.take("tie")?,
        })
    }
}

impl Default for AStar {
    fn default() -> Self {
        ENTRY.default_settings(Self::read)
    }
}

impl Solver for AStar {
    fn name(&self) -> &'static str {
        ENTRY.name
    }

    fn plan(&self, _: &Puzzle, _: &Context) -> Plan {
        self.heuristic.plan(ENTRY.name)
    }

    fn solve(&self, puzzle: &Puzzle, control: &Control) -> Result<Outcome, SolveError> {
        let order = Order {
            g_weight: 1,
            h_weight: 1,
            tie: self.tie,
            admissible: self.heuristic.is_admissible(),
        };
        self.heuristic.guide_search(puzzle, control, |guide| {
            guide.best_first(puzzle, control, order)
        })
    }
}
