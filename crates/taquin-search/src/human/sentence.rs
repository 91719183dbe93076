//! The sentence about a stage, independent of the language.

use std::fmt;

use taquin_core::Direction;

/// A sentence about a stage; printed, it is English.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Sentence {
    /// These tiles need no move.
    Already {
        /// The tiles.
        tiles: Vec<u8>,
    },
    /// Tiles are carried to their places, one after the other.
    Bring {
        /// Tile, row and column, counted from 1.
        places: Vec<[u8; 3]>,
    },
    /// A tile is next to its place, with the blank in it.
    Straight {
        /// The tile.
        tile: u8,
        /// The direction in which it slides.
        way: Direction,
    },
    /// The last two tiles of a line: the last one waits at the place of the first.
    SetUp {
        /// The last tile but one.
        first: u8,
        /// The last tile.
        last: u8,
        /// On which side of the last tile the first one waits.
        beside: Direction,
        /// The direction in which the last tile slides.
        last_way: Direction,
        /// The direction in which the first tile slides.
        first_way: Direction,
    },
    /// The same from the other side: the first tile waits in the corner.
    Mirrored {
        /// The last tile but one.
        first: u8,
        /// The last tile.
        last: u8,
        /// On which side of the first tile the last one waits.
        beside: Direction,
        /// Which way the first tile slides.
        first_way: Direction,
        /// Which way the last tile slides.
        last_way: Direction,
    },
    /// The last 2x2.
    Turn {
        /// The direction of rotation.
        clockwise: bool,
        /// The tiles.
        tiles: Vec<u8>,
    },
}

impl fmt::Display for Sentence {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Already { tiles } if tiles.len() == 1 => {
                write!(f, "Tile {} is already in place.", list(tiles))
            }
            Self::Already { tiles } => write!(f, "Tiles {} are already in place.", list(tiles)),
            Self::Bring { places } => {
                let place =
                    |[tile, row, col]: &[u8; 3]| format!("{tile} to row {row}, column {col}");
                let places: Vec<String> = places.iter().map(place).collect();
                write!(f, "Bring {}.", places.join(", then "))
            }
            Self::Straight { tile, way } => {
                write!(f, "Slide {tile} {} into its place.", way.word())
            }
            Self::SetUp {
                first,
                last,
                beside,
                last_way,
                first_way,
            } => write!(
                f,
                "Set up {last} at the place of {first} and {first} just {} it, with the blank in \
                 the corner; then slide {last} {} and {first} {}.",
                side(*beside),
                last_way.word(),
                first_way.word()
            ),
            Self::Mirrored {
                first,
                last,
                beside,
                first_way,
                last_way,
            } => write!(
                f,
                "Set up {first} in the corner and {last} just {} it, with the blank at the place \
                 of {first}; then slide {first} {} and {last} {}.",
                side(*beside),
                first_way.word(),
                last_way.word()
            ),
            Self::Turn { clockwise, tiles } => write!(
                f,
                "Turn the last three tiles {} until {} are in place.",
                if *clockwise {
                    "clockwise"
                } else {
                    "anticlockwise"
                },
                list(tiles)
            ),
        }
    }
}

/// `1`, `1 and 2`, `1, 2 and 3`.
pub(super) fn list(tiles: &[u8]) -> String {
    let words: Vec<String> = tiles.iter().map(u8::to_string).collect();
    match words.as_slice() {
        [start @ .., last] if !start.is_empty() => format!("{} and {last}", start.join(", ")),
        words => words.concat(),
    }
}

const fn side(beside: Direction) -> &'static str {
    match beside {
        Direction::Up => "above",
        Direction::Down => "below",
        Direction::Left => "left of",
        Direction::Right => "right of",
    }
}
