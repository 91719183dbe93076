//! Is it a board, and can it be solved?

use axum::Json;
use serde::Deserialize;
use taquin_app::answer;
use utoipa::ToSchema;

use crate::body::Asked;
use crate::problem::Fault;
use crate::request::{self, Position};

/// A position to look at.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = CheckRequest)]
pub(crate) struct Check {
    board: Position,
    goal: Option<Position>,
}

/// Whether a position can be solved, why not, and the swap that mends it.
#[utoipa::path(post, path = "/check", tag = "positions", request_body = Check,
    responses((status = 200, body = answer::Check)))]
pub(crate) async fn check(Asked(asked): Asked<Check>) -> Result<Json<answer::Check>, Fault> {
    let board = request::board(&asked.board)?;
    let goals = request::goals(asked.goal.as_ref())?;
    Ok(Json(taquin_app::check(&board, &goals)?))
}
