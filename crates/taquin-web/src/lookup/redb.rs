//! The table in one file, by redb: copy on write, so that a crash at any moment leaves the last
//! transaction whole.

use std::io::{self, Read};
use std::path::Path;
use std::{fs, panic};

use redb::{Database, ReadableDatabase, ReadableTable, ReadableTableMetadata, TableDefinition};

use super::{Entry, Lookup, LookupError, PositionKey};

/// The version is part of the name: another layout would be another table in the same file.
const LINES: TableDefinition<&[u8], [u8; 3]> = TableDefinition::new("lines-1");

/// Bytes of the file that are kept in memory.
const CACHE: usize = 16 << 20;

/// A table in one file.
#[derive(Debug)]
pub struct Redb {
    database: Database,
}

impl Redb {
    /// Opens the file, or makes it. A file that was left in the middle of a transaction is put back
    /// to the last one that ended; one that is damaged beyond that is set aside, and a new one made.
    ///
    /// # Errors
    /// When it cannot be opened, is in use by another process, or is no such file.
    pub fn open(path: &Path) -> Result<Self, LookupError> {
        let told = |error: &dyn std::fmt::Display| {
            LookupError(format!("cannot open {}: {error}", path.display()))
        };
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|error| told(&error))?;
        }
        let table = match Self::try_open(path) {
            Err(error) if is_damaged_file(&error, path) => {
                let aside = path.with_extension("damaged");
                fs::rename(path, &aside).map_err(|error| told(&error))?;
                tracing::warn!(%error, aside = %aside.display(), "a damaged table is set aside");
                Self::try_open(path)
            }
            opened => opened,
        };
        table.map_err(|error| told(&error))
    }

    /// Opens the file. redb checks little before it reads, and a damaged page may make it panic.
    fn try_open(path: &Path) -> Result<Self, redb::Error> {
        let opened = panic::catch_unwind(|| {
            let database = Database::builder().set_cache_size(CACHE).create(path)?;
            let table = Self { database };
            // The table is there from the first transaction on, so that reading finds it.
            table.write(|_| Ok(()))?;
            Ok(table)
        });
        opened.unwrap_or_else(|_| Err(redb::Error::Corrupted("a page is damaged".to_owned())))
    }

    /// Changes the table in one transaction.
    fn write(
        &self,
        change: impl FnOnce(&mut redb::Table<&[u8], [u8; 3]>) -> Result<(), redb::Error>,
    ) -> Result<(), redb::Error> {
        let writing = self.database.begin_write()?;
        change(&mut writing.open_table(LINES)?)?;
        Ok(writing.commit()?)
    }
}

/// Whether a file is redb's and cannot be read for what is in it.
pub(crate) fn is_damaged_file(error: &redb::Error, path: &Path) -> bool {
    is_damaged(error) && is_ours(path)
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

/// Whether a file begins as redb's do: nothing else is moved.
fn is_ours(path: &Path) -> bool {
    let mut start = [0; 4];
    let read = fs::File::open(path).and_then(|mut file| file.read_exact(&mut start));
    read.is_ok() && &start == b"redb"
}

fn fault(error: impl std::fmt::Display) -> LookupError {
    LookupError(error.to_string())
}

impl Lookup for Redb {
    fn get(&self, key: &PositionKey) -> Result<Option<Entry>, LookupError> {
        let reading = self.database.begin_read().map_err(fault)?;
        let lines = reading.open_table(LINES).map_err(fault)?;
        let found = lines.get(key.as_bytes()).map_err(fault)?;
        Ok(found.and_then(|bytes| Entry::from_bytes(bytes.value())))
    }

    fn put(&self, entries: &[(PositionKey, Entry)]) -> Result<(), LookupError> {
        self.write(|lines| {
            for (key, entry) in entries {
                let old = lines.get(key.as_bytes())?;
                let old = old.and_then(|bytes| Entry::from_bytes(bytes.value()));
                if old.is_none_or(|old| entry.improves(&old)) {
                    lines.insert(key.as_bytes(), entry.to_bytes())?;
                }
            }
            Ok(())
        })
        .map_err(fault)
    }

    fn walk(
        &self,
        first: PositionKey,
        next: &mut dyn FnMut(Option<Entry>) -> Option<PositionKey>,
    ) -> Result<(), LookupError> {
        let reading = self.database.begin_read().map_err(fault)?;
        let lines = reading.open_table(LINES).map_err(fault)?;
        let mut key = Some(first);
        while let Some(here) = key {
            let found = lines.get(here.as_bytes()).map_err(fault)?;
            key = next(found.and_then(|bytes| Entry::from_bytes(bytes.value())));
        }
        Ok(())
    }

    fn delete(&self, keys: &[PositionKey]) -> Result<(), LookupError> {
        self.write(|lines| {
            for key in keys {
                lines.remove(key.as_bytes())?;
            }
            Ok(())
        })
        .map_err(fault)
    }

    fn len(&self) -> Result<u64, LookupError> {
        let reading = self.database.begin_read().map_err(fault)?;
        let lines = reading.open_table(LINES).map_err(fault)?;
        lines.len().map_err(fault)
    }
}
