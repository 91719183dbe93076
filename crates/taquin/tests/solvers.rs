//! The default solver keeps the promises of every solver, and its stages are all used.

use taquin::generate::{Generator, Walk};
use taquin::{Auto, Control, Goal, Goals, Limits, Puzzle, Size, Solver, Stop};
use taquin_testkit::{Promise, conform};

#[test]
fn auto_conforms() {
    conform(&Auto, Promise::Shortest, 31);
}

fn walked(rows: usize, cols: usize, moves: u32, seed: u64) -> Puzzle {
    let goal = Goal::BlankLast.board(Size::new(rows, cols).unwrap());
    let board = Walk { moves }.board(&goal.unwrap(), seed);
    Puzzle::new(board, &Goals::default()).unwrap()
}

/// A board of 5x5 that is near is proven; one that is far is solved and says that it is not.
#[test]
fn auto_proves_what_is_near_and_solves_what_is_far() {
    let solve = |puzzle: &Puzzle| Auto.solve(puzzle, &Control::new(Limits::default()));
    assert!(solve(&walked(5, 5, 20, 1)).unwrap().is_optimal());
    let far = solve(&walked(5, 5, 100_000, 1)).unwrap();
    let best = far.best().unwrap();
    assert!(far.lower_bound() < best.len() && far.stop == Stop::Finished);
}

#[test]
fn a_cancelled_auto_has_an_answer() {
    let control = Control::new(Limits::default());
    control.cancel();
    let outcome = Auto.solve(&walked(5, 5, 1000, 1), &control).unwrap();
    assert_eq!(outcome.stop, Stop::Cancelled);
}
