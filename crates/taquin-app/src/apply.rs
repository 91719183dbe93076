//! Applying moves to a board.

use taquin::{Board, Goals, Move, multi_tile_length};

use crate::{App, Refusal, answer, question};

impl App {
    /// The position that moves lead to.
    ///
    /// # Errors
    /// When a member cannot be read, or a move cannot be made.
    pub fn apply(&self, question: &question::Apply) -> Result<answer::Apply, Refusal> {
        let board = question.board.board()?;
        let goals = question::goals(question.goal.as_ref())?;
        let moves = question::moves(&question.moves, question.notation.0, &board)?;
        apply(&board, &goals, &moves)
    }
}

/// The position after the moves.
///
/// # Errors
/// Names the first move that cannot be made.
pub fn apply(start: &Board, goals: &Goals, moves: &[Move]) -> Result<answer::Apply, Refusal> {
    let board = start.clone().replay(moves)?;
    let solved = goals
        .as_slice()
        .iter()
        .any(|goal| goal.board(board.size()).is_ok_and(|goal| goal == board));
    Ok(answer::Apply {
        board: board.to_string(),
        moves_stm: moves.len() as u32,
        moves_mtm: multi_tile_length(moves),
        solved,
    })
}
