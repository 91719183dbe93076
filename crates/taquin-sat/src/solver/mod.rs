//! The search for the least horizon: is there a plan of T moves, for one T after another.
//!
//! Upward from a lower bound by steps of two (each move changes the colour of the blank's cell, so
//! the parity of the length is known) the first formula that can be satisfied gives a shortest
//! plan: all shorter lengths were refuted. Conflicts count as nodes of the solve.

mod portfolio;
mod question;
mod schedule;
mod search;

use std::ops::ControlFlow;
use std::sync::Arc;

pub use schedule::Schedule;
use search::Search;
use taquin_core::{Control, Outcome, Puzzle, SolveError, Solver, Stop};

use crate::backend::Choice;
use crate::encodings::Encoding;
use crate::formula::{Task, TaskError};
use crate::plan_trace::record;

/// Solves by SAT.
#[derive(Clone, Default)]
pub struct Sat {
    /// How a horizon becomes clauses; ours by default.
    pub encoding: Encoding,
    /// What decides the clauses; ours by default.
    pub backend: Choice,
    /// Which horizons are tried.
    pub schedule: Schedule,
    /// The number of horizons tried at once; at least one.
    pub threads: usize,
    /// No solution is shorter than this says; Manhattan distance is used in any case.
    pub floor: Option<Floor>,
    /// Gives a solution to begin with, for schedules that go down from one.
    pub known: Option<Arc<dyn Solver>>,
}

/// A lower bound for puzzles. Breaks where the control stops it before it knows one: it may have tables
/// to build first.
pub type Floor =
    Arc<dyn Fn(&Puzzle, &Control) -> Result<ControlFlow<Stop, u32>, SolveError> + Send + Sync>;

impl Solver for Sat {
    fn name(&self) -> &'static str {
        "sat"
    }

    fn solve(&self, puzzle: &Puzzle, control: &Control) -> Result<Outcome, SolveError> {
        let begun = control.elapsed();
        let mut search = Search::new(self, puzzle, control);
        let stop = match search.raise_to_floor()? {
            ControlFlow::Break(stop) => stop,
            ControlFlow::Continue(()) => match &self.schedule {
                Schedule::Up => search.up()?,
                Schedule::Down => search.down()?,
                Schedule::Bisect => search.bisect()?,
                Schedule::Steps(steps) => search.list(steps)?,
            },
        };
        let mut stats = search.stats;
        stats.time = control.elapsed().saturating_sub(begun);
        if let Some(best) = &search.best {
            record(puzzle, best, control);
        }
        let stop = match &search.best {
            // Nothing was left to do, whatever a limit said at the same time.
            Some(best) if best.len() == search.bound => Stop::Finished,
            _ => stop,
        };
        Ok(search.outcome(stop, stats))
    }
}

fn failed(part: &str, error: &impl ToString) -> SolveError {
    SolveError::Failed {
        part: part.to_owned(),
        reason: error.to_string(),
    }
}

fn too_many(puzzle: &Puzzle) -> SolveError {
    let steps = Task::MAX_STEPS + 1;
    let error = TaskError::Steps { steps };
    let size = puzzle.start().size();
    SolveError::Unsupported {
        part: "sat".to_owned(),
        size,
        reason: error.to_string(),
        alternatives: ["ida", "human"].map(String::from).to_vec(),
    }
}
