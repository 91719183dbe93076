//! New boards.

use axum::extract::State;
use axum::response::Response;
use taquin_app::{answer, question};

use super::Shared;
use crate::address::Client;
use crate::body::Asked;
use crate::problem::Fault;

/// Generates solvable boards. The same seed gives the same boards on every machine.
#[utoipa::path(post, operation_id = "create_puzzles", path = "/puzzles", tag = "boards", request_body = question::Puzzles,
    responses((status = 200, body = answer::Puzzles)))]
pub(crate) async fn puzzles(
    State(service): State<Shared>,
    client: Client,
    Asked(asked): Asked<question::Puzzles>,
) -> Result<Response, Fault> {
    let prepared = service.app.puzzles(&asked)?;
    service.answer(&service.quick, client, prepared).await
}
