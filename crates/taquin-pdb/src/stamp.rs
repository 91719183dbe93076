//! Notes on checked files: a note next to a table says that its bytes had the right checksum.
//!
//! Reading all of a large table takes longer than a search in it, so it is done once. The note names
//! the file by length, time of its last change and place on the disk. A file that was written,
//! replaced or copied since is another one and checked again; damage that leaves all of these as they
//! are is found by `Table::open` and `Table::check`, which never look at notes.

use std::fs::{self, File, Metadata};
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, SystemTime, UNIX_EPOCH};

/// A file as it was when it was checked.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Stamp {
    text: String,
    changed: SystemTime,
}

/// Clocks of file systems are this coarse at worst: what is older was not changed after the look.
const SETTLED: Duration = Duration::from_secs(2);

impl Stamp {
    /// The stamp of an open file whose entries should have this checksum.
    pub(crate) fn of(file: &File, checksum: u64) -> io::Result<Self> {
        let metadata = file.metadata()?;
        let changed = metadata.modified()?;
        let since = changed.duration_since(UNIX_EPOCH).unwrap_or_default();
        let (length, time, place) = (metadata.len(), since.as_nanos(), place(&metadata));
        Ok(Self {
            text: format!("{length} {time} {place} {checksum:016x}\n"),
            changed,
        })
    }

    /// Whether the note next to a table is this stamp.
    pub(crate) fn is_beside(&self, table: &Path) -> bool {
        fs::read_to_string(path(table)).is_ok_and(|text| text == self.text)
    }

    /// Writes the note next to a table, unless the table is so new that a later change could go
    /// unnoticed. Where it cannot be written, the table is checked again next time.
    pub(crate) fn leave_beside(&self, table: &Path) {
        if self.changed.elapsed().is_ok_and(|age| age > SETTLED) {
            let _ = fs::write(path(table), &self.text);
        }
    }
}

/// The note of a table.
pub(crate) fn path(table: &Path) -> PathBuf {
    let mut name = table.as_os_str().to_owned();
    name.push(".checked");
    PathBuf::from(name)
}

/// The device and inode of a file.
#[cfg(unix)]
fn place(metadata: &Metadata) -> String {
    use std::os::unix::fs::MetadataExt;

    format!("{}:{}", metadata.dev(), metadata.ino())
}

#[cfg(not(unix))]
fn place(_: &Metadata) -> String {
    "-".to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_note_is_believed_only_for_the_file_that_was_checked() {
        let name = format!("taquin-stamp-{}", std::process::id());
        let table = std::env::temp_dir().join(name);
        fs::write(&table, b"entries").unwrap();
        let stamp = || Stamp::of(&File::open(&table).unwrap(), 7).unwrap();
        stamp().leave_beside(&table);
        assert!(!stamp().is_beside(&table), "the file is too new");
        let age = |seconds| {
            let then = SystemTime::now() - Duration::from_secs(seconds);
            File::options()
                .write(true)
                .open(&table)
                .unwrap()
                .set_modified(then)
                .unwrap();
        };
        age(60);
        stamp().leave_beside(&table);
        assert!(stamp().is_beside(&table));
        assert!(
            !Stamp::of(&File::open(&table).unwrap(), 8)
                .unwrap()
                .is_beside(&table)
        );
        age(30);
        assert!(!stamp().is_beside(&table), "it was changed");
        fs::remove_file(&table).unwrap();
        fs::remove_file(path(&table)).unwrap();
    }
}
