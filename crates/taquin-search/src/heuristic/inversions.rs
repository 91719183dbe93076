//! Inversions along the rows and along the columns, shared by several heuristics.
//!
//! Read the board row by row, leaving out the blank. A slide along a row changes nothing; a slide
//! along a column carries a tile past the `cols - 1` tiles between its old and its new cell. Read
//! column by column it is the other way round. So a slide changes one of the two counts, and only
//! by pairs of the tile that slid.

use taquin_core::{Board, Cells};

use super::Slide;

/// The inversions of a board in the two reading orders. 16x16 has at most 32,385 in each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Counts {
    /// Row by row; vertical slides change it.
    pub(super) by_rows: u16,
    /// Column by column; horizontal slides change it.
    pub(super) by_cols: u16,
}

/// Both reading orders for one goal.
#[derive(Clone, Debug)]
pub(super) struct Inversions {
    rows: usize,
    cols: usize,
    /// By number: its place in the goal read row by row.
    row_rank: [u8; 256],
    /// By number: its place in the goal read column by column.
    col_rank: [u8; 256],
}

impl Inversions {
    pub(super) fn new(goal: &Board) -> Self {
        let size = goal.size();
        let (rows, cols) = (size.rows(), size.cols());
        let (mut row_rank, mut col_rank) = ([0; 256], [0; 256]);
        for (cell, number) in goal.numbers().enumerate() {
            row_rank[usize::from(number)] = cell as u8;
            col_rank[usize::from(number)] = (size.col(cell) * rows + size.row(cell)) as u8;
        }
        Self {
            rows,
            cols,
            row_rank,
            col_rank,
        }
    }

    /// Counts all pairs of a board.
    pub(super) fn count<B: Cells + ?Sized>(&self, board: &B) -> Counts {
        let cells = self.rows * self.cols;
        let by_rows = (0..cells).map(|cell| board.number(cell));
        let by_cols = (0..cells).map(|i| board.number(i % self.rows * self.cols + i / self.rows));
        Counts {
            by_rows: inversions(by_rows, &self.row_rank),
            by_cols: inversions(by_cols, &self.col_rank),
        }
    }

    /// The counts after a slide.
    #[inline]
    pub(super) fn step<B: Cells + ?Sized>(
        &self,
        counts: Counts,
        after: &B,
        slide: Slide,
    ) -> Counts {
        let (low, high) = (slide.from.min(slide.to), slide.from.max(slide.to));
        let forward = slide.to > slide.from;
        if high - low == 1 {
            // Column by column, the tiles between are those below the left cell and those above
            // the right one.
            let (row, left) = (low / self.cols, low % self.cols);
            let below = (row + 1..self.rows).map(|r| r * self.cols + left);
            let above = (0..row).map(|r| r * self.cols + left + 1);
            let change = passed(
                after,
                slide.tile,
                forward,
                below.chain(above),
                &self.col_rank,
            );
            Counts {
                by_cols: counts.by_cols.wrapping_add_signed(change),
                ..counts
            }
        } else {
            let change = passed(after, slide.tile, forward, low + 1..high, &self.row_rank);
            Counts {
                by_rows: counts.by_rows.wrapping_add_signed(change),
                ..counts
            }
        }
    }
}

fn inversions(order: impl Iterator<Item = u8>, rank: &[u8; 256]) -> u16 {
    let mut ranks = [0_u8; 256];
    let mut found = 0;
    for (place, tile) in order.filter(|&number| number != 0).enumerate() {
        let (own, before) = (rank[usize::from(tile)], &ranks[..place]);
        found += before.iter().filter(|&&other| other > own).count();
        ranks[place] = own;
    }
    found as u16
}

/// The change of the inversions when a tile passes the tiles in these cells.
#[inline]
fn passed<B: Cells + ?Sized>(
    board: &B,
    tile: u8,
    forward: bool,
    cells: impl Iterator<Item = usize>,
    rank: &[u8; 256],
) -> i16 {
    let own = rank[usize::from(tile)];
    let mut change = 0;
    for cell in cells {
        let larger = rank[usize::from(board.number(cell))] > own;
        // Behind a larger one is out of order, behind a smaller one is in order.
        change += if larger == forward { 1 } else { -1 };
    }
    change
}
