//! Heuristic values of a board, and how they come about.

use serde::Serialize;

use super::Check;

/// Heuristic values of a board, and how they come about.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Estimate {
    /// The heuristics available for this size.
    pub heuristics: Vec<HeuristicValue>,
    /// The Manhattan distance of each tile.
    pub tiles: Vec<TileWay>,
    /// Lines with linear conflicts.
    pub conflicts: Vec<Conflict>,
    /// Groups of tiles of the pattern database.
    pub groups: Vec<PatternGroup>,
    /// Whether it is solvable, and its parity.
    pub parity: Check,
}

/// The values of heuristics on one of many boards.
#[derive(Clone, Debug, PartialEq, Serialize)]
pub struct Estimates {
    /// Its name in the input.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub id: Option<String>,
    /// The position.
    pub board: String,
    /// The goal.
    pub goal: String,
    /// Values by heuristic; `null` if unavailable for the size.
    pub estimates: serde_json::Map<String, serde_json::Value>,
}

/// A heuristic's value.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct HeuristicValue {
    /// The heuristic.
    pub name: &'static str,
    /// Its value.
    pub value: u32,
    /// Whether it never exceeds the distance.
    pub admissible: bool,
    /// One line about it.
    pub summary: &'static str,
}

/// The Manhattan distance of a tile.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct TileWay {
    /// The tile.
    pub tile: u8,
    /// Where it is, counted from 0 in reading order.
    pub cell: usize,
    /// The home cell.
    pub home: usize,
    /// Slides between the two.
    pub distance: usize,
}

/// A line with linear conflicts.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Conflict {
    /// `row 2` or `column 1`.
    pub line: String,
    /// The tiles in the wrong order.
    pub tiles: Vec<u8>,
    /// The amount added to Manhattan distance.
    pub adds: u32,
}

/// A partition of the tiles into groups.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PatternGroup {
    /// Its name: `5-5-5`.
    pub name: String,
    /// The tiles of each group.
    pub patterns: Vec<Vec<u8>>,
    /// The slides each group needs.
    pub values: Vec<u32>,
}
