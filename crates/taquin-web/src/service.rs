//! What all requests share.

use std::sync::Arc;

use axum::Json;
use taquin::{Control, Goal, Goals, Limits, Puzzle, Size, Solver, algorithms};
use taquin_app::{App, Policy, Prepared, build_distance_tables, has_distance_table};

use crate::gate::{Gate, Share};
use crate::jobs::Jobs;
use crate::lookup::{LookupError, Store};
use crate::metrics::Metrics;
use crate::problem::Fault;
use crate::rate::Rates;
use crate::settings::Settings;

/// The largest formula: steps times the square of the cells. On 4x4 that is 800 steps, and some tens
/// of megabytes of clauses.
const LARGEST_FORMULA: u64 = 200_000;

/// The most threads of one search.
const THREADS: u64 = 2;

/// What all requests share: tables, queues, counters.
pub struct Service {
    pub(crate) settings: Settings,
    /// For answers a player waits for: hints, new boards, a review.
    pub(crate) quick: Gate,
    /// For searches that somebody set a limit for.
    pub(crate) long: Arc<Gate>,
    /// For experiments, one at a time: they take minutes, and nobody else shall wait for them.
    pub(crate) bench: Arc<Gate>,
    pub(crate) app: App,
    pub(crate) lookup: Arc<Store>,
    pub(crate) metrics: Arc<Metrics>,
    pub(crate) rates: Rates,
    pub(crate) jobs: Jobs,
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
                outside: false,
                threads: Some(THREADS),
            },
        };
        // Half is kept for hints, so that long searches cannot take it all. One hint is done in
        // milliseconds as a rule: with room for several at a time, none waits behind a hard one.
        let hints = Share {
            workers: 2 * settings.workers,
            memory: settings.memory / 2,
            memory_each: settings.memory_each / 2,
        };
        let rest = settings.memory - hints.memory;
        let experiments = Share {
            workers: 1,
            memory: settings.memory_each.min(rest / 4),
            memory_each: settings.memory_each,
        };
        let others = Share {
            workers: settings.workers,
            memory: rest - experiments.memory,
            memory_each: settings.memory_each,
        };
        Ok(Arc::new(Self {
            quick: Gate::new(&settings, &hints, metrics.clone()),
            long: Arc::new(Gate::new(&settings, &others, metrics.clone())),
            bench: Arc::new(Gate::new(&settings, &experiments, metrics.clone())),
            app,
            jobs: Jobs::default(),
            rates: Rates::new(settings.rate, settings.burst),
            lookup,
            metrics,
            settings,
        }))
    }

    /// Answers a question behind a gate.
    pub(crate) async fn answer<A: Send + 'static>(
        self: &Arc<Self>,
        gate: &Gate,
        prepared: Prepared<A>,
    ) -> Result<Json<A>, Fault> {
        let (limits, service) = (prepared.limits, self.clone());
        let work = move |control: &Control| prepared.answer(&service.app, control);
        Ok(Json(gate.run(limits, work).await??))
    }

    /// Makes the tables of the sizes most people play, so that no first hint is slow. Takes
    /// seconds where they were never built; stops early when the control says so.
    pub fn warm_up(&self, control: &Control) {
        for (rows, cols) in [(3, 3), (4, 4)] {
            let Some(puzzle) = solved(rows, cols) else {
                continue;
            };
            if has_distance_table(&puzzle) {
                // A table that is not there now is built when somebody asks.
                let _ = build_distance_tables(&puzzle, control);
            } else {
                let part = control.part(None);
                let _ = algorithms::PdbIda::default().solve(&puzzle, &part);
            }
        }
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
