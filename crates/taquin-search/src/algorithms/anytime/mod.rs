//! A solution at once, then better ones, for boards of every size.
//!
//! The first solution comes from the human method. Then it is shortened: loops are cut out
//! ([`line`]), windows of the line are replaced by shortest ways ([`windows`]), and ever wider beams
//! look for another line altogether ([`wide`]), while IDA\* raises the lower bound ([`prover`]). It
//! goes on until the two meet, a limit is reached, or the caller's [`Enough`](taquin_core::Enough) is. What was
//! found is never lost: whatever ends the search, the answer has the best line and the best bound.
//!
//! Memory is that of the widest beam, chosen to fit the limit, and that of pattern databases up to 25
//! cells. There the answer is optimal if nothing stops the search, which may take hours on 5x5. With
//! the same nodes to spend two runs on one thread do the same; with a time limit the widths depend
//! on the machine's speed.

mod beams;
mod budget;
mod compass;
mod job;
mod learned;
mod line;
mod net;
mod numbers;
mod prover;
mod settings;
mod stretches;
mod wide;
mod windows;
mod zobrist;

use std::ops::ControlFlow;

use taquin_core::{Control, Outcome, Plan, Puzzle, SolveError, Solver};

pub use self::beams::{Ask, Beams, Breadth, Found};
use self::budget::Budget;
use self::job::{Job, Pause};
pub use self::net::{Layer, Net};
use self::prover::Prover;
pub use self::settings::{Effort, Threads};
use self::zobrist::Zobrist;
use super::{Entry, finish};
use crate::incumbent::answer;
use crate::memory::for_size;

pub(super) const ENTRY: Entry = Entry {
    name: "anytime",
    summary: "a solution at once, then shorter ones; any size",
    guarantee: "always a solution; optimal up to 25 cells if nothing stops it, beyond where bound and solution meet",
    options: &[
        (
            "threads",
            "threads to use, 1 to 64; default all the machine has",
        ),
        (
            "effort",
            "nodes to spend on beams where no limit is set; default 10000000",
        ),
    ],
    build: |mut options| {
        let default = Anytime::default();
        let solver = Anytime {
            threads: options.take("threads", default.threads)?,
            effort: options.take("effort", default.effort)?,
        };
        finish(options, &ENTRY)?;
        Ok(Box::new(solver))
    },
};

/// Anytime search.
#[derive(Clone, Copy, Debug, Default)]
pub struct Anytime {
    /// Threads to use; all unless told otherwise.
    pub threads: Threads,
    /// What is spent where the caller sets no limit of time or nodes and says not what is enough.
    pub effort: Effort,
}

impl Solver for Anytime {
    fn name(&self) -> &'static str {
        ENTRY.name
    }

    fn plan(&self, _: &Puzzle) -> Plan {
        Plan {
            algorithm: ENTRY.name.to_owned(),
            heuristic: None,
        }
    }

    fn solve(&self, puzzle: &Puzzle, control: &Control) -> Result<Outcome, SolveError> {
        run(self, puzzle, control, None)
    }
}

/// Solves with beams of our own, or with these.
fn run(
    anytime: &Anytime,
    puzzle: &Puzzle,
    control: &Control,
    beams: Option<&dyn Beams>,
) -> Result<Outcome, SolveError> {
    let threads = anytime.threads.count();
    let prover = Prover::new(puzzle, control, threads)?;
    let mut failure = None;
    let mut tables = Vec::new();
    let mut outcome = answer(puzzle, control, |incumbent, stats| {
        let job = Job {
            threads,
            prover: &prover,
            zobrist: Zobrist::new(puzzle.start().size()),
            budget: Budget::new(control, anytime.effort.0),
            beams,
            puzzle,
            control,
            incumbent,
            stats,
            tables: &mut tables,
        };
        match for_size(puzzle.start().size(), job) {
            ControlFlow::Break(Pause::Stopped(stop)) => ControlFlow::Break(stop),
            ControlFlow::Break(Pause::Failed(error)) => {
                failure = Some(error);
                ControlFlow::Continue(())
            }
            ControlFlow::Break(Pause::Done) | ControlFlow::Continue(()) => {
                ControlFlow::Continue(())
            }
        }
    });
    if let Some(exhausted) = &mut outcome.exhausted {
        exhausted.tables = tables;
    }
    failure.map_or(Ok(outcome), Err)
}
