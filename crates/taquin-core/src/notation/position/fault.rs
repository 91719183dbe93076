//! Errors in the text of a position.

use crate::notation::NotationFault;
use crate::{BoardError, Size, SizeError};

/// Why a text is not a position.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PositionFault {
    /// Nothing but white space.
    #[error("there is no position here; write one like 1 2 3/4 5 6/7 8 0")]
    Empty,
    /// Neither a number nor a blank.
    #[error("`{0}` is neither a tile number nor a blank (0 _ . x)")]
    NotATile(String),
    /// A number below 0.
    #[error("{0} is negative; tiles are numbered from 1, and 0 is the blank")]
    Negative(String),
    /// A number far beyond any tile.
    #[error("{0} is too large; the largest board has the tiles 1–255")]
    TooLarge(String),
    /// Two commas with nothing between them, or one before the first number.
    #[error("a number is missing before this comma")]
    LoneComma,
    /// Two row separators with nothing between them, or one at an end.
    #[error("row {row} is empty")]
    EmptyRow {
        /// Which row, counted from 1.
        row: usize,
    },
    /// A row that is not as long as the first.
    #[error("row {row} has {found} number{}, but row 1 has {cols}", if *found == 1 { "" } else { "s" })]
    Ragged {
        /// Which row, counted from 1.
        row: usize,
        /// The count of numbers in it.
        found: usize,
        /// The count of numbers in the first row.
        cols: usize,
    },
    /// A flat list whose size cannot be inferred.
    #[error(
        "{count} numbers do not make a square; separate rows by / or put the size in front, \
         like 2x3:"
    )]
    NotSquare {
        /// The count of numbers.
        count: usize,
    },
    /// A flat list longer than any board.
    #[error("{count} numbers are more than the 256 cells of the largest board")]
    TooMany {
        /// The count of numbers.
        count: usize,
    },
    /// Rows, or a size in front, that differ from the size the caller requires.
    #[error("this is a {rows}x{cols} board, but the requested size is {known}")]
    OtherSize {
        /// The requested size.
        known: Size,
        /// Rows found.
        rows: usize,
        /// Columns found.
        cols: usize,
    },
    /// A size no board has.
    #[error(transparent)]
    Size(SizeError),
    /// Numbers that are no permutation.
    #[error(transparent)]
    Board(BoardError),
}

impl From<PositionFault> for NotationFault {
    fn from(fault: PositionFault) -> Self {
        Self::Position(fault)
    }
}
