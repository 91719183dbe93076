//! Heuristics and solvers written in Python.

use std::sync::{Arc, Mutex, PoisonError};

use pyo3::exceptions::PyValueError;
use pyo3::prelude::*;
use taquin::algorithms::{Order, Tie};
use taquin::heuristic::{Guide, Scalar};
use taquin::notation::{Notation, parse_moves};
use taquin::{
    Cells, Context, Control, Outcome, Plan, Puzzle, Size, Solution, SolveError, Solver, Stats,
    Stop, catalogue,
};

use crate::board::Board;

/// A Python function that solves, or that estimates for one of our algorithms.
#[derive(FromPyObject)]
pub(crate) struct Own {
    /// Its name for users.
    name: String,
    function: Py<PyAny>,
    /// The algorithm that it guides; none if it solves itself.
    algorithm: Option<String>,
    /// Whether its estimates never exceed the true distance, as its author says.
    admissible: bool,
}

/// The first exception that a Python function raised on a thread of a search.
#[derive(Clone, Default)]
pub(crate) struct Failure(Arc<Mutex<Option<PyErr>>>);

impl Failure {
    fn keep(&self, error: PyErr) {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.get_or_insert(error);
    }

    pub(crate) fn is_some(&self) -> bool {
        let kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.is_some()
    }

    /// Raises the exception, if there is one.
    pub(crate) fn raise(&self) -> PyResult<()> {
        let mut kept = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        kept.take().map_or(Ok(()), Err)
    }
}

/// A solver that calls Python.
pub(crate) struct OwnSolver {
    own: Arc<Own>,
    failure: Failure,
}

impl OwnSolver {
    pub(crate) fn new(own: Own, failure: &Failure) -> Self {
        Self {
            own: Arc::new(own),
            failure: failure.clone(),
        }
    }

    /// The outcome of an optimal algorithm: the solution is a shortest one if the heuristic is
    /// admissible.
    fn proven(&self, outcome: Outcome) -> Outcome {
        match outcome.best() {
            Some(best) if self.own.admissible && outcome.stop == Stop::Finished => {
                let (best, length) = (best.clone(), best.len());
                Outcome::new(Some(best), length, outcome.stop, outcome.stats)
            }
            _ => outcome,
        }
    }

    /// The moves that the function gives for the start; none if it finds no solution.
    fn moves(&self, puzzle: &Puzzle) -> PyResult<Option<Solution>> {
        let start = puzzle.start();
        let text: Option<String> = Python::attach(|py| {
            let answer = self.own.function.call1(py, (Board(start.clone()),))?;
            let answer = answer.bind(py);
            if answer.is_none() {
                return Ok(None);
            }
            if let Ok(letters) = answer.extract::<Vec<String>>() {
                return Ok(Some(letters.concat()));
            }
            answer.extract::<String>().map(Some)
        })?;
        let Some(text) = text else {
            return Ok(None);
        };
        let fault = |fault: String| PyValueError::new_err(format!("{}: {fault}", self.own.name));
        let moves = parse_moves(&text, Notation::Tile, Some(start));
        let moves = moves.map_err(|error| fault(error.to_string()))?;
        let solution = Solution::check(puzzle, moves);
        Ok(Some(solution.map_err(|error| fault(error.to_string()))?))
    }
}

impl Solver for OwnSolver {
    fn name(&self) -> &'static str {
        "python"
    }

    fn plan(&self, _: &Puzzle, _: &Context) -> Plan {
        let name = self.own.name.clone();
        match &self.own.algorithm {
            Some(algorithm) => Plan {
                algorithm: algorithm.clone(),
                heuristic: Some(name),
            },
            None => Plan {
                algorithm: name,
                heuristic: None,
            },
        }
    }

    fn solve(&self, puzzle: &Puzzle, control: &Control) -> Result<Outcome, SolveError> {
        let Some(algorithm) = &self.own.algorithm else {
            let began = control.elapsed();
            let solution = self.moves(puzzle).unwrap_or_else(|error| {
                self.failure.keep(error);
                None
            });
            let bound = catalogue::estimate("manhattan", puzzle, control);
            let bound = bound.ok().flatten().unwrap_or(0);
            let stats = Stats {
                time: control.elapsed().saturating_sub(began),
                ..Stats::default()
            };
            return Ok(Outcome::new(solution, bound, Stop::Finished, stats));
        };
        let guide = OwnHeuristic {
            size: puzzle.start().size(),
            own: Arc::clone(&self.own),
            failure: self.failure.clone(),
        };
        // What the author claims is used only at the end: a false claim must not make the search
        // contradict itself.
        let order = |g_weight| Order {
            g_weight,
            h_weight: 1,
            tie: Tie::default(),
            admissible: false,
            monotone: false,
        };
        match algorithm.as_str() {
            "astar" => Ok(self.proven(guide.best_first(puzzle, control, order(1)))),
            "greedy" => Ok(guide.best_first(puzzle, control, order(0))),
            "ida" => Ok(self.proven(guide.deepen(puzzle, control, false))),
            "beam" => Ok(guide.beam(puzzle, control, BEAM)),
            other => Err(SolveError::Unsupported {
                part: other.to_owned(),
                size: puzzle.start().size(),
                reason: "a heuristic written in Python guides textbook searches only".to_owned(),
                alternatives: ["astar", "greedy", "ida", "beam"]
                    .map(String::from)
                    .to_vec(),
            }),
        }
    }
}

/// The width of a beam search that a Python heuristic guides.
const BEAM: usize = 1000;

/// A heuristic that calls Python.
struct OwnHeuristic {
    size: Size,
    own: Arc<Own>,
    failure: Failure,
}

impl Scalar for OwnHeuristic {
    fn start<B: Cells + ?Sized>(&self, board: &B) -> u32 {
        // After an exception the search is about to be cancelled.
        if self.failure.is_some() {
            return 0;
        }
        let numbers: Vec<u32> = (0..self.size.cells())
            .map(|cell| u32::from(board.number(cell)))
            .collect();
        let board = taquin::Board::new(self.size, &numbers).expect("searches visit boards");
        let value = Python::attach(|py| {
            let value = self.own.function.call1(py, (Board(board),))?;
            value.extract::<u32>(py)
        });
        value.unwrap_or_else(|error| {
            self.failure.keep(error);
            0
        })
    }
}
