//! Refusals: why a question gets no answer.

use serde::{Serialize, Serializer};
use taquin::levels::LevelError;
use taquin::notation::{NotationFault, ParseError, PositionFault};
use taquin::spec::SpecError;
use taquin::{BoardError, IllegalMove, PuzzleError, SolveError};

use crate::answer::{Fix, ParityFacts, Place, Problem};

/// The kinds of refusal; each has a help page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum RefusalKind {
    /// A member is missing, unknown or has a wrong value.
    InvalidRequest,
    /// Not a board.
    InvalidBoard,
    /// No goal can be reached.
    Unsolvable,
    /// A move that cannot be made, or moves that cannot be read.
    IllegalMove,
    /// A solver that cannot work on this board.
    Unsupported,
    /// No such dataset, game or page.
    NotFound,
    /// More than is accepted: bytes, cells, steps.
    TooLarge,
    /// An answer failed its check.
    Verification,
    /// A fault of ours.
    Internal,
}

impl RefusalKind {
    /// All kinds, in the order they are listed to users.
    pub const ALL: [Self; 9] = [
        Self::InvalidRequest,
        Self::InvalidBoard,
        Self::Unsolvable,
        Self::IllegalMove,
        Self::Unsupported,
        Self::NotFound,
        Self::TooLarge,
        Self::Verification,
        Self::Internal,
    ];

    /// The kind in one word: `invalid-board`.
    pub fn name(self) -> &'static str {
        self.address().trim_start_matches("/problems/")
    }

    /// Address of the help page, the `type` of RFC 9457.
    pub fn address(self) -> &'static str {
        self.parts().0
    }

    /// The kind in a few words.
    pub fn title(self) -> &'static str {
        self.parts().1
    }

    fn parts(self) -> (&'static str, &'static str) {
        match self {
            Self::InvalidRequest => ("/problems/invalid-request", "The request is not valid"),
            Self::InvalidBoard => ("/problems/invalid-board", "This is not a whole board"),
            Self::Unsolvable => ("/problems/unsolvable", "The board cannot be solved"),
            Self::IllegalMove => ("/problems/illegal-move", "The moves cannot be made"),
            Self::Unsupported => (
                "/problems/unsupported-combination",
                "The solver does not do this board",
            ),
            Self::NotFound => ("/problems/not-found", "There is no such thing"),
            Self::TooLarge => ("/problems/too-large", "This is too much"),
            Self::Verification => (
                "/problems/verification",
                "The answer did not stand up to its check",
            ),
            Self::Internal => ("/problems/internal", "Something went wrong here"),
        }
    }
}

/// Why a question gets no answer.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
#[error("{}", problem.detail)]
pub struct Refusal {
    /// The kind of problem.
    pub kind: RefusalKind,
    /// The problem as users and programs meet it; boxed, because every result has room for one.
    pub problem: Box<Problem>,
}

impl Refusal {
    /// A refusal of a kind.
    pub fn new(kind: RefusalKind, detail: impl Into<String>) -> Self {
        Self {
            kind,
            problem: Box::new(Problem::new(kind.address(), kind.title(), detail)),
        }
    }

    /// A member of the question that has a wrong value; `code` names the fault in one word.
    pub fn member(pointer: &str, code: &'static str, detail: impl Into<String>) -> Self {
        let detail = detail.into();
        let mut refusal = Self::request(detail.clone());
        refusal.problem.errors = vec![Place {
            pointer: Some(pointer.to_owned()),
            offset: None,
            code,
            detail,
        }];
        refusal
    }

    /// Says which member it is about, unless that is known already.
    #[must_use]
    pub fn at(mut self, pointer: &str) -> Self {
        let problem = &mut self.problem;
        if problem.errors.is_empty() {
            problem.errors.push(Place {
                pointer: Some(pointer.to_owned()),
                offset: None,
                code: self.kind.name(),
                detail: problem.detail.clone(),
            });
        }
        self
    }

    /// A refusal of what was asked, for its form.
    pub fn request(detail: impl Into<String>) -> Self {
        Self::new(RefusalKind::InvalidRequest, detail)
    }

    /// A text that is not a board, or not moves.
    pub fn unreadable(kind: RefusalKind, error: &ParseError) -> Self {
        let mut refusal = Self::new(kind, error.fault().to_string());
        if let NotationFault::Position(PositionFault::Board(BoardError::Duplicate {
            tile, ..
        })) = error.fault()
        {
            refusal.problem.tile = Some(*tile);
        }
        refusal
    }
}

/// The problem, as front ends send it.
impl Serialize for Refusal {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        self.problem.serialize(serializer)
    }
}

#[cfg(feature = "schema")]
impl utoipa::PartialSchema for Refusal {
    fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
        Problem::schema()
    }
}

#[cfg(feature = "schema")]
impl utoipa::ToSchema for Refusal {
    fn name() -> std::borrow::Cow<'static, str> {
        Problem::name()
    }

    fn schemas(
        schemas: &mut Vec<(
            String,
            utoipa::openapi::RefOr<utoipa::openapi::schema::Schema>,
        )>,
    ) {
        Problem::schemas(schemas);
    }
}

impl From<PuzzleError> for Refusal {
    fn from(error: PuzzleError) -> Self {
        let PuzzleError::Unsolvable(unsolvable) = &error else {
            return Self::request(error.to_string());
        };
        let mut refusal = Self::new(RefusalKind::Unsolvable, unsolvable.to_string());
        refusal.problem.parity = Some(ParityFacts {
            inversions: unsolvable.parity.inversions,
            blank_rows_from_home: unsolvable.parity.blank_rows,
            solvable: false,
        });
        refusal.problem.fix = Some(Fix::from(&unsolvable.fix));
        refusal
    }
}

impl From<SolveError> for Refusal {
    fn from(error: SolveError) -> Self {
        let kind = match error {
            // Not the caller's fault.
            SolveError::Failed { .. } => RefusalKind::Internal,
            _ => RefusalKind::Unsupported,
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
        let mut refusal = Self::new(RefusalKind::IllegalMove, error.to_string());
        refusal.problem.index = Some(error.index);
        refusal.problem.mv = Some(error.mv.0.letter().to_string());
        refusal.problem.board_before = Some(error.board.to_string());
        refusal
    }
}
