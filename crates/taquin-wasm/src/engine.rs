//! Questions, their limits and their progress, and tables that outlive the module.

use std::io;
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use taquin::notation::Notation;
use taquin::{Clock, Control, Limits};
use taquin_app::answer::Progress;
use taquin_app::{App, Policy, Refusal};
use taquin_pdb::{PdbCache, Table};

use crate::Host;

/// The longest time of one search, as the service has it by default.
const LONGEST: Duration = Duration::from_mins(1);

/// The largest formula: steps times the square of the cells.
const LARGEST_FORMULA: u64 = 200_000;

/// The most bytes of text in one answer.
const LARGEST_ANSWER: u64 = 64 << 20;

/// The most memory of one search. A module has at most 4 GiB, and a tab on a phone far less.
const MEMORY: u64 = 1 << 30;

/// Answers questions for one worker of a page.
pub struct Engine {
    app: App,
    host: Arc<dyn Host>,
    /// Titles of the tables that the page has stored or been sent to store.
    stored: Vec<String>,
}

impl Engine {
    /// An engine in these surroundings.
    pub fn new(host: impl Host) -> Self {
        let policy = Policy {
            longest: LONGEST,
            largest_formula: LARGEST_FORMULA,
            largest_answer: LARGEST_ANSWER,
            outside: false,
            threads: Some(1),
        };
        let app = App {
            policy,
            ..App::default()
        };
        Self {
            app,
            host: Arc::new(host),
            stored: Vec::new(),
        }
    }

    /// Answers the question of a name: JSON in, JSON out. A refusal is a problem as the REST API writes it.
    ///
    /// # Errors
    /// When the question cannot be read or has no answer.
    pub fn ask(&self, name: &str, question: &[u8]) -> Result<String, String> {
        let answer = self.app.ask(name, question, &|limits| self.control(limits));
        answer.map_err(|refusal| problem(&refusal))
    }

    /// Reads a table that an earlier module built; everything in it is checked.
    ///
    /// # Errors
    /// When a check fails: the caller should forget the bytes, and the table is built again when it is needed.
    pub fn load_table(&mut self, bytes: &[u8]) -> Result<(), String> {
        let table = Table::from_bytes(bytes).map_err(|error| error.to_string())?;
        let table = self.cache().insert(table);
        self.stored.push(table.title());
        Ok(())
    }

    /// Hands the next table that was built here, and takes long to build, to the host. Returns its name with
    /// its checksum; none when all are handed over.
    pub fn save_table(&mut self) -> Option<String> {
        let is_new = |table: &Arc<Table>| {
            PdbCache::is_saved(table.pattern(), table.kind())
                && !self.stored.contains(&table.title())
        };
        let table = self.cache().tables().into_iter().find(is_new)?;
        self.stored.push(table.title());
        let control = self.control(Limits::default());
        let written = table.write_to(HostWriter(&*self.host), &control, |_| Ok(()));
        written.ok().map(|()| table.title())
    }

    fn cache(&self) -> Arc<PdbCache> {
        self.app.context.part::<PdbCache>()
    }

    fn control(&self, limits: Limits) -> Control {
        let limits = Limits {
            memory: Some(limits.memory.unwrap_or(MEMORY).min(MEMORY)),
            ..limits
        };
        let cancelled = Arc::new(AtomicBool::new(false));
        let clock = HostClock {
            host: self.host.clone(),
            began: self.host.now(),
            cancelled: cancelled.clone(),
        };
        let (host, began) = (self.host.clone(), clock.began);
        let progress = Mutex::new(Progress::default());
        Control::with_clock(limits, clock)
            .within(&self.app.context)
            .cancelled_by(cancelled)
            .on_event(move |event| {
                let mut progress = progress.lock().unwrap_or_else(PoisonError::into_inner);
                progress.update(event, Notation::default());
                progress.elapsed_ms = host.now().saturating_sub(began).as_millis() as u64;
                if let Ok(json) = serde_json::to_string(&*progress) {
                    host.progress(&json);
                }
            })
    }
}

fn problem(refusal: &Refusal) -> String {
    serde_json::to_string(&refusal.problem).unwrap_or_default()
}

/// The host's clock. Nothing else runs during a search, so reading the clock is also the moment to
/// notice a cancellation.
struct HostClock {
    host: Arc<dyn Host>,
    began: Duration,
    cancelled: Arc<AtomicBool>,
}

impl Clock for HostClock {
    fn elapsed(&self) -> Duration {
        if self.host.is_cancelled() {
            self.cancelled.store(true, Ordering::Relaxed);
        }
        self.host.now().saturating_sub(self.began)
    }
}

/// Writes the bytes of a table to the host.
struct HostWriter<'a>(&'a dyn Host);

impl io::Write for HostWriter<'_> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.table_bytes(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}
