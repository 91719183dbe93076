//! The sum over all tiles of the rows and columns between a tile and its place in the goal.
//!
//! A slide moves one tile by one cell, so it changes the sum by exactly one: admissible and
//! consistent.

use taquin_core::{Board, Cells};

use super::{HeuristicEntry, Scalar, Slide};

pub(super) const ENTRY: HeuristicEntry = HeuristicEntry {
    name: "manhattan",
    summary: "rows and columns between each tile and its place",
    admissible: true,
    consistent: true,
    argument: None,
    build: |goal, _, _| Ok(Box::new(Manhattan::new(goal))),
};

/// The Manhattan distance to one goal.
#[derive(Clone, Debug)]
pub struct Manhattan {
    cells: usize,
    /// Distance home by tile and cell, `256 * tile + cell`.
    home: Box<[u8]>,
}

impl Manhattan {
    /// The distance to this goal.
    pub fn new(goal: &Board) -> Self {
        let size = goal.size();
        let mut home = vec![0; size.cells() * 256].into_boxed_slice();
        for (place, tile) in goal.numbers().enumerate() {
            for cell in 0..size.cells() {
                if tile != 0 {
                    home[256 * usize::from(tile) + cell] = size.distance(place, cell) as u8;
                }
            }
        }
        Self {
            cells: size.cells(),
            home,
        }
    }

    #[inline]
    fn of(&self, tile: u8, cell: usize) -> u32 {
        u32::from(self.home[256 * usize::from(tile) + cell])
    }
}

impl Scalar for Manhattan {
    fn start<B: Cells + ?Sized>(&self, board: &B) -> u32 {
        (0..self.cells)
            .map(|cell| self.of(board.number(cell), cell))
            .sum()
    }

    #[inline]
    fn step<B: Cells + ?Sized>(&self, state: u32, _: &B, slide: Slide) -> u32 {
        state + self.of(slide.tile, slide.to) - self.of(slide.tile, slide.from)
    }

    fn table_bytes(&self) -> u64 {
        self.home.len() as u64
    }
}
