//! Positions.

use numpy::{PyArray1, PyArray2, PyArrayMethods};
use pyo3::exceptions::{PyIndexError, PyTypeError, PyValueError};
use pyo3::prelude::*;
use pyo3::types::{PyString, PyTuple};
use taquin::notation::{self, parse_moves};
use taquin::{BoardError, Move, Parity, Size};
use taquin_app::question::Position;
use taquin_app::{Refusal, RefusalKind};

use crate::ask::read_notation;
use crate::goal::{self, GoalArgument};
use crate::problem::{raise, refuse};

/// A position of the sliding-tile puzzle: every tile once, and one blank, which is 0.
///
/// Boards are immutable and hashable. A board is made from text in any notation that taquin reads, from
/// rows of numbers, from a flat list, or from a `NumPy` array:
///
/// >>> Board("8 1 3/4 0 2/7 6 5")
/// Board('8 1 3/4 0 2/7 6 5')
/// >>> Board([[1, 2, 3], [4, 0, 5]]).size
/// (2, 3)
#[pyclass(frozen, eq, hash, str, module = "taquin")]
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Board(pub(crate) taquin::Board);

impl std::fmt::Display for Board {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        self.0.fmt(f)
    }
}

#[pymethods]
impl Board {
    #[new]
    #[pyo3(signature = (value, size=None))]
    fn new(value: &Bound<'_, PyAny>, size: Option<(usize, usize)>) -> PyResult<Self> {
        let py = value.py();
        if let Ok(board) = value.cast::<Self>() {
            return Ok(board.get().clone());
        }
        if value.is_instance_of::<PyString>() {
            let position = Position::Text(value.extract()?);
            let board = position.board().map_err(|refusal| raise(py, &refusal))?;
            return match size {
                Some((rows, cols)) => Self(board).sized(py, goal::size(py, rows, cols)?),
                None => Ok(Self(board)),
            };
        }
        if let Ok(numbers) = value.extract::<Vec<i64>>() {
            return Self::from_flat(py, &numbers, size);
        }
        if let Ok(rows) = value.extract::<Vec<Vec<i64>>>() {
            let position = Position::Rows(rows);
            let board = position.board().map_err(|refusal| raise(py, &refusal))?;
            return Ok(Self(board));
        }
        Err(PyTypeError::new_err(
            "a board is made from text, rows of numbers, a flat list or an array of integers",
        ))
    }

    /// The solved board of a size.
    ///
    /// `goal` is `blank-last`, `blank-first`, `spiral` or a position.
    #[staticmethod]
    #[pyo3(signature = (size, goal=None))]
    fn solved(py: Python<'_>, size: (usize, usize), goal: Option<GoalArgument>) -> PyResult<Self> {
        let size = goal::size(py, size.0, size.1)?;
        Ok(Self(goal::board(py, goal.as_ref(), size)?))
    }

    /// Rows and columns.
    #[getter]
    fn size(&self) -> (usize, usize) {
        (self.0.size().rows(), self.0.size().cols())
    }

    /// The numbers in reading order, 0 for the blank.
    #[getter]
    fn numbers<'py>(&self, py: Python<'py>) -> PyResult<Bound<'py, PyTuple>> {
        PyTuple::new(py, self.0.numbers())
    }

    /// Row and column of the blank, counted from 0.
    #[getter]
    fn blank(&self) -> (usize, usize) {
        let (size, cell) = (self.0.size(), self.0.blank().index());
        (size.row(cell), size.col(cell))
    }

    /// The numbers row by row.
    fn rows(&self) -> Vec<Vec<u32>> {
        let numbers: Vec<u32> = self.0.numbers().map(u32::from).collect();
        let rows = numbers.chunks(self.0.size().cols());
        rows.map(<[u32]>::to_vec).collect()
    }

    /// The letters of the moves that can be made; a letter is the direction in which the tile slides.
    fn moves(&self) -> Vec<char> {
        self.0.moves().map(|mv| mv.0.letter()).collect()
    }

    /// The board after moves, written as letters (`LUR2`), words or tile numbers.
    ///
    /// `notation="blank"` reads letters as directions of the blank.
    #[pyo3(signature = (moves, notation="tile"))]
    fn after(&self, py: Python<'_>, moves: &str, notation: &str) -> PyResult<Self> {
        let moves = read_moves(py, &self.0, moves, notation)?;
        let last = self.0.clone().replay(&moves);
        Ok(Self(last.map_err(|error| refuse(py, error))?))
    }

    /// Whether this is the goal.
    #[pyo3(signature = (goal=None))]
    fn is_solved(&self, py: Python<'_>, goal: Option<GoalArgument>) -> PyResult<bool> {
        Ok(goal::board(py, goal.as_ref(), self.0.size())? == self.0)
    }

    /// Whether the goal can be reached.
    #[pyo3(signature = (goal=None))]
    fn is_solvable(&self, py: Python<'_>, goal: Option<GoalArgument>) -> PyResult<bool> {
        let goal = goal::board(py, goal.as_ref(), self.0.size())?;
        Ok(!Parity::of(&self.0, &goal).is_odd())
    }

    /// The board as lines of text, for people.
    fn grid(&self) -> String {
        notation::to_grid(&self.0, '.')
    }

    /// A picture of the board.
    fn svg(&self) -> String {
        taquin_export::picture::svg(&self.0)
    }

    fn _repr_svg_(&self) -> String {
        self.svg()
    }

    /// The number in a cell, by index or by row and column.
    fn __getitem__(&self, cell: CellArgument) -> PyResult<u8> {
        let size = self.0.size();
        let index = match cell {
            CellArgument::Index(index) => Some(index).filter(|&index| index < size.cells()),
            CellArgument::Place(row, col) => {
                Some(row * size.cols() + col).filter(|_| row < size.rows() && col < size.cols())
            }
        };
        let fault = || PyIndexError::new_err("there is no such cell");
        self.0
            .numbers()
            .nth(index.ok_or_else(fault)?)
            .ok_or_else(fault)
    }

    fn __len__(&self) -> usize {
        self.0.size().cells()
    }

    fn __repr__(&self) -> String {
        format!("Board('{}')", self.0)
    }

    fn __reduce__<'py>(&self, py: Python<'py>) -> (Bound<'py, PyAny>, (String,)) {
        (py.get_type::<Self>().into_any(), (self.0.to_string(),))
    }

    #[pyo3(signature = (dtype=None, copy=None))]
    fn __array__<'py>(
        &self,
        py: Python<'py>,
        dtype: Option<Bound<'py, PyAny>>,
        copy: Option<bool>,
    ) -> PyResult<Bound<'py, PyAny>> {
        if copy == Some(false) {
            return Err(PyValueError::new_err(
                "a board is always copied into an array",
            ));
        }
        let size = self.0.size();
        let flat = PyArray1::from_vec(py, self.0.numbers().collect());
        let array: Bound<'py, PyArray2<u8>> = flat.reshape([size.rows(), size.cols()])?;
        match dtype {
            Some(dtype) => array.call_method1("astype", (dtype,)),
            None => Ok(array.into_any()),
        }
    }
}

/// A cell as users name it.
#[derive(FromPyObject)]
enum CellArgument {
    Index(usize),
    Place(usize, usize),
}

impl Board {
    fn from_flat(py: Python<'_>, numbers: &[i64], size: Option<(usize, usize)>) -> PyResult<Self> {
        let Some((rows, cols)) = size else {
            // The parser finds the size of a square list, and words for every fault.
            let words: Vec<String> = numbers.iter().map(ToString::to_string).collect();
            let board = Position::Text(words.join(" ")).board();
            return Ok(Self(board.map_err(|refusal| raise(py, &refusal))?));
        };
        let size = goal::size(py, rows, cols)?;
        let unsigned: Option<Vec<u32>> = numbers.iter().map(|&n| n.try_into().ok()).collect();
        let unsigned = unsigned.ok_or_else(|| PyTypeError::new_err("numbers count from 0"))?;
        let board = taquin::Board::new(size, &unsigned);
        Ok(Self(board.map_err(|error| invalid(py, &error))?))
    }

    /// The same numbers on a board of another shape.
    fn sized(&self, py: Python<'_>, size: Size) -> PyResult<Self> {
        let numbers: Vec<u32> = self.0.numbers().map(u32::from).collect();
        let board = taquin::Board::new(size, &numbers);
        Ok(Self(board.map_err(|error| invalid(py, &error))?))
    }
}

/// The exception for numbers that are no board.
pub(crate) fn invalid(py: Python<'_>, error: &BoardError) -> PyErr {
    let mut refusal = Refusal::new(RefusalKind::InvalidBoard, error.to_string());
    if let BoardError::Duplicate { tile, .. } = error {
        refusal.problem.tile = Some(*tile);
    }
    raise(py, &refusal.at("/board"))
}

/// Moves as users write them.
pub(crate) fn read_moves(
    py: Python<'_>,
    board: &taquin::Board,
    text: &str,
    notation: &str,
) -> PyResult<Vec<Move>> {
    let notation = read_notation(py, notation)?;
    parse_moves(text, notation, Some(board)).map_err(|error| {
        let refusal = Refusal::unreadable(RefusalKind::IllegalMove, &error);
        raise(py, &refusal.at("/moves"))
    })
}
