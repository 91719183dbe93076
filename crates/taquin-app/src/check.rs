//! Solvability of a position, and the reason if it is unsolvable.

use taquin::{Board, Goals, Parity, Puzzle, PuzzleError, SwapFix};

use crate::{App, Refusal, answer, question};

impl App {
    /// Whether a position can be solved, why not, and the swap that repairs it.
    ///
    /// # Errors
    /// When board or goal cannot be read, or differ in size.
    pub fn check(&self, question: &question::Check) -> Result<answer::Check, Refusal> {
        let goals = question.goal.as_ref();
        check(&question.board.board()?, &question::goals(goals)?)
    }
}

/// The pairs of tiles in the opposite order to the first goal, in reading order: as many as
/// [`answer::Check::inversions`] says.
///
/// # Errors
/// When a goal has another size than the board.
pub fn inversion_pairs(board: &Board, goals: &Goals) -> Result<Vec<[u8; 2]>, Refusal> {
    let reached = Puzzle::new(board.clone(), goals).ok();
    let goal = match reached {
        Some(puzzle) => puzzle.targets()[0].clone(),
        None => goals.as_slice()[0]
            .board(board.size())
            .map_err(PuzzleError::from)?,
    };
    let mut rank = [0; 256];
    for (place, number) in goal.numbers().enumerate() {
        rank[usize::from(number)] = place;
    }
    let tiles: Vec<u8> = board.numbers().filter(|&number| number != 0).collect();
    let mut pairs = Vec::new();
    for (index, &first) in tiles.iter().enumerate() {
        let later = tiles[index + 1..].iter();
        let inverted = later.filter(|&&tile| rank[usize::from(tile)] < rank[usize::from(first)]);
        pairs.extend(inverted.map(|&tile| [first, tile]));
    }
    Ok(pairs)
}

/// The Manhattan distance of each tile to its place in the goal, in reading order of the board.
///
/// # Errors
/// When a goal has another size than the board.
pub fn tile_distances(board: &Board, goals: &Goals) -> Result<Vec<u32>, Refusal> {
    let goal = goals.as_slice()[0]
        .board(board.size())
        .map_err(PuzzleError::from)?;
    let tiles = board
        .numbers()
        .enumerate()
        .filter(|(_, number)| *number != 0);
    let away = |(cell, tile): (usize, u8)| {
        let home = goal.numbers().position(|number| number == tile);
        home.map_or(0, |home| board.size().distance(cell, home) as u32)
    };
    Ok(tiles.map(away).collect())
}

/// Whether a board reaches a goal, the numbers behind that, and the swap that repairs it.
///
/// # Errors
/// When a goal has another size than the board. A board of the wrong parity is an answer.
pub fn check(board: &Board, goals: &Goals) -> Result<answer::Check, Refusal> {
    let (goal, puzzle) = match Puzzle::new(board.clone(), goals) {
        Ok(puzzle) => (puzzle.targets()[0].clone(), Some(puzzle)),
        Err(PuzzleError::Unsolvable(_)) => {
            let first = goals.as_slice()[0].board(board.size());
            (first.map_err(PuzzleError::from)?, None)
        }
        Err(error) => return Err(error.into()),
    };
    let parity = Parity::of(board, &goal);
    let fix = puzzle.is_none().then(|| SwapFix::of(board, &goal));
    let manhattan = puzzle.as_ref().map(Puzzle::manhattan_distance);
    Ok(answer::Check {
        board: board.to_string(),
        size: board.size().to_string(),
        goal: goals.to_string(),
        solvable: puzzle.is_some(),
        solved: puzzle.is_some_and(|puzzle| puzzle.is_solved_by(board)),
        inversions: parity.inversions,
        blank_row: answer::blank_row(board),
        blank_rows_from_home: parity.blank_rows,
        parity: answer::parity_word(parity),
        reason: parity.reason(),
        fix: fix.as_ref().map(answer::Fix::from),
        manhattan,
    })
}
