//! Why a command gives no answer, and the exit code that says so.

use std::process::ExitCode;

use taquin::{PuzzleError, SolveError};
use taquin_app::Refusal;
use taquin_app::answer::{Problem, ProblemKind};

/// What the process tells the one that started it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Exit {
    /// Everything asked for was done.
    Done = 0,
    /// A fault of ours, or of the machine.
    Internal = 1,
    /// The command or the input cannot be read.
    Usage = 2,
    /// A board that reaches no goal.
    Unsolvable = 3,
    /// A limit was reached and no solution found.
    Limit = 4,
    /// An answer did not stand up to its check.
    Verification = 5,
    /// Ctrl-C.
    Interrupted = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// A command's way of saying no.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    pub(crate) exit: Exit,
    /// Boxed, because every result carries room for one.
    pub(crate) problem: Box<Problem>,
    /// The input with a mark under the fault, for people.
    pub(crate) context: Option<String>,
}

impl Failure {
    pub(crate) fn new(exit: Exit, kind: ProblemKind, detail: impl Into<String>) -> Self {
        Self {
            exit,
            problem: Box::new(Problem::new(kind, detail)),
            context: None,
        }
    }

    /// The command cannot be carried out as it was written.
    pub(crate) fn usage(detail: impl Into<String>) -> Self {
        Self::new(Exit::Usage, ProblemKind::InvalidRequest, detail)
    }

    /// Something outside the command failed: a file, a pipe.
    pub(crate) fn internal(detail: impl Into<String>) -> Self {
        Self::new(Exit::Internal, ProblemKind::Internal, detail)
    }

    /// Says which line of the input it is about.
    pub(crate) fn at_line(mut self, line: Option<usize>) -> Self {
        self.problem.line = self.problem.line.or(line);
        self
    }
}

impl From<PuzzleError> for Failure {
    fn from(error: PuzzleError) -> Self {
        let mut problem = Box::new(Problem::from(&error));
        let PuzzleError::Unsolvable(unsolvable) = &error else {
            return Self {
                exit: Exit::Usage,
                problem,
                context: None,
            };
        };
        problem.detail = format!("unsolvable (parity): {unsolvable}");
        Self {
            exit: Exit::Unsolvable,
            problem,
            context: Some(unsolvable.mend.board.to_string()),
        }
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        Self {
            exit: match refusal.kind {
                ProblemKind::Unsolvable => Exit::Unsolvable,
                ProblemKind::Verification => Exit::Verification,
                ProblemKind::Internal => Exit::Internal,
                _ => Exit::Usage,
            },
            problem: refusal.problem,
            context: None,
        }
    }
}

impl From<SolveError> for Failure {
    fn from(error: SolveError) -> Self {
        Refusal::from(error).into()
    }
}

impl From<taquin::spec::SpecError> for Failure {
    fn from(error: taquin::spec::SpecError) -> Self {
        Self::usage(error.to_string())
    }
}

impl From<taquin::IllegalMove> for Failure {
    fn from(error: taquin::IllegalMove) -> Self {
        Refusal::from(error).into()
    }
}
