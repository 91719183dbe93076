//! Problem documents, with the members of RFC 9457.

use serde::Serialize;

use super::Fix;

/// Why there is no answer, with the members of RFC 9457.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Problem {
    /// Address of the help page.
    #[serde(rename = "type")]
    pub kind: &'static str,
    /// The kind of problem.
    pub title: &'static str,
    /// The HTTP status that goes with it; front ends that speak HTTP add it.
    #[serde(skip_serializing_if = "Option::is_none")]
    #[cfg_attr(feature = "schema", schema(value_type = u16, required))]
    pub status: Option<u16>,
    /// What is wrong, and how to fix it.
    pub detail: String,
    /// The requested path.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub instance: Option<String>,
    /// The request id, as in the server's log.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub request_id: Option<String>,
    /// The input line, counted from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The locations of the errors in the request.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub errors: Vec<Place>,
    /// The tile in question.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub tile: Option<u32>,
    /// Index of the illegal move, counted from 0.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub index: Option<usize>,
    /// The illegal move.
    #[serde(rename = "move", skip_serializing_if = "Option::is_none")]
    pub mv: Option<String>,
    /// The board on which it is illegal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board_before: Option<String>,
    /// Suitable solvers.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub alternatives: Vec<String>,
    /// The parity of an unsolvable board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parity: Option<ParityFacts>,
    /// The swap that makes an unsolvable board solvable.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub fix: Option<Fix>,
}

impl Problem {
    /// A problem of the kind that has its help page at this address.
    pub fn new(address: &'static str, title: &'static str, detail: impl Into<String>) -> Self {
        Self {
            kind: address,
            title,
            status: None,
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
    /// Inversions: pairs of tiles out of order.
    pub inversions: u32,
    /// Rows between the blank and its place in the goal.
    pub blank_rows_from_home: u32,
    /// Always `false`.
    pub solvable: bool,
}
