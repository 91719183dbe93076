//! A search, step by step.

use serde::Serialize;
use taquin::trace::Trace as SearchTrace;

use super::Solve;

/// The answer to *trace*.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Trace {
    /// The steps in order.
    pub events: Vec<TraceEvent>,
    /// Whether the trace is truncated.
    pub truncated: bool,
}

impl From<&SearchTrace> for Trace {
    fn from(trace: &SearchTrace) -> Self {
        let event = |(index, step): (usize, &taquin::trace::Step)| TraceEvent {
            n: index + 1,
            kind: step.kind.word(),
            node: step.node,
            parent: step.parent,
            mv: step.mv.map(|mv| mv.0.letter().to_string()),
            board: step.board.to_string(),
            g: step.g,
            h: step.h,
            f: step.f,
            open: step.open,
            closed: step.closed,
            why: match step.kind {
                taquin::trace::StepKind::Expand(why) => Some(why.to_string()),
                _ => None,
            },
            line: None,
        };
        Self {
            events: trace.steps.iter().enumerate().map(event).collect(),
            truncated: trace.truncated,
        }
    }
}

/// One step of a search.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TraceEvent {
    /// Number of the step, from 1.
    pub n: usize,
    /// `expand`, `generate`, `duplicate`, `prune` or `goal`.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// Number of the node.
    pub node: u64,
    /// Number of its parent.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parent: Option<u64>,
    /// The move that leads to it, as the direction of the tile.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
    /// Its position.
    pub board: String,
    /// Moves from the start.
    pub g: u32,
    /// The heuristic estimate.
    pub h: u32,
    /// The priority.
    pub f: u32,
    /// Size of the open list.
    pub open: u64,
    /// Size of the closed list.
    pub closed: u64,
    /// Why it was expanded.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub why: Option<String>,
    /// The line of the pseudocode, counted from 0, if there is any.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
}

/// A search step by step, with its answer and its pseudocode.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Traced {
    /// The steps in order.
    pub events: Vec<TraceEvent>,
    /// Whether there were more.
    pub truncated: bool,
    /// The result of the search.
    pub answer: Solve,
    /// The pseudocode, line by line.
    pub pseudocode: Vec<&'static str>,
}
