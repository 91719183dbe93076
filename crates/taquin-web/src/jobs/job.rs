//! One job of this process, from its place in the queue to its end.

use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use taquin::notation::Notation;
use taquin::{Control, Event};
use taquin_app::{Refusal, answer};
use tokio::sync::watch;

use super::store::{Status, Version};
use super::{BenchProgress, JobProgress, JobResult, State, View};
use crate::lane::Leave;
use crate::problem;

/// A job that this process runs or ran.
pub(crate) struct Job {
    inner: Mutex<Inner>,
    changes: watch::Sender<u64>,
    notation: Notation,
    epoch: u32,
}

struct Inner {
    view: View,
    control: Option<Arc<Control>>,
    /// Its place in the queue.
    queued: Option<Leave>,
    end: Option<Ending>,
    /// Whether it is no longer this process's.
    gone: bool,
    began: Option<Instant>,
    over: Option<Instant>,
    /// The change that the store has.
    stored: Option<u64>,
}

/// Why a job is to end early.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Ending {
    /// Its client does not want it any more.
    Cancelled,
    /// It is to be begun again, after a restart or by another replica.
    Released,
}

impl Job {
    /// A job that waits for its turn.
    pub(super) fn new(
        id: String,
        kind: &'static str,
        notation: Notation,
        epoch: u32,
        queued: Option<Leave>,
    ) -> Self {
        Self {
            inner: Mutex::new(Inner {
                view: View {
                    id,
                    state: State::Queued,
                    kind,
                    progress: JobProgress::default(),
                    result: None,
                    problem: None,
                },
                control: None,
                queued,
                end: None,
                gone: false,
                began: None,
                over: None,
                stored: Some(0),
            }),
            changes: watch::Sender::new(0),
            notation,
            epoch,
        }
    }

    fn lock(&self) -> MutexGuard<'_, Inner> {
        self.inner.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn change<T>(&self, change: impl FnOnce(&mut Inner) -> T) -> T {
        let changed = change(&mut self.lock());
        self.changes.send_modify(|version| *version += 1);
        changed
    }

    /// The current state of the job.
    pub(crate) fn view(&self) -> View {
        let inner = self.lock();
        let mut view = inner.view.clone();
        if let (Some(began), false) = (inner.began, view.state.is_over()) {
            view.progress.search.elapsed_ms = millis(began.elapsed());
        }
        view
    }

    /// Its name.
    pub(crate) fn id(&self) -> String {
        self.lock().view.id.clone()
    }

    /// Which change of it this is.
    pub(crate) fn version(&self) -> Version {
        Version {
            epoch: self.epoch,
            change: *self.changes.borrow(),
        }
    }

    /// Says when something changed.
    pub(crate) fn changes(&self) -> watch::Receiver<u64> {
        self.changes.subscribe()
    }

    /// Waits until it is over or gone.
    pub(crate) async fn over(&self) {
        let mut changes = self.changes();
        while !self.is_over() && !self.is_gone() {
            if changes.changed().await.is_err() {
                break;
            }
        }
    }

    /// Whether it is over.
    pub(super) fn is_over(&self) -> bool {
        self.lock().view.state.is_over()
    }

    /// Whether it is no longer this process's.
    pub(crate) fn is_gone(&self) -> bool {
        self.lock().gone
    }

    /// When it was over, and the rows that are kept with it.
    pub(super) fn kept(&self) -> Option<(Instant, usize)> {
        let inner = self.lock();
        Some((inner.over?, inner.view.rows()))
    }

    /// Changes that are not in the store yet.
    pub(super) fn unstored(&self) -> Option<Status> {
        let version = self.version();
        if self.lock().stored == Some(version.change) {
            return None;
        }
        let view = self.view();
        let json = |view: &View| serde_json::to_string(view).unwrap_or_default();
        let whole = (view.rows() > 0).then(|| json(&view));
        Some(Status {
            version,
            state: view.state,
            view: json(&view.for_events()),
            whole,
        })
    }

    /// The store has this change.
    pub(super) fn stored(&self, change: u64) {
        self.lock().stored = Some(change);
    }

    /// Ends it as soon as possible.
    pub(crate) fn cancel(&self) {
        self.end_early(Ending::Cancelled);
    }

    /// Ends it as soon as possible, to be begun again elsewhere.
    pub(super) fn release(&self) {
        self.end_early(Ending::Released);
    }

    fn end_early(&self, ending: Ending) {
        self.change(|inner| {
            inner.end.get_or_insert(ending);
            match &inner.control {
                Some(control) => control.cancel(),
                // It never begins.
                None if !inner.view.state.is_over() => {
                    match ending {
                        Ending::Cancelled => inner.end(State::Cancelled),
                        Ending::Released => inner.gone = true,
                    }
                    if let Some(queued) = inner.queued.take() {
                        queued.now();
                    }
                }
                None => {}
            }
        });
    }

    /// Another replica has it: what is found here counts no more.
    pub(super) fn lose(&self) {
        self.change(|inner| inner.gone = true);
        self.release();
    }

    /// Says that it begins to run under this control; false if it is to end before.
    pub(crate) fn begin(&self, control: &Arc<Control>) -> bool {
        self.change(|inner| {
            if inner.end.is_some() {
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

    /// It is over, with a result or a refusal; one that was released is only gone.
    pub(crate) fn finish(&self, result: Result<JobResult, Refusal>) {
        self.change(|inner| {
            let state = match (&result, inner.end) {
                (_, Some(Ending::Released)) => {
                    inner.gone = true;
                    inner.control = None;
                    return;
                }
                (Err(_), _) => State::Failed,
                (Ok(_), Some(Ending::Cancelled)) => State::Cancelled,
                (Ok(_), None) => State::Done,
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
