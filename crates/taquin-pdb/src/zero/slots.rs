//! Ranking of slots: the cells of some tiles, and the region of the blank.
//!
//! Tiles in a set of cells cut the rest of the board into regions, and inside a region the blank
//! wanders without moving any of them. A *slot* is a set of cells with one of its regions.
//!
//! Sets are taken in two rounds: first those whose cells' rows and columns have an even sum, then
//! the odd ones, each in colexicographic order (the order of the sets' bit masks as numbers). The
//! regions of a set follow one another by their first cells. Every slide of a tile leads from an
//! even set to an odd one or back, so the two halves of a table are read and written in turn.
#![expect(
    clippy::inline_always,
    reason = "the search is compiled a second time for processors that count bits; what it calls must follow"
)]

use taquin_core::Size;

use crate::geometry::{CellMasks, binomial, bits, is_odd, regions, subsets};
use crate::pattern::Pattern;
use crate::rank::neighbours;

/// Maximum number of regions of one set: 3 bits name one.
const MAX_REGIONS: usize = 8;

/// Boards of up to this many cells have masks of two bytes.
pub const SMALL_CELLS: usize = 16;

/// The bit at which the mask of a set is split into low and high bits, on small boards and on
/// others.
const SMALL_SPLIT: u32 = 8;
const LARGE_SPLIT: u32 = 13;

/// Values of either half of a small mask.
const SMALL_HALF: usize = 1 << SMALL_SPLIT;

/// No fewer than the sets of any number of cells on a small board: 12,870 of eight in sixteen.
const SMALL_SETS: usize = 1 << 14;

/// Values of the low and high bits of the largest masks.
const LOW: usize = 1 << LARGE_SPLIT;
const HIGH: usize = 1 << (Pattern::MAX_CELLS as u32 - LARGE_SPLIT);

/// Set if a set of a large board has more than two regions.
const MANY: u64 = 1 << 63;

/// The index of a cell's region among the words of a set.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct RegionBits {
    pub(crate) word: u8,
    pub(crate) shift: u8,
    pub(crate) cell: u8,
}

impl RegionBits {
    /// Cells whose regions fit into the first word, behind the slot.
    const IN_FIRST: usize = 10;

    pub(crate) fn of(size: Size, cell: usize) -> Self {
        let (word, shift) = match cell.checked_sub(Self::IN_FIRST) {
            _ if size.cells() <= SMALL_CELLS => (0, 16 + 3 * cell),
            None => (0, 32 + 3 * cell),
            Some(cell) => (1, 3 * cell),
        };
        Self {
            word,
            shift: shift as u8,
            cell: cell as u8,
        }
    }
}

/// The slots of all sets of this many cells.
#[derive(Clone, Debug)]
pub struct Slots {
    size: Size,
    tiles: usize,
    /// By the low bits of a mask: what they add to the set's number.
    low: Box<[u16; LOW]>,
    /// By its high bits, which tell how many low ones there are.
    high: Box<[u32; HIGH]>,
    /// By set: its first slot in the low 32 bits, then a bit per cell for its region if there are at
    /// most two. If there are more, the highest bit is set and the low bits are the place in `many`.
    sets: Vec<u64>,
    /// The few sets with more regions: the first slot in the low 32 bits, then 3 bits per cell for its
    /// region, as in [`RegionBits`].
    many: Vec<[u64; 2]>,
    /// By set on small boards, where a slot takes 16 bits (2x8 has the most, 40,359 for eight tiles) and
    /// the regions fit behind it: half of what is looked up all the time.
    small_sets: Box<[u64; SMALL_SETS]>,
    /// As `low` and `high`, on small boards.
    small_low: [u16; SMALL_HALF],
    small_high: [u16; SMALL_HALF],
    /// The number of slots of even sets, which come first.
    even: usize,
    count: usize,
}

impl Slots {
    /// The slots of this many tiles; none if some set has more regions than can be named.
    pub(crate) fn new(size: Size, tiles: usize) -> Option<Self> {
        let cells = size.cells() as u32;
        let split = if cells <= SMALL_CELLS as u32 {
            SMALL_SPLIT
        } else {
            LARGE_SPLIT
        };
        let mut low = vec![0; LOW].into_boxed_slice();
        for (mask, adds) in (0..1_u32 << split).zip(&mut *low) {
            *adds = colex(mask, 0, 0) as u16;
        }
        let below = |mask: u32| (tiles as u32).saturating_sub(mask.count_ones());
        let mut high = vec![0; HIGH].into_boxed_slice();
        for (mask, adds) in (0..1_u32 << cells.saturating_sub(split)).zip(&mut *high) {
            *adds = colex(mask, split, below(mask));
        }
        let sets = binomial(cells, tiles as u32) as usize;
        let is_small = cells <= SMALL_CELLS as u32;
        let small_sets = vec![0; SMALL_SETS].into_boxed_slice();
        let mut slots = Self {
            size,
            tiles,
            small_low: std::array::from_fn(|mask| low[mask]),
            small_high: std::array::from_fn(|mask| high[mask] as u16),
            low: low.try_into().expect("its length"),
            high: high.try_into().expect("its length"),
            sets: vec![0; if is_small { 0 } else { sets }],
            many: Vec::new(),
            small_sets: small_sets.try_into().expect("its length"),
            even: 0,
            count: 0,
        };
        let grid = CellMasks::new(size);
        for odd in [false, true] {
            for set in subsets(cells, tiles as u32).filter(|&set| is_odd(size, set) == odd) {
                let mut entry = [slots.count as u64, 0];
                let (mut all, mut second) = (0, 0);
                for (region, cells) in regions(grid, set).enumerate() {
                    if region == MAX_REGIONS {
                        return None;
                    }
                    for cell in bits(cells) {
                        let RegionBits { word, shift, .. } = RegionBits::of(size, cell);
                        entry[usize::from(word)] |= (region as u64) << shift;
                    }
                    all += 1;
                    if region == 1 {
                        second = u64::from(cells);
                    }
                    slots.count += 1;
                }
                if is_small {
                    assert!(slots.count <= 1 << 16, "slots of small boards take 16 bits");
                    let number = slots.small_set(set);
                    slots.small_sets[number] = entry[0];
                } else {
                    let number = slots.set(set);
                    slots.sets[number] = if all > 2 {
                        slots.many.push(entry);
                        MANY | (slots.many.len() as u64 - 1)
                    } else {
                        (entry[0] % (1 << 32)) | second << 32
                    };
                }
            }
            if !odd {
                slots.even = slots.count;
            }
        }
        Some(slots)
    }

    /// The number of slots, computed without building them.
    pub(crate) fn counted(size: Size, tiles: usize) -> usize {
        let grid = CellMasks::<u32>::new(size);
        subsets(size.cells() as u32, tiles as u32)
            .map(|set| regions(grid, set).count())
            .sum()
    }

    /// The number of slots.
    pub fn count(&self) -> usize {
        self.count
    }

    /// The number of slots of even sets; they come first.
    pub fn even(&self) -> usize {
        self.even
    }

    /// The number of tiles.
    pub fn tiles(&self) -> usize {
        self.tiles
    }

    /// The slot of a set of cells with the blank in this cell.
    #[inline]
    pub fn slot(&self, set: u32, blank: usize) -> usize {
        let region = RegionBits::of(self.size, blank);
        if self.size.cells() <= SMALL_CELLS {
            self.slot_at::<true>(set, region)
        } else {
            self.slot_at::<false>(set, region)
        }
    }

    /// The slot of a set of cells with the blank in the cell whose region is there; `SMALL` if the
    /// board has at most [`SMALL_CELLS`] cells.
    #[inline(always)]
    pub(crate) fn slot_at<const SMALL: bool>(&self, set: u32, region: RegionBits) -> usize {
        if SMALL {
            let entry = self.small_sets[self.small_set(set)];
            let region = (entry >> (region.shift % 64)) as usize % MAX_REGIONS;
            return usize::from(entry as u16) + region;
        }
        let entry = self.sets[self.set(set)];
        if entry & MANY == 0 {
            let region = (entry >> (32 + region.cell % 32)) as usize % 2;
            return entry as u32 as usize + region;
        }
        let entry = &self.many[entry as u32 as usize];
        let word = entry[usize::from(region.word) % 2];
        entry[0] as u32 as usize + (word >> (region.shift % 64)) as usize % MAX_REGIONS
    }

    /// The number of a set among all sets of as many cells.
    #[inline(always)]
    fn set(&self, set: u32) -> usize {
        let (low, high) = (set % (1 << LARGE_SPLIT), set >> LARGE_SPLIT);
        (u32::from(self.low[low as usize % LOW]) + self.high[high as usize % HIGH]) as usize
    }

    /// The same on small boards.
    #[inline(always)]
    fn small_set(&self, set: u32) -> usize {
        let (low, high) = (set as usize % SMALL_HALF, set as usize >> SMALL_SPLIT);
        usize::from(self.small_low[low] + self.small_high[high % SMALL_HALF]) % SMALL_SETS
    }

    /// The set and region of each slot in order.
    pub(crate) fn places(&self) -> impl Iterator<Item = (u32, u32)> {
        let (size, cells, tiles) = (self.size, self.size.cells() as u32, self.tiles as u32);
        let grid = CellMasks::new(size);
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
        for (rows, cols, tiles) in [
            (3, 3, 4),
            (4, 4, 6),
            (2, 5, 3),
            (3, 5, 5),
            (3, 3, 8),
            (3, 6, 6),
            (2, 11, 4),
            (5, 5, 4),
        ] {
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
