//! Parsing and formatting of positions, moves, goals, and files of positions.
//!
//! ```
//! use taquin_core::notation::{self, Notation};
//!
//! let board = notation::parse_board("8 1 3/4 0 2/7 6 5")?;
//! assert_eq!(notation::parse_board("[[8,1,3],[4,0,2],[7,6,5]]")?, board);
//! let moves = notation::parse_moves("LUR2D2LURULDLU", Notation::Tile, None)?;
//! assert_eq!(moves.len(), 14);
//! assert_eq!(notation::format_moves(&moves, Notation::Tile), "LUR2D2LURULDLU");
//!
//! let error = notation::parse_board("1 2 2/4 5 6/7 8 0").unwrap_err();
//! assert_eq!(
//!     error.to_string(),
//!     "line 1, column 5: tile 2 appears 2 times; each of 1–8 must appear once"
//! );
//! assert_eq!(error.caret(), "1 2 2/4 5 6/7 8 0\n    ^");
//! # Ok::<(), notation::ParseError>(())
//! ```
//!
//! Nothing here panics on bad text, however long, and a fault is always one line of message with
//! the place it points at.

mod error;
pub mod file;
mod goal;
mod json;
mod moves;
mod pieces;
mod position;
mod print;
mod text;

pub use error::{NotationFault, ParseError};
pub use goal::{GoalFault, parse_goal, parse_goals};
pub use json::JsonFault;
pub use moves::{
    MAX_MOVES, MovesFault, Notation, UnknownNotation, format_moves, format_tiles, parse_moves,
};
pub use position::{PositionFault, parse_board, parse_board_bytes, parse_board_sized};
pub use print::{to_flat, to_grid, to_json, to_link};
pub use text::{TextFault, text_from_bytes};
