//! Moves, masks, parity, heuristics and scrambles of whole arrays of boards.

use numpy::{
    PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray1, PyReadonlyArray2, PyReadwriteArray2,
    PyUntypedArrayMethods,
};
use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use taquin::generate::{Generator, Random, Uniform, Walk};
use taquin::heuristic::HeuristicSpec;
use taquin::levels::{Band, Dealer, LevelError};
use taquin::packed::Grid;
use taquin::{Cells, Control, Direction, Size, Stop};
use taquin_app::Refusal;

use crate::goal::{self, GoalArgument};
use crate::labels::{has_table, puzzle, side_by_side};
use crate::problem::{raise, refuse};
use crate::rows::Rows;
use crate::session::{control, threads};
use crate::starts::pool;
use crate::waiting::wait;

/// Actions by index: the direction in which the tile slides, as its place in U D L R.
pub(crate) type Actions = [u8; 4];

/// Raises the fault of the first row that is not a board.
#[pyfunction]
pub(crate) fn validate(
    py: Python<'_>,
    boards: PyReadonlyArray2<'_, u8>,
    size: (usize, usize),
) -> PyResult<()> {
    Rows::new(py, &boards, size).map(|_| ())
}

/// Makes one move on each board, in place; says which could be made.
#[pyfunction]
pub(crate) fn step<'py>(
    py: Python<'py>,
    mut boards: PyReadwriteArray2<'py, u8>,
    size: (usize, usize),
    actions: PyReadonlyArray1<'py, i64>,
    order: Actions,
) -> PyResult<Bound<'py, PyArray1<bool>>> {
    let grid = Grid::new(goal::size(py, size.0, size.1)?);
    let cells = size.0 * size.1;
    if boards.shape()[1] != cells || actions.len() != boards.shape()[0] {
        return Err(PyValueError::new_err("one action for each board is needed"));
    }
    let fault = |_| PyValueError::new_err("the arrays must be contiguous, in C order");
    let (numbers, actions) = (boards.as_slice_mut().map_err(fault)?, actions.as_slice()?);
    let mut moved = vec![false; actions.len()];
    for ((row, &action), moved) in numbers.chunks_exact_mut(cells).zip(actions).zip(&mut moved) {
        let Some(&direction) = usize::try_from(action).ok().and_then(|a| order.get(a)) else {
            return Err(PyValueError::new_err(format!(
                "{action} is not an action: 0 to 3"
            )));
        };
        let blank = blank_of(row).ok_or_else(|| PyValueError::new_err("a board has a blank"))?;
        if grid.legal(blank) >> (direction & 3) & 1 == 1 {
            row.swap(blank, grid.source(blank, Direction::from_index(direction)));
            *moved = true;
        }
    }
    Ok(PyArray1::from_vec(py, moved))
}

/// Which actions are possible on each board.
#[pyfunction]
pub(crate) fn legal_moves<'py>(
    py: Python<'py>,
    boards: PyReadonlyArray2<'py, u8>,
    size: (usize, usize),
    order: Actions,
) -> PyResult<Bound<'py, PyArray2<i8>>> {
    let rows = Rows::new(py, &boards, size)?;
    let masks = MaskTable::new(rows.size, order);
    let legal = rows
        .rows()
        .flat_map(|row| masks.of(blank_of(row).unwrap_or(0)));
    let legal: Vec<i8> = legal.collect();
    PyArray1::from_vec(py, legal).reshape([rows.len(), 4])
}

/// Which boards can reach the goal.
#[pyfunction]
#[pyo3(signature = (boards, size, goal=None))]
pub(crate) fn solvable<'py>(
    py: Python<'py>,
    boards: PyReadonlyArray2<'py, u8>,
    size: (usize, usize),
    goal: Option<GoalArgument>,
) -> PyResult<Bound<'py, PyArray1<bool>>> {
    let rows = Rows::new(py, &boards, size)?;
    let goal = goal::board(py, goal.as_ref(), rows.size)?;
    let even = is_even(&rows, &goal);
    Ok(PyArray1::from_vec(py, even))
}

/// Whether each board has the parity of the goal: as a permutation of the goal's cells it is as odd as
/// the blank's way home is long.
pub(crate) fn is_even(rows: &Rows<'_>, goal: &taquin::Board) -> Vec<bool> {
    let (size, home) = (rows.size, goal.blank().index());
    let mut place = [0_u8; 256];
    for (cell, number) in goal.numbers().enumerate() {
        place[usize::from(number)] = cell as u8;
    }
    let even = |row: &[u8]| {
        let mut seen = [0_u64; 4];
        let (mut odd, mut blank) = (false, 0);
        for (first, &number) in row.iter().enumerate() {
            if number == 0 {
                blank = first;
            }
            // A cycle of k cells is k - 1 swaps.
            let mut cell = first;
            while seen[cell / 64] >> (cell % 64) & 1 == 0 {
                seen[cell / 64] |= 1 << (cell % 64);
                cell = usize::from(place[usize::from(row[cell])]);
                odd ^= cell != first;
            }
        }
        odd != size.distance(blank, home).is_multiple_of(2)
    };
    rows.rows().map(even).collect()
}

/// The values of a heuristic.
#[pyfunction]
#[pyo3(signature = (boards, size, heuristic, goal=None))]
pub(crate) fn heuristic_values<'py>(
    py: Python<'py>,
    boards: PyReadonlyArray2<'py, u8>,
    size: (usize, usize),
    heuristic: &str,
    goal: Option<GoalArgument>,
) -> PyResult<Bound<'py, PyArray1<i32>>> {
    let rows = Rows::new(py, &boards, size)?;
    let goal = goal::board(py, goal.as_ref(), rows.size)?;
    let heuristic: HeuristicSpec = heuristic.parse().map_err(|error| refuse(py, error))?;
    let goal = puzzle(&goal, &goal).ok_or_else(|| PyValueError::new_err("a goal is solvable"))?;
    let control = control();
    let values = wait(py, &control, &|| Ok(()), || {
        let guide = heuristic.guide(&goal, &control)?;
        let value = |row: &[u8]| guide.estimate(&Numbers(row)) as i32;
        Ok(rows.rows().map(value).collect())
    })?;
    let values: Vec<i32> = values.map_err(|halt| halted(py, halt))?;
    Ok(PyArray1::from_vec(py, values))
}

/// Boards drawn uniformly from all that reach the goal: those of the seeds `seed`, `seed + 1`, ….
#[pyfunction]
#[pyo3(signature = (size, count, seed, goal=None))]
pub(crate) fn scramble_uniform(
    py: Python<'_>,
    size: (usize, usize),
    count: usize,
    seed: u64,
    goal: Option<GoalArgument>,
) -> PyResult<Bound<'_, PyArray2<u8>>> {
    let size = goal::size(py, size.0, size.1)?;
    let goal = goal::board(py, goal.as_ref(), size)?;
    let numbers = py.detach(|| {
        let one: Vec<u8> = goal.numbers().collect();
        let mut numbers = one.repeat(count);
        for (index, row) in numbers.chunks_exact_mut(size.cells()).enumerate() {
            let mut random = Random::new(seed.wrapping_add(index as u64));
            Uniform.shuffle(&goal, row, &mut random);
        }
        numbers
    });
    PyArray1::from_vec(py, numbers).reshape([count, size.cells()])
}

/// Boards at the end of random walks from the goal.
#[pyfunction]
#[pyo3(signature = (size, count, seed, moves, goal=None))]
pub(crate) fn scramble_walk(
    py: Python<'_>,
    size: (usize, usize),
    count: usize,
    seed: u64,
    moves: u32,
    goal: Option<GoalArgument>,
) -> PyResult<Bound<'_, PyArray2<u8>>> {
    let size = goal::size(py, size.0, size.1)?;
    let goal = goal::board(py, goal.as_ref(), size)?;
    let numbers = py.detach(|| {
        let mut numbers = Vec::with_capacity(count * size.cells());
        for index in 0..count as u64 {
            let board = Walk { moves }.board(&goal, seed.wrapping_add(index));
            numbers.extend(board.numbers());
        }
        numbers
    });
    PyArray1::from_vec(py, numbers).reshape([count, size.cells()])
}

/// Boards whose distance lies in a range, both ends included; on all cores.
#[pyfunction]
#[pyo3(signature = (size, count, seed, range, goal=None, workers=None))]
pub(crate) fn scramble_at_distance(
    py: Python<'_>,
    size: (usize, usize),
    count: usize,
    seed: u64,
    range: (u32, u32),
    goal: Option<GoalArgument>,
    workers: Option<usize>,
) -> PyResult<Bound<'_, PyArray2<u8>>> {
    let size = goal::size(py, size.0, size.1)?;
    let goal = goal::board(py, goal.as_ref(), size)?;
    let band = Band::new(range.0, range.1)
        .map_err(|error| refuse(py, Refusal::member("/distance", "range", error.to_string())))?;
    let control = control();
    let games = Dealer::new(goal.clone(), &control);
    let numbers = if has_table(&goal) {
        let pool = wait(py, &control, &|| Ok(()), || {
            // This says what is wrong with the range.
            games.at_distance(band, 0)?;
            Ok::<_, LevelError>(pool(&goal, band, &control))
        })?;
        let pool = pool.map_err(|error| refuse(py, error))?;
        let pool = pool.map_err(|halt| halted(py, halt))?;
        drawn(&pool, size.cells(), count, seed)
    } else {
        let boards = wait(py, &control, &|| Ok(()), || {
            side_by_side(count, threads(workers), |index| {
                let game = games.at_distance(band, seed.wrapping_add(index as u64))?;
                Ok::<_, LevelError>(game.board.numbers().collect::<Vec<u8>>())
            })
        })?;
        boards.map_err(|error| refuse(py, error))?.concat()
    };
    PyArray1::from_vec(py, numbers).reshape([count, size.cells()])
}

/// Rows of a pool, each drawn with a seed of its own.
fn drawn(pool: &[u8], cells: usize, count: usize, seed: u64) -> Vec<u8> {
    let rows: Vec<&[u8]> = pool.chunks_exact(cells).collect();
    (0..count as u64)
        .flat_map(|index| {
            let mut random = Random::new(seed.wrapping_add(index));
            rows[random.below(rows.len())]
        })
        .copied()
        .collect()
}

/// A row as cells that heuristics look at.
pub(crate) struct Numbers<'a>(pub(crate) &'a [u8]);

impl Cells for Numbers<'_> {
    #[inline]
    fn number(&self, cell: usize) -> u8 {
        self.0[cell]
    }
}

/// Which actions are possible for each cell of the blank.
pub(crate) struct MaskTable(Vec<[i8; 4]>);

impl MaskTable {
    pub(crate) fn new(size: Size, order: Actions) -> Self {
        let grid = Grid::new(size);
        let mask = |blank| order.map(|direction| (grid.legal(blank) >> direction & 1) as i8);
        Self((0..size.cells()).map(mask).collect())
    }

    #[inline]
    pub(crate) fn of(&self, blank: usize) -> [i8; 4] {
        self.0[blank]
    }
}

pub(crate) fn blank_of(row: &[u8]) -> Option<usize> {
    row.iter().position(|&number| number == 0)
}

/// A question that was stopped or refused, as an exception.
pub(crate) fn halted(py: Python<'_>, halt: taquin::Halt) -> PyErr {
    match halt {
        taquin::Halt::Refused(error) => refuse(py, error),
        taquin::Halt::Stopped(Stop::Cancelled) => {
            pyo3::exceptions::PyKeyboardInterrupt::new_err(())
        }
        stopped @ taquin::Halt::Stopped(_) => raise(
            py,
            &Refusal::new(taquin_app::RefusalKind::Internal, stopped.to_string()),
        ),
    }
}

/// A control for one of many boards.
pub(crate) fn one_of(control: &Control) -> Control {
    control.separate(taquin::Limits::default())
}
