//! The human method.

use axum::Json;
use axum::extract::State;
use taquin_app::{answer, question};

use super::Shared;
use crate::body::Asked;
use crate::problem::Fault;

/// The human method, stage by stage and in words.
#[utoipa::path(post, path = "/explain", tag = "learning", request_body = question::Explain,
    responses((status = 200, body = answer::Explain)))]
pub(crate) async fn explain(
    State(service): State<Shared>,
    Asked(asked): Asked<question::Explain>,
) -> Result<Json<answer::Explain>, Fault> {
    let prepared = service.app.explain(&asked)?;
    service.answer(&service.quick, prepared).await
}
