//! Questions of the application, asked from Python.

use std::time::Duration;

use pyo3::exceptions::{PyRuntimeError, PyValueError};
use pyo3::prelude::*;
use serde::Serialize;
use serde_json::to_string;
use taquin::notation::Notation;
use taquin::{Control, Solver, catalogue};
use taquin_app::answer::{self, Compare};
use taquin_app::question::{self, Position};
use taquin_app::{Refusal, compare_one, read};

use crate::board::{Board, read_moves};
use crate::own::{Failure, Own, OwnSolver};
use crate::problem::{raise, refuse};
use crate::session::{LimitNumbers, app, control};
use crate::waiting::{Listener, wait};

/// Answers the question of a name, both as JSON.
///
/// Without `limits` those of the question hold.
#[pyfunction]
#[pyo3(signature = (name, question, limits=None, progress=None))]
pub(crate) fn ask(
    py: Python<'_>,
    name: &str,
    question: &str,
    limits: Option<LimitNumbers>,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    let limits = limits.map(LimitNumbers::limits).transpose()?;
    let (control, listener) = listened(progress);
    let poll = || tell(py, listener.as_ref(), &control);
    let answer = wait(py, &control, &poll, || {
        let make = |usual| control.separate(limits.unwrap_or(usual));
        app().ask(name, question.as_bytes(), &make)
    })?;
    answer.map_err(|refusal| raise(py, &refusal))
}

/// Solves a position; the question and the answer are those of the API, limits aside.
#[pyfunction]
#[pyo3(signature = (question, limits, progress=None))]
pub(crate) fn solve(
    py: Python<'_>,
    question: &str,
    limits: LimitNumbers,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    let limits = limits.limits()?;
    let (control, listener) = listened(progress);
    let refused = |refusal: Refusal| raise(py, &refusal);
    let question: question::Solve =
        read(question.as_bytes()).map_err(|error| refused(error.into()))?;
    let solve = app().solve(&question).map_err(refused)?;
    let poll = || tell(py, listener.as_ref(), &control);
    let answer = wait(py, &control, &poll, || {
        solve.answer(app(), &control.separate(limits))
    })?;
    written(&answer.map_err(refused)?)
}

/// Runs several solvers on one position, each under these limits: those of the catalogue by their
/// specs, or ones written in Python.
#[pyfunction]
#[pyo3(signature = (board, goal, configurations, notation, limits, progress=None))]
pub(crate) fn compare(
    py: Python<'_>,
    board: Py<Board>,
    goal: Option<String>,
    configurations: Vec<(String, Option<Own>)>,
    notation: &str,
    limits: LimitNumbers,
    progress: Option<Py<PyAny>>,
) -> PyResult<String> {
    let limits = limits.limits()?;
    let (control, listener) = listened(progress);
    let refused = |refusal: Refusal| raise(py, &refusal);
    let notation = read_notation(py, notation)?;
    let position = Position::Text(board.get().0.to_string());
    let goal = goal.map(Position::Text);
    let (puzzle, goals) = question::puzzle(&position, goal.as_ref()).map_err(refused)?;
    let failure = Failure::default();
    let mut solvers: Vec<(String, Box<dyn Solver>)> = Vec::new();
    for (index, (name, own)) in configurations.into_iter().enumerate() {
        let solver: Box<dyn Solver> = match own {
            Some(own) => Box::new(OwnSolver::new(own, &failure)),
            None => catalogue::solver(&name)
                .map_err(|error| refused(Refusal::from(error).at(&format!("/with/{index}"))))?,
        };
        solvers.push((name, solver));
    }
    let poll = || {
        failure.raise()?;
        tell(py, listener.as_ref(), &control)
    };
    let runs = wait(py, &control, &poll, || {
        let mut runs: Vec<answer::Run> = Vec::new();
        for (name, solver) in &solvers {
            if control.check().is_break() || failure.is_some() {
                break;
            }
            let (position, one) = ((&puzzle, &goals), control.separate(limits));
            runs.push(compare_one(name, &**solver, position, notation, &one));
        }
        Compare { runs }
    })?;
    failure.raise()?;
    written(&runs)
}

/// An animated picture of moves on a board, `step` seconds each.
#[pyfunction]
pub(crate) fn film(
    py: Python<'_>,
    board: Py<Board>,
    moves: &str,
    notation: &str,
    step: f64,
) -> PyResult<String> {
    let board = &board.get().0;
    let moves = read_moves(py, board, moves, notation)?;
    let step = Duration::try_from_secs_f64(step)
        .map_err(|_| PyValueError::new_err("a step takes a positive number of seconds"))?;
    let film = taquin_export::picture::animated_svg(board, &moves, step);
    film.map_err(|error| refuse(py, error))
}

/// A notation by its name.
pub(crate) fn read_notation(py: Python<'_>, name: &str) -> PyResult<Notation> {
    let notation = name.parse::<Notation>();
    notation.map_err(|error| {
        let refusal = Refusal::member("/notation", "shape", error.to_string());
        raise(py, &refusal)
    })
}

/// A control of this process and who listens to it.
fn listened(progress: Option<Py<PyAny>>) -> (Control, Option<Listener>) {
    let listener = progress.map(Listener::new);
    let control = match &listener {
        Some(listener) => listener.attach(control()),
        None => control(),
    };
    (control, listener)
}

fn tell(py: Python<'_>, listener: Option<&Listener>, control: &Control) -> PyResult<()> {
    listener.map_or(Ok(()), |listener| listener.tell(py, control))
}

/// An answer as JSON.
pub(crate) fn written(answer: &impl Serialize) -> PyResult<String> {
    to_string(answer).map_err(|error| PyRuntimeError::new_err(error.to_string()))
}
