//! Long work: it runs on when its client leaves, tells how far it is, and can be cancelled.

mod view;

use std::collections::HashMap;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::net::IpAddr;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use taquin::notation::Notation;
use taquin::{Control, Event};
use taquin_app::{Refusal, answer};
use tokio::sync::watch;

use crate::lane::Leave;
use crate::problem;

pub(crate) use view::{Bench, BenchLane, BenchProgress, JobProgress, JobResult, State, View};

/// Finished jobs that are remembered, so that a client can fetch the result.
const KEPT: usize = 256;

/// Rows of experiments that are kept with them, some tens of megabytes.
const KEPT_ROWS: usize = 20_000;

/// How long a finished job is remembered.
const KEPT_FOR: Duration = Duration::from_mins(10);

/// A job.
pub(crate) struct Job {
    inner: Mutex<Inner>,
    changes: watch::Sender<u64>,
    notation: Notation,
    repeatable: Option<Repeatable>,
}

struct Inner {
    view: View,
    control: Option<Arc<Control>>,
    /// Its place in the queue.
    queued: Option<Leave>,
    cancelled: bool,
    began: Option<Instant>,
    over: Option<Instant>,
}

/// A client's name for a request: sent again, it begins no second job.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Repeatable {
    /// The client that chose the key.
    pub(crate) client: IpAddr,
    /// The key.
    pub(crate) key: String,
    /// The number of the body.
    pub(crate) body: u64,
}

impl Job {
    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change<T>(&self, change: impl FnOnce(&mut Inner) -> T) -> T {
        let changed = change(&mut self.lock());
        self.changes.send_modify(|version| *version += 1);
        changed
    }

    /// The job as it is now.
    pub(crate) fn view(&self) -> View {
        let inner = self.lock();
        let mut view = inner.view.clone();
        if let (Some(began), false) = (inner.began, view.state.is_over()) {
            view.progress.search.elapsed_ms = millis(began.elapsed());
        }
        view
    }

    /// Says when something changed.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// Waits until it is over.
    pub(crate) async fn over(&self) {
        let mut changes = self.changes();
        while !self.lock().view.state.is_over() {
            if changes.changed().await.is_err() {
                break;
            }
        }
    }

    /// Ends it as soon as possible.
    pub(crate) fn cancel(&self) {
        self.change(|inner| {
            inner.cancelled = true;
            match &inner.control {
                Some(control) => control.cancel(),
                // It never begins.
                None if !inner.view.state.is_over() => {
                    inner.end(State::Cancelled);
                    if let Some(queued) = inner.queued.take() {
                        queued.now();
                    }
                }
                None => {}
            }
        });
    }

    /// Says that it begins to run under this control; false if it was cancelled before.
    pub(crate) fn begin(&self, control: &Arc<Control>) -> bool {
        self.change(|inner| {
            if inner.cancelled {
                return false;
            }
            inner.view.state = State::Running;
            inner.began = Some(Instant::now());
            inner.control = Some(control.clone());
            true
        })
    }

    /// Follows an event of the search.
    pub(crate) fn hear(&self, event: &Event) {
        self.change(|inner| {
            let search = &mut inner.view.progress.search;
            search.update(event, self.notation);
        });
    }

    /// A run of a comparison is done.
    pub(crate) fn hear_run(&self, run: &answer::Run) {
        self.change(|inner| inner.view.progress.runs.push(run.clone()));
    }

    /// A run of an experiment is done.
    pub(crate) fn hear_bench(&self, progress: BenchProgress) {
        self.change(|inner| inner.view.progress.bench = Some(progress));
    }

    /// It is over, with a result or a refusal.
    pub(crate) fn finish(&self, result: Result<JobResult, Refusal>) {
        self.change(|inner| {
            let state = match &result {
                Err(_) => State::Failed,
                Ok(_) if inner.cancelled => State::Cancelled,
                Ok(_) => State::Done,
            };
            match result {
                Ok(found) => {
                    if let JobResult::Solve(answer) = &found {
                        inner.view.progress.search.finish(answer);
                    }
                    inner.view.result = Some(found);
                }
                Err(mut refusal) => {
                    problem::add_status(&mut refusal);
                    inner.view.problem = Some(*refusal.problem);
                }
            }
            inner.end(state);
        });
    }
}

impl Inner {
    fn end(&mut self, state: State) {
        self.view.state = state;
        self.view.progress.search.table = None;
        self.over = Some(Instant::now());
        if let Some(began) = self.began {
            self.view.progress.search.elapsed_ms = millis(began.elapsed());
        }
        self.control = None;
    }
}

fn millis(time: Duration) -> u64 {
    u64::try_from(time.as_millis()).unwrap_or(u64::MAX)
}

/// A key that was used for another request.
pub(crate) struct OtherRequest;

/// All jobs that are remembered.
#[derive(Default)]
pub(crate) struct Jobs {
    jobs: Mutex<HashMap<String, Arc<Job>>>,
}

impl Jobs {
    fn lock(&self) -> MutexGuard<'_, HashMap<String, Arc<Job>>> {
        self.jobs.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// A new job, which waits for its turn.
    pub(crate) fn add(
        &self,
        kind: &'static str,
        notation: Notation,
        repeatable: Option<Repeatable>,
        queued: Leave,
    ) -> Arc<Job> {
        let id = name();
        let job = Arc::new(Job {
            inner: Mutex::new(Inner {
                view: View {
                    id: id.clone(),
                    state: State::Queued,
                    kind,
                    progress: JobProgress::default(),
                    result: None,
                    problem: None,
                },
                control: None,
                queued: Some(queued),
                cancelled: false,
                began: None,
                over: None,
            }),
            changes: watch::Sender::new(0),
            notation,
            repeatable,
        });
        let mut jobs = self.lock();
        forget(&mut jobs);
        jobs.insert(id, job.clone());
        job
    }

    /// The job of a name.
    pub(crate) fn get(&self, id: &str) -> Option<Arc<Job>> {
        self.lock().get(id).cloned()
    }

    /// The job that a request began which is now sent again.
    ///
    /// # Errors
    /// When the key was used for another request.
    pub(crate) fn repeated(&self, request: &Repeatable) -> Result<Option<Arc<Job>>, OtherRequest> {
        let jobs = self.lock();
        let same =
            |known: &Repeatable| (known.client, &known.key) == (request.client, &request.key);
        let job = jobs
            .values()
            .find(|job| job.repeatable.as_ref().is_some_and(same));
        match job {
            Some(job) if job.repeatable.as_ref() != Some(request) => Err(OtherRequest),
            job => Ok(job.cloned()),
        }
    }

    /// Takes a job out: whoever has it keeps it, and nobody finds it again.
    pub(crate) fn remove(&self, id: &str) {
        self.lock().remove(id);
    }

    /// Ends all jobs.
    pub(crate) fn cancel_all(&self) {
        let jobs: Vec<Arc<Job>> = self.lock().values().cloned().collect();
        for job in jobs {
            job.cancel();
        }
    }
}

/// Forgets what has been over for long, and the oldest of too many.
fn forget(jobs: &mut HashMap<String, Arc<Job>>) {
    let over = |job: &Job| job.lock().over;
    jobs.retain(|_, job| over(job).is_none_or(|at| at.elapsed() < KEPT_FOR));
    let mut finished: Vec<(Instant, String, usize)> = jobs
        .iter()
        .filter_map(|(id, job)| Some((over(job)?, id.clone(), job.lock().view.rows())))
        .collect();
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

/// A name that nobody guesses: whoever knows it may cancel the job.
fn name() -> String {
    // Each takes its keys from the system's random numbers.
    let part = || RandomState::new().build_hasher().finish();
    format!("{:016x}{:016x}", part(), part())
}
