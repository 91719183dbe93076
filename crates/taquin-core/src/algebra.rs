//! Sequences of moves as values: inverse, mirror, simplification, slices.
//!
//! No board is needed. Sequences that are legal on a board stay legal: an inverse leads back, a
//! transposed sequence does to the transposed board what the original does to the original, and a
//! simplified one ends on the same board.
//!
//! ```
//! use taquin_core::algebra;
//! use taquin_core::notation::{Notation, format_moves, parse_moves};
//!
//! let moves = parse_moves("LUDUR2", Notation::Tile, None)?;
//! let text = |moves: &[_]| format_moves(moves, Notation::Tile);
//! assert_eq!(text(&algebra::inverse(&moves)), "L2DUDR");
//! assert_eq!(text(&algebra::transposed(&moves)), "ULRLD2");
//! assert_eq!(text(&algebra::simplified(&moves)), "LUR2");
//! # Ok::<(), taquin_core::notation::ParseError>(())
//! ```

use std::collections::HashMap;
use std::ops::Range;

use crate::{Board, Direction, IllegalMove, Move};

/// The moves that lead back.
pub fn inverse(moves: &[Move]) -> Vec<Move> {
    moves.iter().rev().map(|mv| mv.inverse()).collect()
}

/// The moves mirrored at the main diagonal: up and left change places, and down and right.
pub fn transposed(moves: &[Move]) -> Vec<Move> {
    let mirror = |mv: &Move| {
        Move(match mv.0 {
            Direction::Up => Direction::Left,
            Direction::Left => Direction::Up,
            Direction::Down => Direction::Right,
            Direction::Right => Direction::Down,
        })
    };
    moves.iter().map(mirror).collect()
}

/// The moves without those that undo each other.
pub fn simplified(moves: &[Move]) -> Vec<Move> {
    let mut kept: Vec<Move> = Vec::with_capacity(moves.len());
    for &mv in moves {
        if kept.last() == Some(&mv.inverse()) {
            kept.pop();
        } else {
            kept.push(mv);
        }
    }
    kept
}

/// The moves of a range, counted from 0; what lies beyond the end is left out.
pub fn slice(moves: &[Move], range: Range<usize>) -> &[Move] {
    let end = range.end.min(moves.len());
    &moves[range.start.min(end)..end]
}

/// The moves without the loops they make from this board: each board is passed once.
///
/// # Errors
/// Names the first move that cannot be made.
pub fn without_loops(start: &Board, moves: &[Move]) -> Result<Vec<Move>, IllegalMove> {
    let mut board = start.clone();
    let mut kept: Vec<(Move, Board)> = Vec::new();
    // How many kept moves lead to each board passed.
    let mut passed = HashMap::from([(board.clone(), 0)]);
    for (index, &mv) in moves.iter().enumerate() {
        if board.slide(mv).is_none() {
            return Err(IllegalMove { index, mv, board });
        }
        if let Some(before) = passed.get(&board).copied() {
            for (_, left_out) in kept.drain(before..) {
                passed.remove(&left_out);
            }
            passed.insert(board.clone(), before);
        } else {
            kept.push((mv, board.clone()));
            passed.insert(board.clone(), kept.len());
        }
    }
    Ok(kept.into_iter().map(|(mv, _)| mv).collect())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::notation::{Notation, parse_moves};
    use crate::{Goal, Size};

    fn moves(text: &str) -> Vec<Move> {
        parse_moves(text, Notation::Tile, None).unwrap()
    }

    /// On every walk: there and back is nothing, and the simplified walk ends where the walk ends.
    #[test]
    fn inverses_and_simplified_walks_end_where_they_should() {
        let goal = Goal::BlankLast.board(Size::new(3, 4).unwrap()).unwrap();
        let mut seed = 7_u64;
        for _ in 0..200 {
            let mut board = goal.clone();
            let mut walk = Vec::new();
            for _ in 0..40 {
                seed = seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
                let choices: Vec<Move> = board.moves().collect();
                let mv = choices[(seed >> 33) as usize % choices.len()];
                board.slide(mv).unwrap();
                walk.push(mv);
            }
            assert_eq!(board.clone().replay(&inverse(&walk)), Ok(goal.clone()));
            assert_eq!(simplified(&[walk.clone(), inverse(&walk)].concat()), []);
            let short = simplified(&walk);
            assert_eq!(goal.clone().replay(&short), Ok(board.clone()));
            let shorter = without_loops(&goal, &walk).unwrap();
            assert_eq!(goal.clone().replay(&shorter), Ok(board));
            assert!(shorter.len() <= short.len());
            assert_eq!(transposed(&transposed(&walk)), walk);
        }
    }

    /// The transposed walk on the transposed board: what stands at (r, c) stands at (c, r).
    #[test]
    fn a_transposed_walk_is_the_walk_of_the_transposed_board() {
        let board: Board = "1 2 3/4 0 5".parse().unwrap();
        let turned: Board = "1 4/2 0/3 5".parse().unwrap();
        let walk = moves("RDL2");
        let end = board.replay(&walk).unwrap();
        let turned_end = turned.replay(&transposed(&walk)).unwrap();
        for cell in 0..6 {
            let (row, col) = (cell / 3, cell % 3);
            let number = |board: &Board, cell: usize| board.numbers().nth(cell);
            assert_eq!(number(&end, cell), number(&turned_end, col * 2 + row));
        }
    }

    #[test]
    fn loops_are_left_out() {
        let start = Goal::BlankLast.board(Size::new(3, 3).unwrap()).unwrap();
        // Twelve moves around a 2x2 lead back.
        let round = moves("RDLU").repeat(3);
        assert_eq!(without_loops(&start, &round), Ok(vec![]));
        assert_eq!(without_loops(&start, &moves("L")).unwrap_err().index, 0);
    }

    #[test]
    fn slices_end_where_the_moves_end() {
        let walk = moves("LUR2");
        assert_eq!(slice(&walk, 1..3), moves("UR"));
        assert_eq!(slice(&walk, 3..9), moves("R"));
        assert_eq!(slice(&walk, 7..9), []);
    }
}
