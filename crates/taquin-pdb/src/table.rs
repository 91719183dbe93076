//! A table: the fewest slides of its tiles, for each way to lay them out.

use std::ops::Deref;

use crate::file::checksum;
use crate::map::Mapped;
use crate::pattern::Pattern;

/// What an entry is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Kind {
    /// The cells of the tiles; the least over the places the blank may have among them.
    Plain,
}

/// What is counted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Metric {
    /// Slides of one tile by one cell, of the pattern's tiles only.
    OwnSlides,
}

/// The table of a pattern, in memory or mapped from a file.
///
/// Its bytes are the entries in the order of the pattern's [`Ranking`](crate::Ranking). Where the
/// pattern holds all tiles, half of the arrangements cannot be reached and have 255.
#[derive(Debug)]
pub struct Table {
    pattern: Pattern,
    histogram: Box<[u64; 256]>,
    checksum: u64,
    bytes: Bytes,
}

#[derive(Debug)]
enum Bytes {
    Memory(Box<[u8]>),
    File(Mapped),
}

impl Table {
    /// A table of these entries.
    pub(crate) fn in_memory(pattern: Pattern, entries: Box<[u8]>) -> Self {
        Self {
            histogram: count(&entries),
            checksum: checksum(&entries),
            bytes: Bytes::Memory(entries),
            pattern,
        }
    }

    /// A table whose entries were checked against this histogram and checksum.
    pub(crate) fn mapped(
        pattern: Pattern,
        histogram: Box<[u64; 256]>,
        checksum: u64,
        entries: Mapped,
    ) -> Self {
        Self {
            pattern,
            histogram,
            checksum,
            bytes: Bytes::File(entries),
        }
    }

    /// The tiles it is about.
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// How many entries have each value.
    pub fn histogram(&self) -> &[u64; 256] {
        &self.histogram
    }

    /// The checksum of the entries, XXH3 with 64 bits.
    pub fn checksum(&self) -> u64 {
        self.checksum
    }

    /// Whether its entries are mapped from a file and shared between processes.
    pub fn is_mapped(&self) -> bool {
        matches!(self.bytes, Bytes::File(_))
    }
}

/// The entries by rank.
impl Deref for Table {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match &self.bytes {
            Bytes::Memory(entries) => entries,
            Bytes::File(mapped) => mapped,
        }
    }
}

/// How many entries have each value.
pub(crate) fn count(entries: &[u8]) -> Box<[u64; 256]> {
    // Four counters a value: entries next to one another are often equal, and adding to the same
    // counter twice in a row waits.
    let mut parts = vec![[0_u64; 256]; 4];
    for four in entries.chunks(4) {
        for (part, &entry) in parts.iter_mut().zip(four) {
            part[usize::from(entry)] += 1;
        }
    }
    let mut sum = Box::new([0; 256]);
    for part in parts {
        for (sum, count) in sum.iter_mut().zip(part) {
            *sum += count;
        }
    }
    sum
}
