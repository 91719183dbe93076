//! Greedy best-first search: expands the node with the least h, whatever it took to get there.
//!
//! Finds long solutions fast; proves nothing. Keeps every state it reaches.

use taquin_core::{Control, Outcome, Plan, Puzzle, SolveError, Solver};

use super::{Entry, Order, Tie, finish};
use crate::heuristic::HeuristicSpec;

pub(super) const ENTRY: Entry = Entry {
    name: "greedy",
    summary: "greedy best-first: least h first",
    guarantee: "finds a solution, not a short one; keeps every state reached",
    options: &[("heuristic", "the estimate h; default manhattan")],
    build: |mut options| {
        let heuristic = options.take("heuristic", Greedy::default().heuristic)?;
        finish(options, &ENTRY)?;
        Ok(Box::new(Greedy { heuristic }))
    },
};

/// Greedy best-first search.
#[derive(Clone, Default)]
pub struct Greedy {
    /// The estimate; Manhattan distance unless told otherwise.
    pub heuristic: HeuristicSpec,
}

impl Solver for Greedy {
    fn name(&self) -> &'static str {
        ENTRY.name
    }

    fn plan(&self, _: &Puzzle) -> Plan {
        self.heuristic.plan(ENTRY.name)
    }

    fn solve(&self, puzzle: &Puzzle, control: &Control) -> Result<Outcome, SolveError> {
        let order = Order {
            g_weight: 0,
            h_weight: 1,
            tie: Tie::Fifo,
            admissible: self.heuristic.is_admissible(),
        };
        self.heuristic.lead(puzzle, control, |guide| {
            guide.best_first(puzzle, control, order)
        })
    }
}
