//! Dense ranks of placements: every rank below the count is one placement.
//!
//! Tile *i* of *k* on *n* cells has `n - i` cells left once the tiles before it are laid out. Its
//! digit is its cell less the tiles before it that lie in smaller cells, and the digits are read
//! as one number with these radices, the first tile's digit highest:
//!
//! ```text
//! rank = Σ digit(i) · weight(i),   weight(i) = (n - i - 1) (n - i - 2) … (n - k + 1)
//! ```
//!
//! A slide changes the rank by little. If tile *i* goes from cell *a* to a later cell *b*, the tiles
//! between the two matter and no others: each one before *i* in the list takes 1 from its digit's
//! gain of `b - a`, each one after *i* gains 1 in its own digit. Between neighbours in a row there is
//! no cell, so the rank changes by `weight(i)`.

use taquin_core::Size;

/// Dense numbers for the arrangements of some tiles on some cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranking {
    cells: usize,
    weights: Vec<u32>,
}

impl Ranking {
    /// The number of placements of this many tiles.
    pub fn count(cells: usize, tiles: usize) -> u64 {
        (0..tiles).fold(1_u64, |count, i| {
            count.saturating_mul(cells.saturating_sub(i) as u64)
        })
    }

    /// The ranking of this many tiles; a [`Pattern`](crate::Pattern) has few enough.
    pub(crate) fn new(cells: usize, tiles: usize) -> Self {
        let below = |i: usize| ((i + 1)..tiles).map(|j| (cells - j) as u32).product();
        Self {
            cells,
            weights: (0..tiles).map(below).collect(),
        }
    }

    /// The number of tiles.
    pub fn tiles(&self) -> usize {
        self.weights.len()
    }

    /// The weight of tile `i`'s digit.
    pub fn weight(&self, i: usize) -> u32 {
        self.weights[i]
    }

    /// The number of this arrangement: the cell of each tile.
    pub fn rank(&self, cells: &[u8]) -> u32 {
        let mut taken = 0_u32;
        let mut rank = 0;
        for (&cell, &weight) in cells.iter().zip(&self.weights) {
            let smaller = taken & ((1 << cell) - 1);
            rank += (u32::from(cell) - smaller.count_ones()) * weight;
            taken |= 1 << cell;
        }
        rank
    }

    /// The cells of the first tiles, as many as there is room for, of the arrangement with this
    /// number; gives the set of these cells.
    pub fn unrank(&self, rank: u32, cells: &mut [u8]) -> u32 {
        let mut taken = 0_u32;
        let mut rest = rank;
        for (cell, &weight) in cells.iter_mut().zip(&self.weights) {
            *cell = nth_free(taken, self.cells, rest / weight);
            rest %= weight;
            taken |= 1 << *cell;
        }
        taken
    }
}

/// The free cell with this many free cells before it.
fn nth_free(taken: u32, cells: usize, n: u32) -> u8 {
    let mut free = !taken & ((1 << cells) - 1);
    for _ in 0..n {
        free &= free - 1;
    }
    free.trailing_zeros() as u8
}

/// By how much the rank changes when a tile of this weight goes from cell `from` to `to`, the
/// tiles in between aside.
pub(crate) fn own_change(weight: u32, from: usize, to: usize) -> i32 {
    weight as i32 * (to as i32 - from as i32)
}

/// What a tile in between adds to the change where the moved tile goes to a later cell, and takes
/// from it where it goes to an earlier one.
pub(crate) fn between_change(ranking: &Ranking, moved: usize, other: usize) -> i32 {
    match other.cmp(&moved) {
        std::cmp::Ordering::Less => -(ranking.weight(moved) as i32),
        std::cmp::Ordering::Equal => 0,
        std::cmp::Ordering::Greater => ranking.weight(other) as i32,
    }
}

/// The set of cells strictly between two.
pub(crate) fn between(a: usize, b: usize) -> u32 {
    let (low, high) = (a.min(b), a.max(b));
    ((1 << high) - 1) & !((2 << low) - 1)
}

/// The neighbours of each cell, as sets.
pub(crate) fn neighbours(size: Size) -> Vec<u32> {
    let near = |cell: usize| {
        (0..size.cells())
            .filter(|&other| size.distance(cell, other) == 1)
            .map(|other| 1 << other)
            .sum()
    };
    (0..size.cells()).map(near).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_dense_and_lead_back() {
        for (cells, tiles) in [(4, 3), (6, 2), (9, 4), (8, 5), (25, 3), (5, 1)] {
            let ranking = Ranking::new(cells, tiles);
            let mut last = None;
            for rank in 0..Ranking::count(cells, tiles) as u32 {
                let mut at = vec![0; tiles];
                let taken = ranking.unrank(rank, &mut at);
                assert_eq!(taken.count_ones() as usize, tiles);
                assert_eq!(ranking.rank(&at), rank, "{at:?}");
                // Ascending numbers are ascending arrangements, so none is missed.
                assert!(last.replace(at.clone()) < Some(at));
            }
        }
    }

    #[test]
    fn a_slide_changes_the_number_as_said() {
        let ranking = Ranking::new(12, 5);
        let size = Size::new(3, 4).unwrap();
        let near = neighbours(size);
        for rank in (0..Ranking::count(12, 5) as u32).step_by(7) {
            let mut at = vec![0; 5];
            let taken = ranking.unrank(rank, &mut at);
            for moved in 0..5 {
                let from = usize::from(at[moved]);
                for to in (0..12).filter(|to| near[from] & !taken & (1 << to) != 0) {
                    let mut change = 0;
                    for (other, cell) in at.iter().enumerate() {
                        if between(from, to) & (1 << cell) != 0 {
                            change += between_change(&ranking, moved, other);
                        }
                    }
                    let sign = if to > from { 1 } else { -1 };
                    change = own_change(ranking.weight(moved), from, to) + sign * change;
                    let mut after = at.clone();
                    after[moved] = to as u8;
                    assert_eq!(ranking.rank(&after) as i32 - rank as i32, change);
                }
            }
        }
    }
}
