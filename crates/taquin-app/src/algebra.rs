//! Shortening a given solution, and the operations on moves that need no search.

use taquin::algorithms::Anytime;
use taquin::{Board, Control, Goal, Goals, Move, Outcome, Puzzle, Solver, algebra};

use crate::Refusal;

/// An operation on moves that needs no board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MoveOperation {
    /// The way back.
    Invert,
    /// Mirrored at the main diagonal.
    Transpose,
    /// Without moves that undo each other.
    Simplify,
    /// Moves from the first up to, but without, the second, counted from 0.
    Slice(usize, usize),
}

impl MoveOperation {
    /// The moves after the operation.
    pub fn apply(&self, moves: &[Move]) -> Vec<Move> {
        match *self {
            Self::Invert => algebra::inverse(moves),
            Self::Transpose => algebra::transposed(moves),
            Self::Simplify => algebra::simplified(moves),
            Self::Slice(from, to) => algebra::slice(moves, from..to).to_vec(),
        }
    }
}

/// Shortens moves between the board they start from and the one they end on, until the control stops
/// it or they are proven to be shortest. The outcome always has a solution.
///
/// # Errors
/// When a move cannot be made, or the solver fails.
pub fn optimise(start: &Board, moves: &[Move], control: &Control) -> Result<Outcome, Refusal> {
    let end = start.clone().replay(moves)?;
    let puzzle = Puzzle::new(start.clone(), &Goals::new([Goal::Custom(end)]))?;
    let shorter = algebra::without_loops(start, moves)?;
    let control = control.part(None).with_known(shorter);
    Ok(Anytime::default().solve(&puzzle, &control)?)
}

#[cfg(test)]
mod tests {
    use taquin::Limits;
    use taquin::notation::{Notation, parse_moves};

    use super::*;

    /// A detour around the solved 3x3 is shortened to the true distance, 2 by hand.
    #[test]
    fn a_detour_becomes_the_shortest_way() {
        let start: Board = "1 2 3/4 5 6/0 7 8".parse().unwrap();
        let moves = parse_moves(
            "DRULURDDLURULLDRDLLUURDDLURDLURULDDRULDRULLURD",
            Notation::Tile,
            None,
        );
        // Any walk will do: the tiles that it moves are not the point.
        let walk: Vec<Move> = moves.unwrap();
        let legal = walk.iter().scan(start.clone(), |board, &mv| {
            Some(board.slide(mv).map(|_| mv))
        });
        let legal: Vec<Move> = legal.flatten().collect();
        let control = Control::new(Limits::default());
        let end = start.clone().replay(&legal).unwrap();
        let outcome = optimise(&start, &legal, &control).unwrap();
        let truth = taquin_testkit::Distances::from_goal(&end).get(&start);
        assert!(outcome.is_optimal());
        assert_eq!(outcome.best().map(taquin::Solution::len), truth);
    }

    #[test]
    fn moves_that_cannot_be_made_are_refused() {
        let start: Board = "1 2 3/4 5 6/0 7 8".parse().unwrap();
        let moves = parse_moves("LLL", Notation::Tile, None).unwrap();
        let control = Control::new(Limits::default());
        assert!(optimise(&start, &moves, &control).is_err());
    }
}
