//! The distance in a relaxed puzzle: any tile may jump into the blank's cell.
//!
//! Every slide is such a jump, so a path in the puzzle is a path in the relaxed one: the relaxed
//! distance is admissible, and as a true distance in a graph with all the puzzle's edges it is
//! consistent.
//!
//! It has a closed form. A board is a permutation of the cells against the goal, the blank taken
//! along. The blank sorts its own cycle of length *k* in *k* − 1 jumps: each brings a tile home. A
//! cycle of *k* ≥ 2 tiles without it takes *k* + 1, for one jump must first open it. Both are
//! least, since a jump swaps the blank with one tile, which joins two cycles or splits one.
//!
//! J. Gaschnig, *A Problem Similarity Approach to Devising Heuristics*, IJCAI 1979.

use taquin_core::{Board, Cells};

use super::{HeuristicEntry, Scalar, homes};

pub(super) const ENTRY: HeuristicEntry = HeuristicEntry {
    name: "gaschnig",
    summary: "jumps home if any tile could jump into the blank's cell",
    admissible: true,
    consistent: true,
    argument: None,
    build: |goal, _, _| Ok(Box::new(Gaschnig::new(goal))),
};

/// The number of jumps into the blank's cell.
#[derive(Clone, Debug)]
pub struct Gaschnig {
    cells: usize,
    home: [u8; 256],
}

impl Gaschnig {
    /// The jumps to this goal.
    pub fn new(goal: &Board) -> Self {
        Self {
            cells: goal.size().cells(),
            home: homes(goal),
        }
    }
}

impl Scalar for Gaschnig {
    fn start<B: Cells + ?Sized>(&self, board: &B) -> u32 {
        let mut seen = [0_u64; 4];
        let mut jumps = 0;
        for first in 0..self.cells {
            let (mut cell, mut length, mut has_blank) = (first, 0, false);
            while seen[cell / 64] & 1 << (cell % 64) == 0 {
                seen[cell / 64] |= 1 << (cell % 64);
                let number = board.number(cell);
                has_blank |= number == 0;
                length += 1;
                cell = usize::from(self.home[usize::from(number)]);
            }
            jumps += match (length, has_blank) {
                (..=1, _) => 0,
                (_, true) => length - 1,
                (_, false) => length + 1,
            };
        }
        jumps
    }

    fn table_bytes(&self) -> u64 {
        self.home.len() as u64
    }
}
