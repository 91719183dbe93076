//! The human method.

use axum::extract::State;
use axum::response::Response;
use taquin_app::{answer, question};

use super::Shared;
use crate::address::Client;
use crate::body::Asked;
use crate::problem::Fault;

/// Explains the human method on a position, stage by stage and in words.
#[utoipa::path(post, operation_id = "explain_board", path = "/explain", tag = "learning", request_body = question::Explain,
    responses((status = 200, body = answer::Explain)))]
pub(crate) async fn explain(
    State(service): State<Shared>,
    client: Client,
    Asked(asked): Asked<question::Explain>,
) -> Result<Response, Fault> {
    let prepared = service.app.explain(&asked)?;
    service.answer(&service.quick, client, prepared).await
}
