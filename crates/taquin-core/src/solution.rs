//! Replayed lists of moves.

use crate::{Board, Move, Puzzle};

/// Moves that lead a puzzle's start to one of its goals.
///
/// The only way to one is [`Solution::check`], which replays them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Solution {
    moves: Vec<Move>,
}

impl Solution {
    /// Replays the moves and keeps them if they solve the puzzle.
    ///
    /// # Errors
    /// When a move is illegal, or the last board is not a goal.
    pub fn check(puzzle: &Puzzle, moves: Vec<Move>) -> Result<Self, SolutionError> {
        let last = puzzle.start().clone().replay(&moves)?;
        if !puzzle.is_solved_by(&last) {
            return Err(SolutionError::NotSolved(last));
        }
        Ok(Self { moves })
    }

    /// The moves in order.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// Length in single-tile moves, the measure used everywhere.
    pub fn len(&self) -> u32 {
        self.moves.len() as u32
    }

    /// Whether the puzzle was solved from the start.
    pub fn is_empty(&self) -> bool {
        self.moves.is_empty()
    }
}

impl Board {
    /// The board after these moves.
    ///
    /// # Errors
    /// Names the first illegal move.
    pub fn replay(mut self, moves: &[Move]) -> Result<Self, IllegalMove> {
        for (index, &mv) in moves.iter().enumerate() {
            if self.slide(mv).is_none() {
                return Err(IllegalMove {
                    index,
                    mv,
                    board: self,
                });
            }
        }
        Ok(self)
    }
}

/// Length in multi-tile moves: slides in one direction without a pause count once.
pub fn multi_tile_length(moves: &[Move]) -> u32 {
    moves.chunk_by(|a, b| a == b).count() as u32
}

/// An illegal move.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error(
    "move {} ({}) cannot be made: on {board} no tile can slide {}",
    index + 1,
    mv.0.letter(),
    mv.0.word()
)]
pub struct IllegalMove {
    /// Which move, counted from 0.
    pub index: usize,
    /// The move.
    pub mv: Move,
    /// The board before it.
    pub board: Board,
}

/// Why moves do not solve a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SolutionError {
    /// A move is illegal.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// The moves end on a board that is not a goal.
    #[error("the moves end on {0}, which is not the goal")]
    NotSolved(Board),
}
