//! Questions about moves: where they lead, how good they are, which is next.

use serde::Deserialize;

use super::{LimitMembers, NotationName, Position, object};

/// Moves to play on a position.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(as = ApplyRequest))]
pub struct Apply {
    pub(crate) board: Position,
    pub(crate) goal: Option<Position>,
    /// Letters like `LUR2D2`, words, or tile numbers.
    #[cfg_attr(feature = "schema", schema(format = "moves", max_length = 100_000))]
    pub(crate) moves: String,
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub(crate) notation: NotationName,
}

/// Moves to analyse.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(as = AnalyzeRequest))]
pub struct Analyze {
    pub(crate) board: Position,
    pub(crate) goal: Option<Position>,
    /// Letters like `LUR2D2`, words, or tile numbers.
    #[cfg_attr(feature = "schema", schema(format = "moves", max_length = 100_000))]
    pub(crate) moves: String,
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub(crate) notation: NotationName,
    #[serde(default, deserialize_with = "object")]
    pub(crate) limits: LimitMembers,
}

/// A position to give a hint for.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(as = HintRequest))]
pub struct Hint {
    pub(crate) board: Position,
    pub(crate) goal: Option<Position>,
    /// 1: the tile; 2: and its direction; 3: the next five moves.
    #[serde(default = "usual_grade")]
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 3))]
    pub(crate) grade: u8,
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub(crate) notation: NotationName,
    #[serde(default, deserialize_with = "object")]
    pub(crate) limits: LimitMembers,
}

fn usual_grade() -> u8 {
    2
}
