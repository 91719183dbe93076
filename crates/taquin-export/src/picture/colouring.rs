//! Colours of tiles by a scheme: tiles that belong together in the solved board look alike.

use std::fmt;
use std::str::FromStr;

use taquin_core::spec::SpecError;
use taquin_core::{Board, Cells, Tile};

/// A scheme by which tiles are coloured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Colouring {
    /// By the row of a tile's place.
    Rows,
    /// By the column of a tile's place.
    Columns,
    /// By the ring of a tile's place: the first row and column left once those before are solved.
    Fringe,
    /// By the diagonal of a tile's place.
    Diagonals,
    /// Like a chessboard.
    Checkerboard,
    /// Tiles in their places, and tiles by their distance from them.
    Distance,
}

impl Colouring {
    /// All schemes with their names and what they colour by.
    pub const ALL: [(&str, Self, &str); 6] = [
        ("rows", Self::Rows, "the row of the tile's place"),
        ("columns", Self::Columns, "the column of the tile's place"),
        (
            "fringe",
            Self::Fringe,
            "the row and column that are solved together, from the top left",
        ),
        (
            "diagonals",
            Self::Diagonals,
            "the diagonal of the tile's place",
        ),
        ("checkerboard", Self::Checkerboard, "like a chessboard"),
        (
            "distance",
            Self::Distance,
            "how far the tile is from its place; green if it is there",
        ),
    ];

    /// The colour of the tile in a cell, as CSS.
    pub(super) fn colour(self, board: &Board, goal: &Board, cell: usize, tile: Tile) -> String {
        let size = goal.size();
        let home = goal.numbers().position(|number| number == tile.number());
        let home = home.expect("both boards have the same tiles");
        let (row, col) = (size.row(home), size.col(home));
        let (group, groups) = match self {
            Self::Rows => (row, size.rows()),
            Self::Columns => (col, size.cols()),
            Self::Fringe => (row.min(col), size.rows().min(size.cols())),
            Self::Diagonals => (row + col, size.rows() + size.cols() - 1),
            Self::Checkerboard => {
                let lightness = if (row + col) % 2 == 0 { 92 } else { 72 };
                return format!("hsl(210 30% {lightness}%)");
            }
            Self::Distance => {
                debug_assert_eq!(board.number(cell), tile.number());
                let far = size.distance(cell, home).min(6);
                // From green over yellow to red.
                return format!("hsl({} 65% 78%)", 130 - 20 * far.min(6));
            }
        };
        // Hues around the circle, light enough for dark numbers.
        format!("hsl({} 70% 80%)", 360 * group / groups)
    }
}

impl fmt::Display for Colouring {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let named = Self::ALL.iter().find(|(_, scheme, _)| scheme == self);
        f.write_str(named.map_or("", |(name, ..)| name))
    }
}

impl FromStr for Colouring {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let named = Self::ALL.iter().find(|(name, ..)| *name == text);
        named
            .map(|(_, scheme, _)| *scheme)
            .ok_or_else(|| SpecError::unknown("colouring", text, &Self::ALL.map(|(name, ..)| name)))
    }
}
