//! Sets of cells as bits, how the blank spreads through them, and how sets and orders are numbered.
//!
//! Tables on the CPU and on a GPU number their states alike, so both count with these functions.

use taquin_core::Size;

/// Shifts and masks of a board of at most 32 cells.
#[derive(Clone, Copy, Debug)]
pub struct Grid {
    cols: u32,
    all: u32,
    /// Cells with a neighbour on their left.
    not_first: u32,
    /// Cells with a neighbour on their right.
    not_last: u32,
}

impl Grid {
    /// The grid of a board.
    pub fn new(size: Size) -> Self {
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
    pub fn without(self, taken: u32) -> u32 {
        self.all & !taken
    }

    /// All cells that the blank reaches from `seeds` through `free` cells.
    #[inline]
    pub fn flood(self, seeds: u32, free: u32) -> u32 {
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

/// Whether the rows and columns of a set's cells have an odd sum.
pub fn is_odd(size: Size, set: u32) -> bool {
    let sum: usize = bits(set).map(|cell| size.row(cell) + size.col(cell)).sum();
    sum % 2 == 1
}

/// The cells of a set, ascending.
pub fn bits(mut set: u32) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != 0).then(|| {
            let cell = set.trailing_zeros() as usize;
            set &= set - 1;
            cell
        })
    })
}

/// The regions that a set of cells cuts the rest of the board into, by their first cells.
pub fn regions(grid: Grid, set: u32) -> impl Iterator<Item = u32> {
    let free = grid.without(set);
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
pub fn subsets(cells: u32, tiles: u32) -> impl Iterator<Item = u32> {
    let mut next = Some((1_u32 << tiles) - 1);
    std::iter::from_fn(move || {
        let set = next.filter(|&set| set >> cells == 0)?;
        // The next number with as many bits: carry the lowest run, and put the rest of it last.
        let lowest = set & set.wrapping_neg();
        let carried = set + lowest;
        let run = ((carried ^ set) >> 2) / lowest;
        next = Some(run | carried);
        Some(set)
    })
}

/// The number of ways to choose `k` of `n`.
pub fn binomial(n: u32, k: u32) -> u32 {
    if k > n {
        return 0;
    }
    // At most C(25, 12) sets are ever counted, but sums over unused entries may be larger.
    let step = |c: u64, i: u32| c * u64::from(n - i) / u64::from(i + 1);
    (0..k).fold(1, step) as u32
}

/// The order of `tiles` tiles with this number, in the order of a dictionary.
pub fn nth_order(tiles: usize, mut rank: usize) -> Vec<u8> {
    let mut digits = vec![0; tiles];
    for (i, digit) in digits.iter_mut().enumerate().rev() {
        *digit = rank % (tiles - i);
        rank /= tiles - i;
    }
    let mut left: Vec<u8> = (0..tiles as u8).collect();
    digits.into_iter().map(|digit| left.remove(digit)).collect()
}
