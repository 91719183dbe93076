//! Where do these moves lead?

use axum::Json;
use axum::extract::State;
use taquin_app::{answer, question};

use super::Shared;
use crate::body::Asked;
use crate::problem::Fault;

/// The position that moves lead to.
#[utoipa::path(post, operation_id = "apply_moves", path = "/apply", tag = "positions", request_body = question::Apply,
    responses((status = 200, body = answer::Apply)))]
pub(crate) async fn apply(
    State(service): State<Shared>,
    Asked(asked): Asked<question::Apply>,
) -> Result<Json<answer::Apply>, Fault> {
    Ok(Json(service.app.apply(&asked)?))
}
