//! The incumbent: the best solution so far, the lower bound, and events for the caller.

use std::ops::ControlFlow;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use taquin_core::{Control, Event, Exhausted, Move, Outcome, Puzzle, Solution, Stats, Stop};

/// The current bounds and incumbent of a search.
pub(crate) struct Incumbent<'a> {
    puzzle: &'a Puzzle,
    control: &'a Control,
    best: Option<Solution>,
    lower_bound: u32,
    /// The highest bound that the caller knows of; shared with proofs that tell of theirs.
    told: Arc<AtomicU32>,
}

impl<'a> Incumbent<'a> {
    /// Starts from the Manhattan distance to the nearest goal, which bounds every solution.
    pub(crate) fn new(puzzle: &'a Puzzle, control: &'a Control) -> Self {
        let mut incumbent = Self {
            puzzle,
            control,
            best: None,
            lower_bound: 0,
            told: Arc::default(),
        };
        incumbent.raise(puzzle.manhattan_distance());
        if let Some(moves) = control.known()
            && let Ok(solution) = Solution::check(puzzle, moves.to_vec())
        {
            incumbent.keep(solution);
        }
        incumbent
    }

    /// The shortest solution yet.
    pub(crate) fn best(&self) -> Option<&Solution> {
        self.best.as_ref()
    }

    /// No solution is shorter than this.
    pub(crate) fn lower_bound(&self) -> u32 {
        self.lower_bound
    }

    /// Notes that no solution is shorter than `bound`.
    pub(crate) fn raise(&mut self, bound: u32) {
        if bound > self.lower_bound {
            self.lower_bound = bound;
            if is_news(&self.told, bound) {
                self.control.report(&Event::LowerBound(bound));
            }
        }
    }

    /// A control for a proof during this search, with at most `nodes` nodes. It reports each proven
    /// bound that is higher than all earlier ones; it reports solutions only once they are
    /// [kept](Self::keep).
    pub(crate) fn proof(&self, nodes: u64) -> Control {
        let told = Arc::clone(&self.told);
        let part = self.control.part(Some(nodes));
        part.telling(move |event| match event {
            Event::LowerBound(bound) => is_news(&told, *bound),
            Event::Improved(_) => false,
            _ => true,
        })
    }

    /// Replays moves a search has found, and keeps them if they are the shortest yet.
    ///
    /// # Panics
    /// When they do not solve the puzzle: the search is wrong.
    pub(crate) fn offer(&mut self, moves: Vec<Move>) {
        let solution = Solution::check(self.puzzle, moves)
            .unwrap_or_else(|error| panic!("a search gave moves that do not solve: {error}"));
        self.keep(solution);
    }

    /// Keeps a solution if it is the shortest yet.
    pub(crate) fn keep(&mut self, solution: Solution) {
        if self
            .best
            .as_ref()
            .is_none_or(|best| solution.len() < best.len())
        {
            self.control.report(&Event::Improved(solution.clone()));
            self.best = Some(solution);
        }
    }

    /// The answer; for a shortest solution it records that all smaller lengths are exhausted.
    pub(crate) fn outcome(self, stop: Stop, stats: Stats) -> Outcome {
        let stats = Stats {
            time: self.control.elapsed(),
            ..stats
        };
        let nodes = stats.expanded;
        let outcome = Outcome::new(self.best, self.lower_bound, stop, stats);
        match outcome.lower_bound().checked_sub(1) {
            Some(bound) if outcome.is_optimal() => outcome.with_exhausted(Exhausted {
                bound,
                nodes,
                tables: Vec::new(),
            }),
            _ => outcome,
        }
    }
}

/// Whether a bound is higher than all reported before; it counts as reported from now on.
fn is_news(told: &AtomicU32, bound: u32) -> bool {
    told.fetch_max(bound, Ordering::Relaxed) < bound
}

/// Runs a search that starts with nothing found and nothing counted, and gives its answer: that of
/// a search which ended, or of one which was stopped.
pub(crate) fn answer(
    puzzle: &Puzzle,
    control: &Control,
    search: impl FnOnce(&mut Incumbent<'_>, &mut Stats) -> ControlFlow<Stop>,
) -> Outcome {
    let mut stats = Stats::default();
    let mut incumbent = Incumbent::new(puzzle, control);
    let stop = match search(&mut incumbent, &mut stats) {
        ControlFlow::Break(stop) => stop,
        ControlFlow::Continue(()) => Stop::Finished,
    };
    incumbent.outcome(stop, stats)
}
