//! How far boards are apart at least.

use taquin_core::{Board, Puzzle};

/// The cell of each number.
pub(crate) fn places(board: &Board) -> Vec<usize> {
    let mut places = vec![0; board.size().cells()];
    for (cell, number) in board.numbers().enumerate() {
        places[usize::from(number)] = cell;
    }
    places
}

/// The sum of the tiles' distances from their places on another board of the same size.
pub(crate) fn manhattan(start: &Board, goal: &Board) -> u32 {
    let size = start.size();
    let (start, goal) = (places(start), places(goal));
    let tiles = start.iter().zip(&goal).skip(1);
    tiles.map(|(&s, &g)| size.distance(s, g) as u32).sum()
}

/// The least Manhattan distance to a goal: no solution is shorter.
pub(crate) fn least_length(puzzle: &Puzzle) -> u32 {
    let goals = puzzle.targets().iter();
    let distances = goals.map(|goal| manhattan(puzzle.start(), goal));
    distances.min().unwrap_or(0)
}

/// The least length from `steps` up that the parity of some goal allows.
pub(crate) fn fit(puzzle: &Puzzle, steps: u32) -> u32 {
    let odd = |goal| manhattan(puzzle.start(), goal).abs_diff(steps) % 2;
    let fits = puzzle.targets().iter().any(|goal| odd(goal) == 0);
    if fits { steps } else { steps + 1 }
}
