//! A document's figures next to ours.

use serde::Serialize;

/// One figure of a document, computed again.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[cfg_attr(feature = "schema", derive(utoipa::ToSchema))]
pub struct DemoRow {
    /// The document's figure.
    pub figure: String,
    /// The command that shows it here.
    pub command: String,
    /// The document's own figure.
    pub document: String,
    /// Ours, computed now.
    pub taquin: String,
}
