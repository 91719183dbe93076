//! The conformance suite passes an honest solver and catches dishonest ones.

use std::collections::{HashMap, VecDeque};
use std::ops::ControlFlow;
use std::panic::{AssertUnwindSafe, catch_unwind};

use taquin_core::{
    Board, Control, Event, Limits, Move, Outcome, Puzzle, Solution, SolveError, Solver, Stats, Stop,
};
use taquin_testkit::{Promise, conform};

/// What a solver does wrong.
#[derive(Clone, Copy, PartialEq)]
enum Lie {
    None,
    BoundTooHigh,
    DetourOfTwo,
    IgnoresNodes,
    IgnoresMemory,
    IgnoresCancel,
    GivesUp,
    OneGoalOnly,
}

/// Breadth-first search as plain as can be, with a fault built in.
struct Breadth(Lie);

/// A guess at what a state costs in the map and the queue.
const BYTES: u64 = 200;

impl Solver for Breadth {
    fn name(&self) -> &'static str {
        "breadth"
    }

    fn solve(&self, puzzle: &Puzzle, control: &Control) -> Result<Outcome, SolveError> {
        // A deaf solver must end some day for this test to see that it is deaf.
        let deaf = Control::new(Limits {
            nodes: Some(control.limits().nodes.unwrap_or(300_000)),
            ..control.limits()
        });
        let unlimited = Control::new(Limits {
            nodes: None,
            ..control.limits()
        });
        control.report(&Event::Nodes(0));
        let mut meter = match self.0 {
            Lie::IgnoresCancel => deaf.meter(),
            Lie::IgnoresNodes if control.limits().memory.is_none() => unlimited.meter(),
            _ => control.meter(),
        };
        let mut stats = Stats::default();
        let mut parents: HashMap<Board, Option<Move>> = HashMap::new();
        let mut queue = VecDeque::from([(puzzle.start().clone(), 0)]);
        parents.insert(puzzle.start().clone(), None);
        while let Some((board, depth)) = queue.pop_front() {
            let solved = match self.0 {
                Lie::OneGoalOnly => board == puzzle.targets()[0],
                _ => puzzle.is_solved_by(&board),
            };
            if solved {
                let mut moves = path(&parents, board.clone());
                if self.0 == Lie::DetourOfTwo {
                    let mv = board.moves().next().unwrap();
                    moves.extend([mv, mv.inverse()]);
                }
                let best = match self.0 {
                    Lie::GivesUp => None,
                    _ => Some(Solution::check(puzzle, moves).unwrap()),
                };
                return Ok(Outcome::new(best, depth, Stop::Finished, stats));
            }
            let bytes = parents.len() as u64 * BYTES;
            let mut leave = meter.node();
            if self.0 != Lie::IgnoresMemory && leave.is_continue() {
                leave = control.check_memory(bytes + 3 * BYTES);
            }
            if let ControlFlow::Break(stop) = leave {
                let claim = match self.0 {
                    Lie::BoundTooHigh => 100,
                    _ => depth,
                };
                return Ok(Outcome::new(None, claim, stop, stats));
            }
            stats.expanded += 1;
            for mv in board.moves() {
                let mut next = board.clone();
                next.slide(mv);
                if !parents.contains_key(&next) {
                    parents.insert(next.clone(), Some(mv));
                    queue.push_back((next, depth + 1));
                }
            }
            stats.peak_bytes = parents.len() as u64 * BYTES;
        }
        unreachable!("a puzzle can be solved")
    }
}

fn path(parents: &HashMap<Board, Option<Move>>, mut board: Board) -> Vec<Move> {
    let mut moves = Vec::new();
    while let Some(mv) = parents[&board] {
        moves.push(mv);
        board.slide(mv.inverse());
    }
    moves.reverse();
    moves
}

#[test]
fn an_honest_solver_conforms() {
    conform(&Breadth(Lie::None), Promise::Shortest, 12);
}

#[test]
fn dishonest_solvers_are_caught() {
    for (lie, promise, words) in [
        (Lie::BoundTooHigh, Promise::Shortest, "above the truth"),
        (Lie::DetourOfTwo, Promise::Shortest, "not a shortest"),
        (Lie::IgnoresNodes, Promise::Shortest, "nodes expanded of"),
        (Lie::IgnoresMemory, Promise::Shortest, "bytes held"),
        (Lie::IgnoresCancel, Promise::Shortest, "Korf"),
        (Lie::GivesUp, Promise::Any, "no solution"),
        (Lie::OneGoalOnly, Promise::Shortest, "above the truth"),
    ] {
        let caught = catch_unwind(AssertUnwindSafe(|| conform(&Breadth(lie), promise, 12)));
        let message = caught.expect_err(words);
        let message = message.downcast_ref::<String>().expect("a formatted panic");
        assert!(message.contains(words), "{message}");
    }
}
