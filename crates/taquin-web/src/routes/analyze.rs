//! The endpoint `/analyze`: the quality of moves.

use axum::extract::State;
use axum::response::Response;
use taquin_app::{answer, question};

use super::Shared;
use crate::address::Client;
use crate::body::Asked;
use crate::problem::Fault;

/// Reviews moves: whether they solve the position, whether they are optimal, and which moves lose.
#[utoipa::path(post, operation_id = "analyze_moves", path = "/analyze", tag = "learning", request_body = question::Analyze,
    responses((status = 200, body = answer::Analyze)))]
pub(crate) async fn analyze(
    State(service): State<Shared>,
    client: Client,
    Asked(asked): Asked<question::Analyze>,
) -> Result<Response, Fault> {
    let prepared = service.app.analyze(&asked)?;
    let lane = service.lane(prepared.limits);
    service.answer(lane, client, prepared).await
}
