//! Sets of cells of boards of up to 64 cells: as `taquin_pdb::geometry` has them, but wider.

use taquin_core::Size;

/// Shifts and masks of a board.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Grid {
    cols: u32,
    all: u64,
    /// Cells with a neighbour on their left, and those with one on their right.
    not_first: u64,
    not_last: u64,
}

impl Grid {
    pub(crate) fn new(size: Size) -> Self {
        let set = |keep: &dyn Fn(usize) -> bool| {
            let cells = (0..size.cells()).filter(|&cell| keep(size.col(cell)));
            cells.map(|cell| 1 << cell).sum()
        };
        Self {
            cols: size.cols() as u32,
            all: set(&|_| true),
            not_first: set(&|col| col > 0),
            not_last: set(&|col| col + 1 < size.cols()),
        }
    }

    /// All cells that the blank reaches from `seeds` through `free` cells.
    fn flood(self, seeds: u64, free: u64) -> u64 {
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

/// The cells of a set, ascending.
pub(crate) fn bits(mut set: u64) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let cell = set.trailing_zeros() as usize;
            set &= set - 1;
            cell
        })
    })
}

/// Whether the rows and columns of a set's cells have an odd sum.
pub(crate) fn is_odd(size: Size, set: u64) -> bool {
    let sum: usize = bits(set).map(|cell| size.row(cell) + size.col(cell)).sum();
    sum % 2 == 1
}

/// The regions that a set of cells cuts the rest of the board into, by their first cells.
pub(crate) fn regions(grid: Grid, set: u64) -> impl Iterator<Item = u64> {
    let free = grid.all & !set;
    let mut rest = free;
    std::iter::from_fn(move || {
        (rest != 0).then(|| {
            let region = grid.flood(rest & rest.wrapping_neg(), free);
            rest &= !region;
            region
        })
    })
}

/// All sets of `tiles` of the first `cells` cells, as masks in ascending order.
pub(crate) fn subsets(cells: u32, tiles: u32) -> impl Iterator<Item = u64> {
    let mut next = Some((1_u64 << tiles) - 1);
    std::iter::from_fn(move || {
        let set = next.filter(|&set| set >> cells == 0)?;
        // The next number with as many bits: carry the lowest run, and put the rest of it last.
        let lowest = set & set.wrapping_neg();
        let carried = set + lowest;
        let run = ((carried ^ set) >> 2) >> lowest.trailing_zeros();
        next = Some(run | carried);
        Some(set)
    })
}
