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
    /// What is counted: the slides of the pattern's own tiles.
    pub metric: &'static str,
    /// Its entries.
    pub entries: u64,
    /// Its bytes.
    pub bytes: u64,
    /// Bytes that building takes.
    pub build_bytes: u64,
    /// The largest value, where the table is there.
    pub largest: Option<u8>,
    /// The mean value, where the table is there.
    pub mean: Option<f64>,
    /// Checksum of the entries, where the table is there.
    pub checksum: Option<String>,
    /// Whether it is there, or what was done with it.
    pub state: String,
    /// The file.
    pub file: String,
}
