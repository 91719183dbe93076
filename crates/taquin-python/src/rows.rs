//! Arrays of boards: one row a board, its numbers in reading order.

use numpy::{PyReadonlyArray2, PyUntypedArrayMethods};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use taquin::Size;
use taquin_app::{Refusal, RefusalKind};

use crate::board::invalid;
use crate::goal;
use crate::problem::raise;

/// Boards of one size, checked: each row is a permutation of 0 to the last tile.
pub(crate) struct Rows<'a> {
    pub(crate) size: Size,
    pub(crate) numbers: &'a [u8],
}

impl<'a> Rows<'a> {
    /// Checks an array.
    pub(crate) fn new(
        py: Python<'_>,
        array: &'a PyReadonlyArray2<'_, u8>,
        (rows, cols): (usize, usize),
    ) -> PyResult<Self> {
        let size = goal::size(py, rows, cols)?;
        let numbers = array
            .as_slice()
            .map_err(|_| PyValueError::new_err("the array must be contiguous, in C order"))?;
        if array.shape()[1] != size.cells() {
            let found = array.shape()[1];
            let text = format!(
                "{found} numbers do not fill a {size} board ({} needed)",
                size.cells()
            );
            let refusal = Refusal::new(RefusalKind::InvalidBoard, text);
            return Err(raise(py, &refusal));
        }
        let checked = Self { size, numbers };
        match checked.rows().position(|row| !is_permutation(row)) {
            None => Ok(checked),
            Some(index) => Err(checked.fault(py, index)),
        }
    }

    /// The number of boards.
    pub(crate) fn len(&self) -> usize {
        self.numbers.len() / self.size.cells()
    }

    /// The boards.
    pub(crate) fn rows(&self) -> impl ExactSizeIterator<Item = &'a [u8]> + use<'a> {
        self.numbers.chunks_exact(self.size.cells())
    }

    /// The board of a row.
    pub(crate) fn board(&self, index: usize) -> taquin::Board {
        let cells = self.size.cells();
        board(self.size, &self.numbers[index * cells..][..cells])
    }

    /// The parser's error for a row.
    fn fault(&self, py: Python<'_>, index: usize) -> PyErr {
        let cells = self.size.cells();
        let row = &self.numbers[index * cells..][..cells];
        let numbers: Vec<u32> = row.iter().copied().map(u32::from).collect();
        match taquin::Board::new(self.size, &numbers) {
            Err(error) => {
                let fault = invalid(py, &error);
                // The row, for a caller with many boards.
                let _ = fault.value(py).setattr("index", index);
                fault
            }
            Ok(_) => PyValueError::new_err(format!("row {index} is not a board")),
        }
    }
}

/// The board of a row that was checked.
pub(crate) fn board(size: Size, row: &[u8]) -> taquin::Board {
    let numbers: Vec<u32> = row.iter().copied().map(u32::from).collect();
    taquin::Board::new(size, &numbers).expect("the row is a permutation")
}

/// Whether the row is a permutation.
fn is_permutation(row: &[u8]) -> bool {
    if row.len() <= 64 {
        let wanted = u64::MAX >> (64 - row.len());
        let (seen, largest) = row.iter().fold((0, 0), |(seen, largest), &number| {
            (seen | 1_u64 << (number & 63), number.max(largest))
        });
        return seen == wanted && largest < 64;
    }
    let mut seen = [false; 256];
    for &number in row {
        seen[usize::from(number)] = true;
    }
    seen[..row.len()].iter().all(|&seen| seen)
}
