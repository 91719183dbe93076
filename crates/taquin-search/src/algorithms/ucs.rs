//! Uniform-cost search: expands the node with the least g.
//!
//! Every slide costs one, so it visits the states breadth-first does, in the same order; it is here
//! because it is A\* without a heuristic. Optimal; keeps every state it reaches. E. Dijkstra, *A Note
//! on Two Problems in Connexion with Graphs*, 1959.

use taquin_core::catalogue::{Guarantee, Pseudocode, Runs, SolverEntry};
use taquin_core::{Control, Outcome, Puzzle, Size, SolveError, Solver};

use super::{Order, Tie};
use crate::heuristic::{Guide, Zero};

pub(super) static ENTRY: SolverEntry = SolverEntry {
    name: "ucs",
    summary: "uniform-cost: least g first (Dijkstra)",
    guarantee: Guarantee::Optimal,
    notes: "optimal; keeps every state reached",
    runs: Runs::InProcess,
    max_cells: Size::MAX_CELLS,
    textbook: true,
    pseudocode: Some(&Pseudocode::open_list(&[
        "open ← {start} with g = 0",
        "while open is not empty:",
        "    node ← the one of open with least g",
        "    if node is the goal: return the way to it",
        "    for each move of node:",
        "        child ← node after the move, g one more",
        "        if child was reached at no greater g: skip it",
        "        put child into open",
        "return: there is no way",
    ])),
    options: &[],
    make: |_| Ok(Box::new(Ucs)),
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
            monotone: true,
        };
        Ok(Zero.best_first(puzzle, control, order))
    }
}
