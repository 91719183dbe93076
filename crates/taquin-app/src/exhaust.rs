//! Whether a board reaches a goal, by exploring everything it reaches.

use taquin::{Board, Control, Goals, PuzzleError};

use crate::{Refusal, answer};

/// Explores all boards that slides reach from this one, or until a limit ends it.
///
/// # Errors
/// When a goal has another size than the board.
pub fn exhaust(
    board: &Board,
    goals: &Goals,
    control: &Control,
) -> Result<answer::Exhaust, Refusal> {
    let targets = goals.as_slice().iter().map(|goal| goal.board(board.size()));
    let targets: Vec<Board> = targets
        .collect::<Result<_, _>>()
        .map_err(|error| Refusal::from(PuzzleError::from(error)))?;
    let seen = taquin::exhaust::exhaust(board, &targets, control);
    let limit = answer::stop_word(seen.stop);
    let status = match (seen.distance, limit) {
        (Some(_), _) => "solvable",
        (None, None) => "unsolvable",
        (None, Some(_)) => "limit",
    };
    Ok(answer::Exhaust {
        status,
        distance: seen.distance,
        explored: seen.stats.expanded,
        limit,
        stats: answer::Stats::from(&seen.stats),
        board: board.to_string(),
        goal: goals.to_string(),
    })
}
