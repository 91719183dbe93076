//! From rows of numbers to a board: its size, and whether the numbers are those of a board.

use std::ops::Range;

use super::fault::PositionFault;
use super::rows::Number;
use crate::notation::ParseError;
use crate::{Board, Size};

/// Puts rows together: finds the size, then lets [`Board::new`] judge the numbers.
#[inline]
pub(super) fn board_of(
    text: &str,
    range: Range<usize>,
    rows: Vec<Vec<Number>>,
    known: Option<Size>,
) -> Result<Board, ParseError> {
    let size = match &rows[..] {
        [] => Err((None, PositionFault::Empty)),
        [flat] => flat_size(flat.len(), known),
        _ => grid_size(&rows, known),
    }
    .map_err(|(entry, fault)| {
        let place = entry.map_or(range.end..range.end, |entry| entry.range.clone());
        ParseError::at(text, place, fault)
    })?;
    let entries: Vec<Number> = rows.into_iter().flatten().collect();
    let numbers: Vec<u32> = entries.iter().map(|entry| entry.number).collect();
    Board::new(size, &numbers).map_err(|error| {
        let fault = error.index().unwrap_or(size.cells());
        let place = entries
            .get(fault)
            .map_or(range.end..range.end, |entry| entry.range.clone());
        ParseError::at(text, place, PositionFault::Board(error))
    })
}

/// The size of a flat list, or the fault and the entry it points at.
fn flat_size<'a>(
    count: usize,
    known: Option<Size>,
) -> Result<Size, (Option<&'a Number>, PositionFault)> {
    let side = count.isqrt();
    match known {
        Some(size) => Ok(size),
        None if count == 0 => Err((None, PositionFault::Empty)),
        None if side * side == count => {
            Size::new(side, side).map_err(|error| (None, PositionFault::Size(error)))
        }
        None if count > Size::MAX * Size::MAX => Err((None, PositionFault::TooMany { count })),
        None => Err((None, PositionFault::NotSquare { count })),
    }
}

/// The size of rows of one length, or the fault and the entry it points at.
fn grid_size(
    rows: &[Vec<Number>],
    known: Option<Size>,
) -> Result<Size, (Option<&Number>, PositionFault)> {
    let cols = rows[0].len();
    if let Some(row) = rows.iter().position(|row| row.len() != cols) {
        let found = rows[row].len();
        let place = rows[row].get(cols).or(rows[row].last());
        let row = row + 1;
        return Err((place, PositionFault::Ragged { row, found, cols }));
    }
    let size = Size::new(rows.len(), cols).map_err(|error| {
        let last_row = rows.len().min(Size::MAX + 1) - 1;
        let place = rows[last_row].get(if last_row < Size::MAX { Size::MAX } else { 0 });
        (place.or(rows[0].first()), PositionFault::Size(error))
    })?;
    match known.filter(|&known| known != size) {
        None => Ok(size),
        Some(known) => {
            let (rows_found, cols) = (size.rows(), size.cols());
            let fault = PositionFault::OtherSize {
                known,
                rows: rows_found,
                cols,
            };
            Err((rows[0].first(), fault))
        }
    }
}
