//! Lower bounds on the distance between boards.

use taquin_core::{Board, Puzzle, Size};

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

/// The most moves that a board of a size needs to a goal with the blank in a corner, rows up to
/// columns (R. Korf, *Linear-Time Disk-Based Implicit Graph Search*, 2008; OEIS A151944).
const FARTHEST: &[(usize, usize, u32)] = &[
    (2, 2, 6),
    (2, 3, 21),
    (2, 4, 36),
    (2, 5, 55),
    (2, 6, 80),
    (2, 7, 108),
    (2, 8, 140),
    (3, 3, 31),
    (3, 4, 53),
    (3, 5, 84),
    (4, 4, 80),
];

/// The most moves that any board needs to the goals of a puzzle, where that is known.
pub(crate) fn farthest(puzzle: &Puzzle) -> Option<u32> {
    let size = puzzle.start().size();
    let is_corner = |goal: &Board| {
        let blank = goal.blank().index();
        let (row, col) = (size.row(blank), size.col(blank));
        (row == 0 || row + 1 == size.rows()) && (col == 0 || col + 1 == size.cols())
    };
    puzzle.targets().iter().find(|goal| is_corner(goal))?;
    known_farthest(size)
}

fn known_farthest(size: Size) -> Option<u32> {
    let (few, many) = (size.rows().min(size.cols()), size.rows().max(size.cols()));
    let known = FARTHEST
        .iter()
        .find(|entry| (entry.0, entry.1) == (few, many));
    known.map(|&(.., most)| most)
}

/// The error message for a program that found a plan shorter than the bound it claimed.
pub(crate) fn contradiction(bound: u32, length: u32) -> String {
    format!(
        "it contradicts itself: it said that there is no plan of fewer than {bound} moves, and then \
         gave one of {length}"
    )
}

/// The error message for a program that refuted more lengths than possible.
pub(crate) fn impossible(puzzle: &Puzzle, steps: u32, most: u32) -> String {
    let size = puzzle.start().size();
    format!(
        "it says that there is no plan of {steps} moves or fewer, but every {size} board can be \
         solved in {most}"
    )
}
