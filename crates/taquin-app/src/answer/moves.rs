//! Moves made, moves to make, and what they are worth.

use serde::Serialize;

/// The answer to *apply*.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Apply {
    /// The position after the moves.
    pub board: String,
    /// Length in single-tile moves.
    pub moves_stm: u32,
    /// Length in multi-tile moves.
    pub moves_mtm: u32,
    /// Whether the position is a goal.
    pub solved: bool,
}

/// The answer to *hint*.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Hint {
    /// The position asked about.
    pub board: String,
    /// The tile to look at; none on a solved board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tile: Option<u8>,
    /// Which way to slide it, from grade 2.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
    /// The next moves, at most five, from grade 3.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
    /// Exact distance to the goal, if proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<u32>,
    /// The least it can be, by an estimate that never exceeds the distance.
    pub estimate: u32,
    /// `optimal`, `good move, not proven` or `solved`.
    pub label: &'static str,
    /// The sentence for a player.
    pub text: String,
}

/// The answer to *analyze*.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Analyze {
    /// Whether every move can be made and the last board is a goal.
    pub valid: bool,
    /// Length in single-tile moves.
    pub length: u32,
    /// Length in multi-tile moves.
    pub length_mtm: u32,
    /// The length of a shortest solution, where it is proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<u32>,
    /// No solution is shorter.
    pub lower_bound: u32,
    /// Whether the moves are a shortest solution; unknown where no proof could be had.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimal: Option<bool>,
    /// Moves more than needed, where that is known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extra: Option<u32>,
    /// Why the moves are no solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// The position after the moves, as far as they can be made.
    pub board: String,
    /// Whether that is a goal.
    pub solved: bool,
    /// What each move did.
    pub per_move: Vec<JudgedMove>,
}

/// What one move did.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct JudgedMove {
    /// Which move, counted from 1.
    pub i: usize,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The tile that slid.
    pub tile: u8,
    /// Moves to go after it: exact, or the least it can be.
    pub distance: u32,
    /// Whether the distance is exact.
    pub exact: bool,
    /// Moves lost by it: 0 for a move on a shortest way, 2 for one away from it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss: Option<u32>,
}
