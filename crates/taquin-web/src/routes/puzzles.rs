//! New boards.

use axum::Json;
use axum::extract::State;
use taquin_app::{answer, question};

use super::Shared;
use crate::body::Asked;
use crate::problem::Fault;

/// New boards that can be solved; the same seed gives the same boards everywhere.
#[utoipa::path(post, path = "/puzzles", tag = "boards", request_body = question::Puzzles,
    responses((status = 200, body = answer::Puzzles)))]
pub(crate) async fn puzzles(
    State(service): State<Shared>,
    Asked(asked): Asked<question::Puzzles>,
) -> Result<Json<answer::Puzzles>, Fault> {
    let prepared = service.app.puzzles(&asked)?;
    service.answer(&service.quick, prepared).await
}
