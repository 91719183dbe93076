//! The table in one file, by redb: copy on write, so that a crash at any moment leaves the last
//! transaction whole.

use std::fs;
use std::path::Path;

use redb::{Database, ReadableDatabase, ReadableTable, ReadableTableMetadata, TableDefinition};

use super::{Entry, Key, Lookup, LookupError};

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
    /// to the last one that ended.
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
        let database = Database::builder()
            .set_cache_size(CACHE)
            .create(path)
            .map_err(|error| told(&error))?;
        let table = Self { database };
        // The table is there from the first transaction on, so that reading finds it.
        table.put(&[])?;
        Ok(table)
    }
}

fn fault(error: impl std::fmt::Display) -> LookupError {
    LookupError(error.to_string())
}

impl Lookup for Redb {
    fn get(&self, key: &Key) -> Result<Option<Entry>, LookupError> {
        let reading = self.database.begin_read().map_err(fault)?;
        let lines = reading.open_table(LINES).map_err(fault)?;
        let found = lines.get(key.as_bytes()).map_err(fault)?;
        Ok(found.and_then(|bytes| Entry::from_bytes(bytes.value())))
    }

    fn put(&self, entries: &[(Key, Entry)]) -> Result<(), LookupError> {
        let writing = self.database.begin_write().map_err(fault)?;
        {
            let mut lines = writing.open_table(LINES).map_err(fault)?;
            for (key, entry) in entries {
                let old = lines.get(key.as_bytes()).map_err(fault)?;
                let old = old.and_then(|bytes| Entry::from_bytes(bytes.value()));
                if old.is_none_or(|old| entry.improves(&old)) {
                    lines
                        .insert(key.as_bytes(), entry.to_bytes())
                        .map_err(fault)?;
                }
            }
        }
        writing.commit().map_err(fault)
    }

    fn len(&self) -> Result<u64, LookupError> {
        let reading = self.database.begin_read().map_err(fault)?;
        let lines = reading.open_table(LINES).map_err(fault)?;
        lines.len().map_err(fault)
    }
}
