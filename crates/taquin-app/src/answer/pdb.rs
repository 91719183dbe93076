//! Pattern databases.

use serde::Serialize;

/// A pattern database and its file.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct PdbTable {
    /// Size of the board.
    pub size: String,
    /// The blank's cell in the goal, counted from 1.
    pub blank: usize,
    /// The tiles of the pattern.
    pub tiles: String,
    /// `plain` or `zero-aware`.
    pub kind: &'static str,
    /// What is counted: slides of the pattern's own tiles.
    pub metric: &'static str,
    /// Number of entries.
    pub entries: u64,
    /// Size in bytes.
    pub bytes: u64,
    /// Bytes needed to build it.
    pub build_bytes: u64,
    /// The largest value, if the table exists.
    pub largest: Option<u8>,
    /// The mean value, if the table exists.
    pub mean: Option<f64>,
    /// Checksum of the entries, if the table exists.
    pub checksum: Option<String>,
    /// Whether it exists, or what was done with it.
    pub state: String,
    /// The file.
    pub file: String,
}
