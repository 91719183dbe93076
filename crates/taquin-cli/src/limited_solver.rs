//! A solver chosen by name, run under the user's limits.

use std::sync::Arc;

use taquin::notation::Notation;
use taquin::parts::Keep;
use taquin::trace::Trace;
use taquin::{
    Acceptance, Control, Goals, Limits, Move, Outcome, Plan, Puzzle, SolveError, Solver, Stop,
    catalogue,
};
use taquin_app::Run;
use taquin_app::answer;

use crate::failure::{Exit, Failure};
use crate::interrupt;
use crate::parallel;
use crate::progress::ProgressLine;
use crate::session;
use crate::units::{show_count, show_duration};

/// A solver and the limits it works under.
pub(crate) struct LimitedSolver {
    /// The text as the user wrote it.
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
        Ok(Self::of(text, catalogue::solver(text)?, limits))
    }

    fn of(text: &str, solver: Box<dyn Solver>, limits: Limits) -> Self {
        Self {
            text: text.to_owned(),
            solver,
            limits,
            trace: 0,
            progress: false,
            enough: Acceptance::default(),
            keep: None,
        }
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

    /// The batch size: how many positions to solve together.
    pub(crate) fn batch_size(&self) -> usize {
        self.solver.batch_size(session::context())
    }

    /// Runs several together, under the limits of one, and maps every run to a reply, on all processors.
    /// A solution that is known of a puzzle is the upper bound to begin with. `reply` gets the index
    /// of the puzzle; the replies are in the order of the puzzles.
    pub(crate) fn run_all<R: Send>(
        &self,
        puzzles: &[Puzzle],
        known: &[Option<&[Move]>],
        reply: impl Fn(usize, Result<Run, Failure>) -> R + Sync,
    ) -> Vec<R> {
        let Some(first) = puzzles.first() else {
            return Vec::new();
        };
        if self.batch_size() == 1 {
            let each = puzzles.iter().zip(known).enumerate();
            return each
                .map(|(i, (puzzle, known))| reply(i, self.run(puzzle, *known)))
                .collect();
        }
        let outcomes = self.solver.solve_all(puzzles, &self.control(first, None));
        self.replies(puzzles, outcomes, reply)
    }

    fn replies<R: Send>(
        &self,
        puzzles: &[Puzzle],
        outcomes: Vec<Result<Outcome, SolveError>>,
        reply: impl Fn(usize, Result<Run, Failure>) -> R + Sync,
    ) -> Vec<R> {
        parallel::map_runs(outcomes, |first, outcomes| {
            // Boards that follow one another mostly have the same plan.
            let mut last: Option<(&Puzzle, Plan)> = None;
            let mut replies = Vec::with_capacity(outcomes.len());
            for (i, outcome) in (first..).zip(outcomes) {
                let puzzle = &puzzles[i];
                let run = outcome.map_err(Failure::from).map(|outcome| {
                    let plan = match (&outcome.by, last.take()) {
                        (Some(by), _) => by.clone(),
                        (None, Some((before, plan))) if before.targets() == puzzle.targets() => {
                            plan
                        }
                        (None, _) => self.solver.plan(puzzle, session::context()),
                    };
                    last = Some((puzzle, plan.clone()));
                    Run {
                        plan,
                        outcome,
                        trace: Trace::default(),
                    }
                });
                replies.push(reply(i, run));
            }
            replies
        })
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

/// The exit status after a run.
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

#[cfg(test)]
mod tests {
    use taquin::{Context, Goal, Size};

    use super::*;

    /// A solver that refuses one size, and takes puzzles one by one or together.
    struct Odd {
        solver: Box<dyn Solver>,
        refused: Option<Size>,
        batch_size: usize,
    }

    impl Solver for Odd {
        fn name(&self) -> &'static str {
            self.solver.name()
        }

        fn plan(&self, puzzle: &Puzzle, context: &Context) -> Plan {
            self.solver.plan(puzzle, context)
        }

        fn solve(&self, puzzle: &Puzzle, control: &Control) -> Result<Outcome, SolveError> {
            let size = puzzle.start().size();
            if self.refused == Some(size) {
                return Err(SolveError::Unsupported {
                    part: self.name().to_owned(),
                    size,
                    reason: "it was told so".to_owned(),
                    alternatives: Vec::new(),
                });
            }
            self.solver.solve(puzzle, control)
        }

        fn batch_size(&self, _: &Context) -> usize {
            self.batch_size
        }
    }

    /// The same search board by board and in batches.
    fn both(limits: Limits, refused: Option<Size>) -> [LimitedSolver; 2] {
        [1, 1 << 20].map(|batch_size| {
            let solver = catalogue::solver("ida/manhattan").unwrap();
            let odd = Odd {
                solver,
                refused,
                batch_size,
            };
            LimitedSolver::of("ida/manhattan", Box::new(odd), limits)
        })
    }

    /// Boards a few slides from the goal, of two sizes and with two goals, in no order.
    fn mixed(count: usize) -> Vec<Puzzle> {
        let kinds = [
            (3, 3, Goal::BlankLast),
            (3, 3, Goal::BlankFirst),
            (2, 4, Goal::BlankLast),
        ];
        let make = |i: usize| {
            let (rows, cols, goal) = &kinds[i * i % 7 % 3];
            let mut board = goal.board(Size::new(*rows, *cols).unwrap()).unwrap();
            for step in 0..i % 11 {
                let moves: Vec<_> = board.moves().collect();
                board.slide(moves[(i / 3 + step) % moves.len()]);
            }
            Puzzle::new(board, &Goals::from(goal.clone())).unwrap()
        };
        (0..count).map(make).collect()
    }

    /// A run as text, without its time.
    fn told(run: Result<Run, Failure>) -> Result<(String, Option<String>, Stop), String> {
        let run = run.map_err(|failure| format!("{failure:?}"))?;
        let moves = run.moves(Notation::Tile);
        Ok((run.plan.to_string(), moves, run.outcome.stop))
    }

    fn is_solved(puzzle: &Puzzle) -> bool {
        puzzle.is_solved_by(puzzle.start())
    }

    #[test]
    fn batches_answer_every_puzzle_in_its_place() {
        // More than one thread's share; boards of one size are refused.
        let puzzles = mixed(10_000);
        let refused = Size::new(2, 4).unwrap();
        let [one_by_one, batched] = both(Limits::default(), Some(refused));
        let known = vec![None; puzzles.len()];
        let replies = batched.run_all(&puzzles, &known, |i, run| (i, told(run)));
        assert_eq!(replies.len(), puzzles.len());
        for (i, (puzzle, (index, reply))) in puzzles.iter().zip(replies).enumerate() {
            assert_eq!(index, i);
            assert_eq!(reply.is_err(), puzzle.start().size() == refused, "{i}");
            assert_eq!(reply, told(one_by_one.run(puzzle, None)), "{i}");
            if let Ok((_, moves, _)) = reply {
                assert_eq!(moves.unwrap().is_empty(), is_solved(puzzle), "{i}");
            }
        }
        assert!(batched.run_all(&[], &[], |_, run| told(run)).is_empty());
    }

    #[test]
    fn a_batch_that_is_stopped_says_so_for_every_puzzle() {
        let puzzles = mixed(5000);
        let limits = Limits {
            nodes: Some(1),
            ..Limits::default()
        };
        let [_, batched] = both(limits, None);
        let known = vec![None; puzzles.len()];
        let ends = batched.run_all(&puzzles, &known, |_, run| {
            let run = run.unwrap();
            (exit(&run), run.outcome.stop)
        });
        // The limit holds for all together, so the last ones have nothing left.
        for (puzzle, end) in puzzles.iter().zip(ends).skip(1000) {
            assert!(is_solved(puzzle) || end == (Exit::Limit, Stop::OutOfNodes));
        }
    }

    #[test]
    fn a_cancelled_batch_ends_as_interrupted() {
        let puzzles = mixed(100);
        let [_, batched] = both(Limits::default(), None);
        let control = batched.control(&puzzles[0], None);
        control.cancel();
        let outcomes = batched.solver.solve_all(&puzzles, &control);
        let exits = batched.replies(&puzzles, outcomes, |_, run| exit(&run.unwrap()));
        for (puzzle, exit) in puzzles.iter().zip(exits) {
            assert!(is_solved(puzzle) || exit == Exit::Interrupted);
        }
    }
}
