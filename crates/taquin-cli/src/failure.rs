//! Why a command gives no answer, and the exit code that says so.

use std::process::ExitCode;

use taquin::{Goals, PuzzleError, SolveError};
use taquin_app::answer::Problem;
use taquin_app::{Refusal, RefusalKind, ShortestError};

/// The exit codes of the process.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[repr(u8)]
pub(crate) enum Exit {
    /// Success.
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
    /// A formula that has a model, as SAT solvers say it.
    Satisfiable = 10,
    /// A formula that has none.
    Unsatisfiable = 20,
    /// Ctrl-C.
    Interrupted = 130,
}

impl From<Exit> for ExitCode {
    fn from(exit: Exit) -> Self {
        Self::from(exit as u8)
    }
}

/// The error of a command.
#[derive(Clone, Debug)]
pub(crate) struct Failure {
    pub(crate) exit: Exit,
    /// Boxed, because every result carries room for one.
    pub(crate) problem: Box<Problem>,
    /// The input with a mark under the fault, for people.
    pub(crate) context: Option<String>,
    /// The name of the position it is about.
    pub(crate) id: Option<String>,
}

impl Failure {
    pub(crate) fn new(exit: Exit, kind: RefusalKind, detail: impl Into<String>) -> Self {
        Self {
            exit,
            ..Self::from(Refusal::new(kind, detail))
        }
    }

    /// The command cannot be carried out as it was written.
    pub(crate) fn usage(detail: impl Into<String>) -> Self {
        Self::new(Exit::Usage, RefusalKind::InvalidRequest, detail)
    }

    /// Something outside the command failed: a file, a pipe.
    pub(crate) fn internal(detail: impl Into<String>) -> Self {
        Self::new(Exit::Internal, RefusalKind::Internal, detail)
    }

    /// Says which line of the input it is about.
    pub(crate) fn at_line(mut self, line: Option<usize>) -> Self {
        self.problem.line = self.problem.line.or(line);
        self
    }

    /// Says which position of the input it is about, by its name.
    pub(crate) fn about(mut self, id: Option<&str>) -> Self {
        self.id = self.id.or_else(|| id.map(str::to_owned));
        self
    }
}

impl Failure {
    /// A position and its goals are not a puzzle; a parity is one as seen from a goal, so that is
    /// named.
    pub(crate) fn puzzle(error: &PuzzleError, goals: &Goals) -> Self {
        let mut failure = Self::from(Refusal::from(error.clone()));
        if let PuzzleError::Unsolvable(unsolvable) = error {
            failure.problem.detail = format!("unsolvable (parity), goal {goals}: {unsolvable}");
            failure.context = Some(unsolvable.fix.board.to_string());
        }
        failure
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        let exit = match refusal.kind {
            RefusalKind::Unsolvable => Exit::Unsolvable,
            RefusalKind::Verification => Exit::Verification,
            RefusalKind::Internal => Exit::Internal,
            _ => Exit::Usage,
        };
        Self {
            exit,
            problem: refusal.problem,
            context: None,
            id: None,
        }
    }
}

impl From<SolveError> for Failure {
    fn from(error: SolveError) -> Self {
        Refusal::from(error).into()
    }
}

impl From<ShortestError> for Failure {
    fn from(error: ShortestError) -> Self {
        let refuse = |exit, detail: String| Self::new(exit, RefusalKind::Unsupported, detail);
        match error {
            ShortestError::Solve(error) => error.into(),
            ShortestError::TooLarge { .. } => refuse(Exit::Usage, error.to_string()),
            ShortestError::Cancelled => refuse(Exit::Interrupted, error.to_string()),
            ShortestError::TooMany => refuse(Exit::Limit, format!("{error}; --count counts them")),
            ShortestError::Check(error) => {
                Self::from(Refusal::new(RefusalKind::Verification, error.to_string()))
            }
            error => refuse(Exit::Limit, error.to_string()),
        }
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
