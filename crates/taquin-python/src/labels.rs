//! Optimal lengths and best moves of whole arrays: by the distance table up to ten cells, by pattern
//! databases on all cores beyond.

use std::sync::atomic::{AtomicBool, AtomicUsize, Ordering};
use std::sync::{Mutex, PoisonError};
use std::thread;

use numpy::{PyArray1, PyArray2, PyArrayMethods, PyReadonlyArray2};
use pyo3::prelude::*;
use taquin::algorithms::PdbIda;
use taquin::table::{DistanceTable, DistanceTables, TableError};
use taquin::{Board, Control, Goal, Halt, Puzzle, Size, SolveError, Solver, Stop, catalogue};
use taquin_app::Refusal;

use crate::arrays::{Actions, halted, is_even, one_of};
use crate::goal::{self, GoalArgument};
use crate::problem::refuse;
use crate::rows::Rows;
use crate::session::{control, threads};
use crate::waiting::wait;

/// The value of boards that cannot reach the goal.
const UNREACHABLE: i32 = -1;

/// The optimal length of each board, -1 if unsolvable.
#[pyfunction]
#[pyo3(signature = (boards, size, goal=None, solver=None, workers=None))]
pub(crate) fn distances<'py>(
    py: Python<'py>,
    boards: PyReadonlyArray2<'py, u8>,
    size: (usize, usize),
    goal: Option<GoalArgument>,
    solver: Option<&str>,
    workers: Option<usize>,
) -> PyResult<Bound<'py, PyArray1<i32>>> {
    let rows = Rows::new(py, &boards, size)?;
    let goal = goal::board(py, goal.as_ref(), rows.size)?;
    let named = solver.map(catalogue::solver).transpose();
    let named = named.map_err(|error| refuse(py, Refusal::from(error)))?;
    let control = control();
    let lengths = wait(py, &control, &|| Ok(()), || match named {
        None if has_table(&goal) => by_table(&rows, &goal, &control),
        None => by_search(&rows, &goal, &PdbIda::default(), workers, &control),
        Some(solver) => by_search(&rows, &goal, &*solver, workers, &control),
    })?;
    let lengths = lengths.map_err(|halt| halted(py, halt))?;
    Ok(PyArray1::from_vec(py, lengths))
}

/// Every move that begins a shortest solution, as a mask over the actions; none on the goal and where
/// the goal cannot be reached.
#[pyfunction]
#[pyo3(signature = (boards, size, order, goal=None, workers=None))]
pub(crate) fn best_moves<'py>(
    py: Python<'py>,
    boards: PyReadonlyArray2<'py, u8>,
    size: (usize, usize),
    order: Actions,
    goal: Option<GoalArgument>,
    workers: Option<usize>,
) -> PyResult<Bound<'py, PyArray2<i8>>> {
    let rows = Rows::new(py, &boards, size)?;
    let goal = goal::board(py, goal.as_ref(), rows.size)?;
    let control = control();
    let masks = wait(py, &control, &|| Ok(()), || {
        if has_table(&goal) {
            let table = table(&goal, &control)?;
            return Ok(rows.rows().map(|row| table.best_moves_of(row)).collect());
        }
        let even = is_even(&rows, &goal);
        side_by_side(rows.len(), threads(workers), |index| {
            if !even[index] {
                return Ok(0);
            }
            best_by_search(&rows.board(index), &goal, &control)
        })
    })?;
    let masks: Vec<u8> = masks.map_err(|halt| halted(py, halt))?;
    let bits = |mask: u8| order.map(move |direction| (mask >> direction & 1) as i8);
    let flat: Vec<i8> = masks.into_iter().flat_map(bits).collect();
    PyArray1::from_vec(py, flat).reshape([rows.len(), 4])
}

/// The puzzle of a board and a goal, if the goal can be reached.
pub(crate) fn puzzle(start: &Board, goal: &Board) -> Option<Puzzle> {
    Puzzle::new(start.clone(), &Goal::Custom(goal.clone()).into()).ok()
}

/// Whether all distances to this goal fit in a table.
pub(crate) fn has_table(goal: &Board) -> bool {
    goal.size().cells() <= DistanceTable::MAX_CELLS
}

/// The distance table of a goal.
pub(crate) fn table(goal: &Board, control: &Control) -> Result<DistanceTable, Halt> {
    let tables = control.context().part::<DistanceTables>();
    tables.get(goal, control).map_err(|error| match error {
        TableError::Stopped(stop) => Halt::Stopped(stop),
        // Callers look at the size first.
        _ => Halt::Stopped(Stop::OutOfMemory),
    })
}

fn by_table(rows: &Rows<'_>, goal: &Board, control: &Control) -> Result<Vec<i32>, Halt> {
    let table = table(goal, control)?;
    let length = |row| table.distance_of(row).map_or(UNREACHABLE, |d| d as i32);
    Ok(rows.rows().map(length).collect())
}

fn by_search(
    rows: &Rows<'_>,
    goal: &Board,
    solver: &dyn Solver,
    workers: Option<usize>,
    control: &Control,
) -> Result<Vec<i32>, Halt> {
    let even = is_even(rows, goal);
    let group = solver.batch_size(control.context()).max(1);
    // A solver that takes many at once, on a device say, overlaps a few groups at most.
    let workers = threads(workers).max(if group > 1 { 4 } else { 1 });
    let groups = rows.len().div_ceil(group);
    let lengths = side_by_side(groups, workers, |first| {
        let range = first * group..((first + 1) * group).min(rows.len());
        let wanted: Vec<usize> = range.clone().filter(|&index| even[index]).collect();
        let puzzles: Vec<_> = wanted
            .iter()
            .filter_map(|&index| puzzle(&rows.board(index), goal))
            .collect();
        let mut lengths = vec![UNREACHABLE; range.len()];
        for (index, outcome) in wanted
            .iter()
            .zip(solver.solve_all(&puzzles, &one_of(control)))
        {
            let outcome = outcome?;
            lengths[index - range.start] = match (outcome.best(), outcome.stop) {
                (Some(best), _) if outcome.is_optimal() => best.len() as i32,
                (_, Stop::Finished) => return Err(unproven(solver, rows.size).into()),
                (_, stop) => return Err(Halt::Stopped(stop)),
            };
        }
        Ok(lengths)
    });
    Ok(lengths?.concat())
}

/// Why a solver gives no optimal lengths.
fn unproven(solver: &dyn Solver, size: Size) -> SolveError {
    SolveError::Unsupported {
        part: solver.name().to_owned(),
        size,
        reason: "its solutions are not proven to be shortest".to_owned(),
        alternatives: ["pdb-ida", "ida"].map(String::from).to_vec(),
    }
}

/// The moves after which a shortest solution is one shorter.
fn best_by_search(board: &Board, goal: &Board, control: &Control) -> Result<u8, Halt> {
    let engine = PdbIda::default();
    let distance = distance(board, goal, control)?;
    let Some(nearer) = distance.checked_sub(1) else {
        return Ok(0);
    };
    let mut mask = 0;
    for mv in board.moves() {
        let mut after = board.clone();
        after.slide(mv);
        if let Some(puzzle) = puzzle(&after, goal)
            && engine.within(&puzzle, nearer, &one_of(control))?.is_some()
        {
            mask |= 1 << mv.0 as u8;
        }
    }
    Ok(mask)
}

/// The length of a shortest solution of a board that has one.
pub(crate) fn distance(board: &Board, goal: &Board, control: &Control) -> Result<u32, Halt> {
    let Some(puzzle) = puzzle(board, goal) else {
        return Err(Halt::Stopped(Stop::Finished));
    };
    let outcome = PdbIda::default().solve(&puzzle, &one_of(control))?;
    match outcome.stop {
        Stop::Finished => Ok(outcome.lower_bound()),
        stop => Err(Halt::Stopped(stop)),
    }
}

/// Does `count` pieces of work on several threads; the answers come in their order.
pub(crate) fn side_by_side<T: Send, E: Send>(
    count: usize,
    workers: usize,
    work: impl Fn(usize) -> Result<T, E> + Sync,
) -> Result<Vec<T>, E> {
    let (next, failed) = (AtomicUsize::new(0), AtomicBool::new(false));
    let answers = Mutex::new(Vec::with_capacity(count));
    let take = || {
        let mut own = Vec::new();
        while !failed.load(Ordering::Relaxed) {
            let index = next.fetch_add(1, Ordering::Relaxed);
            if index >= count {
                break;
            }
            let answer = work(index);
            failed.fetch_or(answer.is_err(), Ordering::Relaxed);
            own.push((index, answer));
        }
        let mut all = answers.lock().unwrap_or_else(PoisonError::into_inner);
        all.extend(own);
    };
    thread::scope(|scope| {
        for _ in 1..workers.min(count) {
            scope.spawn(take);
        }
        take();
    });
    let mut answers = answers.into_inner().unwrap_or_else(PoisonError::into_inner);
    answers.sort_unstable_by_key(|(index, _)| *index);
    answers.into_iter().map(|(_, answer)| answer).collect()
}
