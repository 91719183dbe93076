//! Where do these moves lead?

use axum::Json;
use serde::Deserialize;
use taquin_app::answer;
use utoipa::ToSchema;

use crate::body::Asked;
use crate::problem::Fault;
use crate::request::{self, Notation, Position};

/// Moves to play on a position.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ApplyRequest)]
pub(crate) struct Apply {
    board: Position,
    goal: Option<Position>,
    /// Letters like `LUR2D2`, words, or tile numbers.
    #[schema(format = "moves", max_length = 100_000)]
    moves: String,
    #[serde(default)]
    #[schema(inline)]
    notation: Notation,
}

/// The position that moves lead to.
#[utoipa::path(post, path = "/apply", tag = "positions", request_body = Apply,
    responses((status = 200, body = answer::Apply)))]
pub(crate) async fn apply(Asked(asked): Asked<Apply>) -> Result<Json<answer::Apply>, Fault> {
    let board = request::board(&asked.board)?;
    let goals = request::goals(asked.goal.as_ref())?;
    let moves = request::moves(&asked.moves, asked.notation, &board)?;
    Ok(Json(taquin_app::apply(&board, &goals, &moves)?))
}
