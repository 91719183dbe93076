//! Goals in which some tiles do not matter.

use std::fmt;
use std::str::FromStr;

use crate::{Board, Size, SizeError};

/// The homes of some tiles, and perhaps of the blank; the others may be anywhere.
///
/// ```
/// use taquin_core::{Board, PartialGoal};
///
/// let goal: PartialGoal = "1 2 3/* * */* * *".parse()?;
/// let board: Board = "1 2 3/8 0 4/7 6 5".parse()?;
/// assert!(goal.is_met(&board));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PartialGoal {
    size: Size,
    /// By cell: the number that belongs there, if any does.
    cells: Vec<Option<u8>>,
}

/// Why a text is no partial goal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PartialGoalError {
    /// A cell is neither a number nor a star.
    #[error("`{0}` is neither a number nor *")]
    Cell(String),
    /// Rows of different lengths.
    #[error("row {row} has {found} cells, but row 1 has {wanted}")]
    Rows {
        /// The row, counted from 1.
        row: usize,
        /// Its cells.
        found: usize,
        /// Those of the first row.
        wanted: usize,
    },
    /// No such size of boards.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// A number that no tile has.
    #[error("{number} is not a tile of a {size} board")]
    Number {
        /// The number.
        number: u32,
        /// The size.
        size: Size,
    },
    /// A tile in two cells.
    #[error("{0} appears twice")]
    Twice(u32),
    /// Nothing is free.
    #[error("every cell is named; use --goal for a whole board")]
    Whole,
}

impl FromStr for PartialGoal {
    type Err = PartialGoalError;

    fn from_str(text: &str) -> Result<Self, PartialGoalError> {
        let mut cells: Vec<Option<u32>> = Vec::new();
        let (mut rows, mut cols) = (0, 0);
        for row in text.split(['/', '\n']).map(str::trim) {
            if row.is_empty() {
                continue;
            }
            let split = |c: char| c.is_whitespace() || c == ',';
            let before = cells.len();
            for cell in row.split(split).filter(|cell| !cell.is_empty()) {
                cells.push(match cell {
                    "*" | "?" => None,
                    number => {
                        let number = number.parse();
                        let fault = |_| PartialGoalError::Cell(cell.chars().take(20).collect());
                        Some(number.map_err(fault)?)
                    }
                });
            }
            let found = cells.len() - before;
            rows += 1;
            if rows == 1 {
                cols = found;
            } else if found != cols {
                return Err(PartialGoalError::Rows {
                    row: rows,
                    found,
                    wanted: cols,
                });
            }
        }
        let size = Size::new(rows, cols)?;
        let mut seen = vec![false; size.cells()];
        for &number in cells.iter().flatten() {
            match seen.get_mut(number as usize) {
                None => return Err(PartialGoalError::Number { number, size }),
                Some(true) => return Err(PartialGoalError::Twice(number)),
                Some(seen) => *seen = true,
            }
        }
        if cells.iter().all(Option::is_some) {
            return Err(PartialGoalError::Whole);
        }
        let cells = cells.iter().map(|cell| cell.map(|number| number as u8));
        Ok(Self {
            size,
            cells: cells.collect(),
        })
    }
}

impl PartialGoal {
    /// The size of its boards.
    pub fn size(&self) -> Size {
        self.size
    }

    /// By cell: the number that belongs there, if any does.
    pub fn cells(&self) -> &[Option<u8>] {
        &self.cells
    }

    /// Whether a tile belongs somewhere; for 0, whether the blank does.
    pub fn names(&self, number: u8) -> bool {
        self.cells.contains(&Some(number))
    }

    /// Whether a board of this size meets the goal.
    pub fn is_met(&self, board: &Board) -> bool {
        board.size() == self.size
            && (self.cells.iter().zip(board.numbers()))
                .all(|(wanted, number)| wanted.is_none_or(|wanted| wanted == number))
    }
}

impl fmt::Display for PartialGoal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, cell) in self.cells.iter().enumerate() {
            match (index, index % self.size.cols()) {
                (0, _) => {}
                (_, 0) => f.write_str("/")?,
                _ => f.write_str(" ")?,
            }
            match cell {
                Some(number) => write!(f, "{number}")?,
                None => f.write_str("*")?,
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prints_what_it_reads_and_names_what_is_wrong() {
        for text in ["1 2 3/* * */* * *", "* */3 0", "1 * 3 4/5 6 7 0"] {
            assert_eq!(text.parse::<PartialGoal>().unwrap().to_string(), text);
        }
        let fault = |text: &str| text.parse::<PartialGoal>().unwrap_err();
        assert_eq!(fault("1 2/3 0"), PartialGoalError::Whole);
        assert_eq!(fault("1 1/* *"), PartialGoalError::Twice(1));
        assert!(matches!(fault("1 9/* *"), PartialGoalError::Number { .. }));
        assert!(matches!(fault("1 x/* *"), PartialGoalError::Cell(_)));
        assert!(matches!(fault("1 */*"), PartialGoalError::Rows { .. }));
        assert!(matches!(fault(""), PartialGoalError::Size(_)));
    }
}
