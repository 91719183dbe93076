//! The value of each heuristic on a board, and why.

use axum::Json;
use axum::extract::State;
use taquin_app::{answer, question};

use super::Shared;
use crate::body::Asked;
use crate::problem::Fault;

/// Every heuristic's value, each tile's way home, lines in conflict, groups of the pattern
/// database, and parity.
#[utoipa::path(post, path = "/estimate", tag = "learning", request_body = question::Estimate,
    responses((status = 200, body = answer::Estimate)))]
pub(crate) async fn estimate(
    State(service): State<Shared>,
    Asked(asked): Asked<question::Estimate>,
) -> Result<Json<answer::Estimate>, Fault> {
    let prepared = service.app.estimate(&asked)?;
    service.answer(&service.quick, prepared).await
}
