//! The gate before the searches: it waits for a place in a lane, runs work on a separate thread, and
//! keeps the memory of an answer booked until the answer is sent.
//!
//! Places and memory come back when the search has really ended and its answer is sent, not when the
//! client leaves; so whatever clients do, no more than the total is held.

use std::collections::HashMap;
use std::net::IpAddr;
use std::sync::atomic::{AtomicBool, AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::response::Response;
use taquin::{Context, Control, Limits};
use taquin_app::Refusal;

use crate::lane::{Lane, MEBIBYTE, Rules, Ticket, Turn};
use crate::metrics::Metrics;
use crate::problem::Fault;
use crate::rate::Rates;
use crate::reply::Chunks;
use crate::settings::Settings;
use crate::work::{self, Account, WorkClock};

/// A lane of searches.
pub(crate) struct Gate {
    lane: Arc<Lane>,
    /// Default memory limit of a search in bytes.
    usual: u64,
    /// Maximum memory of one search in bytes.
    most: u64,
    patience: Duration,
    context: Context,
    metrics: Arc<Metrics>,
    work: Arc<Rates>,
    nice: i32,
    running: Arc<Running>,
}

/// The limits of a lane.
pub(crate) struct Share {
    /// Searches at a time.
    pub(crate) places: usize,
    /// Searches of one client at a time.
    pub(crate) places_each: usize,
    /// Bytes of all of them.
    pub(crate) memory: u64,
    /// Bytes of one.
    pub(crate) memory_each: u64,
    /// The niceness of its threads.
    pub(crate) nice: i32,
}

/// The running searches, to be cancelled when the service ends.
#[derive(Default)]
struct Running {
    closed: AtomicBool,
    next: AtomicU64,
    controls: Mutex<HashMap<u64, Arc<Control>>>,
}

impl Gate {
    pub(crate) fn new(
        settings: &Settings,
        share: &Share,
        work: Arc<Rates>,
        metrics: Arc<Metrics>,
    ) -> Self {
        let places = share.places.max(1);
        let places_each = share.places_each.clamp(1, places);
        // A search that may take nothing finds nothing; one mebibyte is the least of all.
        let memory = (share.memory / MEBIBYTE).max(1);
        let usual = (memory / places as u64).max(1);
        // Whatever one client holds, there is memory for a search of another.
        let client = (memory - usual).max(1);
        let most = (share.memory_each / MEBIBYTE).clamp(1, client);
        let rules = Rules {
            places,
            places_each,
            memory,
            memory_each: client,
            queue: settings.queue,
            queue_each: (settings.queue / 4).max(4).min(settings.queue),
        };
        Self {
            lane: Arc::new(Lane::new(rules, work.clone())),
            usual: usual.min(most) * MEBIBYTE,
            most: most * MEBIBYTE,
            patience: settings.patience,
            context: settings.context.clone(),
            metrics,
            work,
            nice: share.nice,
            running: Arc::default(),
        }
    }

    /// The most bytes one search may take here.
    pub(crate) fn most(&self) -> u64 {
        self.most
    }

    /// The effective limits of a search that requests these.
    pub(crate) fn limits(&self, asked: Limits) -> Limits {
        let bytes = asked
            .memory
            .map_or(self.usual, |asked| asked.min(self.most));
        Limits {
            memory: Some(bytes),
            ..asked
        }
    }

    /// Gets in line; the turn is kept until it comes, however long that is.
    pub(crate) fn queue(&self, client: IpAddr, limits: Limits) -> Result<Turn, Fault> {
        if self.running.closed.load(Ordering::Relaxed) {
            return Err(Fault::stopping());
        }
        self.work.check(client).map_err(|seconds| {
            self.metrics.refused_rate();
            Fault::overspent(seconds)
        })?;
        let bytes = self.limits(limits).memory.unwrap_or(self.usual);
        self.lane
            .join(client, bytes.div_ceil(MEBIBYTE).max(1))
            .map_err(|seconds| self.busy(seconds))
    }

    async fn enter(&self, client: IpAddr, limits: Limits) -> Result<Ticket, Fault> {
        let mut turn = self.queue(client, limits)?;
        match tokio::time::timeout(self.patience, turn.wait()).await {
            Ok(Some(ticket)) => Ok(ticket),
            Ok(None) => Err(Fault::stopping()),
            Err(_) => Err(self.busy(self.lane.expected_wait())),
        }
    }

    fn busy(&self, seconds: u32) -> Fault {
        self.metrics.refused_busy();
        Fault::busy(seconds)
    }

    /// Counts a search as running, and lets it be cancelled when the service ends.
    pub(crate) fn begin(&self, ticket: Ticket, control: &Arc<Control>) -> Search {
        let bytes = ticket.memory.bytes();
        self.metrics.searches_begin(bytes);
        let running = self.running.clone();
        let id = running.next.fetch_add(1, Ordering::Relaxed);
        running.lock().insert(id, control.clone());
        if running.closed.load(Ordering::Relaxed) {
            control.cancel();
        }
        Search {
            ticket: Some(ticket),
            bytes,
            running,
            id,
            metrics: self.metrics.clone(),
        }
    }

    /// A control that charges the client for the CPU time of all threads that it controls.
    pub(crate) fn control(&self, client: IpAddr, limits: Limits) -> (Control, Arc<Account>) {
        let account = Account::new(client, self.work.clone(), self.metrics.clone());
        let account = Arc::new(account);
        let clock = WorkClock::start(&account);
        let control = Control::with_clock(self.limits(limits), clock).within(&self.context);
        (control, account)
    }

    /// Runs work of a search on a separate thread.
    pub(crate) async fn perform<T: Send + 'static>(
        &self,
        account: &Arc<Account>,
        work: impl FnOnce() -> T + Send + 'static,
    ) -> Result<T, Fault> {
        let searching = work::start(account, self.nice, work).map_err(|error| {
            tracing::warn!(%error, "there is no thread for a search");
            self.busy(1)
        })?;
        let done = searching.await;
        done.map_err(|_| Fault::internal("a search ended badly"))
    }

    /// Runs work under limits; a caller that goes away cancels it.
    pub(crate) async fn run<T: Send + 'static>(
        &self,
        client: IpAddr,
        limits: Limits,
        work: impl FnOnce(&Control) -> T + Send + 'static,
    ) -> Result<T, Fault> {
        let (answer, _) = self.run_with(client, limits, work).await?;
        Ok(answer)
    }

    /// The same for work whose answer is long: its bytes stay booked until they are sent.
    pub(crate) async fn reply(
        &self,
        client: IpAddr,
        limits: Limits,
        work: impl FnOnce(&Control) -> Result<Chunks, Refusal> + Send + 'static,
    ) -> Result<Response, Fault> {
        let (chunks, Ticket { place, memory }) = self.run_with(client, limits, work).await?;
        drop(place);
        Ok(chunks?.send(memory))
    }

    async fn run_with<T: Send + 'static>(
        &self,
        client: IpAddr,
        limits: Limits,
        work: impl FnOnce(&Control) -> T + Send + 'static,
    ) -> Result<(T, Ticket), Fault> {
        let ticket = self.enter(client, limits).await?;
        let (control, account) = self.control(client, limits);
        let control = Arc::new(control);
        let search = self.begin(ticket, &control);
        let guard = CancelOnDrop {
            control: control.clone(),
            metrics: Some(&self.metrics),
        };
        let searching = self.perform(&account, move || {
            let answer = work(&control);
            (answer, search.end())
        });
        let done = searching.await;
        guard.disarm();
        let (answer, ticket) = done?;
        let ticket = ticket.ok_or_else(|| Fault::internal("a search lost its ticket"))?;
        Ok((answer, ticket))
    }

    /// Admits no more searches, and cancels running ones: it answers with the best found so far.
    pub(crate) fn close(&self) {
        self.running.closed.store(true, Ordering::Relaxed);
        self.lane.close();
        for control in self.running.lock().values() {
            control.cancel();
        }
    }

    /// Whether nothing runs and no answer is being sent.
    pub(crate) fn is_idle(&self) -> bool {
        self.lane.is_idle()
    }
}

impl Running {
    fn lock(&self) -> std::sync::MutexGuard<'_, HashMap<u64, Arc<Control>>> {
        self.controls.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// A search that runs; counted until it is dropped.
pub(crate) struct Search {
    ticket: Option<Ticket>,
    bytes: u64,
    running: Arc<Running>,
    id: u64,
    metrics: Arc<Metrics>,
}

impl Search {
    /// Ends it and gives the ticket back, for the answer's sake.
    fn end(mut self) -> Option<Ticket> {
        self.ticket.take()
    }
}

impl Drop for Search {
    fn drop(&mut self) {
        self.running.lock().remove(&self.id);
        self.metrics.searches_end(self.bytes);
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
