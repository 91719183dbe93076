//! Sets of cells as bits, and how the blank spreads through them.

use taquin_core::Size;

/// Shifts and masks of a board.
#[derive(Clone, Copy)]
pub(crate) struct Grid {
    cols: u32,
    all: u32,
    /// Cells with a neighbour on their left.
    not_first: u32,
    /// Cells with a neighbour on their right.
    not_last: u32,
}

impl Grid {
    pub(crate) fn new(size: Size) -> Self {
        let set = |keep: &dyn Fn(usize) -> bool| {
            (0..size.cells())
                .filter(|&cell| keep(size.col(cell)))
                .map(|cell| 1 << cell)
                .sum()
        };
        Self {
            cols: size.cols() as u32,
            all: set(&|_| true),
            not_first: set(&|col| col > 0),
            not_last: set(&|col| col + 1 < size.cols()),
        }
    }

    /// The cells not in this set.
    pub(crate) fn without(self, taken: u32) -> u32 {
        self.all & !taken
    }

    /// All cells that the blank reaches from `seeds` through `free` cells.
    #[inline]
    pub(crate) fn flood(self, seeds: u32, free: u32) -> u32 {
        let mut reached = seeds;
        loop {
            let aside = (reached & self.not_last) << 1 | (reached & self.not_first) >> 1;
            let along = reached << self.cols | reached >> self.cols;
            let next = reached | (aside | along) & free;
            if next == reached {
                return reached;
            }
            reached = next;
        }
    }
}
