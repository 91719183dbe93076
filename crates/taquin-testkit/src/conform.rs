//! The conformance suite: requirements that every solver meets.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::mpsc;
use std::time::Duration;

use taquin_core::{
    Board, Clock, Context, Control, Goal, Goals, Limits, Outcome, Puzzle, Size, Solver, Stop,
};

use crate::Distances;
use crate::effort::Effort;

/// A solver's guarantee if nothing stops it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Promise {
    /// A shortest solution, proven to be one.
    Shortest,
    /// A solution of any length.
    Any,
    /// Perhaps nothing; what it finds is a solution.
    Perhaps,
}

/// Boards taken at random for each small size and set of goals.
const SAMPLE: usize = 6;

/// A stopped solve must answer in this time; generous, for slow machines.
const PROMPTLY: Duration = Duration::from_secs(10);

/// Checks a solver on small boards against true distances, and on one large board that it stops when
/// cancelled.
///
/// `reach` is the largest true distance asked of it without a limit: 31 takes in all of 3x3, less
/// suits searches whose work grows with every move.
///
/// # Panics
/// When the solver breaks a rule; the message names rule and board.
pub fn conform(solver: &dyn Solver, promise: Promise, reach: u32) {
    let mut random = Random(0x7461_7175_696e);
    let context = Context::new();
    for (rows, cols) in [(2, 2), (2, 3), (3, 2), (3, 3)] {
        for goals in goal_sets() {
            let size = Size::new(rows, cols).expect("a size of the list");
            let judge = Judge::new(solver, promise, size, &goals, &context);
            judge.sample(reach, &mut random);
        }
    }
    let size = Size::new(3, 3).expect("3x3 is a size");
    let goals = Goals::default();
    let judge = Judge::new(solver, promise, size, &goals, &context);
    judge.limits(&mut random);
    stops_on_a_large_board(solver, &context);
}

fn goal_sets() -> [Goals; 4] {
    [
        Goal::BlankLast.into(),
        Goal::BlankFirst.into(),
        Goal::Spiral.into(),
        Goals::new([Goal::BlankFirst, Goal::BlankLast]),
    ]
}

/// A solver under test, with the truth about one set of goals.
struct Judge<'a> {
    solver: &'a dyn Solver,
    promise: Promise,
    goals: &'a Goals,
    context: &'a Context,
    targets: Vec<Board>,
    truth: Distances,
}

impl<'a> Judge<'a> {
    fn new(
        solver: &'a dyn Solver,
        promise: Promise,
        size: Size,
        goals: &'a Goals,
        context: &'a Context,
    ) -> Self {
        let target = |goal: &Goal| goal.board(size).expect("a goal that has a name");
        let targets: Vec<Board> = goals.as_slice().iter().map(target).collect();
        Self {
            solver,
            promise,
            goals,
            context,
            truth: Distances::from_goals(&targets),
            targets,
        }
    }

    /// Unlimited solves: the goals themselves and random boards within reach.
    fn sample(&self, reach: u32, random: &mut Random) {
        for board in &self.targets {
            self.unlimited(board);
        }
        let within: Vec<Board> = self
            .truth
            .iter()
            .filter(|&(_, distance)| distance <= reach)
            .map(|(board, _)| board)
            .collect();
        for _ in 0..SAMPLE {
            self.unlimited(&within[random.below(within.len())]);
        }
    }

    fn unlimited(&self, start: &Board) {
        let outcome = self.solve(start, &Control::new(Limits::default()).within(self.context));
        let again = self.solve(start, &Control::new(Limits::default()).within(self.context));
        let (case, truth) = (self.case(start), self.distance(start));
        assert_eq!(
            outcome.stats.expanded, again.stats.expanded,
            "{case}: two runs differ in expanded nodes"
        );
        assert_eq!(outcome.best(), again.best(), "{case}: two runs differ");
        assert_eq!(
            outcome.stop,
            Stop::Finished,
            "{case}: stopped without a limit"
        );
        let length = outcome.best().map(taquin_core::Solution::len);
        match self.promise {
            Promise::Shortest => {
                assert_eq!(length, Some(truth), "{case}: not a shortest solution");
                assert!(outcome.is_optimal(), "{case}: no proof");
            }
            Promise::Any => assert!(length.is_some(), "{case}: no solution"),
            Promise::Perhaps => {}
        }
    }

    /// Solves that are stopped by each limit in turn, or by the caller.
    fn limits(&self, random: &mut Random) {
        let deep: Vec<(Board, u32)> = self.truth.iter().filter(|&(_, d)| d >= 20).collect();
        let (start, _) = &deep[random.below(deep.len())];
        let case = self.case(start);

        let control = Control::new(Limits::default()).within(self.context);
        control.cancel();
        let effort = Effort::begin();
        let outcome = self.solve(start, &control);
        assert!(!effort.is_beyond(PROMPTLY), "{case}: slow to be cancelled");
        assert_ne!(outcome.stop, Stop::OutOfTime, "{case}: no time limit");

        for nodes in [0, 1, 2, 10, 1000] {
            let limits = Limits {
                nodes: Some(nodes),
                ..Limits::default()
            };
            let outcome = self.solve(start, &Control::new(limits).within(self.context));
            let expanded = outcome.stats.expanded;
            assert!(
                expanded <= nodes,
                "{case}: {expanded} nodes expanded of {nodes} allowed"
            );
            assert!(matches!(outcome.stop, Stop::OutOfNodes | Stop::Finished));
        }
        for time in [Duration::ZERO, Duration::from_nanos(1)] {
            let limits = Limits {
                time: Some(time),
                ..Limits::default()
            };
            let outcome = self.solve(start, &Control::new(limits).within(self.context));
            assert!(matches!(outcome.stop, Stop::OutOfTime | Stop::Finished));
        }
        for memory in [0, 1, 100, 10_000, 100_000] {
            let limits = Limits {
                memory: Some(memory),
                // Depth-first searches live in little memory for a long time.
                nodes: Some(100_000),
                ..Limits::default()
            };
            let outcome = self.solve(start, &Control::new(limits).within(self.context));
            let bytes = outcome.stats.peak_bytes;
            assert!(
                outcome.stop == Stop::OutOfMemory || bytes <= memory,
                "{case}: {bytes} bytes held of {memory} allowed"
            );
        }
    }

    /// Solves, and checks what holds for every answer.
    fn solve(&self, start: &Board, control: &Control) -> Outcome {
        let case = self.case(start);
        let puzzle = Puzzle::new(start.clone(), self.goals).expect("the oracle reached it");
        let outcome = self.solver.solve(&puzzle, control);
        let outcome = outcome.unwrap_or_else(|error| panic!("{case}: {error}"));
        holds(&case, &puzzle, &outcome, self.distance(start));
        outcome
    }

    fn distance(&self, board: &Board) -> u32 {
        self.truth
            .get(board)
            .expect("boards come from the oracle or are goals")
    }

    fn case(&self, start: &Board) -> String {
        format!("{} on {start} to {}", self.solver.name(), self.goals)
    }
}

/// The interval holds the truth, and the solution replays.
fn holds(case: &str, puzzle: &Puzzle, outcome: &Outcome, truth: u32) {
    let bound = outcome.lower_bound();
    assert!(
        bound <= truth,
        "{case}: lower bound {bound} above the truth {truth}"
    );
    if let Some(solution) = outcome.best() {
        let last = puzzle.start().clone().replay(solution.moves());
        let last = last.unwrap_or_else(|illegal| panic!("{case}: {illegal}"));
        assert!(
            puzzle.is_solved_by(&last),
            "{case}: the moves end on {last}"
        );
        assert!(
            solution.len() >= truth,
            "{case}: {} moves, shorter than the truth {truth}",
            solution.len()
        );
    }
}

/// The first of the hundred 15-puzzles of R. E. Korf, *Depth-First Iterative-Deepening*,
/// Artificial Intelligence 27 (1985), and its optimal length.
const KORF_1: ([u32; 16], u32) = ([14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3], 57);

/// Ends a search that is well under way in three ways: cancelled by another thread, out of time,
/// out of memory.
fn stops_on_a_large_board(solver: &dyn Solver, context: &Context) {
    let (under_way, wait) = mpsc::channel();
    let done = under_way.clone();
    let control = Control::with_clock(Limits::default(), Ticks::default())
        .within(context)
        .on_event(move |_| {
            // The waiting thread may be gone after the first message.
            let _ = under_way.send(());
        });
    std::thread::scope(|scope| {
        let control = &control;
        scope.spawn(move || {
            // The time-out is for solvers that fail before they report.
            let _ = wait.recv_timeout(PROMPTLY);
            control.cancel();
        });
        stops(solver, control, &[Stop::Cancelled]);
        let _ = done.send(());
    });

    let limits = Limits {
        time: Some(Duration::from_secs(8)),
        ..Limits::default()
    };
    let control = Control::with_clock(limits, Ticks::default()).within(context);
    stops(solver, &control, &[Stop::OutOfTime]);

    let limits = Limits {
        memory: Some(8 << 20),
        // Searches that live in little memory end here instead.
        nodes: Some(1_000_000),
        ..Limits::default()
    };
    let control = Control::new(limits).within(context);
    stops(solver, &control, &[Stop::OutOfMemory, Stop::OutOfNodes]);
}

/// The solver ends in one of these ways, or because it is done; a size out of its reach is no
/// fault.
fn stops(solver: &dyn Solver, control: &Control, allowed: &[Stop]) {
    let size = Size::new(4, 4).expect("4x4 is a size");
    let start = Board::new(size, &KORF_1.0).expect("a published board");
    let puzzle = Puzzle::new(start, &Goal::BlankFirst.into()).expect("a published puzzle");
    let case = format!("{} on Korf's first with {allowed:?}", solver.name());
    let effort = Effort::begin();
    let Ok(outcome) = solver.solve(&puzzle, control) else {
        return;
    };
    assert!(!effort.is_beyond(PROMPTLY), "{case}: slow to stop");
    let stop = outcome.stop;
    assert!(
        stop == Stop::Finished || allowed.contains(&stop),
        "{case}: {stop:?}"
    );
    holds(&case, &puzzle, &outcome, KORF_1.1);
    let (bytes, limit) = (outcome.stats.peak_bytes, control.limits().memory);
    assert!(
        limit.is_none_or(|limit| bytes <= limit),
        "{case}: {bytes} bytes held"
    );
}

/// A clock on which a second passes with each look, so that a search is stopped after a number of
/// looks and not after a time that depends on the machine.
#[derive(Default)]
struct Ticks(AtomicU64);

impl Clock for Ticks {
    fn elapsed(&self) -> Duration {
        Duration::from_secs(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

/// `SplitMix64` (Steele, Lea, Flood 2014): the same boards on every machine.
struct Random(u64);

impl Random {
    fn below(&mut self, end: usize) -> usize {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let mut z = self.0;
        z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        ((z ^ (z >> 31)) % end as u64) as usize
    }
}
