//! What each heuristic says of a board, and why.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use taquin::Limits;
use taquin_app::answer;
use utoipa::ToSchema;

use super::Shared;
use crate::body::Asked;
use crate::problem::Fault;
use crate::request::{self, Position};

/// A position to estimate.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = EstimateRequest)]
pub(crate) struct Estimate {
    board: Position,
    goal: Option<Position>,
}

/// Every heuristic's value, each tile's way home, lines in conflict, groups of the pattern
/// database, and parity.
#[utoipa::path(post, path = "/estimate", tag = "learning", request_body = Estimate,
    responses((status = 200, body = answer::Estimate)))]
pub(crate) async fn estimate(
    State(service): State<Shared>,
    Asked(asked): Asked<Estimate>,
) -> Result<Json<answer::Estimate>, Fault> {
    let board = request::board(&asked.board)?;
    let goals = request::goals(asked.goal.as_ref())?;
    let limits = Limits {
        time: Some(Duration::from_secs(10)),
        memory: Some(64 << 20),
        ..Limits::default()
    };
    let work = move |_: &_| taquin_app::estimate(&board, &goals);
    Ok(Json(service.quick.run(limits, work).await??))
}
