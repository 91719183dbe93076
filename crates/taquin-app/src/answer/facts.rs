//! Facts about all boards of a size.

use serde::Serialize;

/// The answer to *facts*.
#[derive(Clone, Debug, PartialEq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct Facts {
    /// Rows and columns.
    pub size: String,
    /// The goal that distances are measured to.
    pub goal: String,
    /// Number of tiles.
    pub tiles: usize,
    /// Boards that reach the goal, in decimal: half of all arrangements.
    pub reachable: String,
    /// Boards that do not reach it; the same number.
    pub unreachable: String,
    /// The greatest distance from the goal, if known.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub radius: Option<u32>,
    /// Where the greatest distance is not known: what it is at least.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub radius_at_least: Option<u32>,
    /// Where the greatest distance is not known: what it is at most.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub radius_at_most: Option<u32>,
    /// Number of boards at that distance.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub antipodes: Option<u64>,
    /// The mean distance of all boards that reach the goal.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub mean_distance: Option<f64>,
    /// Number of boards at each distance, from 0 on.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub histogram: Option<Vec<u64>>,
    /// Source of the distances.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub source: Option<String>,
}
