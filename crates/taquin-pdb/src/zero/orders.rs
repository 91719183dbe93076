//! Ranking of orders: the sequence of some tiles along the cells they are in.
//!
//! The tiles of a pattern are numbered by their places in the goal. Read by ascending cell they
//! make a sequence, and its number is its place among all sequences in dictionary order. A tile
//! that slides sideways passes no other; one that slides up or down passes the tiles in between,
//! and its place in the sequence changes.

use crate::geometry::nth_order;

/// The orders of this many tiles, and what a slide makes of them.
#[derive(Clone, Debug)]
pub struct Orders {
    count: usize,
    /// Bits of an order.
    shift: u32,
    /// By place before, place after and order: `(8 · was + is) << shift | order`.
    moved: Vec<u16>,
}

impl Orders {
    /// The most tiles: their orders are numbered in 16 bits.
    pub const MAX_TILES: usize = 8;

    /// The orders of this many tiles.
    pub(crate) fn new(tiles: usize) -> Self {
        let count: usize = (1..=tiles).product();
        let shift = count.next_power_of_two().trailing_zeros();
        let mut moved = vec![0; (8 * tiles) << shift];
        let at = |was: usize, is: usize, order: usize| (8 * was + is) << shift | order;
        for order in 0..count {
            let mut sequence = nth_order(tiles, order);
            for was in 0..tiles {
                moved[at(was, was, order)] = order as u16;
            }
            for place in 1..tiles {
                sequence.swap(place - 1, place);
                let passed = rank(&sequence) as u16;
                moved[at(place - 1, place, order)] = passed;
                moved[at(place, place - 1, order)] = passed;
                sequence.swap(place - 1, place);
            }
        }
        // From place to place, the tile passes one other at a time.
        for passed in 2..tiles {
            for first in 0..tiles - passed {
                let last = first + passed;
                for order in 0..count {
                    let near = usize::from(moved[at(first, last - 1, order)]);
                    moved[at(first, last, order)] = moved[at(last - 1, last, near)];
                    let near = usize::from(moved[at(last, first + 1, order)]);
                    moved[at(last, first, order)] = moved[at(first + 1, first, near)];
                }
            }
        }
        Self {
            count,
            shift,
            moved,
        }
    }

    /// Bytes of what is kept for this many tiles.
    pub(crate) fn bytes(tiles: usize) -> usize {
        let count: usize = (1..=tiles).product();
        2 * 8 * tiles * count.next_power_of_two()
    }

    /// The number of orders.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The new order for each order when the tile in place `was` of the sequence moves to place
    /// `is`.
    #[inline]
    pub(crate) fn moved(&self, was: usize, is: usize) -> &[u16] {
        let first = (8 * was + is) << self.shift;
        &self.moved[first..first + self.count]
    }

    /// The new order when the tile in place `was` of the sequence moves to place `is`.
    #[cfg(test)]
    fn step(&self, order: u16, was: usize, is: usize) -> u16 {
        self.moved[(8 * was + is) << self.shift | usize::from(order)]
    }
}

/// The number of a sequence.
pub(crate) fn rank(sequence: &[u8]) -> usize {
    let mut rank = 0;
    for (i, tile) in sequence.iter().enumerate() {
        let smaller = sequence[i + 1..].iter().filter(|&other| other < tile);
        rank = rank * (sequence.len() - i) + smaller.count();
    }
    rank
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_follow_the_dictionary() {
        let all: Vec<Vec<u8>> = (0..120).map(|order| nth_order(5, order)).collect();
        assert!(all.is_sorted());
        for (order, sequence) in all.iter().enumerate() {
            assert_eq!(rank(sequence), order);
        }
    }

    #[test]
    fn a_tile_passes_those_in_between() {
        let orders = Orders::new(4);
        let order = rank(&[2, 0, 3, 1]) as u16;
        assert_eq!(orders.step(order, 1, 3), rank(&[2, 3, 1, 0]) as u16);
        assert_eq!(orders.step(order, 3, 0), rank(&[1, 2, 0, 3]) as u16);
        assert_eq!(orders.step(order, 2, 2), order);
    }
}
