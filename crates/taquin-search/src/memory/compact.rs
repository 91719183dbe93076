//! Boards of up to 16 cells at eight bytes a state, one cache line a look-up.
//!
//! A search on the 15-puzzle is bound by cache misses on this table, so it is made small. A board
//! of 16 cells is 64 bits, of which the first cell's four say nothing new (it holds what the others
//! do not). An invertible mixing of the other 60 bits gives the number of a line of eight entries;
//! the bits that are not in the line's number are kept in the entry, so a board is recognised
//! exactly although it is never stored. The rest of the entry holds the mark.
//!
//! ```text
//! bit 63                                           18    16       15     3       0
//! | rest of the mixed board, 60 − lines' bits = 46 | via | closed | g, 12 | probe |
//! ```
//!
//! A full line overflows into the next; `probe` counts how far an entry is from home, from 1, so 0
//! means an empty entry. Nothing is ever removed, so a line that is not full ends a look-up.

use taquin_core::Direction;
use taquin_core::packed::Nibbles;

use super::prefetch::prefetch;
use super::{Arrival, MAX_G, Mark, Reached};

const KEY_BITS: u32 = 60;
const PROBE_BITS: u32 = 3;
const G_SHIFT: u32 = PROBE_BITS;
const CLOSED: u64 = 1 << 15;
const VIA_SHIFT: u32 = 16;
const REST_SHIFT: u32 = 18;
/// The bits that identify a state: its rest and its distance from home.
const IDENTITY: u64 = !((1 << REST_SHIFT) - 1) | PROBE_MASK;
const PROBE_MASK: u64 = (1 << PROBE_BITS) - 1;
/// With fewer lines the rest would not fit its 46 bits.
const MIN_LINE_BITS: u32 = KEY_BITS - (64 - REST_SHIFT);
/// Seven of eight entries taken: fuller, and lines overflow often.
const FULL_PER_LINE: u64 = 7;

#[derive(Clone)]
#[repr(align(64))]
struct Line([u64; 8]);

pub(crate) struct Compact {
    lines: Vec<Line>,
    line_bits: u32,
    len: u64,
    /// Entries that found no place within their range; the table grows before there are more.
    crowded: Vec<(u64, u64)>,
}

impl Compact {
    fn with_line_bits(line_bits: u32) -> Self {
        Self {
            lines: vec![Line([0; 8]); 1 << line_bits],
            line_bits,
            len: 0,
            crowded: Vec::new(),
        }
    }

    /// Home line and identity of a mixed board.
    #[inline]
    fn split(&self, mixed: u64) -> (usize, u64) {
        let line = mixed & ((1 << self.line_bits) - 1);
        let rest = mixed >> self.line_bits;
        (line as usize, (rest << REST_SHIFT) | 1)
    }

    /// Where the entry is, or where it would go; none if its whole range is full.
    #[inline]
    fn find(&self, mixed: u64) -> Option<(usize, usize, u64)> {
        let (mut line, mut identity) = self.split(mixed);
        loop {
            for (slot, &entry) in self.lines[line].0.iter().enumerate() {
                if entry & IDENTITY == identity || entry == 0 {
                    return Some((line, slot, identity));
                }
            }
            if identity & PROBE_MASK == PROBE_MASK {
                return None;
            }
            identity += 1;
            line = (line + 1) & ((1 << self.line_bits) - 1);
        }
    }

    #[inline]
    fn entry(&self, mixed: u64) -> u64 {
        if let Some((line, slot, _)) = self.find(mixed) {
            return self.lines[line].0[slot];
        }
        let crowded = self.crowded.iter().find(|&&(key, _)| key == mixed);
        crowded.map_or(0, |&(_, entry)| entry)
    }

    #[inline]
    fn entry_mut(&mut self, mixed: u64) -> (&mut u64, u64) {
        match self.find(mixed) {
            Some((line, slot, identity)) => (&mut self.lines[line].0[slot], identity),
            None => self.crowded_entry(mixed),
        }
    }

    /// A place for a state whose whole range is full, until the table grows.
    #[cold]
    fn crowded_entry(&mut self, mixed: u64) -> (&mut u64, u64) {
        let place = self.crowded.iter().position(|&(key, _)| key == mixed);
        let place = place.unwrap_or_else(|| {
            self.crowded.push((mixed, 0));
            self.crowded.len() - 1
        });
        (&mut self.crowded[place].1, 1)
    }

    /// Puts an entry of the table's predecessor in its new place.
    fn adopt(&mut self, mixed: u64, entry: u64) {
        let (place, identity) = self.entry_mut(mixed);
        *place = (entry & !IDENTITY) | identity;
        self.len += 1;
    }
}

impl Reached<Nibbles> for Compact {
    fn new() -> Self {
        Self::with_line_bits(MIN_LINE_BITS)
    }

    #[inline]
    fn prefetch(&self, state: Nibbles) {
        prefetch(&self.lines[self.split(mix(state)).0]);
    }

    #[inline]
    fn arrive(&mut self, state: Nibbles, g: u32, via: Direction) -> Arrival {
        let g = g.min(MAX_G);
        let (entry, identity) = self.entry_mut(mix(state));
        let old = *entry;
        let new = fresh(identity, g, via);
        if old == 0 {
            *entry = new;
            self.len += 1;
            return Arrival::New;
        }
        if g >= mark(old).g {
            return Arrival::Known;
        }
        *entry = new;
        Arrival::Shorter {
            was_closed: old & CLOSED != 0,
        }
    }

    #[inline]
    fn arrive_once(&mut self, state: Nibbles, g: u32, via: Direction) -> bool {
        let (entry, identity) = self.entry_mut(mix(state));
        if *entry != 0 {
            return false;
        }
        *entry = fresh(identity, g.min(MAX_G), via);
        self.len += 1;
        true
    }

    fn get(&self, state: Nibbles) -> Option<Mark> {
        match self.entry(mix(state)) {
            0 => None,
            entry => Some(mark(entry)),
        }
    }

    #[inline]
    fn close(&mut self, state: Nibbles) -> Option<Mark> {
        let (entry, _) = self.entry_mut(mix(state));
        if *entry == 0 {
            return None;
        }
        let before = mark(*entry);
        *entry |= CLOSED;
        Some(before)
    }

    fn bytes(&self) -> u64 {
        (self.lines.len() * size_of::<Line>()) as u64
    }

    #[inline]
    fn is_full(&self) -> bool {
        self.len + 4 > FULL_PER_LINE << self.line_bits || !self.crowded.is_empty()
    }

    fn bytes_to_grow(&self) -> u64 {
        3 * self.bytes()
    }

    fn grow(&mut self) {
        let mut larger = Self::with_line_bits(self.line_bits + 1);
        for (number, line) in self.lines.iter().enumerate() {
            for &entry in line.0.iter().filter(|&&entry| entry != 0) {
                let away = (entry & PROBE_MASK) as usize - 1;
                let home = number.wrapping_sub(away) & ((1 << self.line_bits) - 1);
                let mixed = ((entry >> REST_SHIFT) << self.line_bits) | home as u64;
                larger.adopt(mixed, entry);
            }
        }
        for &(mixed, entry) in &self.crowded {
            larger.adopt(mixed, entry);
        }
        *self = larger;
    }
}

/// The entry of a state that is not expanded yet.
#[inline]
fn fresh(identity: u64, g: u32, via: Direction) -> u64 {
    identity | (u64::from(g) << G_SHIFT) | ((via as u64) << VIA_SHIFT)
}

#[inline]
fn mark(entry: u64) -> Mark {
    Mark {
        g: (entry >> G_SHIFT) as u32 & MAX_G,
        via: Direction::from_index((entry >> VIA_SHIFT) as u8),
        closed: entry & CLOSED != 0,
    }
}

/// Scatters the 60 telling bits of a board. Each step is invertible on 60 bits (a shift by half the
/// width, a product with an odd number), so different boards never meet.
#[inline]
fn mix(state: Nibbles) -> u64 {
    const MASK: u64 = (1 << KEY_BITS) - 1;
    let mut x = state.0 >> 4;
    x ^= x >> 30;
    x = x.wrapping_mul(0x9E37_79B9_7F4A_7C15) & MASK;
    x ^= x >> 30;
    x = x.wrapping_mul(0xBF58_476D_1CE4_E5B9) & MASK;
    x ^ (x >> 30)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    /// A permutation of 16 numbers from any 64 bits; few bits are kept so that states repeat.
    fn board(seed: u64) -> Nibbles {
        let mut numbers: Vec<u64> = (0..16).collect();
        let mut x = seed % 3000;
        for i in (1..16).rev() {
            x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            numbers.swap(i, (x >> 33) as usize % (i + 1));
        }
        Nibbles(numbers.iter().enumerate().map(|(i, n)| n << (4 * i)).sum())
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]

        #[test]
        fn remembers_what_a_map_remembers(seeds in prop::collection::vec((any::<u64>(), 0_u32..90), 0..6000)) {
            let mut table = Compact::new();
            let mut map: HashMap<Nibbles, u32> = HashMap::new();
            for (i, (seed, g)) in seeds.into_iter().enumerate() {
                let (state, via) = (board(seed), Direction::from_index(g as u8));
                let before = map.get(&state).copied();
                let expected = match before {
                    None => Arrival::New,
                    Some(old) if g < old => Arrival::Shorter { was_closed: false },
                    Some(_) => Arrival::Known,
                };
                prop_assert_eq!(table.arrive(state, g, via), expected);
                if expected != Arrival::Known {
                    map.insert(state, g);
                    prop_assert_eq!(table.get(state), Some(Mark { g, via, closed: false }));
                }
                if i % 1500 == 1499 {
                    table.grow();
                }
            }
            prop_assert_eq!(table.len, map.len() as u64);
            for (&state, &g) in &map {
                prop_assert_eq!(table.get(state).unwrap().g, g);
            }
        }
    }

    #[test]
    fn survives_more_states_than_its_lines_hold() {
        let mut table = Compact::new();
        let states: Vec<Nibbles> = (0..9_u64 << MIN_LINE_BITS)
            .map(|i| Nibbles(i.wrapping_mul(0x9E37_79B9_7F4A_7C15) & !15))
            .collect();
        for &state in &states {
            assert_eq!(table.arrive(state, 7, Direction::Left), Arrival::New);
            if table.crowded.len() > 100 {
                table.grow();
            }
        }
        for &state in &states {
            let before = table.close(state).unwrap();
            assert_eq!(
                (before.g, before.via, before.closed),
                (7, Direction::Left, false)
            );
            assert!(table.get(state).unwrap().closed);
        }
        assert_eq!(
            table.arrive(states[5], 6, Direction::Up),
            Arrival::Shorter { was_closed: true }
        );
    }
}
