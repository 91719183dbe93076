//! What a solver gives back.

use std::time::Duration;

use crate::{Plan, Solution, Stop};

/// What a search did. One definition for all algorithms; the manual repeats it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Nodes whose successors were made. A goal taken from the open list ends the search and is
    /// not expanded.
    pub expanded: u64,
    /// Nodes the search took on: the start, and each successor that is not recognised as a
    /// state already reached at no greater cost. Searches that keep no states (IDA\*, iterative
    /// deepening) recognise only the undoing of the last move, and count nodes that the bound
    /// cuts off.
    pub generated: u64,
    /// Expanded states that were put back on the open list because a shorter way was found.
    pub reopened: u64,
    /// Most nodes on the open list at one time, with those that a shorter way has overtaken and that
    /// are dropped when their turn comes; for depth-first searches, the deepest stack.
    pub peak_open: u64,
    /// Most states remembered as expanded at one time.
    pub peak_closed: u64,
    /// Most bytes held by open list, closed table and lookup tables together.
    pub peak_bytes: u64,
    /// Time from the call to the answer.
    pub time: Duration,
}

/// The result of a solve: an interval for the optimal length, and why it stopped there.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Outcome {
    best: Option<Solution>,
    lower_bound: u32,
    /// Why the search ended.
    pub stop: Stop,
    /// What it did.
    pub stats: Stats,
    /// What the lower bound rests on, where the search tells.
    pub exhausted: Option<Exhausted>,
    /// A higher lower bound that another program claims without a checked proof.
    pub claim: Option<Claim>,
    /// The solver that did the work, if a portfolio chose it at run time.
    pub by: Option<Plan>,
}

/// A lower bound that rests on the word of another program: it may be wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// No solution is shorter than this, if the program is right.
    pub bound: u32,
    /// The program, by name or path.
    pub by: String,
}

/// What was exhausted, so that others can check the lower bound.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Exhausted {
    /// There is no solution of this many moves or fewer.
    pub bound: u32,
    /// Nodes expanded up to there; all expanded nodes, if the search does not count them separately.
    pub nodes: u64,
    /// The tables that pruned nodes or gave the distance, by name and checksum.
    pub tables: Vec<String>,
}

impl Outcome {
    /// The outcome with what its lower bound rests on.
    pub fn with_exhausted(mut self, exhausted: Exhausted) -> Self {
        self.exhausted = Some(exhausted);
        self
    }

    /// The outcome with a lower bound that another program states; it proves nothing.
    pub fn with_claim(mut self, claim: Claim) -> Self {
        self.claim = Some(claim);
        self
    }

    /// An outcome with the best solution found and a proven lower bound of all solutions.
    ///
    /// # Panics
    /// When the solution is shorter than the lower bound: one of the two is wrong.
    pub fn new(best: Option<Solution>, lower_bound: u32, stop: Stop, stats: Stats) -> Self {
        if let Some(solution) = &best {
            assert!(
                solution.len() >= lower_bound,
                "a solution of {} moves contradicts the lower bound {lower_bound}",
                solution.len()
            );
        }
        Self {
            best,
            lower_bound,
            stop,
            stats,
            exhausted: None,
            claim: None,
            by: None,
        }
    }

    /// The shortest solution found, if any.
    pub fn best(&self) -> Option<&Solution> {
        self.best.as_ref()
    }

    /// No solution is shorter than this.
    pub fn lower_bound(&self) -> u32 {
        self.lower_bound
    }

    /// Whether the best solution is proven to be a shortest one.
    pub fn is_optimal(&self) -> bool {
        self.best
            .as_ref()
            .is_some_and(|solution| solution.len() == self.lower_bound)
    }

    /// The program on whose unchecked word the best solution is a shortest one, where that is all
    /// there is to say so.
    pub fn optimal_by(&self) -> Option<&str> {
        let claim = self.claim.as_ref()?;
        let best = self.best.as_ref()?;
        (!self.is_optimal() && best.len() == claim.bound).then_some(&claim.by)
    }
}
