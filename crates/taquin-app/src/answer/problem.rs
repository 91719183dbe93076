//! Why there is no answer, with the members of RFC 9457.

use serde::Serialize;
use taquin::{PuzzleError, Unsolvable};

use super::Fix;

/// What can be wrong, as users and programs meet it; each has a help page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ProblemKind {
    /// An argument or member is missing, unknown or has a wrong value.
    InvalidRequest,
    /// Not a board.
    InvalidBoard,
    /// No goal can be reached.
    Unsolvable,
    /// A move that cannot be made, or moves that cannot be read.
    IllegalMove,
    /// A solver that cannot work on this board.
    Unsupported,
    /// Not JSON at all.
    MalformedJson,
    /// No such dataset, game or page.
    NotFound,
    /// The address is there, but does not do that.
    MethodNotAllowed,
    /// It did not come within the time there is for it.
    TooSlow,
    /// More than is taken: of bytes, of cells, of steps.
    TooLarge,
    /// A body in a language that is not read.
    UnsupportedMediaType,
    /// More requests from one address than are answered.
    TooManyRequests,
    /// More work from all than is done at a time.
    Busy,
    /// An answer did not stand up to its check.
    Verification,
    /// A fault of ours.
    Internal,
}

impl ProblemKind {
    /// All kinds, in the order they are listed to users.
    pub const ALL: [Self; 15] = [
        Self::MalformedJson,
        Self::InvalidRequest,
        Self::InvalidBoard,
        Self::Unsolvable,
        Self::IllegalMove,
        Self::Unsupported,
        Self::NotFound,
        Self::MethodNotAllowed,
        Self::TooSlow,
        Self::TooLarge,
        Self::UnsupportedMediaType,
        Self::TooManyRequests,
        Self::Busy,
        Self::Verification,
        Self::Internal,
    ];

    /// Address of the help page, title and HTTP status.
    pub fn parts(self) -> (&'static str, &'static str, u16) {
        match self {
            Self::InvalidRequest => ("/problems/invalid-request", "The request is not valid", 422),
            Self::InvalidBoard => ("/problems/invalid-board", "This is not a whole board", 422),
            Self::Unsolvable => ("/problems/unsolvable", "The board cannot be solved", 422),
            Self::IllegalMove => ("/problems/illegal-move", "The moves cannot be made", 422),
            Self::Unsupported => (
                "/problems/unsupported-combination",
                "The solver does not do this board",
                422,
            ),
            Self::MalformedJson => ("/problems/malformed-json", "The body is not JSON", 400),
            Self::NotFound => ("/problems/not-found", "There is no such thing", 404),
            Self::MethodNotAllowed => (
                "/problems/method-not-allowed",
                "This address does not do that",
                405,
            ),
            Self::TooSlow => ("/problems/too-slow", "The request came too slowly", 408),
            Self::TooLarge => ("/problems/too-large", "This is too much", 413),
            Self::UnsupportedMediaType => (
                "/problems/unsupported-media-type",
                "The body is not in a language that is read",
                415,
            ),
            Self::TooManyRequests => (
                "/problems/too-many-requests",
                "Too many requests from one address",
                429,
            ),
            Self::Busy => ("/problems/busy", "The server is busy", 503),
            Self::Verification => (
                "/problems/verification",
                "The answer did not stand up to its check",
                500,
            ),
            Self::Internal => ("/problems/internal", "Something went wrong here", 500),
        }
    }
}

/// Why there is no answer, with the members of RFC 9457.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Problem {
    /// Address of the help page.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// What kind of problem it is.
    pub title: &'static str,
    /// The HTTP status that goes with it.
    pub status: u16,
    /// What is wrong here, and the way out.
    pub detail: String,
    /// The address asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instance: Option<String>,
    /// The number of the request, as the server's log has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
    /// The line of the input it is about, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The places in the request it is about.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<Place>,
    /// The tile it is about.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tile: Option<u32>,
    /// Which move cannot be made, counted from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<usize>,
    /// The move that cannot be made.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
    /// The board on which it cannot be made.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board_before: Option<String>,
    /// Solvers that would do.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub alternatives: Vec<String>,
    /// The numbers behind an unsolvable board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parity: Option<ParityFacts>,
    /// The swap that makes an unsolvable board solvable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fix: Option<Fix>,
}

impl Problem {
    /// A problem of a kind.
    pub fn new(kind: ProblemKind, detail: impl Into<String>) -> Self {
        let (kind, title, status) = kind.parts();
        Self {
            kind,
            title,
            status,
            detail: detail.into(),
            instance: None,
            request_id: None,
            line: None,
            errors: Vec::new(),
            tile: None,
            index: None,
            mv: None,
            board_before: None,
            alternatives: Vec::new(),
            parity: None,
            fix: None,
        }
    }

    /// The problem of a board that reaches no goal.
    pub fn unsolvable(error: &Unsolvable) -> Self {
        Self {
            parity: Some(ParityFacts {
                inversions: error.parity.inversions,
                blank_rows_from_home: error.parity.blank_rows,
                solvable: false,
            }),
            fix: Some(Fix::from(&error.mend)),
            ..Self::new(ProblemKind::Unsolvable, error.to_string())
        }
    }
}

impl From<&PuzzleError> for Problem {
    fn from(error: &PuzzleError) -> Self {
        match error {
            PuzzleError::Unsolvable(unsolvable) => Self::unsolvable(unsolvable),
            _ => Self::new(ProblemKind::InvalidRequest, error.to_string()),
        }
    }
}

/// A place in a request, and what is wrong there.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Place {
    /// The member, as a JSON pointer: `/limits/time_ms`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub pointer: Option<String>,
    /// The byte of the body, counted from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub offset: Option<usize>,
    /// The kind of fault in one word.
    pub code: &'static str,
    /// What is wrong.
    pub detail: String,
}

/// The numbers behind an unsolvable board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct ParityFacts {
    /// Pairs of tiles in the other order than in the goal.
    pub inversions: u32,
    /// Rows between the blank and its place in the goal.
    pub blank_rows_from_home: u32,
    /// Always `false`.
    pub solvable: bool,
}
