//! Questions and their answers: what the command line prints and the web service sends.
//!
//! One file a question. Each function gets what was asked for as values of this crate, and gives
//! the answer's JSON shape ([`crate::answer`]) or a [`Refusal`]. Front ends read the question, choose
//! the limits, and show the answer; what is true is found out here, once.

mod analyze;
pub mod answer;
mod apply;
mod check;
mod compare;
mod count;
mod daily;
mod decode;
mod encode;
mod estimate;
mod explain;
mod hint;
mod puzzles;
mod run;
mod small;
mod trace;

pub use analyze::analyze;
pub use apply::apply;
pub use check::check;
pub use compare::{compare_one, split_specs};
pub use count::count_shortest;
pub use daily::{Day, DayError, daily};
pub use decode::{DecodeFault, Decoded, decode};
pub use encode::{
    HORIZON, Language, Question, Writing, decide, decide_between, encode, families, formula,
};
pub use estimate::estimate;
pub use explain::explain;
pub use hint::{Advice, LINE, hint};
pub use puzzles::{Puzzles, generated, new_seed};
pub use run::{Run, letter, run};
pub use small::SmallTables;
pub use trace::traced;

use taquin::levels::LevelError;
use taquin::notation::{Fault, ParseError, PositionFault};
use taquin::spec::SpecError;
use taquin::{BoardError, IllegalMove, PuzzleError, SolveError};

use crate::answer::{Problem, ProblemKind};

/// Why a question gets no answer.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{}", problem.detail)]
pub struct Refusal {
    /// What kind of problem it is.
    pub kind: ProblemKind,
    /// The problem as users and programs meet it; boxed, because every result has room for one.
    pub problem: Box<Problem>,
}

impl Refusal {
    /// A refusal of a kind.
    pub fn new(kind: ProblemKind, detail: impl Into<String>) -> Self {
        Self {
            kind,
            problem: Box::new(Problem::new(kind, detail)),
        }
    }

    /// A refusal of what was asked, for its form.
    pub fn request(detail: impl Into<String>) -> Self {
        Self::new(ProblemKind::InvalidRequest, detail)
    }

    /// A text that is not a board, or not moves.
    pub fn unreadable(kind: ProblemKind, error: &ParseError) -> Self {
        let mut refusal = Self::new(kind, error.fault().to_string());
        if let Fault::Position(PositionFault::Board(BoardError::Duplicate { tile, .. })) =
            error.fault()
        {
            refusal.problem.tile = Some(*tile);
        }
        refusal
    }
}

impl From<PuzzleError> for Refusal {
    fn from(error: PuzzleError) -> Self {
        let kind = match &error {
            PuzzleError::Unsolvable(_) => ProblemKind::Unsolvable,
            _ => ProblemKind::InvalidRequest,
        };
        Self {
            kind,
            problem: Box::new(Problem::from(&error)),
        }
    }
}

impl From<SolveError> for Refusal {
    fn from(error: SolveError) -> Self {
        let kind = match error {
            // Whoever asked did nothing wrong.
            SolveError::Failed { .. } => ProblemKind::Internal,
            _ => ProblemKind::Unsupported,
        };
        let mut refusal = Self::new(kind, error.to_string());
        if let SolveError::Unsupported { alternatives, .. } = &error {
            refusal.problem.alternatives.clone_from(alternatives);
        }
        refusal
    }
}

impl From<SpecError> for Refusal {
    fn from(error: SpecError) -> Self {
        Self::request(error.to_string())
    }
}

impl From<LevelError> for Refusal {
    fn from(error: LevelError) -> Self {
        Self::request(error.to_string())
    }
}

impl From<IllegalMove> for Refusal {
    fn from(error: IllegalMove) -> Self {
        let mut refusal = Self::new(ProblemKind::IllegalMove, error.to_string());
        refusal.problem.index = Some(error.index);
        refusal.problem.mv = Some(error.mv.0.letter().to_string());
        refusal.problem.board_before = Some(error.board.to_string());
        refusal
    }
}
