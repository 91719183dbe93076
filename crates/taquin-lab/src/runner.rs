//! Makes the runs of a plan in separate processes, and keeps their rows.
//!
//! Each configuration has its worker, which keeps its tables from run to run. Configurations take turns
//! in blocks of about a fifth of a second, so that whatever else happens on the machine meets all alike;
//! by default one run is made at a time. While a worker computes, this process sleeps in `poll`. A
//! worker that dies or does not stop at its limit costs its run a row that says so, and nothing else.

use std::collections::VecDeque;
use std::io;
use std::sync::{Barrier, Mutex, MutexGuard, PoisonError};
use std::time::{Duration, Instant};

use crate::folder::{FolderError, Results};
use crate::measurer::{self, RunSetup, Stamp};
use crate::plan::{PlannedRun, RunPlan};
use crate::process::{Came, Worker};
use crate::row::Status;
use crate::{Executor, external, isolation, machine, usage, worker};

pub use crate::process::Program;

/// Settings for making runs.
pub struct RunSettings<'a> {
    /// What becomes a worker.
    pub program: Program,
    /// What every row says.
    pub stamp: Stamp,
    /// Runs at a time.
    pub jobs: usize,
    /// Whether each run stays on one core.
    pub pin: bool,
    /// Whether to stop.
    pub stopped: &'a (dyn Fn() -> bool + Sync),
    /// Called after each row.
    pub tell: &'a (dyn Fn(&RunProgress) + Sync),
}

/// The progress of an experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct RunProgress {
    /// Runs that have their row.
    pub done: usize,
    /// Runs in all.
    pub total: usize,
    /// The configuration of the last one.
    pub lane: String,
    /// How long the others will take, if they take as long as those before.
    pub left: Option<Duration>,
}

/// The summary of a session.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Summary {
    /// Runs that had their row before.
    pub before: usize,
    /// Runs made now.
    pub made: usize,
    /// Runs in all.
    pub total: usize,
    /// Number of runs by status, of those made now.
    pub statuses: Vec<(Status, usize)>,
    /// Time of the sitting.
    pub time: Duration,
    /// Time of the searches in it.
    pub solving: Duration,
    /// CPU time of all processes beside the searches and what was set up for them: start, planning,
    /// measuring, rows and tables. None where the system does not tell.
    pub harness: Option<Duration>,
}

/// Why no runs are made, or no more.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RunError {
    /// A program that is to be measured is not there.
    #[error("configuration `{lane}`: {reason}")]
    NoProgram {
        /// The configuration.
        lane: String,
        /// Why.
        reason: String,
    },
    /// A worker cannot be started.
    #[error("a worker cannot be started: {0}")]
    Worker(#[source] io::Error),
    /// The rows cannot be kept.
    #[error(transparent)]
    Folder(#[from] FolderError),
}

/// Time a worker computes before it is another configuration's turn.
const TURN: Duration = Duration::from_millis(200);

/// Bytes of tasks sent at once; they must fit into a pipe.
const TURN_BYTES: usize = 32 << 10;

/// The interval between checks for cancellation.
const LOOK_EVERY: Duration = Duration::from_millis(100);

/// The grace period beyond a run's limit before it is killed: as much again, and at least this.
const GRACE: Duration = Duration::from_secs(10);

/// Makes the runs that have no row yet.
///
/// # Errors
/// When a program is missing or rows cannot be kept. What was made is in the folder in any case.
pub fn run(plan: &RunPlan, results: Results, settings: &RunSettings) -> Result<Summary, RunError> {
    for lane in &plan.lanes {
        if let Executor::Command(words) = &lane.engine {
            let lane = lane.name.clone();
            external::find(&words[0]).map_err(|reason| RunError::NoProgram { lane, reason })?;
        }
    }
    let begun = Instant::now();
    let cpu_before = usage::cpu_time_with_children();
    let mut queues = vec![VecDeque::new(); plan.lanes.len()];
    for job in plan.jobs.iter().filter(|job| !results.has(job.id)) {
        queues[job.lane].push_back(*job);
    }
    let left: usize = queues.iter().map(VecDeque::len).sum();
    let before = plan.jobs.len() - left;
    let state = Mutex::new(State {
        queues,
        next: 0,
        idle: (0..plan.lanes.len()).map(|_| Vec::new()).collect(),
        warm: vec![false; plan.lanes.len()],
        pace: vec![Pace::default(); plan.lanes.len()],
        fault: None,
        statuses: Status::ALL.map(|status| (status, 0)),
        fresh: 0,
        made: 0,
        before,
        results,
    });
    let slots = settings.jobs.max(1).min(left.max(1));
    let shared = Shared {
        plan,
        settings,
        state: &state,
        slots,
    };
    // A worker goes with the thread that started it, so all threads stay until the last is done.
    let together = Barrier::new(slots);
    std::thread::scope(|scope| {
        for slot in 0..slots {
            let (shared, together) = (&shared, &together);
            scope.spawn(move || {
                shared.work(slot);
                together.wait();
                shared.lock().idle.iter_mut().for_each(Vec::clear);
            });
        }
    });
    let state = state.into_inner().unwrap_or_else(PoisonError::into_inner);
    let State {
        fault,
        statuses,
        made,
        pace,
        results,
        ..
    } = state;
    let finished = results.finish();
    if let Some(fault) = fault {
        return Err(fault);
    }
    finished?;
    let used = usage::cpu_time_with_children().zip(cpu_before);
    let searching: Duration = pace.iter().map(|pace| pace.cpu).sum();
    Ok(Summary {
        before,
        made,
        total: plan.jobs.len(),
        statuses: statuses
            .into_iter()
            .filter(|(_, count)| *count > 0)
            .collect(),
        time: begun.elapsed(),
        solving: pace.iter().map(|pace| pace.solving).sum(),
        harness: used.map(|(now, then)| now.saturating_sub(then + searching)),
    })
}

/// State shared by the threads.
struct State {
    queues: Vec<VecDeque<PlannedRun>>,
    /// Whose turn it is.
    next: usize,
    /// Workers that wait for tasks, by configuration.
    idle: Vec<Vec<Worker>>,
    /// Whether a configuration has had a worker.
    warm: Vec<bool>,
    pace: Vec<Pace>,
    fault: Option<RunError>,
    statuses: [(Status, usize); Status::ALL.len()],
    /// Rows that were taken in and not written yet.
    fresh: usize,
    made: usize,
    before: usize,
    results: Results,
}

/// The observed duration of a configuration's runs.
#[derive(Clone, Copy, Default)]
struct Pace {
    runs: u32,
    time: Duration,
    solving: Duration,
    /// CPU time of the searches, and of what was set up for them.
    cpu: Duration,
}

/// The time a run took: in all, on its own clock, and CPU time.
struct Spent {
    time: Duration,
    solving: Duration,
    cpu: Duration,
}

impl Pace {
    fn mean(&self) -> Option<Duration> {
        (self.runs > 0).then(|| self.time / self.runs)
    }
}

struct Shared<'a> {
    plan: &'a RunPlan,
    settings: &'a RunSettings<'a>,
    state: &'a Mutex<State>,
    slots: usize,
}

impl Shared<'_> {
    fn lock(&self) -> MutexGuard<'_, State> {
        self.state.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Takes turns until nothing is left, or something went wrong.
    fn work(&self, slot: usize) {
        while let Some((lane, jobs)) = self.next_turn() {
            if let Err(fault) = self.turn(slot, lane, jobs) {
                self.lock().fault.get_or_insert(fault);
            }
        }
    }

    /// The configuration whose turn it is, and its next runs.
    fn next_turn(&self) -> Option<(usize, VecDeque<PlannedRun>)> {
        if (self.settings.stopped)() {
            return None;
        }
        let mut state = self.lock();
        if state.fault.is_some() {
            return None;
        }
        let lanes = state.queues.len();
        let order = (0..lanes).map(|i| (state.next + i) % lanes);
        let lane = order
            .into_iter()
            .find(|&lane| !state.queues[lane].is_empty())?;
        state.next = lane + 1;
        let mean = state.pace[lane].mean();
        let most = mean.map_or(1, |mean| {
            (TURN.as_secs_f64() / mean.as_secs_f64().max(1e-6)) as usize
        });
        // No configuration waits for the last turn of another.
        let share = state.queues[lane].len().div_ceil(self.slots);
        let count = most.clamp(1, share);
        let mut bytes = 0;
        let mut jobs = VecDeque::new();
        while jobs.len() < count && bytes < TURN_BYTES {
            let Some(job) = state.queues[lane].pop_front() else {
                break;
            };
            let instance = &self.plan.instances[job.instance];
            bytes += instance.id.len() + instance.board.len() + instance.goal.len() + 160;
            jobs.push_back(job);
        }
        Some((lane, jobs))
    }

    /// Makes some runs of a configuration.
    fn turn(
        &self,
        slot: usize,
        lane: usize,
        mut jobs: VecDeque<PlannedRun>,
    ) -> Result<(), RunError> {
        // Rows of short runs come together, so of a worker that was lost in the middle it is not
        // known at which run; those without a row are then made one by one.
        let mut singly = false;
        while !jobs.is_empty() {
            let idle = self.lock().idle[lane].pop();
            let mut worker = match idle {
                Some(worker) => worker,
                None => self.start(lane).map_err(RunError::Worker)?,
            };
            if self.settings.pin {
                // Where that is refused, the manifest says so.
                let _ = isolation::pin(worker.id(), slot);
            }
            let count = if singly { 1 } else { jobs.len() };
            let mut sent: VecDeque<PlannedRun> = jobs.drain(..count).collect();
            // A worker that has gone is noticed when it is listened to.
            let _ = worker.send(sent.iter().map(|job| self.plan.task(job)));
            let heard = self.listen(lane, &mut worker, &mut sent)?;
            self.settle(lane)?;
            let is_one = count == 1;
            match heard {
                Heard::Done => self.lock().idle[lane].push(worker),
                Heard::Bye => {}
                Heard::Stop => return Ok(()),
                Heard::Dead if is_one => {
                    let how = worker.end();
                    let reason = format!("the worker ended in the middle of the run: {how}");
                    self.lost(lane, &mut sent, Status::Crash, Duration::ZERO, reason)?;
                }
                Heard::Late(spent) if is_one => {
                    worker.end();
                    let reason = "the search did not stop at its limit and was ended".to_owned();
                    self.lost(lane, &mut sent, Status::Limit, spent, reason)?;
                }
                Heard::Dead | Heard::Late(_) => {
                    worker.end();
                    singly = true;
                }
            }
            while let Some(job) = sent.pop_back() {
                jobs.push_front(job);
            }
        }
        Ok(())
    }

    fn start(&self, lane: usize) -> io::Result<Worker> {
        let mut order = self.order(lane);
        // A program starts afresh for every run, so that only what the system keeps gets warm, once.
        let is_first = !std::mem::replace(&mut self.lock().warm[lane], true);
        if order.lane.engine.is_outside() && !is_first {
            order.lane.warmup = 0;
        }
        Worker::start(&self.settings.program, &order)
    }

    fn order(&self, lane: usize) -> RunSetup {
        RunSetup {
            lane: self.plan.lanes[lane].clone(),
            stamp: self.settings.stamp.clone(),
        }
    }

    /// Takes the worker's rows until its tasks are done.
    fn listen(
        &self,
        lane: usize,
        worker: &mut Worker,
        jobs: &mut VecDeque<PlannedRun>,
    ) -> Result<Heard, RunError> {
        let limit = self.plan.lanes[lane].limits.time;
        let patience = limit.map(|limit| limit + limit.max(GRACE));
        // Set-up has no limit of its own; the clock of the first run starts when it is done.
        let mut since = Instant::now();
        let mut is_set_up = worker.is_set_up;
        while let Some(&job) = jobs.front() {
            let Some(line) = worker.line() else {
                // Rows that came together are written together, before more are waited for.
                self.settle(lane)?;
                // Also while rows keep coming: a turn lasts long when its runs are slower than those
                // before.
                if (self.settings.stopped)() {
                    worker.end();
                    return Ok(Heard::Stop);
                }
                match worker.listen(LOOK_EVERY) {
                    Ok(Came::Text) => {}
                    Ok(Came::End) => return Ok(Heard::Dead),
                    Ok(Came::Nothing) | Err(_) => {
                        let spent = since.elapsed();
                        if is_set_up && patience.is_some_and(|patience| spent > patience) {
                            return Ok(Heard::Late(spent));
                        }
                    }
                }
                continue;
            };
            match line.split_once(' ') {
                Some((worker::MADE, rest)) => {
                    let time = since.elapsed();
                    if !self.keep(lane, job, rest, time) {
                        return Ok(Heard::Dead);
                    }
                    jobs.pop_front();
                    since = Instant::now();
                }
                Some((worker::READY, nanos)) => {
                    let cpu = Duration::from_nanos(nanos.parse().unwrap_or_default());
                    is_set_up = true;
                    worker.is_set_up = true;
                    self.lock().pace[lane].cpu += cpu;
                    since = Instant::now();
                }
                None if line == worker::BYE => return Ok(Heard::Bye),
                _ => return Ok(Heard::Dead),
            }
        }
        // What goes after its last run is not to be asked again.
        if self.plan.lanes[lane].engine.is_outside() {
            return Ok(Heard::Bye);
        }
        Ok(Heard::Done)
    }

    /// Keeps the row of a run, as [`worker::MADE`] has it. False where this is none.
    fn keep(&self, lane: usize, job: PlannedRun, text: &str, time: Duration) -> bool {
        let mut parts = text.splitn(5, ' ');
        let mut next = || parts.next();
        let parts = [next(), next(), next(), next(), next()];
        let [Some(id), Some(word), Some(solving), Some(cpu), Some(json)] = parts else {
            return false;
        };
        let status = Status::ALL.into_iter().find(|status| status.word() == word);
        let (Some(status), Ok(solving), Ok(cpu)) = (status, solving.parse(), cpu.parse()) else {
            return false;
        };
        if u64::from_str_radix(id, 16) != Ok(job.id) {
            return false;
        }
        let spent = Spent {
            time,
            solving: Duration::from_nanos(solving),
            cpu: Duration::from_nanos(cpu),
        };
        self.count(lane, job, json, status, &spent);
        true
    }

    /// Takes in a row and what it took.
    fn count(&self, lane: usize, job: PlannedRun, json: &str, status: Status, spent: &Spent) {
        let mut state = self.lock();
        state.results.append(job.id, json);
        state.fresh += 1;
        for (one, count) in &mut state.statuses {
            *count += usize::from(*one == status);
        }
        let pace = &mut state.pace[lane];
        pace.runs += 1;
        pace.time += spent.time;
        pace.solving += spent.solving;
        pace.cpu += spent.cpu;
    }

    /// Writes the received rows and reports progress: whatever is reported is already durable.
    fn settle(&self, lane: usize) -> Result<(), RunError> {
        let mut state = self.lock();
        if state.fresh == 0 {
            return Ok(());
        }
        state.results.flush()?;
        state.made += std::mem::take(&mut state.fresh);
        let progress = RunProgress {
            done: state.before + state.made,
            total: self.plan.jobs.len(),
            lane: self.plan.lanes[lane].name.clone(),
            left: state.left(self.slots),
        };
        drop(state);
        (self.settings.tell)(&progress);
        Ok(())
    }

    /// Gives the run that a worker was at when it was lost a row of its own.
    fn lost(
        &self,
        lane: usize,
        jobs: &mut VecDeque<PlannedRun>,
        status: Status,
        spent: Duration,
        reason: String,
    ) -> Result<(), RunError> {
        let Some(job) = jobs.pop_front() else {
            return Ok(());
        };
        if (self.settings.stopped)() {
            jobs.clear();
            return Ok(());
        }
        let (order, task) = (self.order(lane), self.plan.task(&job));
        let traits = measurer::Traits::of(&order.lane.engine);
        let mut row = measurer::blank_row(&order, &traits, &task, machine::now());
        row.status = status;
        row.solve_s = spent.as_secs_f64();
        row.limit = (status == Status::Limit).then_some("time".into());
        row.error = Some(reason.into());
        let json = serde_json::to_string(&row).map_err(|error| RunError::Worker(error.into()))?;
        let spent = Spent {
            time: spent,
            solving: spent,
            // The effort of a run is unknown if its worker died.
            cpu: Duration::ZERO,
        };
        self.count(lane, job, &json, status, &spent);
        self.settle(lane)
    }
}

impl State {
    /// Estimated remaining time at the current pace.
    fn left(&self, slots: usize) -> Option<Duration> {
        let runs: u32 = self.pace.iter().map(|pace| pace.runs).sum();
        let time: Duration = self.pace.iter().map(|pace| pace.time).sum();
        let overall = (runs > 0).then(|| time / runs)?;
        let each = self.queues.iter().zip(&self.pace);
        let sum: Duration = each
            .map(|(queue, pace)| pace.mean().unwrap_or(overall) * queue.len() as u32)
            .sum();
        Some(sum / slots as u32)
    }
}

/// The outcome of a worker's tasks.
enum Heard {
    /// All done; it waits for more.
    Done,
    /// It ends, and another takes over the rest.
    Bye,
    /// It is gone.
    Dead,
    /// It does not stop.
    Late(Duration),
    /// The caller wants to stop.
    Stop,
}
