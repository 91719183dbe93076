//! The question for new boards.

use serde::{Deserialize, Deserializer};
use taquin::generate::Level;

use super::{ByName, Position, object};

/// A level by name.
pub type LevelName = ByName<Level>;

/// Boards to make: by size and level, by size and distance, or by a game's ID.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(as = PuzzlesRequest))]
pub struct Puzzles {
    /// Rows x columns, like `4x4`.
    #[cfg_attr(
        feature = "schema",
        schema(pattern = "^([2-9]|1[0-6])x([2-9]|1[0-6])$")
    )]
    pub(crate) size: Option<String>,
    /// The level; default: `random`.
    pub(crate) level: Option<LevelName>,
    /// Optimal length, instead of a level.
    #[serde(default, deserialize_with = "distance")]
    pub(crate) distance: Option<Distance>,
    /// The seed of the first board; random if missing.
    #[cfg_attr(feature = "schema", schema(maximum = 9_007_199_254_740_991_u64))]
    pub(crate) seed: Option<u64>,
    /// Number of boards.
    #[serde(default = "one")]
    #[cfg_attr(feature = "schema", schema(minimum = 1, maximum = 100))]
    pub(crate) count: u32,
    /// A game ID like `g1-4x4-hard-20481`, instead of the other members.
    #[cfg_attr(feature = "schema", schema(format = "game-id", max_length = 60))]
    pub(crate) id: Option<String>,
    pub(crate) goal: Option<Position>,
}

/// The boards of a day.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Daily {
    /// The day like `2026-01-15`.
    pub(crate) date: String,
}

/// A range of distances, both ends included.
#[derive(Clone, Copy, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
pub struct Distance {
    /// Minimum number of moves.
    #[cfg_attr(feature = "schema", schema(maximum = 200))]
    pub(crate) min: u32,
    /// Maximum number of moves.
    #[cfg_attr(feature = "schema", schema(maximum = 200))]
    pub(crate) max: u32,
}

fn distance<'de, D: Deserializer<'de>>(reader: D) -> Result<Option<Distance>, D::Error> {
    #[derive(Deserialize)]
    struct Range(#[serde(deserialize_with = "object")] Distance);
    Ok(Option::<Range>::deserialize(reader)?.map(|range| range.0))
}

fn one() -> u32 {
    1
}
