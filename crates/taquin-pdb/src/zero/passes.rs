//! The effect of a slide on the order of some tiles, from small tables.
//!
//! The [code](code) of an order is its number in the factorial system (D. H. Lehmer, 1960): for each
//! place of the sequence, how many smaller tiles come later. A tile that goes from one place to another
//! changes nothing outside the stretch of places in between, whatever the tiles there are. So a table
//! indexed by that part of the code gives the new code, and the new index of the order, as two
//! differences. On 4x4 no stretch has more than four places, and the tables of eight tiles take some 140
//! KB; a table of what becomes of every order would take 8 MB.
#![expect(
    clippy::inline_always,
    reason = "the search is compiled a second time for processors that count bits; what it calls must follow"
)]

use super::spot::Spot;

/// The changes for patterns of this many tiles.
#[derive(Clone, Debug)]
pub struct Passes {
    tiles: usize,
    /// By way, place and number of tiles passed: `64 · way + 8 · place + passed`.
    windows: [Window; 128],
    /// By the same: where the window is in a spot.
    shifts: [u8; 128],
    /// Differences of spots, window after window.
    changes: Vec<u64>,
}

/// A stretch of a code.
#[derive(Clone, Copy, Debug, Default)]
struct Window {
    /// The index of its first change.
    first: u32,
    /// Its bits, once they are the lowest.
    mask: u32,
}

/// Which way the tile goes along the cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Way {
    /// To a later cell.
    Forward = 0,
    /// To an earlier cell.
    Backward = 64,
}

impl Passes {
    /// The changes for this many tiles, of which one passes at most `most` others.
    pub(crate) fn new(tiles: usize, most: usize) -> Self {
        let mut passes = Self {
            tiles,
            windows: [Window::default(); 128],
            shifts: [0; 128],
            // A tile that passes none changes no order: all such windows are empty and share this.
            changes: vec![Spot::ONE_MORE],
        };
        for way in [Way::Forward, Way::Backward] {
            for place in 0..tiles {
                for passed in 1..=most.min(tiles - 1 - place) {
                    passes.fill(way, place, passed);
                }
            }
        }
        passes
    }

    /// The difference that is added to a spot when a tile passes `passed` others, the first of these
    /// places being `place`, and the value goes up by one.
    #[inline(always)]
    pub(crate) fn change(&self, spot: Spot, way: u8, place: u32, passed: u32) -> u64 {
        let number = (u32::from(way) + 8 * place + passed) as usize % 128;
        let window = &self.windows[number];
        let seen = (spot.0 >> (self.shifts[number] % 64)) as u32 & window.mask;
        self.changes[(window.first + seen) as usize]
    }

    fn fill(&mut self, way: Way, place: usize, passed: usize) {
        let last = place + passed;
        let low = low_bit(self.tiles, last);
        let bits = low_bit(self.tiles, place) + digit_bits(self.tiles, place) - low;
        let first = self.changes.len();
        self.changes.resize(first + (1 << bits), 0);
        let number = way as usize + 8 * place + passed;
        self.windows[number] = Window {
            first: first as u32,
            mask: (1 << bits) - 1,
        };
        self.shifts[number] = (Spot::CODE_SHIFT + low) as u8;
        let mut digits = vec![0; passed + 1];
        loop {
            let after = moved(way, self.tiles - place, &digits);
            let seen = self.packed(place, &digits) >> low;
            let code = self.packed(place, &after) as i64 - self.packed(place, &digits) as i64;
            let order = self.number(place, &after) - self.number(place, &digits);
            self.changes[first + seen as usize] = ((code << Spot::CODE_SHIFT) as u64)
                .wrapping_add((order << Spot::ORDER_SHIFT) as u64)
                .wrapping_add(Spot::ONE_MORE);
            if !self.count_up(place, &mut digits) {
                return;
            }
        }
    }

    /// The next digits from a place on; false after the last.
    fn count_up(&self, place: usize, digits: &mut [usize]) -> bool {
        for (i, digit) in digits.iter_mut().enumerate().rev() {
            *digit += 1;
            if *digit < self.tiles - place - i {
                return true;
            }
            *digit = 0;
        }
        false
    }

    /// The code with these digits from a place on, and zeros elsewhere.
    fn packed(&self, place: usize, digits: &[usize]) -> u64 {
        let part = |(i, &digit): (usize, &usize)| (digit as u64) << low_bit(self.tiles, place + i);
        digits.iter().enumerate().map(part).sum()
    }

    /// The number of the order with these digits from a place on, and zeros elsewhere.
    fn number(&self, place: usize, digits: &[usize]) -> i64 {
        let worth = |place: usize| (1..self.tiles - place).product::<usize>();
        let part = |(i, &digit): (usize, &usize)| (digit * worth(place + i)) as i64;
        digits.iter().enumerate().map(part).sum()
    }
}

/// The digits of a stretch after its first tile went to its end, or its last to its beginning, where
/// `left` tiles are in the stretch and after it.
fn moved(way: Way, left: usize, digits: &[usize]) -> Vec<usize> {
    let mut pool: Vec<usize> = (0..left).collect();
    let mut tiles: Vec<usize> = digits.iter().map(|&digit| pool.remove(digit)).collect();
    match way {
        Way::Forward => tiles.rotate_left(1),
        Way::Backward => tiles.rotate_right(1),
    }
    let mut pool: Vec<usize> = (0..left).collect();
    let digit = |tile: usize| {
        let digit = pool.iter().position(|&other| other == tile);
        let digit = digit.expect("each tile is taken once");
        pool.remove(digit);
        digit
    };
    tiles.into_iter().map(digit).collect()
}

/// The code of the order with this number.
pub(crate) fn code(tiles: usize, mut order: usize) -> u64 {
    let mut code = 0;
    for place in (0..tiles).rev() {
        code |= ((order % (tiles - place)) as u64) << low_bit(tiles, place);
        order /= tiles - place;
    }
    code
}

/// Bits of the digit of a place, which is less than the number of tiles from there on.
fn digit_bits(tiles: usize, place: usize) -> u32 {
    usize::BITS - (tiles - place - 1).leading_zeros()
}

/// The lowest bit of a place's digit: later places come lower.
fn low_bit(tiles: usize, place: usize) -> u32 {
    (place + 1..tiles)
        .map(|later| digit_bits(tiles, later))
        .sum()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::nth_order;
    use crate::zero::orders::rank;

    /// All orders of up to seven tiles, every tile, every place: against moving the tile in the
    /// sequence and counting again. Eight tiles with stretches of up to four places.
    #[test]
    fn a_change_is_what_moving_the_tile_makes_of_the_sequence() {
        for (tiles, most) in [(1, 3), (2, 1), (3, 4), (5, 4), (6, 2), (7, 6), (8, 3)] {
            let passes = Passes::new(tiles, most);
            let orders: usize = (1..=tiles).product();
            for order in (0..orders).step_by(if tiles > 6 { 7 } else { 1 }) {
                let spot = Spot::new(0b1011, code(tiles, order), order as u16, 5);
                let sequence = nth_order(tiles, order);
                for was in 0..tiles {
                    for is in (0..tiles).filter(|is| is.abs_diff(was) <= most) {
                        let mut after = sequence.clone();
                        let tile = after.remove(was);
                        after.insert(is, tile);
                        let expected = rank(&after);
                        let way = if is > was {
                            Way::Forward
                        } else {
                            Way::Backward
                        };
                        let (place, passed) = (was.min(is) as u32, was.abs_diff(is) as u32);
                        let change = passes.change(spot, way as u8, place, passed);
                        let found = Spot(spot.0.wrapping_add(change));
                        let expected = Spot::new(0b1011, code(tiles, expected), expected as u16, 6);
                        assert_eq!(found, expected, "{sequence:?} {was} {is}");
                    }
                }
            }
        }
    }
}
