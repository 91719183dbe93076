//! A table: the fewest slides of its tiles, for each placement.

use std::ops::Deref;

use crate::build::BuildError;
#[cfg(feature = "files")]
use crate::format::Header;
use crate::format::{checksum, sizes};
#[cfg(feature = "files")]
use crate::map::Mapped;
use crate::map::Owned;
use crate::pattern::Pattern;

/// The kind of a table: the meaning of its entries.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
#[non_exhaustive]
pub enum TableKind {
    /// The cells of the tiles; the least over the places the blank may have among them. A byte.
    Plain,
    /// The cells of the tiles and the region of the blank. A bit: see [`crate::zero`].
    #[default]
    ZeroAware,
}

impl TableKind {
    /// Both, in the order of their codes in files.
    pub const ALL: [Self; 2] = [Self::Plain, Self::ZeroAware];

    /// The name, as users write it.
    pub fn name(self) -> &'static str {
        match self {
            Self::Plain => "plain",
            Self::ZeroAware => "zero-aware",
        }
    }

    /// Bits of an entry.
    pub fn bits(self) -> u8 {
        match self {
            Self::Plain => 8,
            Self::ZeroAware => 1,
        }
    }
}

impl std::str::FromStr for TableKind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let kind = Self::ALL.into_iter().find(|kind| kind.name() == text);
        kind.ok_or_else(|| "a table is plain or zero-aware".to_owned())
    }
}

/// The metric that values count.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Metric {
    /// Slides of one tile by one cell, of the pattern's tiles only.
    OwnSlides,
}

/// The table of a pattern, in memory or mapped from a file.
///
/// The bytes of a plain one are the entries in the order of the pattern's
/// [`Ranking`](crate::Ranking). Where the pattern holds all tiles, half of the arrangements cannot
/// be reached and have 255. The bits of a zero-aware one are as [`crate::zero`] lays them out.
#[derive(Debug)]
pub struct Table {
    pattern: Pattern,
    kind: TableKind,
    histogram: Box<[u64; 256]>,
    checksum: u64,
    bytes: Bytes,
}

#[derive(Debug)]
enum Bytes {
    Memory(Owned),
    #[cfg(feature = "files")]
    File(Mapped),
}

impl Table {
    /// A table made elsewhere, on a device say: `fill` writes its bytes, as many as [`sizes`] says,
    /// and gives how many entries have each value.
    ///
    /// # Errors
    /// Whatever `fill` says, or that there is no memory.
    pub fn filled<E: From<BuildError>>(
        pattern: &Pattern,
        kind: TableKind,
        fill: impl FnOnce(&mut [u8]) -> Result<Vec<u64>, E>,
    ) -> Result<Self, E> {
        let (_, length) = sizes(pattern, kind);
        let mut bytes = Owned::zeroed(length as usize).map_err(|_| BuildError::NoMemory)?;
        let counts = fill(&mut bytes)?;
        let mut histogram = Box::new([0; 256]);
        for (to, count) in histogram.iter_mut().zip(counts) {
            *to = count;
        }
        Ok(Self::in_memory(pattern.clone(), kind, histogram, bytes))
    }

    /// A plain table of these entries.
    pub(crate) fn plain(pattern: Pattern, entries: Owned) -> Self {
        let histogram = count(&entries);
        Self::in_memory(pattern, TableKind::Plain, histogram, entries)
    }

    /// A table of these bytes.
    pub(crate) fn in_memory(
        pattern: Pattern,
        kind: TableKind,
        histogram: Box<[u64; 256]>,
        bytes: Owned,
    ) -> Self {
        Self {
            pattern,
            kind,
            histogram,
            checksum: checksum(&bytes),
            bytes: Bytes::Memory(bytes),
        }
    }

    /// A table whose entries were checked against this histogram and checksum.
    #[cfg(feature = "files")]
    pub(crate) fn mapped(header: Header, bytes: Mapped) -> Self {
        Self {
            pattern: header.pattern,
            kind: header.kind,
            histogram: header.histogram,
            checksum: header.checksum,
            bytes: Bytes::File(bytes),
        }
    }

    /// The tiles it is about.
    pub fn pattern(&self) -> &Pattern {
        &self.pattern
    }

    /// The meaning of its entries.
    pub fn kind(&self) -> TableKind {
        self.kind
    }

    /// The number of entries with each value.
    pub fn histogram(&self) -> &[u64; 256] {
        &self.histogram
    }

    /// The checksum of the entries, XXH3 with 64 bits.
    pub fn checksum(&self) -> u64 {
        self.checksum
    }

    /// Its name and contents: size, the blank's home, tiles, kind and checksum.
    pub fn title(&self) -> String {
        let Self { pattern, kind, .. } = self;
        format!(
            "{}-blank{}-{pattern}-{} {:016x}",
            pattern.size(),
            pattern.blank() + 1,
            kind.name(),
            self.checksum
        )
    }

    /// Whether its entries are mapped from a file and shared between processes.
    pub fn is_mapped(&self) -> bool {
        match self.bytes {
            Bytes::Memory(_) => false,
            #[cfg(feature = "files")]
            Bytes::File(_) => true,
        }
    }
}

/// Its bytes.
impl Deref for Table {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match &self.bytes {
            Bytes::Memory(entries) => entries,
            #[cfg(feature = "files")]
            Bytes::File(mapped) => mapped,
        }
    }
}

/// The number of entries of a plain table with each value.
pub fn count(entries: &[u8]) -> Box<[u64; 256]> {
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
