//! The fewest vertical slides if tiles of one home row were alike and columns did not matter, and
//! the fewest horizontal ones with rows and columns exchanged.
//!
//! Every solution contains at least as many vertical slides as the first relaxed puzzle needs and
//! as many horizontal ones as the second; no slide is both, so the sum is **admissible**. Each
//! half is a true distance that a slide of its kind changes by at most 1 and a slide of the other
//! kind leaves alone: **consistent**. Each tile must at least cross the rows and columns to its
//! home, so it is never below the Manhattan distance.
//!
//! Both halves come from tables ([`super::walking_table`]) that are built with the heuristic and
//! followed by index, so a slide costs one look. They fit for boards of 2x2 to 2x6, 3x3 to 3x5, 4x4
//! and these turned; 5x5 would need 65,650,495 entries.
//!
//! Ken'ichiro Takahashi (2001), <http://www.ic-net.or.jp/home/takaken/nt/slide/solve15.html>.

use std::sync::Arc;

use taquin_core::{Board, Cells, Size};

use super::walking_table::{Index, MAX_STATES, Reached, Table, fits};
use super::{Heuristic, HeuristicEntry, HeuristicError, Incremental, Slide, homes};

pub(super) const ENTRY: HeuristicEntry = HeuristicEntry {
    name: "walking-distance",
    summary: "vertical slides with columns forgotten, and horizontal ones with rows forgotten",
    admissible: true,
    consistent: true,
    argument: None,
    build: |goal, _, _| build(goal),
};

/// Makes it with the smallest indices that do.
fn build(goal: &Board) -> Result<Box<dyn Heuristic>, HeuristicError> {
    let tables = Tables::reach(goal)?;
    // The last 16-bit index is reserved for "no matrix".
    if tables.states() < usize::from(u16::MAX) {
        Ok(Box::new(WalkingDistance::<u16>::new(goal, tables)))
    } else {
        Ok(Box::new(WalkingDistance::<u32>::new(goal, tables)))
    }
}

/// The walking distance, with indices of two or four bytes.
#[derive(Clone, Debug)]
pub struct WalkingDistance<I> {
    cells: usize,
    rows: Arc<Table<I>>,
    cols: Arc<Table<I>>,
    /// By cell and number, `cells * cell + number`: what it adds to the keys of the two matrices.
    units: Box<[[u64; 2]]>,
    home_row: [u8; 256],
    home_col: [u8; 256],
}

/// Whether its tables are small enough on boards of this size.
pub(super) fn works_on(size: Size) -> bool {
    let (rows, cols) = (size.rows(), size.cols());
    fits(rows, cols) && fits(cols, rows)
}

/// The reachable matrices of rows and columns.
struct Tables {
    rows: Reached,
    /// None if the columns use the table of the rows.
    cols: Option<Reached>,
}

impl Tables {
    fn reach(goal: &Board) -> Result<Self, HeuristicError> {
        let (size, blank) = (goal.size(), goal.blank().index());
        let (rows, cols) = (size.rows(), size.cols());
        if !works_on(size) {
            return Err(HeuristicError::Unsupported {
                reason: format!("its tables would have more than {MAX_STATES} entries"),
                alternatives: &["linear-conflict", "inversion"],
            });
        }
        let (row, col) = (size.row(blank), size.col(blank));
        Ok(Self {
            rows: Reached::new(rows, cols, row),
            cols: (rows != cols || row != col).then(|| Reached::new(cols, rows, col)),
        })
    }

    fn states(&self) -> usize {
        let cols = self.cols.as_ref().map_or(0, Reached::states);
        self.rows.states().max(cols)
    }
}

impl<I: Index> WalkingDistance<I> {
    fn new(goal: &Board, tables: Tables) -> Self {
        let size = goal.size();
        let home = homes(goal).map(usize::from);
        let rows = Arc::new(Table::new(tables.rows));
        let cols = match tables.cols {
            Some(reached) => Arc::new(Table::new(reached)),
            None => Arc::clone(&rows),
        };
        let unit = |cell: usize, number: usize| {
            let (row, col) = (size.row(home[number]), size.col(home[number]));
            [
                rows.unit(size.row(cell), (number != 0).then_some(row)),
                cols.unit(size.col(cell), (number != 0).then_some(col)),
            ]
        };
        let cells = size.cells();
        Self {
            units: (0..cells)
                .flat_map(|cell| (0..cells).map(move |number| (cell, number)))
                .map(|(cell, number)| unit(cell, number))
                .collect(),
            cells,
            home_row: home.map(|cell| size.row(cell) as u8),
            home_col: home.map(|cell| size.col(cell) as u8),
            rows,
            cols,
        }
    }
}

impl<I: Index> Incremental for WalkingDistance<I> {
    type State = (I, I);

    fn start<B: Cells + ?Sized>(&self, board: &B) -> (I, I) {
        let (mut row, mut col) = (0, 0);
        for cell in 0..self.cells {
            let number = usize::from(board.number(cell));
            let [in_rows, in_cols] = self.units[self.cells * cell + number];
            row += in_rows;
            col += in_cols;
        }
        (self.rows.find(row), self.cols.find(col))
    }

    #[inline]
    fn step<B: Cells + ?Sized>(&self, (row, col): (I, I), _: &B, slide: Slide) -> (I, I) {
        let tile = usize::from(slide.tile);
        let from_after = slide.from > slide.to;
        if slide.from.abs_diff(slide.to) == 1 {
            let kind = usize::from(self.home_col[tile]);
            (row, self.cols.step(col, kind, from_after))
        } else {
            let kind = usize::from(self.home_row[tile]);
            (self.rows.step(row, kind, from_after), col)
        }
    }

    #[inline]
    fn estimate(&self, (row, col): (I, I)) -> u32 {
        self.rows.distance(row) + self.cols.distance(col)
    }

    fn table_bytes(&self) -> u64 {
        let shared = Arc::ptr_eq(&self.rows, &self.cols);
        self.rows.bytes()
            + if shared { 0 } else { self.cols.bytes() }
            + 16 * self.units.len() as u64
            + 512
    }
}
