//! Moves applied, suggested and analysed.

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
    /// The requested position.
    pub board: String,
    /// The tile to move; `None` on a solved board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tile: Option<u8>,
    /// The direction to slide it, from grade 2.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
    /// The next moves, at most five, from grade 3.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<String>,
    /// Exact distance to the goal, if proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub distance: Option<u32>,
    /// A lower bound on the distance.
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
    /// Whether all moves are legal and end on a goal.
    pub valid: bool,
    /// Length in single-tile moves.
    pub length: u32,
    /// Length in multi-tile moves.
    pub length_mtm: u32,
    /// The optimal length, if proven.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<u32>,
    /// Proven lower bound on the length.
    pub lower_bound: u32,
    /// Whether the moves are an optimal solution; unknown without a proof.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub optimal: Option<bool>,
    /// Moves in excess of the optimum, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub extra: Option<u32>,
    /// Why the moves are not a solution.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fault: Option<String>,
    /// The position after the moves, as far as they can be made.
    pub board: String,
    /// Whether that is a goal.
    pub solved: bool,
    /// The effect of each move.
    pub per_move: Vec<JudgedMove>,
}

/// The effect of one move.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct JudgedMove {
    /// Number of the move, from 1.
    pub i: usize,
    /// The move.
    #[serde(rename = "move")]
    pub mv: String,
    /// The tile that slid.
    pub tile: u8,
    /// Distance after it: exact, or a lower bound.
    pub distance: u32,
    /// Whether the distance is exact.
    pub exact: bool,
    /// Moves lost: 0 for an optimal move, 2 for a mistake.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss: Option<u32>,
}
