//! Is it a board, and can it be solved?

use axum::Json;
use axum::extract::State;
use taquin_app::{answer, question};

use super::Shared;
use crate::body::Asked;
use crate::problem::Fault;

/// Checks whether a position is solvable; if not, says why and which swap fixes it.
#[utoipa::path(post, operation_id = "check_board", path = "/check", tag = "positions", request_body = question::Check,
    responses((status = 200, body = answer::Check)))]
pub(crate) async fn check(
    State(service): State<Shared>,
    Asked(asked): Asked<question::Check>,
) -> Result<Json<answer::Check>, Fault> {
    Ok(Json(service.app.check(&asked)?))
}
