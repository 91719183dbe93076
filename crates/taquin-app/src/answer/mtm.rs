//! Hints and reviews in the multi-tile metric.

use serde::Serialize;

/// A hint in multi-tile moves.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct HintMtm {
    /// The position.
    pub board: String,
    /// Always `mtm`.
    pub metric: &'static str,
    /// The tiles that slide together, the one next to the blank first.
    pub tiles: Vec<u8>,
    /// The move, like `L2`, if the grade shows it.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
    /// The next moves, if the grade shows them.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
    /// Multi-tile moves to go, if proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<u32>,
    /// `optimal`, `good move, not proven` or `solved`.
    pub label: &'static str,
    /// The hint in words.
    pub text: String,
}

/// A review of moves in the multi-tile metric.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct AnalyzeMtm {
    /// Whether the moves are legal and solve the position.
    pub valid: bool,
    /// Always `mtm`.
    pub metric: &'static str,
    /// Length in multi-tile moves.
    pub length: u32,
    /// Length in single-tile moves.
    pub length_stm: u32,
    /// Length of a shortest solution in multi-tile moves, if proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<u32>,
    /// Proven lower bound on it.
    pub lower_bound: u32,
    /// Whether the moves are optimal, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimal: Option<bool>,
    /// Multi-tile moves more than necessary, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extra: Option<u32>,
    /// Why the moves are not a solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// The position after the moves.
    pub board: String,
    /// Whether it is solved.
    pub solved: bool,
    /// The moves one by one.
    pub per_move: Vec<JudgedRun>,
}

/// A multi-tile move and its loss.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct JudgedRun {
    /// Its number, from 1.
    pub i: usize,
    /// The move, like `L2`.
    #[serde(rename = "move")]
    pub mv: String,
    /// The tiles that slide, in the order they do.
    pub tiles: Vec<u8>,
    /// Multi-tile moves to go after it.
    pub distance: u32,
    /// Whether that is exact; else it is a lower bound.
    pub exact: bool,
    /// Moves lost by it: 0, 1 or 2, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss: Option<u32>,
}
