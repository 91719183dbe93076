//! A small experiment: the runs of a suite, one after the other, each with its row.
//!
//! Runs are made in this process, under its limits, by the same code as `taquin bench run` makes them;
//! so rows have the same columns, except for CPU time and process memory, which other requests use as
//! well. What strangers may ask for is checked before anything is made: no other program, no file of
//! this machine, and no more runs than a page shows.

use std::path::Path;
use std::sync::Arc;
use std::time::{Duration, Instant};

use serde::Deserialize;
use taquin::{Control, Limits};
use taquin_app::question::{self, LimitMembers};
use taquin_app::{Policy, Refusal, RefusalKind, answer};
use taquin_lab::measurer::{Hooks, Measurer, RunSetup, Stamp, WorkerProcess};
use taquin_lab::{
    Choices, Executor, Filling, LaneSummary, LimitSpec, Machine, Manifest, Measure, ResultRow,
    RunPlan, Source, Suite, folder,
};
use utoipa::ToSchema;

use crate::jobs::{Bench as BenchResult, BenchLane, BenchProgress};
use crate::problem::Fault;

/// An experiment to run.
#[derive(Clone, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = BenchRequest)]
pub(crate) struct Bench {
    /// Name of a built-in suite, or a suite as TOML.
    #[schema(format = "suite", max_length = 20_000)]
    suite: String,
    /// Maximum number of instances per set.
    #[schema(minimum = 1, maximum = 400)]
    sample: Option<u64>,
    /// Number of repetitions of each run.
    #[schema(minimum = 1, maximum = 400)]
    repeat: Option<u64>,
    /// Seed of random boards.
    #[schema(maximum = 9_007_199_254_740_991_u64)]
    seed: Option<u64>,
    /// Only these configurations, by name.
    #[serde(default)]
    #[schema(max_items = 100)]
    only: Vec<String>,
    /// Limits of each run; they override those of the suite.
    #[serde(default, deserialize_with = "question::object")]
    limits: LimitMembers,
}

/// Runs of one experiment.
const MOST_RUNS: u64 = 400;

/// Boards drawn for one, those that a sample leaves out included.
const MOST_BOARDS: u64 = 2000;

/// Boards at a level or a distance, each of which takes a search.
const MOST_SEARCHED: u64 = 50;

/// Bytes of a suite.
const MOST_TEXT: usize = 20_000;

/// Default time limit of a run.
const USUAL: Duration = Duration::from_secs(5);

/// Time limit of all runs together, as a multiple of one run's.
const TIMES: u32 = 10;

/// An experiment that was read and checked.
pub(crate) struct Experiment {
    suite: Suite,
    choices: Choices,
    limits: Limits,
    longest: Duration,
    planned: u64,
}

impl Bench {
    pub(crate) fn read(&self, policy: Policy) -> Result<Experiment, Fault> {
        question::range(self.sample, 1, MOST_RUNS, "/sample")?;
        question::range(self.repeat, 1, MOST_RUNS, "/repeat")?;
        question::range(self.seed, 0, question::MOST_SAFE, "/seed")?;
        let longest = policy.longest;
        let limits = self.limits.limits(USUAL, longest)?;
        let mut suite = self.suite()?;
        let choices = Choices {
            full: false,
            sample: self.sample.map(|sample| sample as usize),
            seed: self.seed,
            repeat: self.repeat.map(|repeat| repeat as u32),
            limits: LimitSpec {
                time: self.limits.has_time().then_some(limits.time).flatten(),
                memory: limits.memory,
                nodes: limits.nodes,
                ..LimitSpec::default()
            },
            with: Vec::new(),
            only: self.only.clone(),
        };
        check(&mut suite, policy)?;
        let extent = RunPlan::extent(&suite, &choices)
            .map_err(|error| Fault::member("/only", "unknown", error.to_string()))?;
        let Some(extent) = extent else {
            return Err(no_files());
        };
        let too_large = [
            ("runs", extent.runs, MOST_RUNS),
            ("boards to draw", extent.boards, MOST_BOARDS),
        ];
        for (what, asked, most) in too_large {
            if asked > most {
                return Err(Fault::new(
                    RefusalKind::TooLarge,
                    format!(
                        "suite {} has {asked} {what}, and the service makes at most {most}: ask \
                         for a sample, fewer repeats or only some configurations, or use \
                         `taquin bench run`",
                        suite.name
                    ),
                )
                .at("/suite"));
            }
        }
        Ok(Experiment {
            suite,
            choices,
            limits,
            longest,
            planned: extent.runs,
        })
    }

    /// The suite of a name, or the one that is written here.
    fn suite(&self) -> Result<Suite, Fault> {
        let fault = |code, detail: String| Fault::member("/suite", code, detail);
        if self.suite.len() > MOST_TEXT {
            let detail = format!("at most {MOST_TEXT} bytes");
            return Err(fault("maxLength", detail));
        }
        let text = if self.suite.contains(['\n', '=']) {
            &self.suite
        } else {
            let shipped = taquin_lab::by_name(self.suite.trim());
            let shipped = shipped.map_err(|error| fault("unknown", error.to_string()))?;
            shipped.text
        };
        Suite::parse(text).map_err(|error| fault("suite", error.to_string()))
    }
}

/// Checks that a suite may run here, and caps its threads.
fn check(suite: &mut Suite, policy: Policy) -> Result<(), Fault> {
    for configuration in &mut suite.configurations {
        let Executor::Solver(text) = &mut configuration.engine else {
            let name = &configuration.name;
            return Err(Fault::new(
                RefusalKind::Unsupported,
                format!("the service runs no outside program, so not configuration `{name}`"),
            )
            .at("/suite"));
        };
        let spec = text.parse().map_err(Refusal::from);
        let admitted = spec.and_then(|spec| policy.admit(spec));
        *text = admitted
            .map_err(|refusal| refusal.at("/suite"))?
            .to_string();
    }
    for set in &suite.instances {
        match set.source {
            Source::File(_) => return Err(no_files()),
            Source::Level { count, .. } | Source::Distance { count, .. }
                if count > MOST_SEARCHED =>
            {
                return Err(Fault::new(
                    RefusalKind::TooLarge,
                    format!(
                        "set `{}` has {count} boards at a level or distance, and the service makes \
                         at most {MOST_SEARCHED} of those; `generate` draws more",
                        set.name
                    ),
                )
                .at("/suite"));
            }
            _ => {}
        }
    }
    Ok(())
}

fn no_files() -> Fault {
    Fault::new(
        RefusalKind::Unsupported,
        "the service reads no files of its machine; write the boards into the suite",
    )
    .at("/suite")
}

impl Experiment {
    /// The limits of all runs together.
    pub(crate) fn total(&self) -> Limits {
        let runs = u32::try_from(self.planned).unwrap_or(u32::MAX);
        Limits {
            time: Some(
                self.longest
                    .saturating_mul(runs)
                    .min(self.longest.saturating_mul(TIMES)),
            ),
            nodes: None,
            memory: self.limits.memory,
        }
    }

    /// Makes the runs; `each` hears how far they are.
    pub(crate) fn answer(
        &self,
        all: &Control,
        each: &dyn Fn(BenchProgress),
    ) -> Result<BenchResult, Refusal> {
        let mut plan = RunPlan::new(&self.suite, &self.choices, Path::new("."), all)
            .map_err(|error| Refusal::request(error.to_string()))?;
        let most = all.limits().memory.unwrap_or(u64::MAX);
        for lane in &mut plan.lanes {
            let limits = &mut lane.limits;
            limits.time = Some(limits.time.unwrap_or(USUAL).min(self.longest));
            limits.memory = Some(limits.memory.map_or(most, |bytes| bytes.min(most)));
        }
        let mut rows = Vec::new();
        self.make(&plan, all, &mut rows, each);
        let mut filling = Filling::default();
        for row in &rows {
            filling.add(row);
        }
        let frame = filling.finish(self.manifest(&plan), false);
        let lanes = (0..frame.lanes.len()).map(|lane| {
            let summary = LaneSummary::of(&frame, lane, Measure::Clock);
            BenchLane::from(&summary)
        });
        let made = rows.len() as u64;
        let unfinished = made < plan.jobs.len() as u64;
        let stop = all.check().break_value().and_then(answer::stop_word);
        Ok(BenchResult {
            suite: self.suite.name.clone(),
            summary: self.suite.summary.clone(),
            planned: plan.jobs.len() as u64,
            made,
            limit: stop.filter(|_| unfinished),
            configurations: lanes.collect(),
            rows: Some(Arc::new(rows)),
        })
    }

    fn make(
        &self,
        plan: &RunPlan,
        all: &Control,
        rows: &mut Vec<ResultRow<'static>>,
        each: &dyn Fn(BenchProgress),
    ) {
        // Its nodes are not those of one search, so they are not reported.
        let hooks = Hooks {
            control: &|limits| Arc::new(all.separate(limits).muted()),
            stopped: &|| all.check().is_break(),
        };
        let stamp = Stamp {
            suite: self.suite.name.clone(),
            version: answer::VERSION.to_owned(),
            commit: String::new(),
            host_cpu: Machine::here().cpu,
        };
        let mut makers: Vec<Option<Measurer>> = plan.lanes.iter().map(|_| None).collect();
        let (begun, planned) = (Instant::now(), plan.jobs.len() as u64);
        for job in &plan.jobs {
            if all.check().is_break() {
                return;
            }
            let measurer = makers[job.lane].get_or_insert_with(|| {
                let order = RunSetup {
                    lane: plan.lanes[job.lane].clone(),
                    stamp: stamp.clone(),
                };
                Measurer::new(order, WorkerProcess::Shared, &hooks)
            });
            let task = plan.task(job);
            let Some(row) = measurer.make(&task) else {
                return;
            };
            rows.push(row.into_owned());
            let made = rows.len() as u64;
            let left = begun.elapsed().as_secs_f64() / made as f64 * (planned - made) as f64;
            each(BenchProgress {
                made,
                planned,
                configuration: plan.lanes[job.lane].name.clone(),
                left_ms: (left * 1e3) as u64,
            });
        }
    }

    fn manifest(&self, plan: &RunPlan) -> Manifest {
        Manifest {
            format: folder::FORMAT,
            suite: self.suite.name.clone(),
            suite_text: String::new(),
            choices: self.choices.clone(),
            shard: None,
            seed: self.choices.seed.unwrap_or(self.suite.seed),
            runs: plan.jobs.len(),
            sessions: Vec::new(),
        }
    }
}
