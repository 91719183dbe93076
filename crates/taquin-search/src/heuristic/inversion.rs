//! The fewest vertical slides that put the reading order right, and the fewest horizontal ones that
//! put the order of reading down the columns right.
//!
//! Let *I* be the pairs of tiles in the wrong order, read row by row, on a board with *C* columns,
//! and *d* the rows between the blank and its home. A horizontal slide changes neither. A vertical
//! slide carries one tile past *C* − 1 others, so it changes *I* by at most *C* − 1, and *d* by
//! exactly 1. So the number *v* of vertical slides of any solution satisfies
//!
//! - *v* ≥ *I* / (*C* − 1),
//! - *v* ≥ *d*,
//! - *v* ≡ *d* (mod 2).
//!
//! The least such *v*, and the least *w* for the horizontal slides in the same way, add up to an
//! **admissible** estimate, since no slide is both. It is **consistent**: if *v* satisfies all three
//! before a vertical slide, *v* + 1 does after it, and the other way round; so each slide changes
//! the estimate by at most 1. By parity it is exactly 1.
//!
//! On even widths the third line also follows from *I*, which every vertical slide changes by an odd
//! number; for *C* = 4 the first and third give the familiar ⌊*I*/3⌋ + *I* mod 3. On odd widths *I* is
//! always even, and only the blank determines the parity.
//!
//! Described as *inversion distance* by M. Kim, *Solving the 15 Puzzle*,
//! <https://michael.kim/blog/puzzle>, for 4x4 and without the blank.

use taquin_core::{Board, Cells};

use super::inversions::{Counts, Inversions};
use super::{HeuristicEntry, Incremental, Slide};

pub(super) const ENTRY: HeuristicEntry = HeuristicEntry {
    name: "inversion",
    summary: "vertical and horizontal slides needed to put the reading orders right",
    admissible: true,
    consistent: true,
    argument: None,
    build: |goal, _, _| Ok(Box::new(Inversion::new(goal))),
};

/// The inversion distance.
#[derive(Clone, Debug)]
pub struct Inversion {
    cells: usize,
    inversions: Inversions,
    /// ⌈*I* / (*C* − 1)⌉ by *I*, read row by row.
    vertical: Box<[u16]>,
    /// The same for columns.
    horizontal: Box<[u16]>,
    /// Rows between each cell and the blank's home.
    blank_rows: [u8; 256],
    /// Columns between each cell and the blank's home.
    blank_cols: [u8; 256],
}

/// Inversions and blank of a board.
#[derive(Clone, Copy, Debug)]
pub struct InversionState {
    counts: Counts,
    blank: u8,
}

impl Inversion {
    /// The distance to this goal.
    pub fn new(goal: &Board) -> Self {
        let size = goal.size();
        let pairs = size.tiles() * (size.tiles() - 1) / 2;
        let slides = |length: usize| (0..=pairs).map(|i| i.div_ceil(length - 1) as u16).collect();
        let home = goal.blank().index();
        let (mut blank_rows, mut blank_cols) = ([0; 256], [0; 256]);
        for cell in 0..size.cells() {
            blank_rows[cell] = size.row(cell).abs_diff(size.row(home)) as u8;
            blank_cols[cell] = size.col(cell).abs_diff(size.col(home)) as u8;
        }
        Self {
            cells: size.cells(),
            inversions: Inversions::new(goal),
            vertical: slides(size.cols()),
            horizontal: slides(size.rows()),
            blank_rows,
            blank_cols,
        }
    }
}

/// The least number that is at least both, and of the parity of the second.
#[inline]
fn least(slides: u16, blank: u8) -> u32 {
    let (slides, blank) = (u32::from(slides), u32::from(blank));
    let most = slides.max(blank);
    most + ((most ^ blank) & 1)
}

impl Incremental for Inversion {
    type State = InversionState;

    fn start<B: Cells + ?Sized>(&self, board: &B) -> InversionState {
        let blank = (0..self.cells).find(|&cell| board.number(cell) == 0);
        InversionState {
            counts: self.inversions.count(board),
            blank: blank.expect("a board has a blank") as u8,
        }
    }

    #[inline]
    fn step<B: Cells + ?Sized>(
        &self,
        state: InversionState,
        after: &B,
        slide: Slide,
    ) -> InversionState {
        InversionState {
            counts: self.inversions.step(state.counts, after, slide),
            blank: slide.from as u8,
        }
    }

    #[inline]
    fn estimate(&self, state: InversionState) -> u32 {
        let blank = usize::from(state.blank);
        let Counts { by_rows, by_cols } = state.counts;
        least(self.vertical[usize::from(by_rows)], self.blank_rows[blank])
            + least(
                self.horizontal[usize::from(by_cols)],
                self.blank_cols[blank],
            )
    }

    fn table_bytes(&self) -> u64 {
        (2 * (self.vertical.len() + self.horizontal.len()) + 4 * 256) as u64
    }
}
