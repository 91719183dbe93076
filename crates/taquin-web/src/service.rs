//! State shared by all requests.

use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::response::Response;
use serde::Serialize;
use taquin::pdb::PdbCache;
use taquin::{Context, Control, Goal, Goals, Limits, Puzzle, Size, Solver, algorithms};
use taquin_app::{App, Policy, Prepared, build_distance_tables, has_distance_table};

use crate::address::Client;
use crate::gate::{Gate, Share};
use crate::jobs::Jobs;
use crate::lookup::{LookupError, Store};
use crate::metrics::Metrics;
use crate::problem::Fault;
use crate::rate::Rates;
use crate::reply::{Chunks, LARGEST_ANSWER};
use crate::settings::Settings;

/// The largest formula: steps times the square of the cells. On 4x4 that is 800 steps, and some tens
/// of megabytes of clauses.
const LARGEST_FORMULA: u64 = 200_000;

/// The longest search in the lane of hints.
const QUICK: Duration = Duration::from_secs(5);

/// A client that did nothing for so long may spend its share of that time at once.
const WORK_BURST: Duration = Duration::from_mins(10);

/// Maximum threads of one search.
const THREADS: u64 = 2;

/// The stage of the service between its start and its end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Phase {
    /// Tables are being loaded or built.
    Starting,
    /// All is there.
    Ready,
    /// It takes no new work.
    Stopping,
}

/// State shared by all requests: tables, queues, counters.
pub struct Service {
    pub(crate) settings: Settings,
    /// For answers a player waits for: hints, new boards, a review.
    pub(crate) quick: Arc<Gate>,
    /// For searches with an explicit limit.
    pub(crate) long: Arc<Gate>,
    /// For experiments: they take minutes, and other requests must not wait for them.
    pub(crate) bench: Arc<Gate>,
    pub(crate) app: App,
    pub(crate) lookup: Arc<Store>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) rates: Rates,
    pub(crate) jobs: Jobs,
    phase: Mutex<Phase>,
}

impl Service {
    /// A service with these settings.
    ///
    /// # Errors
    /// When the table of solved positions cannot be opened.
    pub fn new(settings: Settings) -> Result<Arc<Self>, LookupError> {
        let metrics = Arc::new(Metrics::default());
        let lookup = Arc::new(Store::open(&settings, metrics.clone())?);
        let app = App {
            context: settings.context.clone(),
            solutions: Some(lookup.clone()),
            policy: Policy {
                longest: settings.longest,
                largest_formula: LARGEST_FORMULA,
                largest_answer: LARGEST_ANSWER,
                outside: false,
                threads: Some(THREADS),
            },
        };
        let work = settings.work_each;
        let work = Arc::new(Rates::new(work, work * WORK_BURST.as_secs_f64()));
        let gate = |share: Share| {
            let gate = Gate::new(&settings, &share, work.clone(), metrics.clone());
            Arc::new(gate)
        };
        // In every lane there are more places than one client can take. Half of the memory is kept for
        // hints, so that long searches cannot take it all. One hint is done in milliseconds as a rule:
        // with room for several at a time, none waits behind a hard one.
        let workers = settings.workers;
        let hints = settings.memory / 2;
        let rest = settings.memory - hints;
        let experiments = settings.memory_each.min(rest / 4);
        let quick = gate(Share {
            places: 3 * workers,
            places_each: 2 * workers,
            memory: hints,
            memory_each: settings.memory_each / 2,
            nice: 1,
        });
        let long = gate(Share {
            places: workers + 1,
            places_each: workers,
            memory: rest - experiments,
            memory_each: settings.memory_each,
            nice: 3,
        });
        let bench = gate(Share {
            places: 2,
            places_each: 1,
            memory: experiments,
            memory_each: settings.memory_each,
            nice: 5,
        });
        Ok(Arc::new(Self {
            quick,
            long,
            bench,
            app,
            jobs: Jobs::new(&settings),
            rates: Rates::new(settings.rate.into(), settings.burst.into()),
            lookup,
            metrics,
            settings,
            phase: Mutex::new(Phase::Starting),
        }))
    }

    /// Answers a question behind a gate.
    pub(crate) async fn answer<A: Serialize + 'static>(
        self: &Arc<Self>,
        gate: &Gate,
        client: Client,
        prepared: Prepared<A>,
    ) -> Result<Response, Fault> {
        let (limits, service) = (prepared.limits, self.clone());
        let work = move |control: &Control| {
            let answer = prepared.answer(&service.app, control)?;
            Chunks::json(&answer)
        };
        gate.reply(client.0, limits, work).await
    }

    /// The lane for an answer that a player waits for: it is no place for those who ask for longer.
    pub(crate) fn lane(&self, limits: Limits) -> &Gate {
        if limits.time.is_some_and(|time| time <= QUICK) {
            &self.quick
        } else {
            &self.long
        }
    }

    /// Takes no new work, and ends what runs: searches answer with the best found so far, and unfinished
    /// jobs go back to their store. Those that hold a service without [`serve`](crate::serve) end it so.
    pub fn drain(&self) {
        self.set_phase(Phase::Stopping);
        self.jobs.end_all();
        for gate in [&self.quick, &self.long, &self.bench] {
            gate.close();
        }
    }

    /// The current stage.
    pub(crate) fn phase(&self) -> Phase {
        *self.phase.lock().unwrap_or_else(PoisonError::into_inner)
    }

    fn set_phase(&self, phase: Phase) {
        let mut now = self.phase.lock().unwrap_or_else(PoisonError::into_inner);
        if *now != Phase::Stopping {
            *now = phase;
        }
    }

    /// Whether all work has ended and its answers are sent.
    pub(crate) fn is_idle(&self) -> bool {
        [&self.quick, &self.long, &self.bench]
            .iter()
            .all(|gate| gate.is_idle())
    }

    /// Builds the pattern databases of a puzzle that come with taquin, and saves them: they are the only
    /// ones that the service writes.
    fn save_tables(&self, puzzle: &Puzzle, control: &Control) {
        let solver = algorithms::PdbIda::default();
        let Some(folder) = &self.settings.tables else {
            return;
        };
        if !solver.is_ready(puzzle, &self.settings.context) {
            let saving = Context::new().with(PdbCache::in_folder(folder));
            let _ = solver.solve(puzzle, &control.part(None).within(&saving));
        }
    }

    /// Makes the tables of the sizes most people play, so that no first hint is slow. Takes
    /// seconds where they were never built; stops early when the control says so.
    pub fn warm_up(&self, control: &Control) {
        for (rows, cols) in [(3, 3), (4, 4)] {
            let Some(puzzle) = solved(rows, cols) else {
                continue;
            };
            if has_distance_table(&puzzle) {
                // A missing table is built on demand.
                let _ = build_distance_tables(&puzzle, control);
            } else {
                self.save_tables(&puzzle, control);
                let part = control.part(None);
                let _ = algorithms::PdbIda::default().solve(&puzzle, &part);
            }
        }
        self.set_phase(Phase::Ready);
    }
}

/// A board that is its goal.
fn solved(rows: usize, cols: usize) -> Option<Puzzle> {
    let board = Goal::BlankLast.board(Size::new(rows, cols).ok()?).ok()?;
    Puzzle::new(board, &Goals::default()).ok()
}

impl Service {
    /// A control without limits.
    pub(crate) fn unlimited(&self) -> Control {
        Control::new(Limits::default()).within(&self.settings.context)
    }
}
