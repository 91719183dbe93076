//! A search step by step.

use axum::extract::State;
use axum::response::Response;
use taquin_app::{answer, question};

use super::Shared;
use crate::address::Client;
use crate::body::Asked;
use crate::problem::Fault;

/// Records the steps of a search, each with its line of the pseudocode, and returns them with its
/// result.
#[utoipa::path(post, operation_id = "trace_search", path = "/trace", tag = "learning", request_body = question::Trace,
    responses((status = 200, body = answer::Traced)))]
pub(crate) async fn trace(
    State(service): State<Shared>,
    client: Client,
    Asked(asked): Asked<question::Trace>,
) -> Result<Response, Fault> {
    let prepared = service.app.trace(&asked)?;
    service.answer(&service.long, client, prepared).await
}
