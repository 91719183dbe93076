//! A solver chosen by name, run under the user's limits.

use std::sync::Arc;

use taquin::notation::Notation;
use taquin::parts::Keep;
use taquin::trace::Trace;
use taquin::{Acceptance, Control, Goals, Limits, Move, Plan, Puzzle, Solver, Stop, catalogue};
use taquin_app::Run;
use taquin_app::answer;

use crate::failure::{Exit, Failure};
use crate::interrupt;
use crate::progress::ProgressLine;
use crate::session;
use crate::units::{show_count, show_duration};

/// A solver and the limits it works under.
pub(crate) struct LimitedSolver {
    /// As the user wrote it.
    pub(crate) text: String,
    solver: Box<dyn Solver>,
    limits: Limits,
    /// Steps of the search to record.
    trace: usize,
    progress: bool,
    enough: Acceptance,
    keep: Option<Arc<Keep>>,
}

impl LimitedSolver {
    pub(crate) fn new(text: &str, limits: Limits) -> Result<Self, Failure> {
        Ok(Self {
            text: text.to_owned(),
            solver: catalogue::solver(text)?,
            limits,
            trace: 0,
            progress: false,
            enough: Acceptance::default(),
            keep: None,
        })
    }

    /// Records at most this many steps of each search.
    pub(crate) fn with_trace(mut self, steps: usize) -> Self {
        self.trace = steps;
        self
    }

    /// Shows the searches on the terminal, one at a time.
    pub(crate) fn with_progress(mut self, progress: bool) -> Self {
        self.progress = progress && ProgressLine::is_shown();
        self
    }

    /// Keeps finished parts of each search.
    pub(crate) fn with_parts(mut self, keep: Option<Arc<Keep>>) -> Result<Self, Failure> {
        if keep.is_some() && !self.solver.keeps_parts() {
            return Err(Failure::usage(format!(
                "{} does not work in parts; --parts goes with --algo pdb-ida or gpu-ida",
                self.solver.name()
            )));
        }
        self.keep = keep;
        Ok(self)
    }

    /// Ends a search that improves its solutions once one is this good.
    pub(crate) fn with_enough(mut self, enough: Acceptance) -> Result<Self, Failure> {
        if enough.is_set() && !self.solver.stops_when_enough() {
            let option = match enough.target {
                Some(_) => "--target",
                None => "--within",
            };
            return Err(Failure::usage(format!(
                "{} does not improve its solutions; {option} goes with --algo auto or anytime",
                self.solver.name()
            )));
        }
        self.enough = enough;
        Ok(self)
    }

    /// Runs it; `known` are moves that solve the puzzle, an upper bound to begin with.
    pub(crate) fn run(&self, puzzle: &Puzzle, known: Option<&[Move]>) -> Result<Run, Failure> {
        Ok(taquin_app::run(
            &*self.solver,
            puzzle,
            &self.control(puzzle, known),
        )?)
    }

    /// Searches for a hint instead, under the same limits.
    pub(crate) fn hint(&self, puzzle: &Puzzle) -> Result<Run, Failure> {
        // With one thread, the same command gives the same hint.
        let run = taquin_app::hint_search(puzzle, 1, &self.control(puzzle, None))?;
        Ok(run)
    }

    /// How many positions are best answered together.
    pub(crate) fn batch_size(&self) -> usize {
        self.solver.batch_size(session::context())
    }

    /// Runs several together, under the limits of one; a solution that is known of a puzzle is the upper
    /// bound to begin with.
    pub(crate) fn run_all(
        &self,
        puzzles: &[Puzzle],
        known: &[Option<&[Move]>],
    ) -> Vec<Result<Run, Failure>> {
        let Some(first) = puzzles.first() else {
            return Vec::new();
        };
        if self.batch_size() == 1 {
            let each = puzzles.iter().zip(known);
            return each
                .map(|(puzzle, known)| self.run(puzzle, *known))
                .collect();
        }
        let outcomes = self.solver.solve_all(puzzles, &self.control(first, None));
        // Boards that follow one another mostly have the same plan.
        let mut last: Option<(&Puzzle, Plan)> = None;
        let mut runs = Vec::with_capacity(puzzles.len());
        for (puzzle, outcome) in puzzles.iter().zip(outcomes) {
            runs.push(outcome.map_err(Failure::from).map(|outcome| {
                let plan = match (&outcome.by, last.take()) {
                    (Some(by), _) => by.clone(),
                    (None, Some((before, plan))) if before.targets() == puzzle.targets() => plan,
                    (None, _) => self.solver.plan(puzzle, session::context()),
                };
                last = Some((puzzle, plan.clone()));
                Run {
                    plan,
                    outcome,
                    trace: Trace::default(),
                }
            }));
        }
        runs
    }

    /// A run for a comparison.
    pub(crate) fn compare(
        &self,
        puzzle: &Puzzle,
        goals: &Goals,
        notation: Notation,
    ) -> answer::Run {
        let control = self.control(puzzle, None);
        let question = (puzzle, goals);
        taquin_app::compare_one(&self.text, &*self.solver, question, notation, &control)
    }

    /// A control that Ctrl-C cancels.
    fn control(&self, puzzle: &Puzzle, known: Option<&[Move]>) -> Arc<Control> {
        let mut control = session::control(self.limits).with_enough(self.enough);
        if self.trace > 0 {
            control = control.with_trace(self.trace);
        }
        if self.progress {
            let progress =
                ProgressLine::new(&self.solver.plan(puzzle, session::context()).to_string());
            control = control.on_event(move |event| progress.tell(event));
        }
        if let Some(moves) = known {
            control = control.with_known(moves.to_vec());
        }
        if let Some(keep) = &self.keep {
            control = control.keeping(Arc::clone(keep));
        }
        let control = Arc::new(control);
        interrupt::watch(&control);
        control
    }
}

/// How the command ends after a run.
pub(crate) fn exit(run: &Run) -> Exit {
    match (run.outcome.stop, run.outcome.best()) {
        (Stop::Cancelled, _) => Exit::Interrupted,
        (_, Some(_)) => Exit::Done,
        (_, None) => Exit::Limit,
    }
}

/// The line below the moves.
pub(crate) fn summary(run: &Run) -> String {
    let stats = &run.outcome.stats;
    format!(
        "{} · {} · {} expanded · {}",
        run.label(),
        run.plan,
        show_count(stats.expanded),
        show_duration(stats.time)
    )
}
