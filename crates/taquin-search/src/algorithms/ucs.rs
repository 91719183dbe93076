//! Uniform-cost search: expands the node with the least g.
//!
//! Every slide costs one, so it visits the states breadth-first does, in the same order; it is here
//! because it is A\* without a heuristic. Optimal; keeps every state it reaches. E. Dijkstra, *A Note
//! on Two Problems in Connexion with Graphs*, 1959.

use taquin_core::{Control, Outcome, Puzzle, SolveError, Solver};

use super::{Entry, Order, Tie, finish};
use crate::heuristic::{Guide, Zero};

pub(super) const ENTRY: Entry = Entry {
    name: "ucs",
    summary: "uniform-cost: least g first (Dijkstra)",
    guarantee: "optimal; keeps every state reached",
    options: &[],
    build: |options| {
        finish(options, &ENTRY)?;
        Ok(Box::new(Ucs))
    },
};

/// Uniform-cost search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Ucs;

impl Solver for Ucs {
    fn name(&self) -> &'static str {
        ENTRY.name
    }

    fn solve(&self, puzzle: &Puzzle, control: &Control) -> Result<Outcome, SolveError> {
        let order = Order {
            g_weight: 1,
            h_weight: 0,
            tie: Tie::HighG,
            admissible: true,
        };
        Ok(Zero.best_first(puzzle, control, order))
    }
}
