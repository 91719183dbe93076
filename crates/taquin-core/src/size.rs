//! Board sizes.

use std::fmt;
use std::str::FromStr;

/// Rows and columns of a board, each from 2 to 16.
///
/// Written rows first: `2x3` has two rows of three.
///
/// ```
/// use taquin_core::Size;
///
/// let size: Size = "2x3".parse()?;
/// assert_eq!((size.rows(), size.cols(), size.cells()), (2, 3, 6));
/// assert_eq!(size.to_string(), "2x3");
/// # Ok::<(), taquin_core::SizeError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Size {
    rows: u8,
    cols: u8,
}

impl Size {
    /// The fewest rows or columns a board may have.
    pub const MIN: usize = 2;
    /// The most rows or columns a board may have.
    pub const MAX: usize = 16;
    /// The most cells a board may have.
    pub const MAX_CELLS: usize = Self::MAX * Self::MAX;

    /// A size of `rows` by `cols`.
    ///
    /// # Errors
    /// When either lies outside 2 to 16.
    pub const fn new(rows: usize, cols: usize) -> Result<Self, SizeError> {
        if rows < Self::MIN || rows > Self::MAX || cols < Self::MIN || cols > Self::MAX {
            return Err(SizeError::OutOfRange { rows, cols });
        }
        Ok(Self {
            rows: rows as u8,
            cols: cols as u8,
        })
    }

    /// Number of rows.
    pub const fn rows(self) -> usize {
        self.rows as usize
    }

    /// Number of columns.
    pub const fn cols(self) -> usize {
        self.cols as usize
    }

    /// Number of cells, the blank's included: 4 to 256.
    pub const fn cells(self) -> usize {
        self.rows() * self.cols()
    }

    /// Number of tiles, one less than cells.
    pub const fn tiles(self) -> usize {
        self.cells() - 1
    }

    /// Row of a cell index, counted from the top.
    pub const fn row(self, cell: usize) -> usize {
        cell / self.cols()
    }

    /// Column of a cell index, counted from the left.
    pub const fn col(self, cell: usize) -> usize {
        cell % self.cols()
    }

    /// Steps between two cells along rows and columns.
    pub const fn distance(self, a: usize, b: usize) -> usize {
        self.row(a).abs_diff(self.row(b)) + self.col(a).abs_diff(self.col(b))
    }
}

impl fmt::Display for Size {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}x{}", self.rows, self.cols)
    }
}

impl FromStr for Size {
    type Err = SizeError;

    /// Reads `4x4`, `2X3` or `2×3`; a single number means a square.
    fn from_str(text: &str) -> Result<Self, SizeError> {
        let text = text.trim();
        let number = |part: &str| {
            part.trim()
                .parse::<usize>()
                .map_err(|_| SizeError::Unreadable(text.chars().take(40).collect()))
        };
        match text.split_once(['x', 'X', '×']) {
            Some((rows, cols)) => Self::new(number(rows)?, number(cols)?),
            None => number(text).and_then(|n| Self::new(n, n)),
        }
    }
}

/// Why something is not a board size.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SizeError {
    /// Too few or too many rows or columns.
    #[error("a board has 2 to 16 rows and 2 to 16 columns, not {rows}x{cols}")]
    OutOfRange {
        /// Requested rows.
        rows: usize,
        /// Requested columns.
        cols: usize,
    },
    /// Not of the form rows `x` columns.
    #[error("`{0}` is not a board size; write rows x columns, like 4x4 or 2x3")]
    Unreadable(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reads_what_it_writes_and_refuses_the_rest() {
        for rows in 2..=16 {
            for cols in 2..=16 {
                let size = Size::new(rows, cols).unwrap();
                assert_eq!(size.to_string().parse(), Ok(size));
            }
        }
        assert_eq!("4".parse::<Size>(), Size::new(4, 4));
        for text in [
            "",
            "x",
            "4x",
            "1x4",
            "17x17",
            "4x4x4",
            "-3x3",
            "99999999999999999999x2",
        ] {
            assert!(text.parse::<Size>().is_err(), "{text}");
        }
    }
}
