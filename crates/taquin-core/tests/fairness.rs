//! Whether `uniform` is: chi-square tests over 100,000 boards.
//!
//! The limits are the 0.001 and 0.999 quantiles of the chi-square distribution, so a fair generator
//! fails each test with one seed in 500; the seed is fixed, so a pass is a pass for ever. A shuffle
//! with the commonest mistake is tested too, and must fail.

use std::collections::HashMap;

use taquin_core::generate::{Generator, Random, Uniform, boards};
use taquin_core::{Board, Goal, Parity, Size};

const BOARDS: usize = 100_000;

/// The 0.001 and 0.999 quantiles by degrees of freedom, from the regularised gamma function.
const QUANTILES: [(usize, f64, f64); 4] = [
    (11, 1.834, 31.264),
    (64, 34.633, 104.716),
    (225, 165.097, 296.288),
    (359, 281.858, 447.532),
];

fn quantiles(freedom: usize) -> std::ops::RangeInclusive<f64> {
    let row = QUANTILES.iter().find(|row| row.0 == freedom);
    let &(_, low, high) = row.expect("the quantiles are listed");
    low..=high
}

fn goal(rows: usize, cols: usize) -> Board {
    let size = Size::new(rows, cols).unwrap();
    Goal::BlankLast.board(size).unwrap()
}

/// The statistic of how often each number lies in each cell, and its degrees of freedom.
///
/// Each board adds a permutation matrix. For uniform permutations of n numbers the n² counts have
/// the covariance of n/(n−1) times a chi-square variable with (n−1)² degrees of freedom, not that
/// of n² free counts; hence the factor. Half of the permutations, those that reach the goal, give
/// the same: any two numbers may lie in any two cells in equally many boards, since two of the
/// other tiles can be swapped.
fn by_tile_and_cell(boards: impl Iterator<Item = Board>, cells: usize) -> (f64, usize) {
    let mut counts = vec![0_u32; cells * cells];
    let mut total = 0;
    for board in boards {
        for (cell, number) in board.numbers().enumerate() {
            counts[cell * cells + usize::from(number)] += 1;
        }
        total += 1;
    }
    let n = cells as f64;
    let expected = f64::from(total) / n;
    let sum: f64 = counts
        .iter()
        .map(|&count| (f64::from(count) - expected).powi(2) / expected)
        .sum();
    (sum * (n - 1.0) / n, (cells - 1).pow(2))
}

/// The statistic of how often each state occurs, and its degrees of freedom.
fn by_state(boards: impl Iterator<Item = Board>, states: usize) -> (f64, usize) {
    let mut counts: HashMap<Board, u32> = HashMap::new();
    let mut total = 0_u32;
    for board in boards {
        *counts.entry(board).or_default() += 1;
        total += 1;
    }
    assert!(counts.len() <= states, "only reachable states occur");
    let expected = f64::from(total) / states as f64;
    let missing = (states - counts.len()) as f64 * expected;
    let sum: f64 = counts
        .values()
        .map(|&count| (f64::from(count) - expected).powi(2) / expected)
        .sum();
    (sum + missing, states - 1)
}

#[test]
fn every_tile_is_in_every_cell_equally_often() {
    for (rows, cols) in [(3, 3), (4, 4)] {
        let goal = goal(rows, cols);
        let drawn = boards(&Uniform, &goal, 0).take(BOARDS);
        let (statistic, freedom) = by_tile_and_cell(drawn, rows * cols);
        assert!(quantiles(freedom).contains(&statistic), "{statistic}");
    }
}

#[test]
fn every_state_of_a_tiny_board_is_equally_likely() {
    for (rows, cols, states) in [(2, 2, 12), (2, 3, 360)] {
        let goal = goal(rows, cols);
        let drawn = boards(&Uniform, &goal, 0).take(BOARDS);
        let (statistic, freedom) = by_state(drawn, states);
        assert!(quantiles(freedom).contains(&statistic), "{statistic}");
    }
}

/// Each cell is changed with any cell, not only with those before it.
struct Biased;

impl Generator for Biased {
    fn name(&self) -> &'static str {
        "biased"
    }

    fn draw(&self, goal: &Board, random: &mut Random) -> Board {
        let mut numbers: Vec<u32> = goal.numbers().map(u32::from).collect();
        for cell in 0..numbers.len() {
            let other = random.below(numbers.len());
            numbers.swap(cell, other);
        }
        let board = Board::new(goal.size(), &numbers).unwrap();
        if !Parity::of(&board, goal).is_odd() {
            return board;
        }
        let mut tiles = board.cells().filter_map(|cell| board.tile(cell));
        let (first, second) = (tiles.next().unwrap(), tiles.next().unwrap());
        board.with_swapped(first, second)
    }
}

#[test]
fn a_biased_shuffle_fails() {
    for (rows, cols) in [(3, 3), (4, 4)] {
        let goal = goal(rows, cols);
        let drawn = boards(&Biased, &goal, 0).take(BOARDS);
        let (statistic, freedom) = by_tile_and_cell(drawn, rows * cols);
        assert!(statistic > *quantiles(freedom).end(), "{statistic}");
    }
    for (rows, cols, states) in [(2, 2, 12), (2, 3, 360)] {
        let goal = goal(rows, cols);
        let drawn = boards(&Biased, &goal, 0).take(BOARDS);
        let (statistic, freedom) = by_state(drawn, states);
        assert!(statistic > *quantiles(freedom).end(), "{statistic}");
    }
}
