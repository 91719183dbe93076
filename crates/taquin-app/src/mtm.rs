//! Shortest solutions in the multi-tile metric.

use taquin::mtm::{self, MtmOutcome};
use taquin::notation::{Notation, format_moves};
use taquin::{Control, Goals, Puzzle, Solution, SolveError};

use crate::answer;

/// Finds a shortest solution in multi-tile moves and puts it into an answer.
///
/// # Errors
/// When the board is too large for this metric.
pub fn solve_mtm(
    puzzle: &Puzzle,
    goals: &Goals,
    notation: Notation,
    control: &Control,
) -> Result<(MtmOutcome, answer::SolveMtm), SolveError> {
    let outcome = mtm::solve(puzzle, control)?;
    let moves = outcome.best().map(Solution::moves);
    let status = match (outcome.is_optimal(), outcome.length()) {
        (true, _) => answer::Status::Optimal,
        (false, Some(_)) => answer::Status::Solved,
        (false, None) => answer::Status::Limit,
    };
    let answer = answer::SolveMtm {
        status,
        proven: outcome.is_optimal(),
        metric: "mtm",
        length: outcome.length(),
        length_stm: moves.map(|moves| moves.len() as u32),
        moves: moves.map(|moves| format_moves(moves, notation)),
        lower_bound: outcome.lower_bound(),
        limit: answer::stop_word(outcome.stop),
        algorithm: "mtm-ida",
        heuristic: outcome.heuristic,
        stats: answer::Stats::from(&outcome.stats),
        verified: true,
        board: puzzle.start().to_string(),
        goal: goals.to_string(),
        notation: notation.name(),
        version: answer::VERSION,
    };
    Ok((outcome, answer))
}
