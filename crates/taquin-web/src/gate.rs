//! The gate before the searches: how many run, how many wait, how much memory they hold.
//!
//! A search gets a ticket before it starts: a place among the workers and its memory limit, taken
//! out of a total. Both come back when the search has really ended, not when its client leaves; so
//! whatever clients do, no more than the total is held. Those who wait do so in order, and beyond
//! the queue's length they are told to come later.

use std::sync::Arc;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::time::Duration;

use taquin::{Context, Control, Limits};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

use crate::metrics::Metrics;
use crate::problem::Fault;
use crate::settings::Settings;

/// The ledger counts in these.
const MEBIBYTE: u64 = 1 << 20;

/// A lane of searches with its workers, its queue and its memory.
pub(crate) struct Gate {
    workers: Arc<Semaphore>,
    ledger: Arc<Semaphore>,
    total: u64,
    each: u64,
    queue: usize,
    waiting: Arc<AtomicUsize>,
    patience: Duration,
    context: Context,
    metrics: Arc<Metrics>,
}

/// Leave to search: given back when dropped.
pub(crate) struct Ticket {
    _worker: OwnedSemaphorePermit,
    _memory: OwnedSemaphorePermit,
    metrics: Arc<Metrics>,
    bytes: u64,
}

/// What a lane may take.
pub(crate) struct Share {
    /// Searches at a time.
    pub(crate) workers: usize,
    /// Bytes of all of them.
    pub(crate) memory: u64,
    /// Bytes of one.
    pub(crate) memory_each: u64,
}

impl Gate {
    pub(crate) fn new(settings: &Settings, share: &Share, metrics: Arc<Metrics>) -> Self {
        // A search that may take nothing finds nothing; one megabyte is the least of both.
        let total = (share.memory / MEBIBYTE).clamp(1, Semaphore::MAX_PERMITS as u64 / 2);
        let each = (share.memory_each / MEBIBYTE).clamp(1, total);
        Self {
            workers: Arc::new(Semaphore::new(share.workers.max(1))),
            ledger: Arc::new(Semaphore::new(total as usize)),
            total: total * MEBIBYTE,
            each: each * MEBIBYTE,
            queue: settings.queue,
            waiting: Arc::default(),
            patience: settings.patience,
            context: settings.context.clone(),
            metrics,
        }
    }

    /// The most bytes one search may take here.
    pub(crate) fn each(&self) -> u64 {
        self.each
    }

    /// The bytes that a search gets which asks for so many.
    pub(crate) fn share(&self, asked: Option<u64>) -> u64 {
        asked.map_or(self.each, |asked| asked.min(self.each))
    }

    /// Waits for a worker and for this much memory.
    pub(crate) async fn enter(&self, bytes: u64) -> Result<Ticket, Fault> {
        let _place = Place::take(&self.waiting, self.queue).ok_or_else(|| self.busy())?;
        let megabytes = bytes.min(self.total).div_ceil(MEBIBYTE).max(1);
        let turn = async {
            let worker = self.workers.clone().acquire_owned().await;
            let memory = self.ledger.clone().acquire_many_owned(megabytes as u32);
            (worker, memory.await)
        };
        let Ok((Ok(worker), Ok(memory))) = tokio::time::timeout(self.patience, turn).await else {
            return Err(self.busy());
        };
        Ok(self.ticket(worker, memory, megabytes))
    }

    /// Takes a place in the queue that is kept until the turn comes, however long that is.
    pub(crate) fn queue(self: &Arc<Self>) -> Result<Queued, Fault> {
        let place = Place::take(&self.waiting, self.queue).ok_or_else(|| self.busy())?;
        Ok(Queued {
            gate: self.clone(),
            _place: place,
        })
    }

    fn ticket(
        &self,
        worker: OwnedSemaphorePermit,
        memory: OwnedSemaphorePermit,
        megabytes: u64,
    ) -> Ticket {
        let bytes = megabytes * MEBIBYTE;
        self.metrics.searches_begin(bytes);
        Ticket {
            _worker: worker,
            _memory: memory,
            metrics: self.metrics.clone(),
            bytes,
        }
    }

    /// Runs work off the async threads under limits; a caller that goes away cancels it.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        mut limits: Limits,
        work: impl FnOnce(&Control) -> T + Send + 'static,
    ) -> Result<T, Fault> {
        let bytes = self.share(limits.memory);
        limits.memory = Some(bytes);
        let ticket = self.enter(bytes).await?;
        let control = Arc::new(Control::new(limits).within(&self.context));
        let guard = CancelOnDrop {
            control: control.clone(),
            metrics: Some(&self.metrics),
        };
        let searching = tokio::task::spawn_blocking(move || {
            let _ticket = ticket;
            work(&control)
        });
        let answer = searching.await;
        guard.disarm();
        answer.map_err(|error| Fault::internal(format!("a search ended badly: {error}")))
    }

    fn busy(&self) -> Fault {
        self.metrics.refused_busy();
        Fault::busy(1)
    }
}

impl Drop for Ticket {
    fn drop(&mut self) {
        self.metrics.searches_end(self.bytes);
    }
}

/// A place in the queue of somebody who does not wait in person.
pub(crate) struct Queued {
    gate: Arc<Gate>,
    _place: Place,
}

impl Queued {
    /// Waits for the turn.
    pub(crate) async fn enter(self, bytes: u64) -> Option<Ticket> {
        let gate = &self.gate;
        let megabytes = bytes.min(gate.total).div_ceil(MEBIBYTE).max(1);
        let worker = gate.workers.clone().acquire_owned().await.ok()?;
        let memory = gate.ledger.clone().acquire_many_owned(megabytes as u32);
        Some(gate.ticket(worker, memory.await.ok()?, megabytes))
    }
}

/// A place in the queue.
struct Place(Arc<AtomicUsize>);

impl Place {
    fn take(waiting: &Arc<AtomicUsize>, most: usize) -> Option<Self> {
        let place = waiting.fetch_update(Ordering::Relaxed, Ordering::Relaxed, |now| {
            (now < most).then_some(now + 1)
        });
        place.ok().map(|_| Self(waiting.clone()))
    }
}

impl Drop for Place {
    fn drop(&mut self) {
        self.0.fetch_sub(1, Ordering::Relaxed);
    }
}

/// Cancels a search whose caller is dropped, as happens when its client goes away.
struct CancelOnDrop<'a> {
    control: Arc<Control>,
    metrics: Option<&'a Metrics>,
}

impl CancelOnDrop<'_> {
    fn disarm(mut self) {
        self.metrics = None;
    }
}

impl Drop for CancelOnDrop<'_> {
    fn drop(&mut self) {
        if let Some(metrics) = self.metrics {
            self.control.cancel();
            metrics.client_gone();
        }
    }
}
