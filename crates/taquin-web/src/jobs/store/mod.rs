//! The store of jobs: they outlive the process, and other replicas find them.
//!
//! A record holds the request and the job as clients see it. The replica that owns it runs it, and
//! renews its lease with every heartbeat. A record with an expired lease has no owner: the next replica
//! that claims it begins the job again. Everything a replica writes names it as the owner, so one that
//! lost a job cannot overwrite what its new owner found.

mod postgres;
mod redb;

use std::net::IpAddr;
use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::{JobProgress, State, View};

pub(crate) use self::postgres::Postgres;
pub(crate) use self::redb::Redb;

/// A replica that was silent for this long has lost its jobs.
pub(crate) const LEASE: Duration = Duration::from_secs(5);

/// A job that ended the process this many times is not begun again.
pub(crate) const MOST_STARTS: u32 = 3;

/// The retention time of finished jobs.
const KEPT_FOR: Duration = Duration::from_hours(1);

/// Bytes of finished jobs that are kept.
const KEPT_BYTES: u64 = 64 << 20;

/// The store could not be read or written.
#[derive(Debug, thiserror::Error)]
#[error("the store of jobs: {0}")]
pub(crate) struct JobStoreError(pub(crate) String);

/// A position in an event stream: which run of the job, and how many changes of it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Version {
    /// The number of times the job changed its owner.
    pub(crate) epoch: u32,
    /// Changes under this owner.
    pub(crate) change: u64,
}

impl Version {
    /// Whether a client that knows the other one has something to learn.
    pub(crate) fn is_after(self, known: Self) -> bool {
        self.epoch != known.epoch || self.change > known.change
    }
}

impl std::fmt::Display for Version {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}.{}", self.epoch, self.change)
    }
}

impl std::str::FromStr for Version {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (epoch, change) = text.split_once('.').ok_or(())?;
        Ok(Self {
            epoch: epoch.parse().map_err(|_| ())?,
            change: change.parse().map_err(|_| ())?,
        })
    }
}

/// A stored job.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Record {
    /// Its name.
    pub(crate) id: String,
    /// The client that it belongs to.
    pub(crate) client: IpAddr,
    /// The client's name for the request.
    pub(crate) key: Option<String>,
    /// The body of the request.
    pub(crate) asked: String,
    /// The number of replicas lost while it ran.
    pub(crate) starts: u32,
    /// Its state.
    pub(crate) status: Status,
    /// Whether its cancellation was requested.
    pub(crate) cancelled: bool,
}

impl Record {
    /// A new job, which waits for its turn.
    pub(crate) fn new(
        client: IpAddr,
        key: Option<String>,
        asked: String,
        kind: &'static str,
    ) -> Self {
        let id = super::name();
        let view = View {
            id: id.clone(),
            state: State::Queued,
            kind,
            progress: JobProgress::default(),
            result: None,
            problem: None,
        };
        Self {
            id,
            client,
            key,
            asked,
            starts: 0,
            status: Status {
                version: Version::default(),
                state: State::Queued,
                view: serde_json::to_string(&view).unwrap_or_default(),
                whole: None,
            },
            cancelled: false,
        }
    }
}

/// The part of a record that its owner writes.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Status {
    /// Where it is.
    pub(crate) version: Version,
    /// Its state.
    pub(crate) state: State,
    /// The job as JSON, as events show it.
    pub(crate) view: String,
    /// The whole job as JSON where that is more than events show.
    pub(crate) whole: Option<String>,
}

impl Status {
    /// The whole job as JSON.
    pub(crate) fn into_whole(self) -> String {
        self.whole.unwrap_or(self.view)
    }
}

/// The result of adding a record.
pub(crate) enum Inserted {
    /// It is stored.
    New,
    /// The client used its key before, for this job.
    Known(Box<Record>),
}

/// A heartbeat's answer for one job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Held {
    /// The job.
    pub(crate) id: String,
    /// Whether a client asked to cancel it.
    pub(crate) cancelled: bool,
}

/// A store of jobs.
pub(crate) trait JobStore: Send + Sync {
    /// Stores a new job of this owner, unless the client used its key before.
    fn insert(&self, owner: &str, record: &Record) -> Result<Inserted, JobStoreError>;

    /// The job of a name.
    fn get(&self, id: &str) -> Result<Option<Record>, JobStoreError>;

    /// The versions of these jobs; those that are gone are left out.
    fn versions(&self, ids: &[String]) -> Result<Vec<(String, Version)>, JobStoreError>;

    /// Marks a job as running; false where it is no longer this owner's.
    fn begin(&self, owner: &str, id: &str) -> Result<bool, JobStoreError>;

    /// Renews the leases of these jobs, and writes those that changed. The answer has those that are
    /// still this owner's.
    fn beat(
        &self,
        owner: &str,
        jobs: &[(String, Option<Status>)],
    ) -> Result<Vec<Held>, JobStoreError>;

    /// The job for which a client used this key.
    fn find(&self, client: IpAddr, key: &str) -> Result<Option<Record>, JobStoreError>;

    /// Requests that the owner of a job cancel it.
    fn cancel(&self, id: &str) -> Result<(), JobStoreError>;

    /// Forgets a job.
    fn delete(&self, id: &str) -> Result<(), JobStoreError>;

    /// Takes over some jobs that were released, and with `expired` those whose lease ran out.
    fn claim(&self, owner: &str, most: usize, expired: bool) -> Result<Vec<Record>, JobStoreError>;

    /// Gives a job back, so that any replica may claim it at once.
    fn release(&self, owner: &str, id: &str) -> Result<(), JobStoreError>;

    /// Forgets what has been over for long, and the oldest of too much.
    fn prune(&self) -> Result<(), JobStoreError>;

    /// Whether jobs are still there after a restart.
    fn is_durable(&self) -> bool;
}
