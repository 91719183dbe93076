//! A solver chosen by name, run under the user's limits, and its answer with the right label.

use std::sync::Arc;

use taquin::notation::{Notation, format_moves};
use taquin::trace::Trace;
use taquin::{
    Control, Enough, Goals, Limits, Outcome, Plan, Puzzle, Solver, Stop, catalogue,
    multi_tile_length, wire,
};

use crate::failure::{Exit, Failure};
use crate::interrupt;
use crate::progress::Progress;
use crate::units::{show_count, show_duration};

/// A solver and the limits it works under.
pub(crate) struct Engine {
    /// As the user wrote it.
    pub(crate) text: String,
    solver: Box<dyn Solver>,
    limits: Limits,
    /// Steps of the search to record.
    trace: usize,
    progress: bool,
    enough: Enough,
}

/// What a solver answered, and how.
pub(crate) struct Run {
    pub(crate) outcome: Outcome,
    pub(crate) plan: Plan,
    pub(crate) trace: Trace,
}

impl Engine {
    pub(crate) fn new(text: &str, limits: Limits) -> Result<Self, Failure> {
        Ok(Self {
            text: text.to_owned(),
            solver: catalogue::solver(text)?,
            limits,
            trace: 0,
            progress: false,
            enough: Enough::default(),
        })
    }

    /// Records at most this many steps of each search.
    pub(crate) fn with_trace(mut self, steps: usize) -> Self {
        self.trace = steps;
        self
    }

    /// Shows the searches on the terminal, one at a time.
    pub(crate) fn with_progress(mut self, progress: bool) -> Self {
        self.progress = progress;
        self
    }

    /// Ends a search that improves its solutions once one is this good.
    pub(crate) fn with_enough(mut self, enough: Enough) -> Self {
        self.enough = enough;
        self
    }

    pub(crate) fn run(&self, puzzle: &Puzzle) -> Result<Run, Failure> {
        let plan = self.solver.plan(puzzle);
        let mut control = Control::new(self.limits).with_enough(self.enough);
        if self.trace > 0 {
            control = control.with_trace(self.trace);
        }
        if self.progress {
            let progress = Progress::new(&plan.to_string());
            control = control.on_event(move |event| progress.tell(event));
        }
        let control = Arc::new(control);
        interrupt::watch(&control);
        let outcome = self.solver.solve(puzzle, &control)?;
        let trace = control.tracer().map(taquin::trace::Tracer::take);
        Ok(Run {
            outcome,
            plan,
            trace: trace.unwrap_or_default(),
        })
    }
}

impl Run {
    /// How the command ends after this.
    pub(crate) fn exit(&self) -> Exit {
        match (self.outcome.stop, self.outcome.best()) {
            (Stop::Cancelled, _) => Exit::Interrupted,
            (_, Some(_)) => Exit::Done,
            (_, None) => Exit::Limit,
        }
    }

    /// What the answer is worth: `14 moves, optimal (proven)`.
    pub(crate) fn label(&self) -> String {
        let bound = self.outcome.lower_bound();
        let reached = match wire::stop_word(self.outcome.stop) {
            None => String::new(),
            Some("cancelled") => "interrupted: ".to_owned(),
            Some(which) => format!("limit reached ({which}): "),
        };
        match self.outcome.best() {
            Some(best) if self.outcome.is_optimal() => {
                let plural = if best.len() == 1 { "" } else { "s" };
                format!("{} move{plural}, optimal (proven)", best.len())
            }
            Some(best) => format!(
                "{reached}at most {} (found, not proven), at least {bound}",
                best.len()
            ),
            None => format!("{reached}no solution found, at least {bound}"),
        }
    }

    /// The line below the moves.
    pub(crate) fn summary(&self) -> String {
        let stats = &self.outcome.stats;
        format!(
            "{} · {} · {} expanded · {}",
            self.label(),
            self.plan,
            show_count(stats.expanded),
            show_duration(stats.time)
        )
    }

    /// The moves as the user wants to read them; none without a solution.
    pub(crate) fn moves(&self, notation: Notation) -> Option<String> {
        let best = self.outcome.best()?;
        Some(format_moves(best.moves(), notation))
    }

    /// What the heuristic says of the start. This builds the heuristic once more, so it is asked
    /// for only where it is shown.
    pub(crate) fn h_start(&self, puzzle: &Puzzle) -> Option<u32> {
        let heuristic = self.plan.heuristic.as_deref()?;
        catalogue::estimate(heuristic, puzzle).ok().flatten()
    }

    /// The answer for programs, h of the start left out.
    pub(crate) fn answer(&self, puzzle: &Puzzle, goals: &Goals, notation: Notation) -> wire::Solve {
        let outcome = &self.outcome;
        wire::Solve {
            status: wire::Status::of(outcome),
            proven: outcome.is_optimal(),
            length: outcome.best().map(taquin::Solution::len),
            length_mtm: outcome.best().map(|best| multi_tile_length(best.moves())),
            moves: self.moves(notation),
            lower_bound: outcome.lower_bound(),
            limit: wire::stop_word(outcome.stop),
            algorithm: self.plan.algorithm.clone(),
            heuristic: self.plan.heuristic.clone(),
            h_start: None,
            optimal_count: None,
            all_optimal: None,
            exhausted: outcome.exhausted.as_ref().map(wire::Exhausted::from),
            stats: wire::Stats::from(&outcome.stats),
            verified: true,
            board: puzzle.start().to_string(),
            goal: goals.to_string(),
            notation: notation.name(),
            version: wire::VERSION,
        }
    }
}
