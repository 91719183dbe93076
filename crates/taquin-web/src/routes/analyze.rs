//! How good are these moves?

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use taquin::Control;
use taquin_app::answer;
use utoipa::ToSchema;

use super::Shared;
use crate::body::Asked;
use crate::problem::Fault;
use crate::request::{self, LimitMembers, Notation, Position};

/// Moves to judge.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = AnalyzeRequest)]
pub(crate) struct Analyze {
    board: Position,
    goal: Option<Position>,
    /// Letters like `LUR2D2`, words, or tile numbers.
    #[schema(format = "moves", max_length = 100_000)]
    moves: String,
    #[serde(default)]
    #[schema(inline)]
    notation: Notation,
    #[serde(default, deserialize_with = "request::object")]
    limits: LimitMembers,
}

/// How long all searches together take where no limit is asked for.
const PATIENCE: Duration = Duration::from_secs(10);

/// The most moves that are judged: each has a line in the answer.
const MOST_MOVES: usize = 10_000;

/// Judges moves: do they solve the position, are they shortest, where do they lose?
#[utoipa::path(post, path = "/analyze", tag = "learning", request_body = Analyze,
    responses((status = 200, body = answer::Analyze)))]
pub(crate) async fn analyze(
    State(service): State<Shared>,
    Asked(asked): Asked<Analyze>,
) -> Result<Json<answer::Analyze>, Fault> {
    let (puzzle, _) = request::puzzle(&asked.board, asked.goal.as_ref())?;
    let moves = request::moves(&asked.moves, asked.notation, puzzle.start())?;
    if moves.len() > MOST_MOVES {
        let detail = format!("at most {MOST_MOVES} moves are judged");
        return Err(Fault::member("/moves", "maximum", detail));
    }
    let limits = asked.limits.limits(PATIENCE, service.settings.longest)?;
    let (judging, notation) = (service.clone(), asked.notation.into());
    let work = move |control: &Control| {
        taquin_app::analyze(&puzzle, &moves, notation, &judging.small, control)
    };
    Ok(Json(service.quick.run(limits, work).await??))
}
