//! The value of each heuristic on a board, and why.

use axum::extract::State;
use axum::response::Response;
use taquin_app::{answer, question};

use super::Shared;
use crate::address::Client;
use crate::body::Asked;
use crate::problem::Fault;

/// Evaluates every heuristic on a position, with the parts of each value: the Manhattan distance of
/// each tile, linear conflicts, pattern groups and parity.
#[utoipa::path(post, operation_id = "estimate_distance", path = "/estimate", tag = "learning", request_body = question::Estimate,
    responses((status = 200, body = answer::Estimate)))]
pub(crate) async fn estimate(
    State(service): State<Shared>,
    client: Client,
    Asked(asked): Asked<question::Estimate>,
) -> Result<Response, Fault> {
    let prepared = service.app.estimate(&asked)?;
    service.answer(&service.quick, client, prepared).await
}
