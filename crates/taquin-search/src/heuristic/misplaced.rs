//! The number of tiles that are not in their place.
//!
//! Each of them must slide at least once, and a slide moves one tile: admissible. A slide changes
//! the count by at most one: consistent. Named *h₁* in S. Russell, P. Norvig, *Artificial
//! Intelligence: A Modern Approach*, section 3.6.

use taquin_core::{Board, Cells};

use super::{HeuristicEntry, Scalar, Slide, homes};

pub(super) const ENTRY: HeuristicEntry = HeuristicEntry {
    name: "misplaced",
    summary: "tiles that are not in their place",
    admissible: true,
    consistent: true,
    argument: None,
    build: |goal, _, _| Ok(Box::new(Misplaced::new(goal))),
};

/// The number of misplaced tiles.
#[derive(Clone, Debug)]
pub struct Misplaced {
    cells: usize,
    home: [u8; 256],
}

impl Misplaced {
    /// The count for this goal.
    pub fn new(goal: &Board) -> Self {
        Self {
            cells: goal.size().cells(),
            home: homes(goal),
        }
    }

    #[inline]
    fn is_away(&self, tile: u8, cell: usize) -> u32 {
        u32::from(usize::from(self.home[usize::from(tile)]) != cell)
    }
}

impl Scalar for Misplaced {
    fn start<B: Cells + ?Sized>(&self, board: &B) -> u32 {
        (0..self.cells)
            .map(|cell| match board.number(cell) {
                0 => 0,
                tile => self.is_away(tile, cell),
            })
            .sum()
    }

    #[inline]
    fn step<B: Cells + ?Sized>(&self, state: u32, _: &B, slide: Slide) -> u32 {
        state + self.is_away(slide.tile, slide.to) - self.is_away(slide.tile, slide.from)
    }

    fn table_bytes(&self) -> u64 {
        self.home.len() as u64
    }
}
