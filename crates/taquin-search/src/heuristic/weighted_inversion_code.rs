//! The *walking distance* of the report *The (n² − 1)-Puzzle* as its program computes it, which
//! differs from its text (`weighted-inversion`) in three ways:
//!
//! - only tiles next to one another in a row or column count, not all pairs;
//! - one count for rows and columns together goes through ⌊*I*/3⌋ + *I* mod 3;
//! - the blank takes part as the number 0, save that where the cell (*i*, *j*) is blank, neither
//!   the pair to its right nor the pair (*j*, *i*) over (*j* + 1, *i*) is looked at.
//!
//! The program knows square boards with the blank first. Here each number is named by its place in
//! the goal, which is the same for that goal and makes the estimate 0 on any other; on rectangles
//! the last rule holds where a cell (*i*, *j*) exists.
//!
//! **Not admissible**; the manual records the smallest counterexample.

use taquin_core::{Board, Cells, Size};

use super::weight::{self, Weight};
use super::{HeuristicEntry, Manhattan, Scalar, homes};

pub(super) const ENTRY: HeuristicEntry = HeuristicEntry {
    name: "weighted-inversion-code",
    summary: "weighted-inversion as the program of its report computes it",
    admissible: false,
    consistent: false,
    argument: Some(weight::ARGUMENT),
    build: |goal, argument, _| {
        let weight = Weight::from_argument(argument)?;
        Ok(Box::new(WeightedInversionCode::new(goal, weight)))
    },
};

/// The report's *walking distance* as its program computes it.
#[derive(Clone, Debug)]
pub struct WeightedInversionCode {
    size: Size,
    manhattan: Manhattan,
    home: [u8; 256],
    weight: Weight,
}

impl WeightedInversionCode {
    /// The distance to this goal with a weight on the inversions.
    pub fn new(goal: &Board, weight: Weight) -> Self {
        Self {
            size: goal.size(),
            manhattan: Manhattan::new(goal),
            home: homes(goal),
            weight,
        }
    }

    fn inversions<B: Cells + ?Sized>(&self, board: &B) -> u32 {
        let (rows, cols) = (self.size.rows(), self.size.cols());
        let number = |row: usize, col: usize| board.number(row * cols + col);
        let place = |row, col| self.home[usize::from(number(row, col))];
        let mut count = 0;
        for row in 0..rows {
            for col in 0..cols - 1 {
                let looked_at = number(row, col) != 0;
                count += u32::from(looked_at && place(row, col) > place(row, col + 1));
            }
        }
        for col in 0..cols {
            for row in 0..rows - 1 {
                let mirrored = col < rows && row < cols;
                let looked_at = !mirrored || number(col, row) != 0;
                count += u32::from(looked_at && place(row, col) > place(row + 1, col));
            }
        }
        count
    }
}

impl Scalar for WeightedInversionCode {
    fn start<B: Cells + ?Sized>(&self, board: &B) -> u32 {
        let count = self.inversions(board);
        self.manhattan.start(board) + self.weight.times(count / 3 + count % 3)
    }

    fn table_bytes(&self) -> u64 {
        self.manhattan.table_bytes() + 256
    }
}
