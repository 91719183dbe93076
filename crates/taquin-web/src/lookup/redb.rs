//! The table in one file, by redb: copy on write, so that a crash at any moment leaves the last
//! transaction whole.

use std::path::Path;

use redb::{Database, ReadableDatabase, ReadableTable, ReadableTableMetadata, TableDefinition};

use super::{Entry, Lookup, LookupError, PositionKey};
use crate::file::DatabaseFile;

/// The version is part of the name: another layout would be another table in the same file.
const LINES: TableDefinition<&[u8], [u8; 3]> = TableDefinition::new("lines-1");

/// Bytes of the file that are kept in memory.
const CACHE: usize = 16 << 20;

/// A table in one file.
#[derive(Debug)]
pub struct Redb {
    file: DatabaseFile,
}

impl Redb {
    /// Opens the file, or makes it; one that is damaged is set aside, and a new one made.
    ///
    /// # Errors
    /// When it cannot be opened, is in use by another process, or is no such file.
    pub fn open(path: &Path) -> Result<Self, LookupError> {
        // The table is there from the first transaction on, so that reading finds it.
        let prepare = |database: &Database| write(database, |_| Ok(()));
        let (file, ()) = DatabaseFile::open(path, CACHE, prepare).map_err(LookupError)?;
        Ok(Self { file })
    }

    fn ask<T>(
        &self,
        ask: impl FnOnce(&Database) -> Result<T, redb::Error>,
    ) -> Result<T, LookupError> {
        let answer = self.file.ask(ask);
        answer.map_err(|error| LookupError(error.to_string()))
    }

    fn change(
        &self,
        change: impl FnOnce(&mut redb::Table<&[u8], [u8; 3]>) -> Result<(), redb::Error>,
    ) -> Result<(), LookupError> {
        self.ask(|database| write(database, change))
    }
}

/// Changes the table in one transaction.
fn write(
    database: &Database,
    change: impl FnOnce(&mut redb::Table<&[u8], [u8; 3]>) -> Result<(), redb::Error>,
) -> Result<(), redb::Error> {
    let writing = database.begin_write()?;
    change(&mut writing.open_table(LINES)?)?;
    Ok(writing.commit()?)
}

impl Lookup for Redb {
    fn get(&self, key: &PositionKey) -> Result<Option<Entry>, LookupError> {
        self.ask(|database| {
            let lines = database.begin_read()?.open_table(LINES)?;
            let found = lines.get(key.as_bytes())?;
            Ok(found.and_then(|bytes| Entry::from_bytes(bytes.value())))
        })
    }

    fn put(&self, entries: &[(PositionKey, Entry)]) -> Result<(), LookupError> {
        self.change(|lines| {
            for (key, entry) in entries {
                let old = lines.get(key.as_bytes())?;
                let old = old.and_then(|bytes| Entry::from_bytes(bytes.value()));
                if old.is_none_or(|old| entry.improves(&old)) {
                    lines.insert(key.as_bytes(), entry.to_bytes())?;
                }
            }
            Ok(())
        })
    }

    fn walk(
        &self,
        first: PositionKey,
        next: &mut dyn FnMut(Option<Entry>) -> Option<PositionKey>,
    ) -> Result<(), LookupError> {
        self.ask(|database| {
            let lines = database.begin_read()?.open_table(LINES)?;
            let mut key = Some(first);
            while let Some(here) = key {
                let found = lines.get(here.as_bytes())?;
                key = next(found.and_then(|bytes| Entry::from_bytes(bytes.value())));
            }
            Ok(())
        })
    }

    fn delete(&self, keys: &[PositionKey]) -> Result<(), LookupError> {
        self.change(|lines| {
            for key in keys {
                lines.remove(key.as_bytes())?;
            }
            Ok(())
        })
    }

    fn len(&self) -> Result<u64, LookupError> {
        self.ask(|database| Ok(database.begin_read()?.open_table(LINES)?.len()?))
    }
}
