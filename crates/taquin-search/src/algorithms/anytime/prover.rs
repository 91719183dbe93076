//! The prover: it raises the lower bound between beams.

use std::ops::ControlFlow;
use std::time::Duration;

use taquin_core::{Control, Halt, Outcome, Puzzle, SolveError, Stats, Stop};
use taquin_pdb::Pattern;

use super::job::{Job, Pause};
use crate::algorithms::PdbIda;
use crate::heuristic::{Guide, HeuristicSpec};

/// IDA\*, with tables and without.
pub(super) struct Prover {
    /// IDA\* without tables, for short tries.
    short: Box<dyn Guide>,
    /// Pattern databases, on boards that have them and where there is time to build them.
    tables: Option<PdbIda>,
}

/// With less time or fewer nodes than this, tables that are not there yet are not worth building.
const TIME_FOR_TABLES: Duration = Duration::from_secs(30);
const NODES_FOR_TABLES: u64 = 50_000_000;

/// Tries with fewer nodes do without tables.
const SHORT_TRY: u64 = 300_000;

impl Prover {
    pub(super) fn new(
        puzzle: &Puzzle,
        control: &Control,
        threads: usize,
    ) -> Result<Self, SolveError> {
        let tables = PdbIda {
            threads,
            ..PdbIda::default()
        };
        let limits = control.limits();
        let patient = limits.time.is_none_or(|time| time >= TIME_FOR_TABLES)
            && limits.nodes.is_none_or(|nodes| nodes >= NODES_FOR_TABLES);
        let fits = puzzle.start().size().cells() <= Pattern::MAX_CELLS;
        let with_tables = fits && (patient || tables.is_ready(puzzle, control.context()));
        let short: HeuristicSpec = "linear-conflict".parse().expect("a heuristic of ours");
        // It has no tables that a control could stop.
        let short = short.guide(puzzle, control).map_err(|halt| match halt {
            Halt::Refused(error) => error,
            Halt::Stopped(_) => unreachable!("linear conflicts are counted at once"),
        })?;
        Ok(Self {
            short,
            tables: with_tables.then_some(tables),
        })
    }

    /// Whether long proofs have tables.
    pub(super) fn has_tables(&self) -> bool {
        self.tables.is_some()
    }

    /// Searches with at most this many nodes, and no further than to a bound that is enough.
    fn run(&self, puzzle: &Puzzle, control: &Control, nodes: u64, enough: u32) -> Outcome {
        match &self.tables {
            Some(tables) if nodes >= SHORT_TRY => {
                // Boards of this size have such tables; if not, nothing is raised.
                let nothing = || Outcome::new(None, 0, Stop::Finished, Stats::default());
                let raised = tables.raise_lower_bound(puzzle, control, enough);
                raised.unwrap_or_else(|_| nothing())
            }
            _ => self.short.deepen(puzzle, control, true),
        }
    }
}

impl Job<'_, '_, '_> {
    /// Nodes for a try at the bound after this many were spent on the line.
    pub(super) fn proof_nodes(&self, spent: u64) -> u64 {
        match self.puzzle.start().size().cells() {
            ..=25 if self.control.enough().within.is_some() => spent,
            ..=25 => spent / 4,
            // Out of reach but for boards that are nearly solved.
            _ => spent / 50,
        }
    }

    /// Raises the lower bound, with at most this many nodes.
    pub(super) fn prove(&mut self, nodes: u64) -> ControlFlow<Pause> {
        let part = self.incumbent.proof(nodes);
        // Where the line is shortest already, its length need not be searched: all that is fewer was.
        let enough = self.control.enough().bound_for(self.length());
        let outcome = self.prover.run(self.puzzle, &part, nodes, enough);
        self.control.count_nodes_of(&part);
        self.stats.expanded += outcome.stats.expanded;
        self.stats.generated += outcome.stats.generated;
        self.stats.peak_bytes = self.stats.peak_bytes.max(outcome.stats.peak_bytes);
        if outcome.lower_bound() > self.incumbent.lower_bound() {
            *self.tables = outcome
                .exhausted
                .as_ref()
                .map_or(Vec::new(), |told| told.tables.clone());
        }
        self.incumbent.raise(outcome.lower_bound());
        if let Some(best) = outcome.best() {
            self.incumbent.keep(best.clone());
        }
        self.judge()?;
        match outcome.stop {
            Stop::OutOfNodes if self.control.nodes_left() != Some(0) => ControlFlow::Continue(()),
            Stop::Finished => ControlFlow::Continue(()),
            Stop::OutOfMemory if outcome.stats.expanded == 0 => ControlFlow::Continue(()),
            stop => ControlFlow::Break(Pause::Stopped(stop)),
        }
    }
}
