//! Strategies for property tests: sizes, boards, goals, puzzles and walks.
//!
//! ```
//! use proptest::prelude::*;
//! use taquin_testkit::generate;
//!
//! proptest!(|(puzzle in generate::sizes(2..=4).prop_flat_map(generate::puzzles))| {
//!     prop_assert_eq!(puzzle.targets().len(), 1);
//! });
//! ```

use std::ops::RangeInclusive;

use proptest::prelude::*;
use taquin_core::{Board, Goal, Goals, Move, Parity, Puzzle, Size, SwapFix};

/// Sizes whose rows and columns lie in a range.
///
/// # Panics
/// When the range leaves 2 to 16.
pub fn sizes(lines: RangeInclusive<usize>) -> impl Strategy<Value = Size> + use<> {
    (lines.clone(), lines)
        .prop_map(|(rows, cols)| Size::new(rows, cols).expect("lines between 2 and 16"))
}

/// All boards of a size, solvable or not, each as likely as any other.
pub fn boards(size: Size) -> impl Strategy<Value = Board> + use<> {
    let numbers: Vec<u32> = (0..size.cells() as u32).collect();
    Just(numbers)
        .prop_shuffle()
        .prop_map(move |numbers| Board::new(size, &numbers).expect("a shuffled permutation"))
}

/// The goals that have a name, and any board.
pub fn goals(size: Size) -> impl Strategy<Value = Goal> + use<> {
    prop_oneof![
        Just(Goal::BlankLast),
        Just(Goal::BlankFirst),
        Just(Goal::Spiral),
        boards(size).prop_map(Goal::Custom),
    ]
}

/// Puzzles with one goal of any kind, uniform over the boards that reach it.
pub fn puzzles(size: Size) -> impl Strategy<Value = Puzzle> + use<> {
    (boards(size), goals(size)).prop_map(move |(board, goal)| {
        let target = goal.board(size).expect("a goal of this size");
        let start = if Parity::of(&board, &target).is_odd() {
            SwapFix::of(&board, &target).board
        } else {
            board
        };
        Puzzle::new(start, &Goals::from(goal)).expect("parity is even")
    })
}

/// Up to `most` slides from a board, never straight back.
pub fn walks(start: Board, most: usize) -> impl Strategy<Value = Vec<Move>> + use<> {
    prop::collection::vec(any::<prop::sample::Index>(), 0..=most).prop_map(move |choices| {
        let (mut board, mut moves) = (start.clone(), Vec::<Move>::new());
        for choice in choices {
            let last = moves.last().map(|mv| mv.inverse());
            let open: Vec<Move> = board.moves().filter(|&mv| Some(mv) != last).collect();
            let mv = open[choice.index(open.len())];
            board.slide(mv);
            moves.push(mv);
        }
        moves
    })
}
