//! Numbers for where some tiles lie and where the blank is among them, tile by tile alike.
//!
//! Tiles in a set of cells cut the rest of the board into regions, and inside a region the blank
//! wanders without moving any of them. A *slot* is a set of cells with one of its regions.
//!
//! Sets are taken in two rounds: first those whose cells' rows and columns have an even sum, then
//! the odd ones, each in colexicographic order (the order of the sets' bit masks as numbers). The
//! regions of a set follow one another by their first cells. Every slide of a tile leads from an
//! even set to an odd one or back, so the two halves of a table are read and written in turn.

use taquin_core::Size;

use crate::geometry::{Grid, binomial, bits, is_odd, regions, subsets};
use crate::rank::neighbours;

/// The most regions of one set: 3 bits name one.
const MAX_REGIONS: usize = 8;

/// The slots of all sets of so many cells.
#[derive(Clone, Debug)]
pub struct Slots {
    size: Size,
    tiles: usize,
    /// Where a mask is split into its low and high bits.
    split: u32,
    /// By low bits: what they add to the set's number.
    low: Vec<u32>,
    /// By high bits, which tell how many low ones there are.
    high: Vec<u32>,
    /// By set: its first slot in the low 32 bits, then 3 bits for each cell: its region.
    sets: Vec<u128>,
    /// The number of slots of even sets, which come first.
    even: usize,
    count: usize,
}

impl Slots {
    /// The slots of this many tiles; none if some set has more regions than can be named.
    pub(crate) fn new(size: Size, tiles: usize) -> Option<Self> {
        let cells = size.cells() as u32;
        let split = cells.div_ceil(2);
        let low = (0..1_u32 << split).map(|mask| colex(mask, 0, 0)).collect();
        let below = |mask: u32| (tiles as u32).saturating_sub(mask.count_ones());
        let high = (0..1_u32 << (cells - split))
            .map(|mask| colex(mask, split, below(mask)))
            .collect();
        let mut slots = Self {
            size,
            tiles,
            split,
            low,
            high,
            sets: vec![0; binomial(cells, tiles as u32) as usize],
            even: 0,
            count: 0,
        };
        let grid = Grid::new(size);
        for odd in [false, true] {
            for set in subsets(cells, tiles as u32).filter(|&set| is_odd(size, set) == odd) {
                let number = slots.set(set);
                let mut entry = slots.count as u128;
                for (region, cells) in regions(grid, set).enumerate() {
                    if region == MAX_REGIONS {
                        return None;
                    }
                    for cell in bits(cells) {
                        entry |= (region as u128) << (32 + 3 * cell);
                    }
                    slots.count += 1;
                }
                slots.sets[number] = entry;
            }
            if !odd {
                slots.even = slots.count;
            }
        }
        Some(slots)
    }

    /// How many there would be.
    pub(crate) fn counted(size: Size, tiles: usize) -> usize {
        let grid = Grid::new(size);
        subsets(size.cells() as u32, tiles as u32)
            .map(|set| regions(grid, set).count())
            .sum()
    }

    /// How many there are.
    pub fn count(&self) -> usize {
        self.count
    }

    /// How many belong to even sets; they come first.
    pub fn even(&self) -> usize {
        self.even
    }

    /// How many tiles they are about.
    pub fn tiles(&self) -> usize {
        self.tiles
    }

    /// The slot of a set of cells with the blank in this cell.
    #[inline]
    pub fn slot(&self, set: u32, blank: usize) -> usize {
        let entry = self.sets[self.set(set)];
        entry as u32 as usize + (entry >> (32 + 3 * blank)) as usize % MAX_REGIONS
    }

    /// The number of a set among all sets of as many cells.
    #[inline]
    fn set(&self, set: u32) -> usize {
        let low = set & ((1 << self.split) - 1);
        let high = set >> self.split;
        (self.low[low as usize] + self.high[high as usize]) as usize
    }

    /// The set and region of each slot in order.
    pub(crate) fn places(&self) -> impl Iterator<Item = (u32, u32)> {
        let (size, cells, tiles) = (self.size, self.size.cells() as u32, self.tiles as u32);
        let grid = Grid::new(size);
        [false, true].into_iter().flat_map(move |odd| {
            subsets(cells, tiles)
                .filter(move |&set| is_odd(size, set) == odd)
                .flat_map(move |set| regions(grid, set).map(move |region| (set, region)))
        })
    }

    /// The slides that lead into a place: the slot they come from, and the order of the tile in
    /// the set before and after.
    pub(crate) fn arrivals(&self, set: u32, region: u32) -> impl Iterator<Item = Arrival> {
        let near = neighbours(self.size);
        bits(set).flat_map(move |to| {
            let near = near[to];
            bits(near & region).map(move |from| {
                let before = set ^ 1 << to ^ 1 << from;
                Arrival {
                    slot: self.slot(before, to) as u32,
                    was: (before & ((1 << from) - 1)).count_ones() as u8,
                    is: (set & ((1 << to) - 1)).count_ones() as u8,
                }
            })
        })
    }
}

/// A slide of one tile that ends in some slot.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Arrival {
    /// The slot it began in.
    pub(crate) slot: u32,
    /// How many tiles lay in smaller cells before it.
    pub(crate) was: u8,
    /// How many do after it.
    pub(crate) is: u8,
}

/// What these cells, the first of them `base`, add to a set's number with `below` cells before.
fn colex(mask: u32, base: u32, below: u32) -> u32 {
    let add = |(i, cell): (usize, usize)| binomial(cell as u32 + base, below + i as u32 + 1);
    bits(mask).enumerate().map(add).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_slot_is_met_once_and_in_order() {
        for (rows, cols, tiles) in [(3, 3, 4), (4, 4, 6), (2, 5, 3), (3, 5, 5), (3, 3, 8)] {
            let size = Size::new(rows, cols).unwrap();
            let slots = Slots::new(size, tiles).unwrap();
            let mut expected = 0;
            for (set, region) in slots.places() {
                assert_eq!(set.count_ones() as usize, tiles);
                for cell in bits(region) {
                    assert_eq!(slots.slot(set, cell), expected, "{size} {set:b} {cell}");
                }
                assert_eq!(is_odd(size, set), expected >= slots.even());
                expected += 1;
            }
            assert_eq!(expected, slots.count());
        }
    }

    #[test]
    fn arrivals_lead_back() {
        let size = Size::new(3, 4).unwrap();
        let slots = Slots::new(size, 5).unwrap();
        let places: Vec<(u32, u32)> = slots.places().collect();
        for (slot, &(set, region)) in places.iter().enumerate() {
            for arrival in slots.arrivals(set, region) {
                let (set, region) = places[arrival.slot as usize];
                let back = slots.arrivals(set, region);
                assert_eq!(
                    back.filter(|a| {
                        a.slot as usize == slot && (a.was, a.is) == (arrival.is, arrival.was)
                    })
                    .count(),
                    1
                );
            }
        }
    }
}
