//! Faults of texts as the page words them: the ID of a message and its parameters.

use std::fmt::{Display, Write};

use taquin_core::notation::{NotationFault, ParseError, PositionFault};
use taquin_core::{BoardError, Size, SizeError};

/// The most characters of a text that a message quotes.
const QUOTED: usize = 24;

/// The fault of a text: the ID of its message, the cell at fault, and parameters in pairs; numbers have a `#`
/// before their name.
pub(crate) fn fault(error: &ParseError, text: &str) -> String {
    match error.fault() {
        NotationFault::Position(fault) => position(fault),
        _ => token(text),
    }
}

fn position(fault: &PositionFault) -> String {
    match fault {
        PositionFault::Empty => message("bad_empty", None, &[]),
        PositionFault::NotATile(found)
        | PositionFault::Negative(found)
        | PositionFault::TooLarge(found) => token(found),
        PositionFault::LoneComma => token(","),
        PositionFault::EmptyRow { .. } => token("/"),
        PositionFault::Ragged { row, found, cols } => message(
            "bad_rows",
            None,
            &[("#row", row), ("#n", found), ("#w", cols)],
        ),
        PositionFault::NotSquare { count } | PositionFault::TooMany { count } => {
            let side = nearest_side(*count);
            wrong_count(*count, side, side)
        }
        PositionFault::OtherSize { known, rows, cols } => {
            wrong_count(rows * cols, known.rows(), known.cols())
        }
        PositionFault::Size(error) => size(error),
        PositionFault::Board(error) => board(error),
        _ => token(&fault.to_string()),
    }
}

pub(crate) fn size(error: &SizeError) -> String {
    match error {
        SizeError::OutOfRange { rows, cols } => message(
            "bad_range_size",
            None,
            &[
                ("#w", cols),
                ("#h", rows),
                ("#least", &Size::MIN),
                ("#most", &Size::MAX),
            ],
        ),
        _ => token(&error.to_string()),
    }
}

fn board(error: &BoardError) -> String {
    let index = error.index();
    match error {
        BoardError::WrongCount { size, found } => wrong_count(*found, size.rows(), size.cols()),
        BoardError::OutOfRange { number, max, .. } => {
            message("bad_tile", index, &[("#t", number), ("#max", max)])
        }
        BoardError::Duplicate {
            tile, times, max, ..
        } => message(
            "bad_board",
            index,
            &[("#t", tile), ("#n", times), ("#max", max)],
        ),
        BoardError::SecondBlank { times, .. } => message("bad_blank", index, &[("#n", times)]),
        _ => token(&error.to_string()),
    }
}

fn wrong_count(count: usize, rows: usize, cols: usize) -> String {
    let need = rows * cols;
    let numbers: [(&str, &dyn Display); 5] = [
        ("#n", &count),
        ("#count", &count),
        ("#w", &cols),
        ("#h", &rows),
        ("#need", &need),
    ];
    message("bad_size", None, &numbers)
}

/// The side of the square board whose number of cells is nearest.
fn nearest_side(count: usize) -> usize {
    let root = count.isqrt();
    let side = if count - root * root > root {
        root + 1
    } else {
        root
    };
    side.clamp(Size::MIN, Size::MAX)
}

pub(crate) fn token(text: &str) -> String {
    let quoted: String = text.chars().take(QUOTED).collect();
    message("bad_token", None, &[("token", &quoted)])
}

fn message(id: &str, index: Option<usize>, parameters: &[(&str, &dyn Display)]) -> String {
    let mut text = format!(
        "{id}\0{}",
        index.map_or_else(String::new, |at| at.to_string())
    );
    for (name, value) in parameters {
        let _ = write!(text, "\0{name}\0{value}");
    }
    text
}
