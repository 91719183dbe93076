//! Jobs in one file, or in memory, for one process: every record is this process's, and those that an
//! earlier one left unfinished are claimed after the start.

use std::net::IpAddr;
use std::path::Path;
use std::sync::{Mutex, MutexGuard, PoisonError};
use std::time::SystemTime;

use redb::{Database, ReadableDatabase, ReadableTable, TableDefinition};
use serde::{Deserialize, Serialize};

use super::super::State;
use super::{
    Held, Inserted, JobStore, JobStoreError, KEPT_BYTES, KEPT_FOR, Record, Status, Version,
};
use crate::file::{DatabaseFile, damaged};

/// The version is part of the name: another layout would be another table in the same file.
const JOBS: TableDefinition<&str, &[u8]> = TableDefinition::new("jobs-1");

/// Names of jobs by client and key.
const KEYS: TableDefinition<(&str, &str), &str> = TableDefinition::new("job-keys-1");

/// Bytes of the file that are kept in memory.
const CACHE: usize = 4 << 20;

/// Jobs of one process.
pub(crate) struct Redb {
    file: DatabaseFile,
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

/// The unfinished jobs of a file. Its tables are there from the first transaction on, so that reading
/// finds them.
fn unfinished(database: &Database) -> Result<Vec<String>, redb::Error> {
    let writing = database.begin_write()?;
    let mut unfinished = Vec::new();
    for row in writing.open_table(JOBS)?.iter()? {
        let (id, bytes) = row?;
        let row = serde_json::from_slice::<Row>(bytes.value());
        if row.is_ok_and(|row| row.over.is_none()) {
            unfinished.push(id.value().to_owned());
        }
    }
    writing.open_table(KEYS)?;
    writing.commit()?;
    Ok(unfinished)
}

fn bytes_of(row: &Row) -> Vec<u8> {
    serde_json::to_vec(row).expect("a row is plain data")
}

/// A row as it was written.
fn row(bytes: &[u8]) -> Result<Row, redb::Error> {
    serde_json::from_slice(bytes).map_err(damaged)
}

fn now() -> u64 {
    let since = SystemTime::now().duration_since(SystemTime::UNIX_EPOCH);
    since.map_or(0, |since| since.as_secs())
}

impl Redb {
    /// Opens the file, or creates it. A damaged one is set aside.
    pub(crate) fn open(path: &Path) -> Result<Self, JobStoreError> {
        let opened = DatabaseFile::open(path, CACHE, unfinished);
        let (file, orphans) = opened.map_err(JobStoreError)?;
        Ok(Self::new(file, orphans, true))
    }

    /// Jobs in memory, for this run alone.
    pub(crate) fn in_memory() -> Result<Self, JobStoreError> {
        let file = DatabaseFile::in_memory().map_err(fault)?;
        let orphans = file.ask(unfinished).map_err(fault)?;
        Ok(Self::new(file, orphans, false))
    }

    fn new(file: DatabaseFile, orphans: Vec<String>, durable: bool) -> Self {
        Self {
            file,
            durable,
            orphans: Mutex::new(orphans),
        }
    }

    fn ask<T>(
        &self,
        ask: impl FnOnce(&Database) -> Result<T, redb::Error>,
    ) -> Result<T, JobStoreError> {
        self.file.ask(ask).map_err(fault)
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
        self.ask(|database| {
            let writing = database.begin_write()?;
            let mut jobs = writing.open_table(JOBS)?;
            for id in ids {
                let known = jobs.get(id)?.map(|bytes| row(bytes.value()));
                let Some(mut row) = known.transpose()? else {
                    continue;
                };
                change(&mut row);
                jobs.insert(id, bytes_of(&row).as_slice())?;
            }
            drop(jobs);
            Ok(writing.commit()?)
        })
    }

    fn read(&self, id: &str) -> Result<Option<Row>, JobStoreError> {
        self.ask(|database| {
            let jobs = database.begin_read()?.open_table(JOBS)?;
            let known = jobs.get(id)?.map(|bytes| row(bytes.value()));
            known.transpose()
        })
    }

    fn remove(&self, ids: &[String]) -> Result<(), JobStoreError> {
        self.ask(|database| {
            let writing = database.begin_write()?;
            let mut jobs = writing.open_table(JOBS)?;
            let mut keys = writing.open_table(KEYS)?;
            for id in ids {
                let removed = jobs.remove(id.as_str())?;
                let removed = removed.and_then(|bytes| row(bytes.value()).ok());
                if let Some(Record {
                    client,
                    key: Some(key),
                    ..
                }) = removed.map(|row| row.record)
                {
                    let client = client.to_string();
                    keys.remove((client.as_str(), key.as_str()))?;
                }
            }
            drop((jobs, keys));
            Ok(writing.commit()?)
        })
    }
}

impl JobStore for Redb {
    fn insert(&self, _: &str, record: &Record) -> Result<Inserted, JobStoreError> {
        self.ask(|database| {
            let writing = database.begin_write()?;
            let mut jobs = writing.open_table(JOBS)?;
            if let Some(key) = &record.key {
                let client = record.client.to_string();
                let key = (client.as_str(), key.as_str());
                let mut keys = writing.open_table(KEYS)?;
                let known = keys.get(key)?.map(|id| id.value().to_owned());
                if let Some(id) = known
                    && let Some(bytes) = jobs.get(id.as_str())?
                {
                    let known = row(bytes.value())?.record;
                    return Ok(Inserted::Known(Box::new(known)));
                }
                keys.insert(key, record.id.as_str())?;
            }
            let row = Row {
                record: record.clone(),
                over: None,
            };
            jobs.insert(record.id.as_str(), bytes_of(&row).as_slice())?;
            drop(jobs);
            writing.commit()?;
            Ok(Inserted::New)
        })
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
        let client = client.to_string();
        let id = self.ask(|database| {
            let keys = database.begin_read()?.open_table(KEYS)?;
            let id = keys.get((client.as_str(), key))?;
            Ok(id.map(|id| id.value().to_owned()))
        })?;
        match id {
            Some(id) => self.get(&id),
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
        let mut finished = self.ask(|database| {
            let mut finished = Vec::new();
            for entry in database.begin_read()?.open_table(JOBS)?.iter()? {
                let (id, bytes) = entry?;
                let size = bytes.value().len() as u64;
                let over = row(bytes.value())?.over;
                finished.extend(over.map(|over| (over, id.value().to_owned(), size)));
            }
            Ok(finished)
        })?;
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
