//! Questions about a position alone.

use serde::Deserialize;

use super::{NotationName, Position};

/// A position to check.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(as = CheckRequest))]
pub struct Check {
    pub(crate) board: Position,
    pub(crate) goal: Option<Position>,
}

/// A position to estimate.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(as = EstimateRequest))]
pub struct Estimate {
    pub(crate) board: Position,
    pub(crate) goal: Option<Position>,
}

/// A position to explain.
#[derive(Clone, Debug, Deserialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
#[serde(deny_unknown_fields)]
#[cfg_attr(feature = "schema", schema(as = ExplainRequest))]
pub struct Explain {
    pub(crate) board: Position,
    pub(crate) goal: Option<Position>,
    #[serde(default)]
    #[cfg_attr(feature = "schema", schema(inline))]
    pub(crate) notation: NotationName,
}
