//! Tables as files: one page of header, then the entries.
//!
//! The layout is described in the manual, `docs/src/pdb-format.md`. Numbers are little-endian. A
//! file is believed only if every check holds: magic, version, checksum of the header, length,
//! checksum of the entries.

use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::ops::ControlFlow;
use std::path::{Path, PathBuf};

use taquin_core::{Control, Limits, Size};
use xxhash_rust::xxh3::xxh3_64;

use crate::build::{BuildError, build};
use crate::map::Mapped;
use crate::pattern::Pattern;
use crate::table::{Kind, Metric, Table};
use crate::zero::Layout;

/// How the names of table files end, without the dot.
pub const EXTENSION: &str = "tqpdb";

/// What the file begins with. Like that of PNG, it shows a transfer that took it for text.
const MAGIC: [u8; 8] = *b"\x89TQPDB\r\n";

/// The version of the layout that this code writes and reads.
const VERSION: u32 = 2;

/// Bytes before the entries: a page, so that mapped entries begin on one.
const HEADER: usize = 4096;

/// Bytes written between two looks at the control: a fraction of a second.
const PIECE: usize = 256 << 20;

/// Where the fields of the header are.
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

/// What the first page of a file says, its checksum checked; the entries are not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Header {
    /// The tiles.
    pub pattern: Pattern,
    /// What an entry is about.
    pub kind: Kind,
    /// What is counted.
    pub metric: Metric,
    /// How many entries there are.
    pub entries: u64,
    /// Bytes that they take.
    pub length: u64,
    /// The checksum that the entries must have.
    pub checksum: u64,
    /// How many entries have each value.
    pub histogram: Box<[u64; 256]>,
}

impl Header {
    /// Reads the header of a file.
    ///
    /// # Errors
    /// When the file cannot be read, or is no table of this version with a header as it was written
    /// and the length that the header tells.
    pub fn read(path: &Path) -> Result<Self, FileError> {
        let mut file = File::open(path).map_err(|error| fault(path, error.into()))?;
        Self::read_from(&mut file).map_err(|kind| fault(path, kind))
    }

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

    /// Where the pattern holds all tiles, 255 stands for what cannot be reached.
    fn reached(&self) -> &[u64] {
        &self.histogram[..255]
    }

    fn read_from(file: &mut File) -> Result<Self, FileErrorKind> {
        let length = file.metadata()?.len();
        let mut bytes = Vec::new();
        Read::by_ref(file)
            .take(HEADER as u64)
            .read_to_end(&mut bytes)?;
        if !bytes.starts_with(&MAGIC) {
            return Err(FileErrorKind::Foreign);
        }
        if bytes.len() < HEADER {
            return Err(FileErrorKind::Length {
                found: length,
                expected: HEADER as u64,
            });
        }
        let header = Self::decode(&bytes)?;
        let expected = HEADER as u64 + header.length;
        if length != expected {
            return Err(FileErrorKind::Length {
                found: length,
                expected,
            });
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
    fn decode(page: &[u8]) -> Result<Self, FileErrorKind> {
        let version = u32::from_le_bytes(array(page, at::VERSION));
        if version != VERSION {
            return Err(FileErrorKind::Version { found: version });
        }
        let mut blanked = page.to_vec();
        blanked[at::HEADER_CHECKSUM..][..8].fill(0);
        if checksum(&blanked) != number(page, at::HEADER_CHECKSUM) {
            return Err(FileErrorKind::HeaderChecksum);
        }
        // From here on the page is as some version of this code wrote it.
        let unknown = |what: &'static str| FileErrorKind::Unknown { what };
        let size =
            Size::new(page[at::ROWS].into(), page[at::COLS].into()).map_err(|_| unknown("size"))?;
        let tiles = usize::from(page[at::TILES]);
        let homes = page.get(at::HOMES..at::HOMES + tiles).unwrap_or_default();
        let homes: Vec<usize> = homes.iter().map(|&home| home.into()).collect();
        let pattern =
            Pattern::new(size, page[at::BLANK].into(), &homes).map_err(|_| unknown("tile set"))?;
        let kind = Kind::ALL.get(usize::from(page[at::KIND])).copied();
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
pub fn sizes(pattern: &Pattern, kind: Kind) -> (u64, u64) {
    match kind {
        Kind::Plain => (pattern.entries() as u64, pattern.entries() as u64),
        Kind::ZeroAware => Layout::sizes(pattern),
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
    /// What the header of its file says.
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

    /// Writes it under a name of its own first and renames that, so that no reader and no crash
    /// ever meets half a table.
    ///
    /// # Errors
    /// When the file cannot be written; nothing is left behind.
    pub fn save(&self, path: &Path) -> Result<(), FileError> {
        self.save_under(path, &Control::new(Limits::default()))
    }

    /// The same for tables that take long to write: the control is asked now and then.
    ///
    /// # Errors
    /// When the file cannot be written, or the control stops that; nothing is left behind.
    pub fn save_under(&self, path: &Path, control: &Control) -> Result<(), FileError> {
        let mut name = path.as_os_str().to_owned();
        name.push(format!(".{}.tmp", std::process::id()));
        let temporary = PathBuf::from(name);
        let written = self
            .write(&temporary, control)
            .and_then(|()| Ok(fs::rename(&temporary, path)?));
        written.map_err(|kind| {
            let _ = fs::remove_file(&temporary);
            fault(path, kind)
        })
    }

    fn write(&self, path: &Path, control: &Control) -> Result<(), FileErrorKind> {
        let mut file = File::create(path)?;
        file.write_all(&self.header().encode())?;
        for piece in self.chunks(PIECE) {
            if let ControlFlow::Break(stop) = control.check() {
                return Err(BuildError::Stopped(stop).into());
            }
            file.write_all(piece)?;
            // What is written is sent on its way, so that the end does not wait for all of it.
            if self.len() > PIECE {
                file.sync_data()?;
            }
        }
        Ok(file.sync_all()?)
    }

    /// Maps a file after checking all of it.
    ///
    /// # Errors
    /// When the file cannot be read or any check fails.
    pub fn open(path: &Path) -> Result<Self, FileError> {
        Self::map(path).map_err(|kind| fault(path, kind))
    }

    fn map(path: &Path) -> Result<Self, FileErrorKind> {
        let mut file = File::open(path)?;
        let header = Header::read_from(&mut file)?;
        let length = header.length as usize;
        let mapped = Mapped::new(&file, HEADER..HEADER + length)?;
        if checksum(&mapped) != header.checksum {
            return Err(FileErrorKind::DataChecksum);
        }
        Ok(Self::mapped(header, mapped))
    }

    /// Checks what a checksum cannot: builds the table again and compares.
    ///
    /// # Errors
    /// Names the file as `path` when it is not what was built, or says why it was not built.
    pub fn check(&self, path: &Path, threads: usize, control: &Control) -> Result<(), FileError> {
        let again = build(self.pattern(), self.kind(), threads, control, |_| ());
        let again = again.map_err(|error| fault(path, error.into()))?;
        (again.checksum() == self.checksum() && again.histogram() == self.histogram())
            .then_some(())
            .ok_or_else(|| fault(path, FileErrorKind::Wrong))
    }
}

fn fault(path: &Path, kind: FileErrorKind) -> FileError {
    FileError {
        path: path.to_owned(),
        kind,
    }
}

/// Why a file is not used.
#[derive(Debug, thiserror::Error)]
#[error("{}: {kind}", path.display())]
pub struct FileError {
    /// The file.
    pub path: PathBuf,
    /// What is wrong with it.
    #[source]
    pub kind: FileErrorKind,
}

/// What is wrong with a file.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum FileErrorKind {
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
        /// What the header says.
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
        /// The tiles that the name stands for.
        expected: String,
    },
}
