//! A redb file that may be damaged.
//!
//! redb checks little before it reads, and a damaged page may make it panic. A file that turns out to be
//! damaged, at its opening or later, is set aside, and the next opening makes a new one.

use std::io::{self, Read};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicBool, Ordering};
use std::{fmt, fs};

use redb::Database;
use redb::backends::InMemoryBackend;

/// An open file.
pub(crate) struct DatabaseFile {
    /// None only while it is dropped.
    database: Option<Database>,
    /// None in memory.
    path: Option<PathBuf>,
    is_damaged: AtomicBool,
}

impl DatabaseFile {
    /// Opens the file, or makes it, and prepares what is in it. One that was left in the middle of a
    /// transaction is put back to the last one that ended.
    ///
    /// # Errors
    /// When it cannot be opened, is in use by another process, or is no such file.
    pub(crate) fn open<T>(
        path: &Path,
        cache: usize,
        prepare: impl Fn(&Database) -> Result<T, redb::Error>,
    ) -> Result<(Self, T), String> {
        let told = |error: &dyn fmt::Display| format!("cannot open {}: {error}", path.display());
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|error| told(&error))?;
        }
        let attempt = || -> Result<(Self, T), redb::Error> {
            let create = || Database::builder().set_cache_size(cache).create(path);
            let database = caught(|| Ok(create()?))?;
            let file = Self::new(database, Some(path.to_owned()));
            let found = file.ask(&prepare)?;
            Ok((file, found))
        };
        let opened = match attempt() {
            Err(error) if is_damaged(&error) => {
                set_aside(path, &error);
                attempt()
            }
            opened => opened,
        };
        opened.map_err(|error| told(&error))
    }

    /// A database in memory, for this run alone.
    pub(crate) fn in_memory() -> Result<Self, redb::Error> {
        let database = Database::builder().create_with_backend(InMemoryBackend::new())?;
        Ok(Self::new(database, None))
    }

    fn new(database: Database, path: Option<PathBuf>) -> Self {
        Self {
            database: Some(database),
            path,
            is_damaged: AtomicBool::new(false),
        }
    }

    /// Reads or changes what is in it. A file in which this finds damage is set aside, and not read again.
    ///
    /// # Errors
    /// Those of `ask`, and that the file is damaged.
    pub(crate) fn ask<T>(
        &self,
        ask: impl FnOnce(&Database) -> Result<T, redb::Error>,
    ) -> Result<T, redb::Error> {
        let Some(database) = self.database.as_ref().filter(|_| !self.found_damage()) else {
            return Err(damaged_page());
        };
        let answer = caught(|| ask(database));
        if let Err(error) = &answer
            && is_damaged(error)
            && !self.is_damaged.swap(true, Ordering::Relaxed)
            && let Some(path) = &self.path
        {
            set_aside(path, error);
        }
        answer
    }

    fn found_damage(&self) -> bool {
        self.is_damaged.load(Ordering::Relaxed)
    }
}

impl Drop for DatabaseFile {
    fn drop(&mut self) {
        let database = self.database.take();
        // Closing a damaged file reads it too.
        let _ = catch_unwind(AssertUnwindSafe(|| drop(database)));
    }
}

impl fmt::Debug for DatabaseFile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("DatabaseFile")
            .field("path", &self.path)
            .finish_non_exhaustive()
    }
}

/// What is in the file is not what was written.
pub(crate) fn damaged(what: impl fmt::Display) -> redb::Error {
    redb::Error::Corrupted(what.to_string())
}

fn damaged_page() -> redb::Error {
    damaged("a page is damaged")
}

fn caught<T>(ask: impl FnOnce() -> Result<T, redb::Error>) -> Result<T, redb::Error> {
    catch_unwind(AssertUnwindSafe(ask)).unwrap_or_else(|_| Err(damaged_page()))
}

/// Whether a file cannot be read for what is in it; anything else may be better next time.
fn is_damaged(error: &redb::Error) -> bool {
    match error {
        redb::Error::Corrupted(_)
        | redb::Error::UpgradeRequired(_)
        | redb::Error::TableTypeMismatch { .. } => true,
        redb::Error::Io(error) => matches!(
            error.kind(),
            io::ErrorKind::InvalidData | io::ErrorKind::UnexpectedEof
        ),
        _ => false,
    }
}

/// Renames a damaged file, if it begins as redb's do: nothing else is moved.
fn set_aside(path: &Path, error: &redb::Error) {
    let mut start = [0; 4];
    let read = fs::File::open(path).and_then(|mut file| file.read_exact(&mut start));
    if read.is_err() || &start != b"redb" {
        return;
    }
    let aside = path.with_extension("damaged");
    match fs::rename(path, &aside) {
        Ok(()) => {
            tracing::warn!(%error, aside = %aside.display(), "a damaged file is set aside");
        }
        Err(fault) => {
            tracing::warn!(%error, %fault, path = %path.display(), "a damaged file stays where it is");
        }
    }
}

#[cfg(test)]
mod tests {
    use std::io::{Seek, SeekFrom, Write};

    use redb::{ReadableDatabase, ReadableTableMetadata, TableDefinition};

    use super::*;

    const NUMBERS: TableDefinition<u64, [u8; 64]> = TableDefinition::new("numbers");

    /// Numbers that fill several hundred pages.
    const COUNT: u64 = 20_000;

    /// Bytes that stay as they are.
    const HEADER: usize = 64 << 10;

    fn open(path: &Path) -> DatabaseFile {
        DatabaseFile::open(path, 1 << 20, prepare).unwrap().0
    }

    fn prepare(database: &Database) -> Result<(), redb::Error> {
        let writing = database.begin_write()?;
        writing.open_table(NUMBERS)?;
        Ok(writing.commit()?)
    }

    fn fill(database: &Database) -> Result<(), redb::Error> {
        let writing = database.begin_write()?;
        let mut numbers = writing.open_table(NUMBERS)?;
        for number in 0..COUNT {
            numbers.insert(number, [number as u8; 64])?;
        }
        drop(numbers);
        Ok(writing.commit()?)
    }

    fn read(file: &DatabaseFile, number: u64) -> Result<bool, redb::Error> {
        file.ask(|database| {
            let numbers = database.begin_read()?.open_table(NUMBERS)?;
            Ok(numbers.get(number)?.is_some())
        })
    }

    fn len(file: &DatabaseFile) -> u64 {
        file.ask(|database| Ok(database.begin_read()?.open_table(NUMBERS)?.len()?))
            .unwrap()
    }

    #[test]
    fn a_file_that_is_damaged_while_it_is_open_is_set_aside_once() {
        let folder = std::env::temp_dir().join(format!("taquin-file-{}", std::process::id()));
        let path = folder.join("numbers.redb");
        let file = open(&path);
        file.ask(fill).unwrap();
        drop(file);

        let file = open(&path);
        assert!(read(&file, 0).unwrap());
        // The header is read at the opening; everything behind it becomes nonsense.
        let mut bytes = fs::OpenOptions::new().write(true).open(&path).unwrap();
        let nonsense = vec![0xA5; bytes.metadata().unwrap().len() as usize - HEADER];
        bytes.seek(SeekFrom::Start(HEADER as u64)).unwrap();
        bytes.write_all(&nonsense).unwrap();
        let answers: Vec<_> = (0..COUNT).step_by(50).map(|n| read(&file, n)).collect();
        assert!(answers.iter().any(Result::is_err));
        let aside = folder.join("numbers.damaged");
        assert!(aside.exists());

        // What is there now has nothing to do with the damaged one any more.
        let new = open(&path);
        assert_eq!(len(&new), 0);
        new.ask(fill).unwrap();
        assert!(read(&file, 0).is_err());
        drop(file);
        assert_eq!(len(&new), COUNT);
        drop(new);
        assert_eq!(len(&open(&path)), COUNT);
        fs::remove_dir_all(&folder).unwrap();
    }
}
