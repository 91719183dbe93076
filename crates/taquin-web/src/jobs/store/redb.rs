//! Jobs in one file, or in memory, for one process: every record is this process's, and those that an
//! earlier one left unfinished are claimed after the start.

use std::net::IpAddr;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;
use std::{fs, panic};

use redb::backends::InMemoryBackend;
use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition};
use serde::{Deserialize, Serialize};

use super::super::State;
use super::{
    Held, Inserted, JobStore, JobStoreError, KEPT_BYTES, KEPT_FOR, Record, Status, Version,
};

/// The version is part of the name: another layout would be another table in the same file.
const JOBS: TableDefinition<&str, &[u8]> = TableDefinition::new("jobs-1");

/// Names of jobs by client and key.
const KEYS: TableDefinition<(&str, &str), &str> = TableDefinition::new("job-keys-1");

/// Bytes of the file that are kept in memory.
const CACHE: usize = 4 << 20;

/// Jobs of one process.
pub(crate) struct Redb {
    database: Database,
    durable: bool,
    /// Unfinished jobs without an owner.
    orphans: Mutex<Vec<String>>,
}

/// A record with what only this store needs.
#[derive(Serialize, Deserialize)]
struct Row {
    record: Record,
    /// Seconds since 1970 at which it was over.
    over: Option<u64>,
}

fn fault(error: impl std::fmt::Display) -> JobStoreError {
    JobStoreError(error.to_string())
}

fn now() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}

impl Redb {
    /// Opens the file, or creates it. A damaged one is set aside.
    pub(crate) fn open(path: &Path) -> Result<Self, JobStoreError> {
        let told = |error: &dyn std::fmt::Display| {
            JobStoreError(format!("cannot open {}: {error}", path.display()))
        };
        if let Some(folder) = path.parent() {
            fs::create_dir_all(folder).map_err(|error| told(&error))?;
        }
        let store = match Self::try_open(path) {
            Err(error) if crate::lookup::is_damaged_file(&error, path) => {
                let aside = path.with_extension("damaged");
                fs::rename(path, &aside).map_err(|error| told(&error))?;
                tracing::warn!(%error, aside = %aside.display(), "a damaged file of jobs is set aside");
                Self::try_open(path)
            }
            opened => opened,
        };
        store.map_err(|error| told(&error))
    }

    /// Jobs in memory, for this run alone.
    pub(crate) fn in_memory() -> Result<Self, JobStoreError> {
        let database = Database::builder().create_with_backend(InMemoryBackend::new());
        Self::new(database.map_err(fault)?, false).map_err(fault)
    }

    /// redb checks little before it reads, and a damaged page may make it panic.
    fn try_open(path: &Path) -> Result<Self, redb::Error> {
        let opened = panic::catch_unwind(|| {
            let database = Database::builder().set_cache_size(CACHE).create(path)?;
            Self::new(database, true)
        });
        opened.unwrap_or_else(|_| Err(redb::Error::Corrupted("a page is damaged".to_owned())))
    }

    fn new(database: Database, durable: bool) -> Result<Self, redb::Error> {
        // The tables are there from the first transaction on, so that reading finds them.
        let writing = database.begin_write()?;
        let mut orphans = Vec::new();
        for row in writing.open_table(JOBS)?.iter()? {
            let (id, bytes) = row?;
            let row = serde_json::from_slice::<Row>(bytes.value());
            if row.is_ok_and(|row| row.over.is_none()) {
                orphans.push(id.value().to_owned());
            }
        }
        writing.open_table(KEYS)?;
        writing.commit()?;
        Ok(Self {
            database,
            durable,
            orphans: Mutex::new(orphans),
        })
    }

    fn orphans(&self) -> MutexGuard<'_, Vec<String>> {
        self.orphans.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Changes the rows of these jobs in one transaction; `change` is not called for those that are gone.
    fn change<'a>(
        &self,
        ids: impl IntoIterator<Item = &'a str>,
        mut change: impl FnMut(&mut Row),
    ) -> Result<(), JobStoreError> {
        let writing = self.database.begin_write().map_err(fault)?;
        {
            let mut jobs = writing.open_table(JOBS).map_err(fault)?;
            for id in ids {
                let row = jobs.get(id).map_err(fault)?;
                let row = row.map(|bytes| serde_json::from_slice::<Row>(bytes.value()));
                let Some(mut row) = row.transpose().map_err(fault)? else {
                    continue;
                };
                change(&mut row);
                let bytes = serde_json::to_vec(&row).map_err(fault)?;
                jobs.insert(id, bytes.as_slice()).map_err(fault)?;
            }
        }
        writing.commit().map_err(fault)
    }

    fn read(&self, id: &str) -> Result<Option<Row>, JobStoreError> {
        let reading = self.database.begin_read().map_err(fault)?;
        let jobs = reading.open_table(JOBS).map_err(fault)?;
        let row = jobs.get(id).map_err(fault)?;
        let row = row.map(|bytes| serde_json::from_slice(bytes.value()));
        row.transpose().map_err(fault)
    }

    fn remove(&self, ids: &[String]) -> Result<(), JobStoreError> {
        let writing = self.database.begin_write().map_err(fault)?;
        {
            let mut jobs = writing.open_table(JOBS).map_err(fault)?;
            let mut keys = writing.open_table(KEYS).map_err(fault)?;
            for id in ids {
                let row = jobs.remove(id.as_str()).map_err(fault)?;
                let row = row.and_then(|bytes| serde_json::from_slice::<Row>(bytes.value()).ok());
                if let Some(Record {
                    client,
                    key: Some(key),
                    ..
                }) = row.map(|row| row.record)
                {
                    let client = client.to_string();
                    keys.remove((client.as_str(), key.as_str()))
                        .map_err(fault)?;
                }
            }
        }
        writing.commit().map_err(fault)
    }
}

impl JobStore for Redb {
    fn insert(&self, _: &str, record: &Record) -> Result<Inserted, JobStoreError> {
        let writing = self.database.begin_write().map_err(fault)?;
        {
            let mut jobs = writing.open_table(JOBS).map_err(fault)?;
            if let Some(key) = &record.key {
                let client = record.client.to_string();
                let key = (client.as_str(), key.as_str());
                let mut keys = writing.open_table(KEYS).map_err(fault)?;
                let known = keys.get(key).map_err(fault)?;
                let known = known.map(|id| id.value().to_owned());
                if let Some(id) = known
                    && let Some(bytes) = jobs.get(id.as_str()).map_err(fault)?
                {
                    let row: Row = serde_json::from_slice(bytes.value()).map_err(fault)?;
                    return Ok(Inserted::Known(Box::new(row.record)));
                }
                keys.insert(key, record.id.as_str()).map_err(fault)?;
            }
            let row = Row {
                record: record.clone(),
                over: None,
            };
            let bytes = serde_json::to_vec(&row).map_err(fault)?;
            jobs.insert(record.id.as_str(), bytes.as_slice())
                .map_err(fault)?;
        }
        writing.commit().map_err(fault)?;
        Ok(Inserted::New)
    }

    fn get(&self, id: &str) -> Result<Option<Record>, JobStoreError> {
        Ok(self.read(id)?.map(|row| row.record))
    }

    fn versions(&self, ids: &[String]) -> Result<Vec<(String, Version)>, JobStoreError> {
        let mut versions = Vec::new();
        for id in ids {
            if let Some(row) = self.read(id)? {
                versions.push((id.clone(), row.record.status.version));
            }
        }
        Ok(versions)
    }

    fn begin(&self, _: &str, id: &str) -> Result<bool, JobStoreError> {
        let mut found = false;
        self.change([id], |row| {
            row.record.status.state = State::Running;
            found = true;
        })?;
        Ok(found)
    }

    /// There is no other process to tell of progress, so only what is over is written.
    fn beat(&self, _: &str, jobs: &[(String, Option<Status>)]) -> Result<Vec<Held>, JobStoreError> {
        let ended = jobs
            .iter()
            .filter_map(|(id, status)| Some((id, status.as_ref()?)))
            .filter(|(_, status)| status.state.is_over());
        let ended: std::collections::HashMap<&str, &Status> =
            ended.map(|(id, status)| (id.as_str(), status)).collect();
        if !ended.is_empty() {
            self.change(ended.keys().copied(), |row| {
                if let Some(status) = ended.get(row.record.id.as_str()) {
                    row.record.status = (*status).clone();
                    row.over = Some(now());
                }
            })?;
        }
        let mut held = Vec::with_capacity(jobs.len());
        for (id, _) in jobs {
            if let Some(row) = self.read(id)? {
                held.push(Held {
                    id: id.clone(),
                    cancelled: row.record.cancelled,
                });
            }
        }
        Ok(held)
    }

    fn find(&self, client: IpAddr, key: &str) -> Result<Option<Record>, JobStoreError> {
        let reading = self.database.begin_read().map_err(fault)?;
        let keys = reading.open_table(KEYS).map_err(fault)?;
        let client = client.to_string();
        let id = keys.get((client.as_str(), key)).map_err(fault)?;
        match id {
            Some(id) => self.get(id.value()),
            None => Ok(None),
        }
    }

    fn cancel(&self, id: &str) -> Result<(), JobStoreError> {
        self.change([id], |row| row.record.cancelled = true)
    }

    fn delete(&self, id: &str) -> Result<(), JobStoreError> {
        self.remove(&[id.to_owned()])
    }

    fn claim(&self, _: &str, most: usize, _: bool) -> Result<Vec<Record>, JobStoreError> {
        let ids: Vec<String> = {
            let mut orphans = self.orphans();
            let take = orphans.len().min(most);
            orphans.drain(..take).collect()
        };
        if ids.is_empty() {
            return Ok(Vec::new());
        }
        let mut claimed = Vec::new();
        self.change(ids.iter().map(String::as_str), |row| {
            let record = &mut row.record;
            record.starts += u32::from(record.status.state == State::Running);
            record.status.state = State::Queued;
            record.status.version.epoch += 1;
            record.status.version.change = 0;
            claimed.push(record.clone());
        })?;
        Ok(claimed)
    }

    fn release(&self, _: &str, id: &str) -> Result<(), JobStoreError> {
        self.change([id], |row| row.record.status.state = State::Queued)?;
        self.orphans().push(id.to_owned());
        Ok(())
    }

    fn prune(&self) -> Result<(), JobStoreError> {
        let mut finished = Vec::new();
        {
            let reading = self.database.begin_read().map_err(fault)?;
            for row in reading
                .open_table(JOBS)
                .map_err(fault)?
                .iter()
                .map_err(fault)?
            {
                let (id, bytes) = row.map_err(fault)?;
                let size = bytes.value().len() as u64;
                let row: Row = serde_json::from_slice(bytes.value()).map_err(fault)?;
                finished.extend(row.over.map(|over| (over, id.value().to_owned(), size)));
            }
        }
        // The newest first.
        finished.sort_by(|a, b| b.cmp(a));
        let (oldest, mut bytes) = (now().saturating_sub(KEPT_FOR.as_secs()), 0);
        let old: Vec<String> = finished
            .into_iter()
            .filter(|(over, _, size)| {
                bytes += size;
                *over < oldest || bytes > KEPT_BYTES
            })
            .map(|(_, id, _)| id)
            .collect();
        if old.is_empty() {
            return Ok(());
        }
        self.remove(&old)
    }

    fn is_durable(&self) -> bool {
        self.durable
    }
}
