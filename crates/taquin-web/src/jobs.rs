//! Long-running work: it continues when its client leaves, reports progress, and can be cancelled.
//!
//! Jobs live in a [`store`]. The process that owns one has it in memory as well, until its end is stored;
//! all others read the store. A separate thread renews leases, writes what changed, hears of jobs that
//! were cancelled elsewhere, and takes over those whose process is gone.

mod board;
mod job;
mod store;
mod view;

use std::collections::{HashMap, HashSet};
use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Condvar, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use taquin::notation::Notation;
use tokio::sync::watch;

use crate::lane::Leave;
use crate::settings::Settings;
use board::Board;
use store::JobStore;

pub(crate) use job::Job;
pub(crate) use store::{Inserted, JobStoreError, MOST_STARTS, Record, Status, Version};
pub(crate) use view::{Bench, BenchLane, BenchProgress, JobProgress, JobResult, State, View};

/// Finished jobs that wait in memory for the store, at most.
const KEPT: usize = 256;

/// Rows of experiments among them, some tens of megabytes.
const KEPT_ROWS: usize = 20_000;

/// Polling interval of the store.
const BEAT: Duration = Duration::from_millis(250);

/// Time between two heartbeats of jobs that did not change.
const HEARTBEAT: Duration = Duration::from_secs(1);

/// Time between two times that old jobs are forgotten.
const PRUNE: Duration = Duration::from_mins(1);

/// The same after this many bytes were written: what strangers send is capped at any moment.
const PRUNE_BYTES: u64 = 8 << 20;

/// Orphans that are claimed at a time.
const CLAIMED: usize = 8;

/// All jobs that can be found.
pub(crate) struct Jobs {
    /// This process, among all that share the store.
    owner: String,
    board: Board,
    /// The jobs of this process whose end is not stored yet.
    local: Mutex<HashMap<String, Arc<Job>>>,
    /// Jobs of other replicas that a client here is watching.
    watched: Mutex<HashMap<String, watch::Sender<Version>>>,
    /// Bytes written since old jobs were last forgotten.
    written: AtomicU64,
    woken: Mutex<bool>,
    wake: Condvar,
    followed: AtomicBool,
}

/// The times of the job thread's last heartbeat and pruning.
pub(crate) struct Timetable {
    beat: Instant,
    prune: Instant,
}

impl Jobs {
    pub(crate) fn new(settings: &Settings) -> Self {
        Self {
            owner: name(),
            board: Board::new(settings),
            local: Mutex::default(),
            watched: Mutex::default(),
            written: AtomicU64::new(0),
            woken: Mutex::default(),
            wake: Condvar::new(),
            followed: AtomicBool::new(false),
        }
    }

    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Job>>> {
        self.local.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn watched(&self) -> MutexGuard<'_, HashMap<String, watch::Sender<Version>>> {
        self.watched.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether the store can be used.
    pub(crate) fn is_available(&self) -> bool {
        self.board.is_available()
    }

    /// Uses the store. Blocks, so not from an async thread.
    pub(crate) fn with_store<T>(
        &self,
        ask: impl FnOnce(&dyn JobStore) -> Result<T, JobStoreError>,
    ) -> Result<T, JobStoreError> {
        self.board.with(ask)
    }

    /// Stores a new job of this process before the client learns its name. Without other replicas, a job
    /// is accepted even if the store is down.
    pub(crate) fn insert(&self, record: &Record) -> Result<Inserted, JobStoreError> {
        let bytes = record.asked.len() as u64;
        self.written.fetch_add(bytes, Ordering::Relaxed);
        match self.board.with(|store| store.insert(&self.owner, record)) {
            Err(_) if !self.board.is_shared() => Ok(Inserted::New),
            inserted => inserted,
        }
    }

    /// A job of this process, which waits for its turn.
    pub(crate) fn add(
        &self,
        id: String,
        kind: &'static str,
        notation: Notation,
        epoch: u32,
        queued: Option<Leave>,
    ) -> Arc<Job> {
        let job = Arc::new(Job::new(id.clone(), kind, notation, epoch, queued));
        let mut jobs = self.lock();
        forget(&mut jobs);
        jobs.insert(id, job.clone());
        job
    }

    /// The job of a name, if it is this process's.
    pub(crate) fn get(&self, id: &str) -> Option<Arc<Job>> {
        self.lock().get(id).filter(|job| !job.is_gone()).cloned()
    }

    /// Marks a job as running; false if it belongs to another replica by now.
    pub(crate) fn begin(&self, id: &str) -> bool {
        let begun = self.board.with(|store| store.begin(&self.owner, id));
        // Without the store it runs all the same: what it finds is stored when that is possible again.
        let ours = begun.unwrap_or(true);
        if !ours {
            self.lose(id);
        }
        ours
    }

    fn lose(&self, id: &str) {
        let lost = self.lock().remove(id);
        if let Some(job) = lost {
            tracing::info!(id, "a job was deleted or taken over elsewhere");
            job.lose();
        }
    }

    /// Forgets a job, here and in the store. Blocks.
    pub(crate) fn delete(&self, id: &str) -> Result<(), JobStoreError> {
        self.lock().remove(id);
        self.board.with(|store| store.delete(id))
    }

    /// Gives a claimed job back. Blocks.
    pub(crate) fn give_back(&self, id: &str) {
        self.lock().remove(id);
        let _ = self.board.with(|store| store.release(&self.owner, id));
    }

    /// Says when a job of another replica changed; ends when it is gone.
    pub(crate) fn watch(&self, id: &str, now: Version) -> watch::Receiver<Version> {
        let mut watched = self.watched();
        let sender = watched.entry(id.to_owned());
        sender
            .or_insert_with(|| watch::Sender::new(now))
            .subscribe()
    }

    /// Lets the thread of the jobs look at once.
    pub(crate) fn wake(&self) {
        *self.woken.lock().unwrap_or_else(PoisonError::into_inner) = true;
        self.wake.notify_one();
    }

    /// Whether this is the first call: the one that starts the thread of the jobs.
    pub(crate) fn is_first_follower(&self) -> bool {
        !self.followed.swap(true, Ordering::Relaxed)
    }

    /// Waits for the next look.
    pub(crate) fn wait(&self) {
        let woken = self.woken.lock().unwrap_or_else(PoisonError::into_inner);
        let waited = self.wake.wait_timeout_while(woken, BEAT, |woken| !*woken);
        *waited.unwrap_or_else(PoisonError::into_inner).0 = false;
    }

    /// Polls the store: writes what changed, hears of changes elsewhere, and says which jobs of lost
    /// replicas are this one's now. Blocks.
    pub(crate) fn look(&self, last: &mut Option<Timetable>, may_claim: bool) -> Vec<Record> {
        self.board.reopen();
        if !self.board.is_available() {
            return Vec::new();
        }
        let begun = Instant::now();
        let (beat, prune) = last.as_ref().map_or((true, true), |last| {
            (
                last.beat.elapsed() >= HEARTBEAT,
                last.prune.elapsed() >= PRUNE,
            )
        });
        let times = last.get_or_insert(Timetable {
            beat: begun,
            prune: begun,
        });
        self.write(beat);
        self.read_watched();
        if prune || self.written.load(Ordering::Relaxed) >= PRUNE_BYTES {
            times.prune = begun;
            self.written.store(0, Ordering::Relaxed);
            let _ = self.board.with(|store| store.prune());
        }
        if !beat {
            return Vec::new();
        }
        times.beat = begun;
        if !may_claim {
            return Vec::new();
        }
        let expired = self.board.is_settled();
        let claimed = self
            .board
            .with(|store| store.claim(&self.owner, CLAIMED, expired));
        let mut claimed = claimed.unwrap_or_default();
        // A file that was opened again lists what runs here as unfinished.
        let local = self.lock();
        claimed.retain(|record| !local.contains_key(&record.id));
        claimed
    }

    /// Renews leases and writes what changed.
    fn write(&self, all: bool) {
        let jobs: Vec<(String, Arc<Job>)> = {
            let local = self.lock();
            let ours = local.iter().filter(|(_, job)| !job.is_gone());
            ours.map(|(id, job)| (id.clone(), job.clone())).collect()
        };
        let mut changes = Vec::new();
        let mut beats = Vec::new();
        for (id, job) in &jobs {
            let status = job.unstored();
            if let Some(status) = &status {
                let bytes = status.view.len() + status.whole.as_ref().map_or(0, String::len);
                self.written.fetch_add(bytes as u64, Ordering::Relaxed);
                changes.push((job, status.version.change, status.state.is_over()));
            } else if !all {
                continue;
            }
            beats.push((id.clone(), status));
        }
        if beats.is_empty() {
            return;
        }
        let Ok(held) = self.board.with(|store| store.beat(&self.owner, &beats)) else {
            return;
        };
        for (job, change, is_over) in changes {
            job.stored(change);
            if is_over {
                self.lock().remove(&job.id());
            }
        }
        let known: HashSet<&str> = held.iter().map(|held| held.id.as_str()).collect();
        for (id, _) in &beats {
            if !known.contains(id.as_str()) {
                self.lose(id);
            }
        }
        for held in held.iter().filter(|held| held.cancelled) {
            if let Some(job) = self.get(&held.id) {
                job.cancel();
            }
        }
    }

    /// Tells listeners what changed elsewhere.
    fn read_watched(&self) {
        let ids: Vec<String> = {
            let mut watched = self.watched();
            watched.retain(|_, sender| sender.receiver_count() > 0);
            watched.keys().cloned().collect()
        };
        if ids.is_empty() {
            return;
        }
        let Ok(versions) = self.board.with(|store| store.versions(&ids)) else {
            return;
        };
        let versions: HashMap<String, Version> = versions.into_iter().collect();
        self.watched().retain(|id, sender| {
            let Some(&now) = versions.get(id) else {
                return !ids.contains(id);
            };
            sender.send_if_modified(|before| std::mem::replace(before, now) != now);
            true
        });
    }

    /// Ends all jobs. Those that the store keeps are begun again after a restart, or by another replica.
    pub(crate) fn end_all(&self) {
        let is_durable = self.board.with(|store| Ok(store.is_durable()));
        let jobs: Vec<Arc<Job>> = self.lock().values().cloned().collect();
        for job in jobs {
            if is_durable.as_ref().is_ok_and(|durable| *durable) {
                job.release();
            } else {
                job.cancel();
            }
        }
    }

    /// Stores the last changes, and gives back what was not finished. Blocks.
    pub(crate) fn close(&self) {
        self.write(true);
        let ids: Vec<String> = self.lock().keys().cloned().collect();
        for id in ids {
            self.give_back(&id);
        }
    }
}

/// Forgets the oldest of too many that wait for the store.
fn forget(jobs: &mut HashMap<String, Arc<Job>>) {
    let finished = jobs.iter().filter_map(|(id, job)| {
        let (over, rows) = job.kept()?;
        Some((over, id.clone(), rows))
    });
    let mut finished: Vec<(Instant, String, usize)> = finished.collect();
    finished.sort();
    let mut rows: usize = finished.iter().map(|(_, _, rows)| rows).sum();
    let mut count = finished.len();
    for (_, id, own) in &finished {
        if count < KEPT && rows <= KEPT_ROWS {
            break;
        }
        jobs.remove(id);
        count -= 1;
        rows -= own;
    }
}

/// An unguessable name: anyone who knows it may cancel the job.
pub(crate) fn name() -> String {
    // Each takes its keys from the system's random numbers.
    let part = || RandomState::new().build_hasher().finish();
    format!("{:016x}{:016x}", part(), part())
}
