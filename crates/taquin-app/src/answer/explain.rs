//! The human method, stage by stage.

use serde::Serialize;
use taquin::human;

/// The answer to *explain*.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Explain {
    /// The position.
    pub board: String,
    /// The goal reached.
    pub goal: String,
    /// Length in single-tile moves.
    pub length: u32,
    /// Length in multi-tile moves.
    pub length_mtm: u32,
    /// The steps of the method in order.
    pub stages: Vec<Stage>,
}

/// A step of the human method.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Stage {
    /// Its name.
    pub name: String,
    /// The tiles it brings home.
    pub goal_tiles: Vec<u8>,
    /// A sentence about the moves and their purpose.
    pub text: String,
    /// The same sentences with separate values, for translation.
    pub sentences: Vec<Sentence>,
    /// The moves.
    pub moves: String,
    /// The position after it.
    pub board_after: String,
}

/// A sentence about a stage: what it says by its id, and the values in it. Ways and sides are `up`,
/// `down`, `left` or `right`.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(tag = "id", rename_all = "kebab-case")]
pub enum Sentence {
    /// These tiles need no move.
    Already {
        /// The tiles.
        tiles: Vec<u8>,
    },
    /// Tiles are carried to their places, one after the other.
    Bring {
        /// The tiles and their places.
        places: Vec<Carried>,
    },
    /// A tile slides into its place.
    Straight {
        /// The tile.
        tile: u8,
        /// The direction it slides.
        way: &'static str,
    },
    /// `last` is set up at the place of `first`, which is next to it; then both slide in.
    SetUp {
        /// The last tile but one of the line.
        first: u8,
        /// The last tile of the line.
        last: u8,
        /// On which side of the one the other waits.
        beside: &'static str,
        /// The direction `last` slides.
        last_way: &'static str,
        /// The direction `first` slides.
        first_way: &'static str,
    },
    /// `first` is set up in the corner, with `last` next to it; then both slide in.
    Mirrored {
        /// The last tile but one of the line.
        first: u8,
        /// The last tile of the line.
        last: u8,
        /// On which side of the one the other waits.
        beside: &'static str,
        /// The direction in which `first` slides.
        first_way: &'static str,
        /// The direction in which `last` slides.
        last_way: &'static str,
    },
    /// The last three tiles are turned until they are in place.
    Turn {
        /// The direction of rotation.
        clockwise: bool,
        /// The tiles.
        tiles: Vec<u8>,
    },
    /// A sentence that has no id yet; the text says it.
    Other,
}

impl From<&human::Sentence> for Sentence {
    fn from(sentence: &human::Sentence) -> Self {
        use human::Sentence as Said;
        match sentence {
            Said::Already { tiles } => Self::Already {
                tiles: tiles.clone(),
            },
            Said::Bring { places } => {
                let place = |&[tile, row, column]: &[u8; 3]| Carried { tile, row, column };
                Self::Bring {
                    places: places.iter().map(place).collect(),
                }
            }
            Said::Straight { tile, way } => Self::Straight {
                tile: *tile,
                way: way.word(),
            },
            Said::SetUp {
                first,
                last,
                beside,
                last_way,
                first_way,
            } => Self::SetUp {
                first: *first,
                last: *last,
                beside: beside.word(),
                last_way: last_way.word(),
                first_way: first_way.word(),
            },
            Said::Mirrored {
                first,
                last,
                beside,
                first_way,
                last_way,
            } => Self::Mirrored {
                first: *first,
                last: *last,
                beside: beside.word(),
                first_way: first_way.word(),
                last_way: last_way.word(),
            },
            Said::Turn { clockwise, tiles } => Self::Turn {
                clockwise: *clockwise,
                tiles: tiles.clone(),
            },
            _ => Self::Other,
        }
    }
}

/// A tile and where it belongs.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Carried {
    /// The tile.
    pub tile: u8,
    /// Its row, counted from 1.
    pub row: u8,
    /// Its column, counted from 1.
    pub column: u8,
}
