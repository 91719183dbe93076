//! Whether a board is solvable, and its parity.

use serde::Serialize;
use taquin::{Board, Parity};

/// The answer to *check*.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Check {
    /// The position.
    pub board: String,
    /// Its size, rows first.
    pub size: String,
    /// The requested goal.
    pub goal: String,
    /// Whether a goal can be reached.
    pub solvable: bool,
    /// Whether the position is a goal already.
    pub solved: bool,
    /// Inversions: pairs of tiles out of order.
    pub inversions: u32,
    /// The blank's row, counted from 1 at the top.
    pub blank_row: usize,
    /// Rows between the blank and its place in the goal.
    pub blank_rows_from_home: u32,
    /// `even` or `odd`.
    pub parity: &'static str,
    /// The result in words.
    pub reason: String,
    /// The swap that makes it solvable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fix: Option<Fix>,
    /// Manhattan distance to the nearest reachable goal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub manhattan: Option<u32>,
}

/// A swap of two tiles that gives a board the other parity.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Fix {
    /// The tiles.
    pub swap: [u8; 2],
    /// The board after it.
    pub board: String,
}

impl From<&taquin::Mend> for Fix {
    fn from(mend: &taquin::Mend) -> Self {
        Self {
            swap: [mend.swap.0.number(), mend.swap.1.number()],
            board: mend.board.to_string(),
        }
    }
}

/// `even` or `odd`.
pub fn parity_word(parity: Parity) -> &'static str {
    if parity.is_odd() { "odd" } else { "even" }
}

/// The blank's row, counted from 1 at the top.
pub fn blank_row(board: &Board) -> usize {
    board.size().row(board.blank().index()) + 1
}
