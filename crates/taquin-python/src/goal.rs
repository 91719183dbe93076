//! Goals as Python names them.

use pyo3::prelude::*;
use taquin::{Goals, Size};
use taquin_app::Refusal;
use taquin_app::question::{self, Position};

use crate::board::Board;
use crate::problem::{raise, refuse};

/// A goal as users give it: nothing, a name, a position as text, or a board.
#[derive(FromPyObject)]
pub(crate) enum GoalArgument {
    /// A board of this package.
    Board(Py<Board>),
    /// A name like `blank-first`, or a position.
    Text(String),
}

/// The goals of an argument.
pub(crate) fn goals(py: Python<'_>, goal: Option<&GoalArgument>) -> PyResult<Goals> {
    let position = goal.map(|goal| match goal {
        GoalArgument::Board(board) => Position::Text(board.get().0.to_string()),
        GoalArgument::Text(text) => Position::Text(text.clone()),
    });
    question::goals(position.as_ref()).map_err(|refusal| raise(py, &refusal))
}

/// The one goal board of a size that an argument means.
pub(crate) fn board(
    py: Python<'_>,
    goal: Option<&GoalArgument>,
    size: Size,
) -> PyResult<taquin::Board> {
    let goals = goals(py, goal)?;
    let [goal] = goals.as_slice() else {
        let refusal = Refusal::member("/goal", "one", "arrays are about one goal");
        return Err(raise(py, &refusal));
    };
    goal.board(size).map_err(|error| {
        let refusal = Refusal::member("/goal", "size", error.to_string());
        raise(py, &refusal)
    })
}

/// A size of a board.
pub(crate) fn size(py: Python<'_>, rows: usize, cols: usize) -> PyResult<Size> {
    Size::new(rows, cols).map_err(|error| refuse(py, Refusal::request(error.to_string())))
}
