//! A solution at once, then better ones, for boards of every size.
//!
//! The first solution comes from the human method. Then it is shortened: loops are cut out
//! ([`line`]), windows of the line are replaced by shortest ways ([`windows`]), and ever wider beams
//! look for another line altogether ([`wide`]), while IDA\* raises the lower bound ([`prover`]). It
//! goes on until the two meet, a limit is reached, or the caller's [`Acceptance`](taquin_core::Acceptance) is. What was
//! found is never lost: whatever ends the search, the answer has the best line and the best bound.
//!
//! Memory is that of the widest beam, chosen to fit the limit, and that of pattern databases up to 25
//! cells. There the answer is optimal if nothing stops the search, which may take hours on 5x5. With
//! the same nodes to spend two runs on one thread do the same; with a time limit the widths depend
//! on the machine's speed.

pub(super) mod beam_score;
mod beam_windows;
mod beams;
mod budget;
mod job;
pub(super) mod learned;
mod line;
mod net;
mod prover;
mod settings;
mod weights;
pub(super) mod wide;
mod windows;
pub(super) mod zobrist;

use std::ops::ControlFlow;

use taquin_core::catalogue::{
    Arguments, Guarantee, OptionEntry, OptionKind, Pseudocode, Runs, SolverEntry,
};
use taquin_core::spec::SpecError;
use taquin_core::{Context, Control, Outcome, Plan, Puzzle, Size, SolveError, Solver};

pub use self::beams::{Ask, BeamResult, Beams, Breadth};
use self::budget::Budget;
use self::job::{Job, Pause};
pub use self::net::{Layer, Net};
use self::prover::Prover;
pub use self::settings::{NodeBudget, Threads};
use self::wide::MOST_THREADS;
use self::zobrist::Zobrist;
use crate::incumbent::answer;
use crate::memory::for_size;

pub(super) static ENTRY: SolverEntry = SolverEntry {
    name: "anytime",
    summary: "a solution at once, then shorter ones; any size",
    guarantee: Guarantee::OptimalUpTo { cells: 25 },
    notes: "always a solution; optimal up to 25 cells if nothing stops it, beyond where bound and solution meet",
    runs: Runs::InProcess,
    max_cells: Size::MAX_CELLS,
    textbook: false,
    pseudocode: Some(&Pseudocode::WALK),
    options: &[
        OptionEntry {
            name: "threads",
            kind: OptionKind::Threads {
                max: MOST_THREADS as u64,
            },
            default: "all",
            help: "threads to use",
        },
        OptionEntry {
            name: "effort",
            kind: OptionKind::Integer {
                min: 0,
                max: u64::MAX,
            },
            default: "10000000",
            help: "nodes to spend on beams where no limit is set",
        },
    ],
    make: |arguments| Ok(Box::new(Anytime::read(arguments)?)),
};

/// Anytime search.
#[derive(Clone, Copy, Debug)]
pub struct Anytime {
    /// Threads to use; all by default.
    pub threads: Threads,
    /// What is spent where the caller sets no limit of time or nodes and says not what is enough.
    pub effort: NodeBudget,
}

impl Anytime {
    fn read(arguments: &mut Arguments<'_>) -> Result<Self, SpecError> {
        Ok(Self {
            threads: arguments.take("threads")?,
            effort: arguments.take("effort")?,
        })
    }
}

impl Default for Anytime {
    fn default() -> Self {
        ENTRY.default_settings(Self::read)
    }
}

impl Solver for Anytime {
    fn name(&self) -> &'static str {
        ENTRY.name
    }

    fn stops_when_enough(&self) -> bool {
        true
    }

    fn plan(&self, _: &Puzzle, _: &Context) -> Plan {
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
