//! The sum over all tiles of the straight-line distance between a tile and its place in the goal.
//!
//! A straight line is never longer than the rows and columns between its ends, so the sum is never
//! above the Manhattan distance, and a slide changes it by at most one: admissible and consistent.
//! Manhattan distance is at least as good everywhere; reports compare the two to show that.
//!
//! Distances are kept in units of 2⁻²⁰, rounded down, so that equal sums are equal on every machine;
//! the estimate is the sum rounded up, since lengths are whole numbers.

use taquin_core::{Board, Cells};

use super::{HeuristicEntry, Scalar};

pub(super) const ENTRY: HeuristicEntry = HeuristicEntry {
    name: "euclidean",
    summary: "straight line between each tile and its place",
    admissible: true,
    consistent: true,
    argument: None,
    build: |goal, _, _| Ok(Box::new(Euclidean::new(goal))),
};

/// A distance of one cell.
const ONE: f64 = (1 << 20) as f64;

/// The straight-line distances to one goal.
#[derive(Clone, Debug)]
pub struct Euclidean {
    cells: usize,
    /// Distance home by tile and cell, `256 * tile + cell`.
    home: Box<[u32]>,
}

impl Euclidean {
    /// The distances to this goal.
    pub fn new(goal: &Board) -> Self {
        let size = goal.size();
        let mut home = vec![0; size.cells() * 256].into_boxed_slice();
        for (place, tile) in goal.numbers().enumerate().filter(|&(_, tile)| tile != 0) {
            for cell in 0..size.cells() {
                let rows = size.row(place).abs_diff(size.row(cell)) as f64;
                let cols = size.col(place).abs_diff(size.col(cell)) as f64;
                let length = (rows * rows + cols * cols).sqrt();
                home[256 * usize::from(tile) + cell] = (length * ONE) as u32;
            }
        }
        Self {
            cells: size.cells(),
            home,
        }
    }
}

impl Scalar for Euclidean {
    fn start<B: Cells + ?Sized>(&self, board: &B) -> u32 {
        let lengths = (0..self.cells)
            .map(|cell| u64::from(self.home[256 * usize::from(board.number(cell)) + cell]));
        lengths.sum::<u64>().div_ceil(1 << 20) as u32
    }

    fn table_bytes(&self) -> u64 {
        size_of_val(&*self.home) as u64
    }
}
