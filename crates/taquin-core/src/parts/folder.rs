//! A journal in a folder of text files, one file for each writer.

use std::fs::{self, File, OpenOptions, TryLockError};
use std::io::{self, Read, Seek, SeekFrom, Write};
use std::path::{Path, PathBuf};

use super::{Journal, Row};

/// A folder with one file of rows per writer, shared by processes with distinct names.
///
/// Rows are appended, and synced to disk at the latest when a threshold ends. A last line that was cut
/// off by a crash is dropped when its writer opens the file again, and ignored by others. Where the
/// file system has locks, the file is locked while it is open, so a second writer of the same name is
/// refused.
#[derive(Debug)]
pub struct Folder {
    path: PathBuf,
    own: File,
}

/// The extension of files of rows.
const EXTENSION: &str = "tsv";

impl Folder {
    /// Opens a folder, which is made if it is missing, to append to the file of `writer`.
    ///
    /// # Errors
    /// When the folder or the file cannot be written, or another process is writing it.
    pub fn open(path: impl Into<PathBuf>, writer: &str) -> io::Result<Self> {
        let path = path.into();
        fs::create_dir_all(&path)?;
        let file = path.join(writer).with_added_extension(EXTENSION);
        let mut own = OpenOptions::new()
            .read(true)
            .append(true)
            .create(true)
            .open(&file)?;
        // Some file systems of clusters have no locks, which is no reason to stop.
        if let Err(TryLockError::WouldBlock) = own.try_lock() {
            return Err(io::Error::new(
                io::ErrorKind::WouldBlock,
                format!("another process is writing {}", file.display()),
            ));
        }
        let mut bytes = Vec::new();
        own.read_to_end(&mut bytes)?;
        let whole = whole_lines(&bytes).len();
        if whole < bytes.len() {
            own.set_len(whole as u64)?;
        }
        own.seek(SeekFrom::End(0))?;
        if whole == 0 {
            writeln!(own, "{}", Row::HEADER)?;
        }
        own.sync_all()?;
        Ok(Self { path, own })
    }
}

impl Journal for Folder {
    fn rows(&mut self) -> io::Result<Vec<Row>> {
        let mut files: Vec<PathBuf> = fs::read_dir(&self.path)?
            .map(|entry| Ok(entry?.path()))
            .collect::<io::Result<_>>()?;
        files.retain(|file| file.extension().is_some_and(|ending| ending == EXTENSION));
        files.sort();
        let mut rows = Vec::new();
        for file in &files {
            read(file, &mut rows)?;
        }
        Ok(rows)
    }

    fn append(&mut self, row: &Row) -> io::Result<()> {
        self.append_unsynced(row)?;
        self.own.sync_data()
    }

    fn append_unsynced(&mut self, row: &Row) -> io::Result<()> {
        // One call for the whole line, so that readers see all of it or a line without an end.
        self.own.write_all(format!("{row}\n").as_bytes())
    }
}

fn read(file: &Path, rows: &mut Vec<Row>) -> io::Result<()> {
    let invalid = |error: String| {
        let message = format!("{}: {error}", file.display());
        io::Error::new(io::ErrorKind::InvalidData, message)
    };
    let bytes = fs::read(file)?;
    let text = std::str::from_utf8(whole_lines(&bytes)).map_err(|e| invalid(e.to_string()))?;
    for line in text.lines() {
        if line.is_empty() || line.starts_with('#') || line == Row::HEADER {
            continue;
        }
        rows.push(
            line.parse()
                .map_err(|e: super::RowError| invalid(e.to_string()))?,
        );
    }
    Ok(())
}

/// The bytes up to the last line end.
fn whole_lines(bytes: &[u8]) -> &[u8] {
    let end = bytes.iter().rposition(|&byte| byte == b'\n');
    &bytes[..end.map_or(0, |end| end + 1)]
}

#[cfg(test)]
mod tests {
    use super::super::row::tests::rows;
    use super::*;

    /// A folder of this test alone, removed at the end.
    struct Temporary(PathBuf);

    impl Temporary {
        fn new(name: &str) -> Self {
            let name = format!("taquin-parts-{name}-{}", std::process::id());
            let path = std::env::temp_dir().join(name);
            let _ = fs::remove_dir_all(&path);
            Self(path)
        }
    }

    impl Drop for Temporary {
        fn drop(&mut self) {
            let _ = fs::remove_dir_all(&self.0);
        }
    }

    #[test]
    fn rows_of_all_writers_are_read() {
        let folder = Temporary::new("writers");
        let rows = rows();
        let mut first = Folder::open(&folder.0, "a").unwrap();
        let mut second = Folder::open(&folder.0, "b").unwrap();
        first.append(&rows[0]).unwrap();
        second.append(&rows[1]).unwrap();
        assert_eq!(first.rows().unwrap(), rows[..2]);
        assert_eq!(second.rows().unwrap(), rows[..2]);
    }

    #[test]
    fn a_second_writer_of_a_file_is_refused() {
        let folder = Temporary::new("second");
        let first = Folder::open(&folder.0, "a").unwrap();
        let refused = Folder::open(&folder.0, "a").unwrap_err();
        assert_eq!(refused.kind(), io::ErrorKind::WouldBlock);
        drop(first);
        Folder::open(&folder.0, "a").unwrap();
    }

    #[test]
    fn a_cut_last_line_is_dropped_and_rows_follow() {
        let folder = Temporary::new("cut");
        let rows = rows();
        let mut journal = Folder::open(&folder.0, "a").unwrap();
        journal.append(&rows[0]).unwrap();
        journal.append(&rows[1]).unwrap();
        drop(journal);
        let file = folder.0.join("a.tsv");
        let text = fs::read_to_string(&file).unwrap();
        for cut in 1..=rows[1].to_string().len() {
            fs::write(&file, &text[..text.len() - cut]).unwrap();
            let mut other = Folder::open(&folder.0, "b").unwrap();
            assert_eq!(other.rows().unwrap(), rows[..1]);
            let mut journal = Folder::open(&folder.0, "a").unwrap();
            journal.append(&rows[2]).unwrap();
            let expected = [rows[0].clone(), rows[2].clone()];
            assert_eq!(journal.rows().unwrap(), expected);
        }
    }

    #[test]
    fn a_faulty_line_inside_is_an_error() {
        let folder = Temporary::new("faulty");
        let mut journal = Folder::open(&folder.0, "a").unwrap();
        fs::write(folder.0.join("b.tsv"), "no row\n").unwrap();
        let error = journal.rows().unwrap_err();
        assert_eq!(error.kind(), io::ErrorKind::InvalidData);
        assert!(error.to_string().contains("b.tsv"), "{error}");
    }
}
