//! How good are these moves?

use axum::Json;
use axum::extract::State;
use taquin_app::{answer, question};

use super::Shared;
use crate::body::Asked;
use crate::problem::Fault;

/// Judges moves: do they solve the position, are they shortest, where do they lose?
#[utoipa::path(post, path = "/analyze", tag = "learning", request_body = question::Analyze,
    responses((status = 200, body = answer::Analyze)))]
pub(crate) async fn analyze(
    State(service): State<Shared>,
    Asked(asked): Asked<question::Analyze>,
) -> Result<Json<answer::Analyze>, Fault> {
    let prepared = service.app.analyze(&asked)?;
    service.answer(&service.quick, prepared).await
}
