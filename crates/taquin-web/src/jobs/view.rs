//! A job as a client sees it.

use std::sync::Arc;

use serde::{Deserialize, Serialize, Serializer};
use taquin_app::answer::{self, Problem};
use taquin_lab::{COLUMNS, CellKind, LaneSummary, ResultRow};
use utoipa::ToSchema;
use utoipa::openapi::schema::{Array, ArrayBuilder, ObjectBuilder, SchemaType, Type};

/// The state of a job.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = JobState)]
pub(crate) enum State {
    /// Waiting in the queue.
    Queued,
    /// Running.
    Running,
    /// Finished.
    Done,
    /// Cancelled; `result` has what it found until then.
    Cancelled,
    /// Failed; `problem` says why.
    Failed,
}

impl State {
    const ALL: [Self; 5] = [
        Self::Queued,
        Self::Running,
        Self::Done,
        Self::Cancelled,
        Self::Failed,
    ];

    /// The word for it, in JSON and in the store.
    pub(crate) fn word(self) -> &'static str {
        match self {
            Self::Queued => "queued",
            Self::Running => "running",
            Self::Done => "done",
            Self::Cancelled => "cancelled",
            Self::Failed => "failed",
        }
    }

    /// Parses a state.
    pub(crate) fn from_word(word: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|state| state.word() == word)
    }

    pub(crate) fn is_over(self) -> bool {
        matches!(self, Self::Done | Self::Cancelled | Self::Failed)
    }
}

/// A job.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Job)]
pub(crate) struct View {
    /// ID of the job.
    pub(crate) id: String,
    /// Its state.
    pub(crate) state: State,
    /// `solve`, `compare` or `bench`.
    pub(crate) kind: &'static str,
    /// Its progress.
    pub(crate) progress: JobProgress,
    /// Its result, once there is one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) result: Option<JobResult>,
    /// The error of a failed job.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) problem: Option<Problem>,
}

/// Progress of a job.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub(crate) struct JobProgress {
    /// Progress of its search.
    #[serde(flatten)]
    pub(super) search: answer::Progress,
    /// Finished runs of a comparison.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) runs: Vec<answer::Run>,
    /// Progress of an experiment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) bench: Option<BenchProgress>,
}

/// Progress of an experiment.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct BenchProgress {
    /// Number of finished runs.
    pub(crate) made: u64,
    /// Total number of runs.
    pub(crate) planned: u64,
    /// Configuration of the last run.
    pub(crate) configuration: String,
    /// Estimated remaining time in milliseconds.
    pub(crate) left_ms: u64,
}

/// Result of a job.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum JobResult {
    /// A solution.
    Solve(Box<answer::Solve>),
    /// A comparison.
    Compare(answer::Compare),
    /// An experiment.
    Bench(Bench),
}

/// Result of an experiment.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Bench {
    /// Name of the suite.
    pub(crate) suite: String,
    /// Summary of the suite.
    pub(crate) summary: String,
    /// Total number of runs.
    pub(crate) planned: u64,
    /// Number of finished runs.
    pub(crate) made: u64,
    /// Why it stopped before the last run: `time`, the limit of all runs together, or `cancelled`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) limit: Option<&'static str>,
    /// Statistics of each configuration.
    pub(crate) configurations: Vec<BenchLane>,
    /// One row per run, with the columns of `taquin bench run`; omitted in events.
    #[serde(skip_serializing_if = "Option::is_none", serialize_with = "all_rows")]
    #[schema(schema_with = rows_schema)]
    pub(crate) rows: Option<Arc<Vec<ResultRow<'static>>>>,
}

#[expect(
    clippy::ref_option,
    reason = "what serde hands over is a reference to the member"
)]
fn all_rows<S: Serializer>(
    rows: &Option<Arc<Vec<ResultRow<'static>>>>,
    to: S,
) -> Result<S::Ok, S::Error> {
    to.collect_seq(rows.iter().flat_map(|rows| rows.iter()))
}

/// Rows as the manual's table of columns has them.
fn rows_schema() -> Array {
    let row = COLUMNS
        .into_iter()
        .fold(ObjectBuilder::new(), |row, (name, kind)| {
            let of = match kind {
                CellKind::Text => Type::String,
                CellKind::Number => Type::Integer,
                CellKind::Seconds => Type::Number,
                CellKind::Truth => Type::Boolean,
            };
            let of = SchemaType::from_iter([of, Type::Null]);
            row.property(name, ObjectBuilder::new().schema_type(of))
        });
    ArrayBuilder::new().items(row).build()
}

/// Statistics of a configuration; times are in seconds.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct BenchLane {
    /// Its name.
    name: String,
    /// Number of runs.
    runs: usize,
    /// Runs that found a solution.
    answered: usize,
    /// Runs that proved an optimal solution.
    proven: usize,
    /// Median time of the runs that found a solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    median_s: Option<f64>,
    /// Mean time of these runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    mean_s: Option<f64>,
    /// Maximum time of these runs.
    #[serde(skip_serializing_if = "Option::is_none")]
    longest_s: Option<f64>,
    /// PAR-2 score: mean time, where a run without a solution counts twice its limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    par2_s: Option<f64>,
    /// Median number of expanded nodes.
    #[serde(skip_serializing_if = "Option::is_none")]
    expanded: Option<f64>,
    /// Mean solution length.
    #[serde(skip_serializing_if = "Option::is_none")]
    length: Option<f64>,
}

/// A median that was reached before the runs were ended.
fn finite(value: Option<f64>) -> Option<f64> {
    value.filter(|value| value.is_finite())
}

impl From<&LaneSummary> for BenchLane {
    fn from(lane: &LaneSummary) -> Self {
        Self {
            name: lane.name.clone(),
            runs: lane.runs,
            answered: lane.answered,
            proven: lane.proven,
            median_s: finite(lane.median.map(|interval| interval.value)),
            mean_s: lane.mean,
            longest_s: lane.longest,
            par2_s: lane.par2,
            expanded: finite(lane.expanded),
            length: lane.length,
        }
    }
}

impl View {
    /// The job for a stream of events: without what is long.
    pub(crate) fn for_events(mut self) -> Self {
        if let Some(JobResult::Bench(bench)) = &mut self.result {
            bench.rows = None;
        }
        self
    }

    /// Rows that are kept with it.
    pub(super) fn rows(&self) -> usize {
        match &self.result {
            Some(JobResult::Bench(bench)) => bench.rows.as_ref().map_or(0, |rows| rows.len()),
            _ => 0,
        }
    }
}
