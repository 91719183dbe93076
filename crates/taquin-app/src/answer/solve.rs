//! The answer to *solve*, and several of them side by side.

use serde::Serialize;
use taquin::{Outcome, Stop};

use crate::Refusal;

/// The status of an answer.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(rename_all = "lowercase")]
pub enum Status {
    /// An optimal solution, proven.
    Optimal,
    /// A solution, not proven optimal.
    Solved,
    /// The search reached a limit or was cancelled.
    Limit,
}

impl Status {
    /// The status of an outcome.
    pub fn of(outcome: &Outcome) -> Self {
        match (outcome.is_optimal(), outcome.best(), outcome.stop) {
            (true, ..) => Self::Optimal,
            (false, Some(_), Stop::Finished) => Self::Solved,
            _ => Self::Limit,
        }
    }
}

/// Which limit ended a search.
pub fn stop_word(stop: Stop) -> Option<&'static str> {
    match stop {
        Stop::Finished => None,
        Stop::Cancelled => Some("cancelled"),
        Stop::OutOfTime => Some("time"),
        Stop::OutOfNodes => Some("nodes"),
        Stop::OutOfMemory => Some("memory"),
    }
}

/// Statistics of a search, defined at [`taquin::Stats`].
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Stats {
    /// Nodes expanded.
    pub expanded: u64,
    /// Nodes generated.
    pub generated: u64,
    /// States reopened.
    pub reopened: u64,
    /// Peak size of the open list.
    pub peak_open: u64,
    /// Peak size of the closed list.
    pub peak_closed: u64,
    /// Peak memory in megabytes.
    pub peak_mb: f64,
    /// Time, in milliseconds.
    pub time_ms: f64,
}

impl From<&taquin::Stats> for Stats {
    fn from(stats: &taquin::Stats) -> Self {
        Self {
            expanded: stats.expanded,
            generated: stats.generated,
            reopened: stats.reopened,
            peak_open: stats.peak_open,
            peak_closed: stats.peak_closed,
            peak_mb: (stats.peak_bytes as f64 / 1e3).round() / 1e3,
            time_ms: (stats.time.as_secs_f64() * 1e6).round() / 1e3,
        }
    }
}

/// The search space that was exhausted without a solution.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Exhausted {
    /// There is no solution of this many moves or fewer.
    pub bound: u32,
    /// Nodes expanded up to there.
    pub nodes: u64,
    /// The tables used, by name and checksum.
    pub tables: Vec<String>,
}

impl From<&taquin::Exhausted> for Exhausted {
    fn from(exhausted: &taquin::Exhausted) -> Self {
        Self {
            bound: exhausted.bound,
            nodes: exhausted.nodes,
            tables: exhausted.tables.clone(),
        }
    }
}

/// A lower bound claimed by another program without a checked proof.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Claim {
    /// The claimed lower bound.
    pub bound: u32,
    /// The program.
    pub by: String,
}

impl From<&taquin::Claim> for Claim {
    fn from(claim: &taquin::Claim) -> Self {
        Self {
            bound: claim.bound,
            by: claim.by.clone(),
        }
    }
}

/// The answer to *solve*, and one run of *compare*.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Solve {
    /// Status of the answer.
    pub status: Status,
    /// Whether the length is proven optimal.
    pub proven: bool,
    /// Length in single-tile moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<u32>,
    /// Length in multi-tile moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length_mtm: Option<u32>,
    /// The moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<String>,
    /// Proven lower bound on the length.
    pub lower_bound: u32,
    /// Which limit was reached: `time`, `nodes`, `memory`, or `cancelled`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<&'static str>,
    /// Source of the answer if there was no search: `lookup`, the table of solved positions.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<&'static str>,
    /// The solver.
    pub algorithm: String,
    /// Its heuristic, if it has one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub heuristic: Option<String>,
    /// The heuristic's value for the board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub h_start: Option<u32>,
    /// The number of optimal solutions, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimal_count: Option<u64>,
    /// All optimal solutions, if requested.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub all_optimal: Option<Vec<String>>,
    /// Evidence for the lower bound, if the solver records it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub exhausted: Option<Exhausted>,
    /// A higher lower bound claimed by another program, unchecked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub claim: Option<Claim>,
    /// Statistics of the search.
    pub stats: Stats,
    /// Whether the moves were replayed; always true.
    pub verified: bool,
    /// The requested position.
    pub board: String,
    /// The requested goal.
    pub goal: String,
    /// Whether letters name the direction of the tile or of the blank: `tile` or `blank`.
    pub notation: &'static str,
    /// Version of the solver.
    pub version: &'static str,
}

/// The answer to *solve* in the multi-tile metric, where a run of tiles along a row or column is one
/// move.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct SolveMtm {
    /// The quality of the answer.
    pub status: Status,
    /// Whether the length is proven optimal in this metric.
    pub proven: bool,
    /// Always `mtm`.
    pub metric: &'static str,
    /// Length in multi-tile moves.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length: Option<u32>,
    /// The same solution in single-tile moves; others may have fewer.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub length_stm: Option<u32>,
    /// The moves; `R3` is one move.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub moves: Option<String>,
    /// Proven lower bound in multi-tile moves.
    pub lower_bound: u32,
    /// Which limit was reached: `time`, `nodes`, `memory`, or `cancelled`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<&'static str>,
    /// The solver.
    pub algorithm: &'static str,
    /// Its heuristic.
    pub heuristic: &'static str,
    /// Statistics of the search.
    pub stats: Stats,
    /// Whether the moves were replayed; always so.
    pub verified: bool,
    /// The position asked about.
    pub board: String,
    /// The requested goal.
    pub goal: String,
    /// Whether letters name the tile's or the blank's direction.
    pub notation: &'static str,
    /// Version of the solver.
    pub version: &'static str,
}

/// The result of exploring everything reachable from a board.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Exhaust {
    /// `unsolvable`, `solvable` or `limit`.
    pub status: &'static str,
    /// Moves to the nearest goal, if one was reached.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<u32>,
    /// Boards explored.
    pub explored: u64,
    /// Which limit was reached: `time`, `nodes`, `memory`, or `cancelled`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<&'static str>,
    /// Statistics of the search.
    pub stats: Stats,
    /// The position asked about.
    pub board: String,
    /// The requested goal.
    pub goal: String,
}

/// The answer to *compare*.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Compare {
    /// One run for each configuration, in the order of the request.
    pub runs: Vec<Run>,
}

/// A configuration and its answer, or why it has none.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Run {
    /// The configuration as given.
    pub configuration: String,
    /// The answer.
    #[serde(flatten)]
    pub answer: RunAnswer,
}

/// An answer, or why there is none.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(untagged)]
pub enum RunAnswer {
    /// The solver's answer.
    Solved(Box<Solve>),
    /// Why the solver returned no answer.
    Refused(Refusal),
}
