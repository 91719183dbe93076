//! The file format of tables: one page of header, then the entries.
//!
//! The layout is described in the manual, `docs/src/pdb-format.md`. Numbers are little-endian. Bytes
//! are accepted only if every check holds: magic, version, checksum of the header, length, checksum
//! of the entries.

use std::io::{self, Write};
use std::ops::ControlFlow;

use taquin_core::{Control, Size};
use xxhash_rust::xxh3::xxh3_64;

use crate::build::BuildError;
use crate::map::Owned;
use crate::pattern::Pattern;
use crate::table::{Metric, Table, TableKind};
use crate::zero::Layout;

/// The magic number of the file. Like that of PNG, it shows a transfer that took it for text.
const MAGIC: [u8; 8] = *b"\x89TQPDB\r\n";

/// The version of the layout that this code writes and reads.
const VERSION: u32 = 2;

/// Bytes before the entries: a page, so that mapped entries begin on one.
pub(crate) const HEADER: usize = 4096;

/// Bytes written between two checks of the control: a fraction of a second.
const PIECE: usize = 256 << 20;

/// The offsets of the header's fields.
mod at {
    pub(super) const VERSION: usize = 8;
    pub(super) const ROWS: usize = 12;
    pub(super) const COLS: usize = 13;
    pub(super) const BLANK: usize = 14;
    pub(super) const KIND: usize = 15;
    pub(super) const METRIC: usize = 16;
    pub(super) const BITS: usize = 17;
    pub(super) const TILES: usize = 18;
    pub(super) const HOMES: usize = 24;
    pub(super) const ENTRIES: usize = 64;
    pub(super) const DATA: usize = 72;
    pub(super) const DATA_CHECKSUM: usize = 80;
    pub(super) const HEADER_CHECKSUM: usize = 88;
    pub(super) const LENGTH: usize = 96;
    pub(super) const HISTOGRAM: usize = 2048;
}

/// The checksum of the bytes of a table, XXH3 with 64 bits.
pub fn checksum(bytes: &[u8]) -> u64 {
    xxh3_64(bytes)
}

/// The header of a table file, with its checksum verified; the entries are not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The tiles.
    pub pattern: Pattern,
    /// The meaning of an entry.
    pub kind: TableKind,
    /// The metric of the values.
    pub metric: Metric,
    /// The number of entries.
    pub entries: u64,
    /// Bytes that they take.
    pub length: u64,
    /// The checksum that the entries must have.
    pub checksum: u64,
    /// The number of entries with each value.
    pub histogram: Box<[u64; 256]>,
}

impl Header {
    /// The largest value.
    pub fn largest(&self) -> u8 {
        let last = self.reached().iter().rposition(|&count| count > 0);
        last.unwrap_or(0) as u8
    }

    /// The mean value.
    pub fn mean(&self) -> f64 {
        let weighted = |(value, &count): (usize, &u64)| value as u64 * count;
        let sum: u64 = self.reached().iter().enumerate().map(weighted).sum();
        sum as f64 / self.reached().iter().sum::<u64>().max(1) as f64
    }

    /// If the pattern contains all tiles, 255 marks unreachable states.
    fn reached(&self) -> &[u64] {
        &self.histogram[..255]
    }

    /// Reads the first page of a table that has `length` bytes in all.
    pub(crate) fn from_page(page: &[u8], length: u64) -> Result<Self, FormatError> {
        if !page.starts_with(&MAGIC) {
            return Err(FormatError::Foreign);
        }
        let wrong_length = |expected| FormatError::Length {
            found: length,
            expected,
        };
        if page.len() < HEADER {
            return Err(wrong_length(HEADER as u64));
        }
        let header = Self::decode(&page[..HEADER])?;
        let expected = HEADER as u64 + header.length;
        if length != expected {
            return Err(wrong_length(expected));
        }
        Ok(header)
    }

    fn encode(&self) -> Vec<u8> {
        let mut bytes = vec![0; HEADER];
        let mut put = |at: usize, value: &[u8]| bytes[at..at + value.len()].copy_from_slice(value);
        let pattern = &self.pattern;
        put(0, &MAGIC);
        put(at::VERSION, &VERSION.to_le_bytes());
        put(at::ROWS, &[pattern.size().rows() as u8]);
        put(at::COLS, &[pattern.size().cols() as u8]);
        put(at::BLANK, &[pattern.blank() as u8]);
        put(at::KIND, &[self.kind as u8]);
        put(at::METRIC, &[code_of_metric(self.metric)]);
        put(at::BITS, &[self.kind.bits()]);
        put(at::TILES, &[pattern.homes().len() as u8]);
        put(at::HOMES, pattern.homes());
        put(at::ENTRIES, &self.entries.to_le_bytes());
        put(at::LENGTH, &self.length.to_le_bytes());
        put(at::DATA, &(HEADER as u64).to_le_bytes());
        put(at::DATA_CHECKSUM, &self.checksum.to_le_bytes());
        for (value, count) in self.histogram.iter().enumerate() {
            put(at::HISTOGRAM + 8 * value, &count.to_le_bytes());
        }
        let sum = checksum(&bytes);
        bytes[at::HEADER_CHECKSUM..][..8].copy_from_slice(&sum.to_le_bytes());
        bytes
    }

    /// Reads a whole page that begins with the magic.
    fn decode(page: &[u8]) -> Result<Self, FormatError> {
        let version = u32::from_le_bytes(array(page, at::VERSION));
        if version != VERSION {
            return Err(FormatError::Version { found: version });
        }
        let mut blanked = page.to_vec();
        blanked[at::HEADER_CHECKSUM..][..8].fill(0);
        if checksum(&blanked) != number(page, at::HEADER_CHECKSUM) {
            return Err(FormatError::HeaderChecksum);
        }
        // From here on the page is as some version of this code wrote it.
        let unknown = |what: &'static str| FormatError::Unknown { what };
        let size =
            Size::new(page[at::ROWS].into(), page[at::COLS].into()).map_err(|_| unknown("size"))?;
        let tiles = usize::from(page[at::TILES]);
        let homes = page.get(at::HOMES..at::HOMES + tiles).unwrap_or_default();
        let homes: Vec<usize> = homes.iter().map(|&home| home.into()).collect();
        let pattern =
            Pattern::new(size, page[at::BLANK].into(), &homes).map_err(|_| unknown("tile set"))?;
        let kind = TableKind::ALL.get(usize::from(page[at::KIND])).copied();
        let kind = kind.ok_or_else(|| unknown("kind"))?;
        if page[at::BITS] != kind.bits() {
            return Err(unknown("width of entries"));
        }
        let (entries, length) = sizes(&pattern, kind);
        if number(page, at::ENTRIES) != entries || number(page, at::LENGTH) != length {
            return Err(unknown("number of entries"));
        }
        if number(page, at::DATA) != HEADER as u64 {
            return Err(unknown("place of entries"));
        }
        let mut histogram = Box::new([0; 256]);
        for (value, count) in histogram.iter_mut().enumerate() {
            *count = number(page, at::HISTOGRAM + 8 * value);
        }
        Ok(Self {
            pattern,
            kind,
            entries,
            length,
            metric: metric_of_code(page[at::METRIC]).ok_or_else(|| unknown("metric"))?,
            checksum: number(page, at::DATA_CHECKSUM),
            histogram,
        })
    }
}

fn array<const N: usize>(page: &[u8], at: usize) -> [u8; N] {
    page[at..at + N]
        .try_into()
        .expect("the stretch has N bytes")
}

fn number(page: &[u8], at: usize) -> u64 {
    u64::from_le_bytes(array(page, at))
}

/// Number of entries of a table, and bytes that they take.
pub fn sizes(pattern: &Pattern, kind: TableKind) -> (u64, u64) {
    match kind {
        TableKind::Plain => (pattern.entries() as u64, pattern.entries() as u64),
        TableKind::ZeroAware => Layout::sizes(pattern),
    }
}

fn code_of_metric(metric: Metric) -> u8 {
    match metric {
        Metric::OwnSlides => 0,
    }
}

fn metric_of_code(code: u8) -> Option<Metric> {
    (code == 0).then_some(Metric::OwnSlides)
}

impl Table {
    /// The header of its file.
    pub fn header(&self) -> Header {
        Header {
            entries: sizes(self.pattern(), self.kind()).0,
            length: self.len() as u64,
            pattern: self.pattern().clone(),
            kind: self.kind(),
            metric: Metric::OwnSlides,
            checksum: self.checksum(),
            histogram: Box::new(*self.histogram()),
        }
    }

    /// Writes header and entries; `synced` is called now and then, after as many bytes as take a
    /// fraction of a second, and at the end.
    ///
    /// # Errors
    /// When the writer fails, or the control stops the writing.
    pub fn write_to<W: Write>(
        &self,
        mut writer: W,
        control: &Control,
        mut synced: impl FnMut(&mut W) -> io::Result<()>,
    ) -> Result<(), FormatError> {
        writer.write_all(&self.header().encode())?;
        for piece in self.chunks(PIECE) {
            if let ControlFlow::Break(stop) = control.check() {
                return Err(BuildError::Stopped(stop).into());
            }
            writer.write_all(piece)?;
            synced(&mut writer)?;
        }
        Ok(())
    }

    /// Reads a table from memory after checking all of it.
    ///
    /// # Errors
    /// When any check fails.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, FormatError> {
        let header = Header::from_page(bytes, bytes.len() as u64)?;
        let entries = &bytes[HEADER..];
        if checksum(entries) != header.checksum {
            return Err(FormatError::DataChecksum);
        }
        let mut owned = Owned::zeroed(entries.len())?;
        owned.copy_from_slice(entries);
        let Header {
            pattern,
            kind,
            histogram,
            ..
        } = header;
        Ok(Self::in_memory(pattern, kind, histogram, owned))
    }
}

/// Errors in the bytes of a table.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FormatError {
    /// It cannot be read or written.
    #[error(transparent)]
    Io(#[from] io::Error),
    /// It does not begin as tables do.
    #[error("this is not a pattern database")]
    Foreign,
    /// It has another version.
    #[error("it has version {found} of the format, this program reads {VERSION}; build it again")]
    Version {
        /// The version found.
        found: u32,
    },
    /// It is too short or too long.
    #[error("it has {found} bytes and should have {expected}; build it again")]
    Length {
        /// Its length.
        found: u64,
        /// The value in the header.
        expected: u64,
    },
    /// The header was changed since it was written.
    #[error("its header is damaged: the checksum differs; build it again")]
    HeaderChecksum,
    /// The entries were changed since they were written.
    #[error("its entries are damaged: the checksum differs; build it again")]
    DataChecksum,
    /// The header says something that this version does not know.
    #[error("it has a {what} that this program does not know; build it again")]
    Unknown {
        /// Which field.
        what: &'static str,
    },
    /// Its entries or its histogram are not those of its tiles.
    #[error("its entries are not those of its tiles; build it again")]
    Wrong,
    /// It could not be checked.
    #[error(transparent)]
    Build(#[from] BuildError),
    /// It is another table than its name says.
    #[error("it holds the table of {found}, not of {expected}; build it again")]
    Other {
        /// The tiles found.
        found: String,
        /// The tiles in the name.
        expected: String,
    },
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::build::build;
    use crate::table::TableKind;

    #[test]
    fn bytes_are_read_back_and_damage_is_found() {
        let size = Size::new(3, 3).unwrap();
        let pattern = Pattern::new(size, 8, &[0, 1, 2]).unwrap();
        let control = Control::new(taquin_core::Limits::default());
        for kind in TableKind::ALL {
            let table = build(&pattern, kind, 1, &control, |_| ()).unwrap();
            let mut bytes = Vec::new();
            table.write_to(&mut bytes, &control, |_| Ok(())).unwrap();
            let read = Table::from_bytes(&bytes).unwrap();
            assert_eq!(read.header(), table.header());
            assert_eq!(read[..], table[..]);
            *bytes.last_mut().unwrap() ^= 1;
            let damaged = Table::from_bytes(&bytes).unwrap_err();
            assert!(matches!(damaged, FormatError::DataChecksum));
            bytes.pop();
            let short = Table::from_bytes(&bytes).unwrap_err();
            assert!(matches!(short, FormatError::Length { .. }));
        }
    }
}
