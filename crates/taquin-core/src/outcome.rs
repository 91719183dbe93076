//! The result of a solve.

use std::time::Duration;

use crate::{Plan, Solution, Stop};

/// Statistics of a search. One definition for all algorithms; the manual repeats it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Stats {
    /// Nodes whose successors were generated. A goal removed from the open list ends the search and is
    /// not expanded.
    pub expanded: u64,
    /// Nodes added to the search: the start, and each successor that is not a duplicate of a state
    /// reached at no greater cost. Searches without duplicate detection (IDA\*, iterative deepening)
    /// recognise only the inverse of the last move, and count nodes that the threshold prunes.
    pub generated: u64,
    /// Expanded states that were reopened because a shorter path was found.
    pub reopened: u64,
    /// Peak size of the open list, including stale entries that are dropped later; for depth-first
    /// searches, the deepest stack.
    pub peak_open: u64,
    /// Peak size of the closed list.
    pub peak_closed: u64,
    /// Peak memory of open list, closed table and lookup tables together, in bytes.
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
    /// Its statistics.
    pub stats: Stats,
    /// Evidence for the lower bound, if the search records it.
    pub exhausted: Option<Exhausted>,
    /// A higher lower bound that another program claims without a checked proof.
    pub claim: Option<Claim>,
    /// The solver that did the work, if a portfolio chose it at run time.
    pub by: Option<Plan>,
}

/// A lower bound claimed by another program; it may be wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Claim {
    /// The claimed bound.
    pub bound: u32,
    /// The program, by name or path.
    pub by: String,
}

/// The search space that was exhausted, so that others can check the lower bound.
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
    /// The outcome with evidence for its lower bound.
    pub fn with_exhausted(mut self, exhausted: Exhausted) -> Self {
        self.exhausted = Some(exhausted);
        self
    }

    /// The outcome with a lower bound claimed by another program.
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

    /// The proven lower bound.
    pub fn lower_bound(&self) -> u32 {
        self.lower_bound
    }

    /// Whether the best solution is proven optimal.
    pub fn is_optimal(&self) -> bool {
        self.best
            .as_ref()
            .is_some_and(|solution| solution.len() == self.lower_bound)
    }

    /// The program that claims, unchecked, that the best solution is optimal, if there is no proof.
    pub fn optimal_by(&self) -> Option<&str> {
        let claim = self.claim.as_ref()?;
        let best = self.best.as_ref()?;
        (!self.is_optimal() && best.len() == claim.bound).then_some(&claim.by)
    }
}
