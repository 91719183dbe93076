//! The table for one run of the service, when it is given no file.

use std::collections::HashMap;
use std::sync::{Mutex, PoisonError};

use super::{Entry, Lookup, LookupError, PositionKey};

/// Entries kept, of about a hundred bytes each.
const MOST: usize = 1_000_000;

/// A table in memory.
#[derive(Debug, Default)]
pub struct MemoryTable {
    entries: Mutex<HashMap<PositionKey, Entry>>,
}

impl Lookup for MemoryTable {
    fn get(&self, key: &PositionKey) -> Result<Option<Entry>, LookupError> {
        let entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(entries.get(key).copied())
    }

    fn put(&self, new: &[(PositionKey, Entry)]) -> Result<(), LookupError> {
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        if entries.len() + new.len() > MOST {
            entries.clear();
        }
        for (key, entry) in new {
            let better = entries.get(key).is_none_or(|old| entry.improves(old));
            if better {
                entries.insert(key.clone(), *entry);
            }
        }
        Ok(())
    }

    fn delete(&self, keys: &[PositionKey]) -> Result<(), LookupError> {
        let mut entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        for key in keys {
            entries.remove(key);
        }
        Ok(())
    }

    fn len(&self) -> Result<u64, LookupError> {
        let entries = self.entries.lock().unwrap_or_else(PoisonError::into_inner);
        Ok(entries.len() as u64)
    }
}
