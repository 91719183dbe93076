//! All solutions up to some moves above the optimum.

use serde::Serialize;

/// The answer to *solutions within*.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Beyond {
    /// Length of a shortest solution, proven.
    pub optimal: u32,
    /// Maximum number of moves above it.
    pub beyond: u32,
    /// Number of solutions.
    pub count: u64,
    /// Number of solutions of each length.
    pub by_length: Vec<LengthCount>,
    /// The solutions, if requested: shorter ones first, then in the order U D L R.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub solutions: Option<Vec<String>>,
    /// Time, in milliseconds.
    pub time_ms: f64,
    /// The requested position.
    pub board: String,
    /// The requested goal.
    pub goal: String,
    /// Whether letters name the direction of the tile or of the blank: `tile` or `blank`.
    pub notation: &'static str,
}

/// The number of solutions of one length.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct LengthCount {
    /// The length.
    pub length: u32,
    /// The number of solutions.
    pub count: u64,
}
