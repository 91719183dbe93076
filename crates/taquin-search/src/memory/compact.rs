//! Closed table for boards of up to 16 cells: eight bytes per state, one cache line per look-up.
//!
//! A search on the 15-puzzle is bound by cache misses on this table, so it is made small. A board
//! of 16 cells is 64 bits, of which the first cell's four say nothing new (it holds what the others
//! do not). An invertible mixing of the other 60 bits gives the key. Some of its upper bits are the
//! number of a line of eight entries; the others are kept in the entry, so a board is recognised
//! exactly although it is never stored. What is left of the entry holds the mark, with `b` bits for
//! the line's number:
//!
//! ```text
//! bit 63      62                        32 + b               34    32                  3       0
//! | closed | upper rest of the key, 31 − b | g, b − 2 bits | via | lower rest of it, 29 | probe, 3 |
//! ```
//!
//! The lower half says enough to tell nearly all entries of a line apart, so eight are compared in few
//! vector instructions.
//!
//! A line is filled from its first entry; when it is full it overflows into the next. `probe` counts
//! how far an entry is from home, from 1, so 0 means an empty entry. Nothing is ever removed, so a
//! line that is not full ends a look-up. The table doubles in place: a line's entries stay, or go
//! the same way into the upper half.

use rustc_hash::FxHashMap;
use taquin_core::packed::Nibbles;
use taquin_core::{Direction, Size};

use super::line::{LINE, hits};
use super::pages::Words;
use super::prefetch::prefetch;
use super::{Arrival, MAX_G, Mark, Reached};

/// The line's number is cut out of the key from this bit on.
const LINE_SHIFT: u32 = 32;
const PROBE_MASK: u64 = 0b111;
const CLOSED: u64 = 1 << 63;
const VIA_SHIFT: u32 = 32;
const G_SHIFT: u32 = 34;
/// Bits of a key from the line's number on.
const MOST_LINE_BITS: u32 = 31;
/// 256 lines at first: 16 KiB, and g up to 63.
const FIRST_LINE_MASK: u64 = (1 << 8) - 1;
/// Lines behind the last, for entries that overflow it.
const SPARE_LINES: usize = PROBE_MASK as usize;
/// Six of eight entries taken on average: with seven, a look-up reads twice as many.
const FULL_PER_LINE: u64 = 6;
/// Words beyond which look-ups wait long enough for memory: 4 MiB, several times a second-level cache.
const LARGE: usize = 1 << 19;
/// Entries without a place that are worth a larger table.
const MOST_CROWDED: usize = 1000;

pub(crate) struct Compact {
    words: Words,
    /// The bits that number a line.
    line_mask: u64,
    /// The bits of an entry that tell its key and its probe.
    identity_mask: u64,
    len: u64,
    /// Entries that found no place within their range, by key.
    crowded: FxHashMap<u64, u64>,
}

impl Compact {
    /// The home line of a key.
    #[inline]
    fn home(&self, key: u64) -> usize {
        ((key >> LINE_SHIFT) & self.line_mask) as usize
    }

    /// The slot of an entry, or the slot for it; none if its whole range is full. Also its identity.
    #[inline]
    fn find(&self, key: u64) -> Option<(usize, u64)> {
        let mask = self.identity_mask;
        let mut identity = (key & mask) | 1;
        let mut first = self.home(key) * LINE;
        loop {
            let line: &[u64; LINE] = self.words[first..].first_chunk()?;
            let mut hits = hits(line, identity as u32);
            while hits != 0 {
                let slot = hits.trailing_zeros() as usize;
                let entry = line[slot % LINE];
                if entry == 0 || entry & mask == identity {
                    return Some((first + slot, identity));
                }
                hits &= hits - 1;
            }
            if identity & PROBE_MASK == PROBE_MASK {
                return None;
            }
            // The next line's entries are one further from home.
            identity += 1;
            first += LINE;
        }
    }

    #[inline]
    fn entry(&self, key: u64) -> u64 {
        match self.find(key) {
            Some((place, _)) => self.words[place],
            None => self.crowded.get(&key).copied().unwrap_or(0),
        }
    }

    #[inline]
    fn entry_mut(&mut self, key: u64) -> (&mut u64, u64) {
        match self.find(key) {
            Some((place, identity)) => (&mut self.words[place], identity),
            None => self.crowded_entry(key),
        }
    }

    /// A place for a state whose whole range is full, until the table grows.
    #[cold]
    fn crowded_entry(&mut self, key: u64) -> (&mut u64, u64) {
        let identity = (key & self.identity_mask) | 1;
        (self.crowded.entry(key).or_insert(0), identity)
    }

    #[inline]
    fn g(&self, entry: u64) -> u32 {
        ((entry >> G_SHIFT) & (self.line_mask >> 2)) as u32
    }

    #[inline]
    fn mark(&self, entry: u64) -> Mark {
        Mark {
            g: self.g(entry),
            via: Direction::from_index((entry >> VIA_SHIFT) as u8),
            closed: entry & CLOSED != 0,
        }
    }

    /// The key of an entry in this line.
    fn key_of(&self, line: usize, entry: u64) -> u64 {
        let home = line - ((entry & PROBE_MASK) as usize - 1);
        (entry & self.identity_mask & !PROBE_MASK) | ((home as u64) << LINE_SHIFT)
    }

    #[inline]
    fn line_mut(&mut self, line: usize) -> &mut [u64; LINE] {
        let words = self.words[line * LINE..].first_chunk_mut();
        words.expect("a line of the table")
    }

    /// Takes all entries out of a line.
    #[inline]
    fn take_line(&mut self, line: usize) -> [u64; LINE] {
        std::mem::take(self.line_mut(line))
    }

    /// Divides a line between itself and the line `lines` further up. The lowest bit of an entry's
    /// upper rest becomes part of the line's number; without it, the entry is in the new form.
    #[inline]
    fn split_line(&mut self, line: usize, lines: usize) {
        let new_bit = (lines as u64) << LINE_SHIFT;
        let mut entries = self.take_line(line);
        let probes = entries.iter().fold(0, |all, entry| all | entry);
        if probes & PROBE_MASK & !1 != 0 {
            self.bring_nearer(&mut entries, line, lines);
        }
        // Each entry is written to both halves, and the next one over it where it does not belong.
        let mut halves = [[0; LINE + 1]; 2];
        let mut upper = 0;
        for (i, entry) in entries.into_iter().enumerate() {
            halves[0][i - upper] = entry & !new_bit;
            halves[1][upper] = entry & !new_bit;
            upper += usize::from(entry & new_bit != 0);
        }
        halves[0][LINE - upper] = 0;
        halves[1][upper] = 0;
        for (half, entries) in halves.iter().enumerate() {
            let [entries @ .., _] = entries;
            *self.line_mut(line + half * lines) = *entries;
        }
    }

    /// Moves entries of a line that overflowed into it to vacancies in split lines before it.
    #[cold]
    fn bring_nearer(&mut self, entries: &mut [u64; LINE], line: usize, lines: usize) {
        let new_bit = (lines as u64) << LINE_SHIFT;
        let mut kept = 0;
        for entry in std::mem::take(entries) {
            let half = usize::from(entry & new_bit != 0);
            if entry & PROBE_MASK > 1
                && let Some((place, probe)) = self.earlier_vacancy(line + half * lines, entry)
            {
                self.words[place] = (entry & !PROBE_MASK & !new_bit) | probe;
                continue;
            }
            entries[kept] = entry;
            kept += 1;
        }
    }

    /// A place and its probe in a line before this one, nearer to the entry's home.
    fn earlier_vacancy(&self, line: usize, entry: u64) -> Option<(usize, u64)> {
        let away = (entry & PROBE_MASK) as usize - 1;
        let home = (line - away) * LINE;
        let place = (home..line * LINE).find(|&place| self.words[place] == 0)?;
        Some((place, ((place - home) / LINE) as u64 + 1))
    }

    fn place(&mut self, key: u64, mark: Mark) {
        let (entry, identity) = self.entry_mut(key);
        *entry = pack(identity, mark.g, mark.via) | if mark.closed { CLOSED } else { 0 };
    }
}

/// The bits of an entry that tell its key and its probe.
fn identity_mask(line_mask: u64) -> u64 {
    !(line_mask << LINE_SHIFT) & !CLOSED
}

/// Words of a table with this many lines.
fn words_for(lines: usize) -> usize {
    (lines + SPARE_LINES) * LINE
}

impl Reached<Nibbles> for Compact {
    type Key = u64;
    type Ticket = Nibbles;

    fn new(_: Size) -> Self {
        Self {
            words: Words::zeroed(words_for(FIRST_LINE_MASK as usize + 1)),
            line_mask: FIRST_LINE_MASK,
            identity_mask: identity_mask(FIRST_LINE_MASK),
            len: 0,
            crowded: FxHashMap::default(),
        }
    }

    #[inline]
    fn ticket(&self, state: Nibbles) -> Nibbles {
        state
    }

    #[inline]
    fn state(&self, ticket: Nibbles) -> Nibbles {
        ticket
    }

    /// Scatters the telling bits of a board. Both steps are invertible on 60 bits (a shift by half the
    /// width, a product with an odd number), so different boards never meet. The key's lowest three
    /// bits are free, and so is the highest.
    #[inline]
    fn key(state: Nibbles) -> u64 {
        let x = state.0 >> 4;
        ((x ^ (x >> 30)).wrapping_mul(0x9E37_79B9_7F4A_7C15 << 4)) >> 1
    }

    #[inline]
    fn is_large(&self) -> bool {
        cfg!(not(target_arch = "wasm32")) && self.words.len() > LARGE
    }

    #[inline]
    fn prefetch(&self, key: u64) {
        prefetch(&self.words[self.home(key) * LINE]);
    }

    #[inline]
    fn arrive(&mut self, key: u64, g: u32, via: Direction) -> Arrival {
        let g = g.min(MAX_G);
        let g_mask = self.line_mask >> 2;
        let (entry, identity) = self.entry_mut(key);
        let old = *entry;
        if old == 0 {
            *entry = pack(identity, g, via);
            self.len += 1;
            return Arrival::New;
        }
        if u64::from(g) >= (old >> G_SHIFT) & g_mask {
            return Arrival::Known;
        }
        *entry = pack(identity, g, via);
        Arrival::Shorter {
            was_closed: old & CLOSED != 0,
        }
    }

    #[inline]
    fn arrive_once(&mut self, key: u64, g: u32, via: Direction) -> bool {
        let (entry, identity) = self.entry_mut(key);
        if *entry != 0 {
            return false;
        }
        *entry = pack(identity, g.min(MAX_G), via);
        self.len += 1;
        true
    }

    fn get(&self, key: u64) -> Option<Mark> {
        match self.entry(key) {
            0 => None,
            entry => Some(self.mark(entry)),
        }
    }

    #[inline]
    fn close(&mut self, key: u64) -> Option<Mark> {
        let (entry, _) = self.entry_mut(key);
        let before = *entry;
        if before == 0 {
            return None;
        }
        *entry |= CLOSED;
        Some(self.mark(before))
    }

    fn bytes(&self) -> u64 {
        (self.words.len() * size_of::<u64>()) as u64
    }

    #[inline]
    fn is_full(&self, g: u32) -> bool {
        self.len + 4 > FULL_PER_LINE * (self.line_mask + 1)
            || u64::from(g.min(MAX_G)) > self.line_mask >> 2
            || self.crowded.len() > MOST_CROWDED
    }

    fn bytes_to_grow(&self) -> u64 {
        2 * self.bytes()
    }

    fn grow(&mut self) {
        let most = 1 << MOST_LINE_BITS;
        assert!(self.line_mask + 1 < most, "memory ends before the lines do");
        // 1. Set aside what lies where the upper half will begin, and what had no place.
        let lines = self.line_mask as usize + 1;
        let mut aside: Vec<(u64, Mark)> = Vec::new();
        for (key, entry) in std::mem::take(&mut self.crowded) {
            aside.push((key, self.mark(entry)));
        }
        for line in lines..lines + SPARE_LINES {
            for entry in self.take_line(line).into_iter().filter(|&entry| entry != 0) {
                aside.push((self.key_of(line, entry), self.mark(entry)));
            }
        }
        // 2. Split the lines in order. What stays goes to a line no later than the one it leaves,
        //    and what goes up does so with respect to the upper half, so no unsplit line is touched.
        self.words.grow(words_for(2 * lines));
        for line in 0..lines {
            self.split_line(line, lines);
        }
        self.line_mask = 2 * self.line_mask + 1;
        self.identity_mask = identity_mask(self.line_mask);
        // 3. Bring back what was set aside.
        for (key, mark) in aside {
            self.place(key, mark);
        }
    }
}

/// The entry of a state that is not expanded yet.
#[inline]
fn pack(identity: u64, g: u32, via: Direction) -> u64 {
    identity | (u64::from(g) << G_SHIFT) | ((via as u64) << VIA_SHIFT)
}

#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::prelude::*;

    use super::*;

    /// A permutation of 16 numbers from any 64 bits; few bits are kept so that states repeat.
    fn key(seed: u64) -> u64 {
        let mut numbers: Vec<u64> = (0..16).collect();
        let mut x = seed % 3000;
        for i in (1..16).rev() {
            x = x.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1);
            numbers.swap(i, (x >> 33) as usize % (i + 1));
        }
        Compact::key(Nibbles(
            numbers.iter().enumerate().map(|(i, n)| n << (4 * i)).sum(),
        ))
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(16))]

        #[test]
        fn remembers_what_a_map_remembers(
            arrivals in prop::collection::vec((any::<u64>(), 0_u32..90, any::<bool>()), 0..6000)
        ) {
            let mut table = Compact::new(Size::new(4, 4).unwrap());
            let mut map: HashMap<u64, Mark> = HashMap::new();
            for (seed, g, close) in arrivals {
                let (key, via) = (key(seed), Direction::from_index(g as u8));
                if table.is_full(g) {
                    table.grow();
                }
                let expected = match map.get(&key) {
                    None => Arrival::New,
                    Some(old) if g < old.g => {
                        Arrival::Shorter { was_closed: old.closed }
                    }
                    Some(_) => Arrival::Known,
                };
                prop_assert_eq!(table.arrive(key, g, via), expected);
                if expected != Arrival::Known {
                    map.insert(key, Mark { g, via, closed: false });
                }
                if close {
                    prop_assert_eq!(table.close(key), map.get(&key).copied());
                    map.get_mut(&key).unwrap().closed = true;
                }
            }
            prop_assert_eq!(table.len, map.len() as u64);
            for (&key, &mark) in &map {
                prop_assert_eq!(table.get(key), Some(mark));
            }
        }
    }

    #[test]
    fn survives_more_states_than_its_lines_hold() {
        let mut table = Compact::new(Size::new(4, 4).unwrap());
        let keys: Vec<u64> = (0..100_000_u64)
            .map(|i| i.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 4 << 3)
            .collect();
        for &key in &keys {
            assert_eq!(table.arrive(key, 7, Direction::Left), Arrival::New);
            if table.crowded.len() > 100 {
                table.grow();
            }
        }
        for &key in &keys {
            let before = table.close(key).unwrap();
            assert_eq!(
                (before.g, before.via, before.closed),
                (7, Direction::Left, false)
            );
            assert!(table.get(key).unwrap().closed);
        }
        assert_eq!(
            table.arrive(keys[5], 6, Direction::Up),
            Arrival::Shorter { was_closed: true }
        );
    }
}
