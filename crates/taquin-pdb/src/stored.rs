//! Tables of another kind, known by a name: kept, saved and checked as pattern databases are.
//!
//! A file is one page of header (magic, version, checksums, length, name), then the bytes.

use std::ops::Deref;

#[cfg(feature = "files")]
use crate::map::Mapped;
use crate::map::Owned;

/// Bytes that are read at random, in memory or mapped from a file.
#[derive(Debug)]
pub struct StoredTable(Memory);

#[derive(Debug)]
enum Memory {
    Owned(Owned),
    #[cfg(feature = "files")]
    File(Mapped),
}

impl StoredTable {
    pub(crate) fn in_memory(bytes: Owned) -> Self {
        Self(Memory::Owned(bytes))
    }
}

impl Deref for StoredTable {
    type Target = [u8];

    #[inline]
    fn deref(&self) -> &[u8] {
        match &self.0 {
            Memory::Owned(bytes) => bytes,
            #[cfg(feature = "files")]
            Memory::File(mapped) => mapped,
        }
    }
}

#[cfg(feature = "files")]
pub(crate) mod file {
    use std::fs::{self, File};
    use std::io::{Read, Write};
    use std::path::{Path, PathBuf};

    use super::{Memory, StoredTable};
    use crate::format::{FormatError, HEADER, checksum};
    use crate::map::Mapped;
    use crate::stamp::Stamp;

    /// The magic number of the file.
    const MAGIC: [u8; 8] = *b"\x89TQTAB\r\n";

    /// The version of the layout that this code writes and reads.
    const VERSION: u32 = 1;

    /// The extension of these files, without the dot.
    const EXTENSION: &str = "tqtab";

    /// The offsets of the header's fields.
    mod at {
        pub(super) const VERSION: usize = 8;
        pub(super) const NAME_LENGTH: usize = 12;
        pub(super) const LENGTH: usize = 16;
        pub(super) const DATA_CHECKSUM: usize = 24;
        pub(super) const HEADER_CHECKSUM: usize = 32;
        pub(super) const NAME: usize = 64;
    }

    /// The file of a table in a folder.
    pub(crate) fn path(folder: &Path, name: &str) -> PathBuf {
        folder.join(format!("{name}.{EXTENSION}"))
    }

    fn header(name: &str, length: u64, sum: u64) -> Vec<u8> {
        let mut page = vec![0; HEADER];
        let mut put = |at: usize, value: &[u8]| page[at..at + value.len()].copy_from_slice(value);
        put(0, &MAGIC);
        put(at::VERSION, &VERSION.to_le_bytes());
        put(at::NAME_LENGTH, &(name.len() as u32).to_le_bytes());
        put(at::LENGTH, &length.to_le_bytes());
        put(at::DATA_CHECKSUM, &sum.to_le_bytes());
        put(at::NAME, name.as_bytes());
        let sum = checksum(&page);
        page[at::HEADER_CHECKSUM..][..8].copy_from_slice(&sum.to_le_bytes());
        page
    }

    /// The checksum that the bytes of a file must have, if its header is that of this table.
    fn expected(file: &mut File, name: &str, length: usize) -> Result<u64, FormatError> {
        let found = file.metadata()?.len();
        let expected = (HEADER + length) as u64;
        if found != expected {
            return Err(FormatError::Length { found, expected });
        }
        let mut page = vec![0; HEADER];
        file.read_exact(&mut page)?;
        if !page.starts_with(&MAGIC) {
            return Err(FormatError::Foreign);
        }
        let sum = page[at::DATA_CHECKSUM..][..8].try_into();
        let sum = u64::from_le_bytes(sum.expect("eight bytes"));
        if page != header(name, length as u64, sum) {
            return Err(FormatError::HeaderChecksum);
        }
        Ok(sum)
    }

    /// Whether there is a file whose header is that of this table.
    pub(crate) fn is_there(path: &Path, name: &str, length: usize) -> bool {
        File::open(path).is_ok_and(|mut file| expected(&mut file, name, length).is_ok())
    }

    /// Maps the file of a table; all of it is checked, once.
    pub(crate) fn open(path: &Path, name: &str, length: usize) -> Result<StoredTable, FormatError> {
        let mut file = File::open(path)?;
        let sum = expected(&mut file, name, length)?;
        let stamp = Stamp::of(&file, sum)?;
        let mapped = Mapped::new(&file, HEADER..HEADER + length)?;
        if !stamp.is_beside(path) {
            if checksum(&mapped) != sum {
                return Err(FormatError::DataChecksum);
            }
            stamp.leave_beside(path);
        }
        Ok(StoredTable(Memory::File(mapped)))
    }

    /// Writes a table under another name first and renames that.
    pub(crate) fn save(table: &StoredTable, path: &Path, name: &str) -> Result<(), FormatError> {
        let mut other = path.as_os_str().to_owned();
        other.push(format!(".{}.tmp", std::process::id()));
        let temporary = PathBuf::from(other);
        let write = || -> Result<(), FormatError> {
            let mut file = File::create(&temporary)?;
            file.write_all(&header(name, table.len() as u64, checksum(table)))?;
            file.write_all(table)?;
            file.sync_all()?;
            Ok(fs::rename(&temporary, path)?)
        };
        write().inspect_err(|_| {
            let _ = fs::remove_file(&temporary);
        })
    }
}

#[cfg(test)]
mod tests {
    use std::fs;
    use std::ops::ControlFlow;

    use taquin_core::{Control, Limits, Stop};

    use crate::{BuildError, PdbCache, PdbCacheError};

    const LENGTH: usize = 3 << 20;

    fn fill(bytes: &mut [u8]) -> ControlFlow<Stop> {
        for (at, byte) in bytes.iter_mut().enumerate() {
            *byte = (at % 251) as u8;
        }
        ControlFlow::Continue(())
    }

    fn stop(_: &mut [u8]) -> ControlFlow<Stop> {
        ControlFlow::Break(Stop::OutOfTime)
    }

    #[test]
    fn tables_are_read_back_and_damage_is_found() {
        let folder = std::env::temp_dir().join(format!("taquin-stored-{}", std::process::id()));
        let control = Control::new(Limits::default());
        let cache = || PdbCache::in_folder(&folder);
        assert!(!cache().has_stored("some", LENGTH));
        let stopped = cache().stored("some", LENGTH, &control, stop).unwrap_err();
        let is_stopped = matches!(
            stopped,
            PdbCacheError::Build(BuildError::Stopped(Stop::OutOfTime))
        );
        assert!(is_stopped, "{stopped}");
        let kept = cache();
        let built = kept.stored("some", LENGTH, &control, fill).unwrap();
        let again = kept.stored("some", LENGTH, &control, stop).unwrap();
        assert_eq!(built.as_ptr(), again.as_ptr(), "it is kept in memory");
        assert!(cache().has_stored("some", LENGTH));
        let read = cache().stored("some", LENGTH, &control, stop).unwrap();
        assert!(read[..] == built[..]);
        // Another name, another length and other bytes are other tables.
        let file = folder.join("some.tqtab");
        fs::copy(&file, folder.join("other.tqtab")).unwrap();
        assert!(!cache().has_stored("other", LENGTH));
        assert!(!cache().has_stored("some", LENGTH - 1));
        let mut bytes = fs::read(&file).unwrap();
        *bytes.last_mut().unwrap() ^= 1;
        fs::write(&file, bytes).unwrap();
        let built = cache().stored("some", LENGTH, &control, stop);
        assert!(built.is_err(), "a damaged file counts as none");
        fs::remove_dir_all(folder).unwrap();
    }
}
