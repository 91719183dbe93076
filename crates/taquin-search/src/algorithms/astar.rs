//! A\*: expands the node with the least `f = g + h`.
//!
//! Optimal with an admissible heuristic; keeps every state it reaches, and reopens a state when a
//! shorter way to it is found, so it is optimal with an inconsistent heuristic too. P. Hart,
//! N. Nilsson, B. Raphael, *A Formal Basis for the Heuristic Determination of Minimum Cost Paths*,
//! 1968.

use taquin_core::{Control, Outcome, Plan, Puzzle, SolveError, Solver};

use super::{Entry, Order, Tie, finish};
use crate::heuristic::HeuristicSpec;

pub(super) const ENTRY: Entry = Entry {
    name: "astar",
    summary: "A*: least g + h first",
    guarantee: "optimal with an admissible heuristic; keeps every state reached",
    options: &[
        ("heuristic", "the estimate h; default manhattan"),
        ("tie", "among equal f: high-g (default), low-g or fifo"),
    ],
    build: |mut options| {
        let default = AStar::default();
        let solver = AStar {
            heuristic: options.take("heuristic", default.heuristic)?,
            tie: options.take("tie", default.tie)?,
        };
        finish(options, &ENTRY)?;
        Ok(Box::new(solver))
    },
};

/// A\* search.
#[derive(Clone, Default)]
pub struct AStar {
    /// The estimate; Manhattan distance unless told otherwise.
    pub heuristic: HeuristicSpec,
    /// Which of two nodes with the same f; the deeper one unless told otherwise.
    pub tie: Tie,
}

impl Solver for AStar {
    fn name(&self) -> &'static str {
        ENTRY.name
    }

    fn plan(&self, _: &Puzzle) -> Plan {
        self.heuristic.plan(ENTRY.name)
    }

    fn solve(&self, puzzle: &Puzzle, control: &Control) -> Result<Outcome, SolveError> {
        let order = Order {
            g_weight: 1,
            h_weight: 1,
            tie: self.tie,
            admissible: self.heuristic.is_admissible(),
        };
        self.heuristic.lead(puzzle, control, |guide| {
            guide.best_first(puzzle, control, order)
        })
    }
}
