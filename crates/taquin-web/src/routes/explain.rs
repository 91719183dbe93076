//! The way people solve it.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use taquin::{Limits, human};
use taquin_app::answer;
use utoipa::ToSchema;

use super::Shared;
use crate::body::Asked;
use crate::problem::Fault;
use crate::request::{self, Notation, Position};

/// A position to explain.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = ExplainRequest)]
pub(crate) struct Explain {
    board: Position,
    goal: Option<Position>,
    #[serde(default)]
    #[schema(inline)]
    notation: Notation,
}

/// The human method, stage by stage and in words.
#[utoipa::path(post, path = "/explain", tag = "learning", request_body = Explain,
    responses((status = 200, body = answer::Explain)))]
pub(crate) async fn explain(
    State(service): State<Shared>,
    Asked(asked): Asked<Explain>,
) -> Result<Json<answer::Explain>, Fault> {
    let (puzzle, goals) = request::puzzle(&asked.board, asked.goal.as_ref())?;
    let notation = asked.notation.into();
    let work = move |_: &_| {
        let explanation = human::explain(&puzzle);
        taquin_app::explain(&puzzle, &goals, &explanation, notation)
    };
    let limits = Limits {
        time: Some(Duration::from_secs(10)),
        memory: Some(16 << 20),
        ..Limits::default()
    };
    Ok(Json(service.quick.run(limits, work).await?))
}
