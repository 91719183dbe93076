//! Answers about parts of long searches.

use serde::Serialize;

/// The result of searching a part.
#[derive(Clone, Debug, Serialize)]
pub struct Part {
    /// The start.
    pub board: String,
    /// The goal.
    pub goal: String,
    /// Algorithm, tables and all settings that change node counts.
    pub method: String,
    /// The threshold.
    pub threshold: u32,
    /// Nodes expanded.
    pub expanded: u64,
    /// Nodes generated.
    pub generated: u64,
    /// Time in milliseconds.
    pub time_ms: u64,
    /// The finished spans.
    pub done: Vec<String>,
    /// The remaining spans.
    pub rest: Vec<String>,
    /// The moves of the first solution in the part.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solution: Option<String>,
    /// The limit that ended the search.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub limit: Option<&'static str>,
    /// Rows for a journal.
    pub rows: Vec<String>,
}

/// A threshold cut into parts.
#[derive(Clone, Debug, Serialize)]
pub struct Parts {
    /// The threshold.
    pub threshold: u32,
    /// Proven lower bound on the length.
    pub first_threshold: u32,
    /// The solver with its tables by name.
    pub algorithm: String,
    /// The spans, in order.
    pub parts: Vec<String>,
}
