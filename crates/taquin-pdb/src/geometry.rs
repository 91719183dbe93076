//! Sets of cells as bits, how the blank spreads through them, and how sets and orders are numbered.
//!
//! Tables on the CPU and on a GPU number their states alike, so both count with these functions.

use std::fmt::Debug;
use std::ops::{Add, BitAnd, BitOr, BitXor, Not, Shl, Shr, Sub};

use taquin_core::Size;

/// A set of cells, a bit for each: `u32` for boards of at most 32 cells, `u64` for at most 64.
pub trait CellSet:
    Copy
    + Debug
    + Eq
    + Add<Output = Self>
    + BitAnd<Output = Self>
    + BitOr<Output = Self>
    + BitXor<Output = Self>
    + Not<Output = Self>
    + Shl<u32, Output = Self>
    + Shr<u32, Output = Self>
    + Sub<Output = Self>
{
    /// No cell.
    const EMPTY: Self;
    /// The first cell.
    const FIRST: Self;

    /// The number of the lowest cell.
    fn lowest(self) -> u32;
}

impl CellSet for u32 {
    const EMPTY: Self = 0;
    const FIRST: Self = 1;

    #[inline]
    fn lowest(self) -> u32 {
        self.trailing_zeros()
    }
}

impl CellSet for u64 {
    const EMPTY: Self = 0;
    const FIRST: Self = 1;

    #[inline]
    fn lowest(self) -> u32 {
        self.trailing_zeros()
    }
}

/// Shifts and masks of a board.
#[derive(Clone, Copy, Debug)]
pub struct CellMasks<B = u32> {
    cols: u32,
    all: B,
    /// Cells with a neighbour on their left.
    not_first: B,
    /// Cells with a neighbour on their right.
    not_last: B,
}

impl<B: CellSet> CellMasks<B> {
    /// The masks of a board.
    pub fn new(size: Size) -> Self {
        let set = |keep: &dyn Fn(usize) -> bool| {
            (0..size.cells())
                .filter(|&cell| keep(size.col(cell)))
                .fold(B::EMPTY, |set, cell| set | B::FIRST << cell as u32)
        };
        Self {
            cols: size.cols() as u32,
            all: set(&|_| true),
            not_first: set(&|col| col > 0),
            not_last: set(&|col| col + 1 < size.cols()),
        }
    }

    /// The cells not in this set.
    pub fn without(self, taken: B) -> B {
        self.all & !taken
    }

    /// All cells that the blank reaches from `seeds` through `free` cells.
    #[inline]
    pub fn flood(self, seeds: B, free: B) -> B {
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
pub fn is_odd(size: Size, set: impl CellSet) -> bool {
    let sum: usize = bits(set).map(|cell| size.row(cell) + size.col(cell)).sum();
    sum % 2 == 1
}

/// The cells of a set, ascending.
pub fn bits<B: CellSet>(mut set: B) -> impl Iterator<Item = usize> {
    std::iter::from_fn(move || {
        (set != B::EMPTY).then(|| {
            let cell = set.lowest() as usize;
            set = set & (set - B::FIRST);
            cell
        })
    })
}

/// The regions that a set of cells cuts the rest of the board into, by their first cells.
pub fn regions<B: CellSet>(masks: CellMasks<B>, set: B) -> impl Iterator<Item = B> {
    let free = masks.without(set);
    let mut rest = free;
    std::iter::from_fn(move || {
        (rest != B::EMPTY).then(|| {
            let region = masks.flood(B::FIRST << rest.lowest(), free);
            rest = rest & !region;
            region
        })
    })
}

/// All sets of `tiles` of the first `cells` cells, as masks in ascending order.
pub fn subsets<B: CellSet>(cells: u32, tiles: u32) -> impl Iterator<Item = B> {
    let mut next = Some((B::FIRST << tiles) - B::FIRST);
    std::iter::from_fn(move || {
        let set = next.filter(|&set| set >> cells == B::EMPTY)?;
        // The next number with as many bits: carry the lowest run, and put the rest of it last.
        let lowest = set.lowest();
        let carried = set + (B::FIRST << lowest);
        let run = ((carried ^ set) >> 2) >> lowest;
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
