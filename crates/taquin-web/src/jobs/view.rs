//! A job as a client sees it.

use std::sync::Arc;

use serde::{Deserialize, Serialize, Serializer};
use taquin_app::answer::{self, Problem};
use taquin_lab::{COLUMNS, CellKind, LaneSummary, ResultRow};
use utoipa::ToSchema;
use utoipa::openapi::schema::{Array, ArrayBuilder, ObjectBuilder, SchemaType, Type};

/// What a job is doing.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
#[schema(as = JobState)]
pub(crate) enum State {
    /// It waits for its turn.
    Queued,
    /// It is worked on.
    Running,
    /// It is done.
    Done,
    /// It was cancelled; what was found until then is in the result.
    Cancelled,
    /// It could not be done.
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

/// A job as a client sees it.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[schema(as = Job)]
pub(crate) struct View {
    /// Its name.
    pub(crate) id: String,
    /// What it is doing.
    pub(crate) state: State,
    /// `solve`, `compare` or `bench`.
    pub(crate) kind: &'static str,
    /// How far it is.
    pub(crate) progress: JobProgress,
    /// What it found.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) result: Option<JobResult>,
    /// Why it failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) problem: Option<Problem>,
}

/// How far a job is.
#[derive(Clone, Debug, Default, Serialize, ToSchema)]
pub(crate) struct JobProgress {
    /// How far its search is.
    #[serde(flatten)]
    pub(super) search: answer::Progress,
    /// Runs of a comparison that are done.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub(super) runs: Vec<answer::Run>,
    /// Runs of an experiment.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(super) bench: Option<BenchProgress>,
}

/// How far an experiment is.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct BenchProgress {
    /// Runs that are made.
    pub(crate) made: u64,
    /// Runs in all.
    pub(crate) planned: u64,
    /// The configuration of the last one.
    pub(crate) configuration: String,
    /// Milliseconds for the others, if they take as long as those before.
    pub(crate) left_ms: u64,
}

/// What a job found.
#[derive(Clone, Debug, Serialize, ToSchema)]
#[serde(untagged)]
pub(crate) enum JobResult {
    /// A solution.
    Solve(Box<answer::Solve>),
    /// Runs side by side.
    Compare(answer::Compare),
    /// An experiment.
    Bench(Bench),
}

/// What an experiment found.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct Bench {
    /// Name of the suite.
    pub(crate) suite: String,
    /// What it is about.
    pub(crate) summary: String,
    /// Runs in all.
    pub(crate) planned: u64,
    /// Runs that were made.
    pub(crate) made: u64,
    /// Why others were not: `time`, all runs together being too long, or `cancelled`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub(crate) limit: Option<&'static str>,
    /// The configurations in numbers.
    pub(crate) configurations: Vec<BenchLane>,
    /// One row a run, with the columns of `taquin bench run`; left out in events.
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

/// A configuration in numbers; times are in seconds.
#[derive(Clone, Debug, Serialize, ToSchema)]
pub(crate) struct BenchLane {
    /// Its name.
    name: String,
    /// Its rows.
    runs: usize,
    /// Rows with an answer.
    answered: usize,
    /// Rows with a proven shortest solution.
    proven: usize,
    /// Median time of the answered rows.
    #[serde(skip_serializing_if = "Option::is_none")]
    median_s: Option<f64>,
    /// Their mean.
    #[serde(skip_serializing_if = "Option::is_none")]
    mean_s: Option<f64>,
    /// Their longest.
    #[serde(skip_serializing_if = "Option::is_none")]
    longest_s: Option<f64>,
    /// Mean time in which a run without an answer counts twice its limit.
    #[serde(skip_serializing_if = "Option::is_none")]
    par2_s: Option<f64>,
    /// Median nodes expanded.
    #[serde(skip_serializing_if = "Option::is_none")]
    expanded: Option<f64>,
    /// Mean length of the solutions.
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
