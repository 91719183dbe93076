//! A search step by step.

use axum::Json;
use axum::extract::State;
use taquin_app::{answer, question};

use super::Shared;
use crate::body::Asked;
use crate::problem::Fault;

/// The steps of a search in order, each with its line of the pseudocode, and its answer.
#[utoipa::path(post, path = "/trace", tag = "learning", request_body = question::Trace,
    responses((status = 200, body = answer::Traced)))]
pub(crate) async fn trace(
    State(service): State<Shared>,
    Asked(asked): Asked<question::Trace>,
) -> Result<Json<answer::Traced>, Fault> {
    let prepared = service.app.trace(&asked)?;
    service.answer(&service.long, prepared).await
}
