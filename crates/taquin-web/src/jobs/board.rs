//! The store of jobs while it can be used: one that fails is opened again.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use super::store::{JobStore, JobStoreError, LEASE, Postgres, Redb};
use crate::settings::Settings;

/// Opens the store.
type Open = dyn Fn() -> Result<Arc<dyn JobStore>, JobStoreError> + Send + Sync;

/// Time between two attempts to open the store.
const RETRY: Duration = Duration::from_millis(500);

/// Time before a failure is warned of again for the same reason: a store on a full disk opens, but fails at
/// the first write.
const QUIET: Duration = Duration::from_mins(1);

/// The store while it can be used.
pub(super) struct Board {
    open: Box<Open>,
    shared: bool,
    now: Mutex<Now>,
}

struct Now {
    store: Result<Arc<dyn JobStore>, String>,
    /// Since when it is open, or when opening it was last tried.
    since: Instant,
    /// The last failure that was warned of, and when.
    warned: Option<(String, Instant)>,
}

impl Now {
    /// Whether to warn of a failure; from then on it counts as warned of.
    fn is_news(&mut self, reason: &str, now: Instant) -> bool {
        let warned = self.warned.as_ref();
        if warned.is_some_and(|(of, when)| of == reason && now - *when < QUIET) {
            return false;
        }
        self.warned = Some((reason.to_owned(), now));
        true
    }
}

impl Board {
    /// The store that the settings name. One that cannot be opened is tried again.
    pub(super) fn new(settings: &Settings) -> Self {
        let (postgres, ca) = (settings.postgres.clone(), settings.postgres_ca.clone());
        let file = settings.store.as_ref();
        let file = file.map(|file| file.with_extension("jobs.redb"));
        let shared = postgres.is_some();
        let open = move || -> Result<Arc<dyn JobStore>, JobStoreError> {
            Ok(match (&postgres, &file) {
                (Some(address), _) => Arc::new(Postgres::open(address, ca.as_deref())?),
                (None, Some(path)) => Arc::new(Redb::open(path)?),
                (None, None) => Arc::new(Redb::in_memory()?),
            })
        };
        let board = Self {
            open: Box::new(open),
            shared,
            now: Mutex::new(Now {
                store: Err("not opened yet".to_owned()),
                since: Instant::now(),
                warned: None,
            }),
        };
        board.open_now();
        board
    }

    fn lock(&self) -> MutexGuard<'_, Now> {
        self.now.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Whether other replicas use it too.
    pub(super) fn is_shared(&self) -> bool {
        self.shared
    }

    /// Whether it can be used.
    pub(super) fn is_available(&self) -> bool {
        self.lock().store.is_ok()
    }

    /// Whether it has been open for as long as a lease lasts. Leases run out while the database is
    /// down, and their owners get as long to renew them.
    pub(super) fn is_settled(&self) -> bool {
        let now = self.lock();
        now.store.is_ok() && now.since.elapsed() >= LEASE
    }

    /// Uses the store; one that fails is not used again until it was opened anew.
    pub(super) fn with<T>(
        &self,
        ask: impl FnOnce(&dyn JobStore) -> Result<T, JobStoreError>,
    ) -> Result<T, JobStoreError> {
        let store = match &self.lock().store {
            Ok(store) => store.clone(),
            Err(reason) => return Err(JobStoreError(reason.clone())),
        };
        let answer = ask(&*store);
        drop(store);
        if let Err(JobStoreError(reason)) = &answer {
            let mut now = self.lock();
            if now.store.is_ok() && now.is_news(reason, Instant::now()) {
                tracing::warn!(reason, "the store of jobs is out of use");
            }
            now.store = Err(reason.clone());
            now.since = Instant::now();
        }
        answer
    }

    /// Opens the store if it is not open, now and then.
    pub(super) fn reopen(&self) {
        let due = {
            let now = self.lock();
            now.store.is_err() && now.since.elapsed() >= RETRY
        };
        if due {
            self.open_now();
        }
    }

    fn open_now(&self) {
        let opened = (self.open)();
        let mut now = self.lock();
        match &opened {
            Ok(_) => tracing::info!("the store of jobs is open"),
            Err(JobStoreError(reason)) => {
                if now.is_news(reason, Instant::now()) {
                    tracing::warn!(reason, "there is no store of jobs");
                }
            }
        }
        now.store = opened.map_err(|JobStoreError(reason)| reason);
        now.since = Instant::now();
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_failure_is_warned_of_once_a_minute() {
        let began = Instant::now();
        let mut now = Now {
            store: Err("not opened yet".to_owned()),
            since: began,
            warned: None,
        };
        assert!(now.is_news("disk full", began));
        assert!(!now.is_news("disk full", began + QUIET / 2));
        assert!(now.is_news("locked", began + QUIET / 2));
        assert!(now.is_news("disk full", began + QUIET / 2));
        assert!(now.is_news("disk full", began + QUIET * 2));
    }
}
