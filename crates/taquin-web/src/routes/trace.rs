//! A search step by step.

use std::collections::BTreeMap;
use std::time::Duration;

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use taquin::{Control, catalogue};
use taquin_app::Refusal;
use taquin_app::answer;
use utoipa::ToSchema;

use super::Shared;
use crate::body::Asked;
use crate::problem::Fault;
use crate::request::{self, LimitMembers, OptionValue, Position};

/// A search to watch.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = TraceRequest)]
pub(crate) struct Trace {
    board: Position,
    goal: Option<Position>,
    /// A solver's name, or a whole spec like `astar:heuristic=manhattan`.
    #[schema(format = "solver", max_length = 500)]
    algorithm: String,
    /// The solver's heuristic.
    #[schema(format = "heuristic", max_length = 200)]
    heuristic: Option<String>,
    /// The solver's options by name.
    #[serde(default)]
    #[schema(inline)]
    options: BTreeMap<String, OptionValue>,
    /// How many steps are told; 2000 unless given.
    #[serde(default = "usual_events")]
    #[schema(minimum = 1, maximum = 20_000)]
    max_events: u32,
    #[serde(default, deserialize_with = "request::object")]
    limits: LimitMembers,
}

fn usual_events() -> u32 {
    2000
}

/// How long a watched search runs where no limit is asked for.
const USUAL: Duration = Duration::from_secs(5);

/// The steps of a search in order, each with its line of the pseudocode, and its answer.
#[utoipa::path(post, path = "/trace", tag = "learning", request_body = Trace,
    responses((status = 200, body = answer::Traced)))]
pub(crate) async fn trace(
    State(service): State<Shared>,
    Asked(asked): Asked<Trace>,
) -> Result<Json<answer::Traced>, Fault> {
    request::range(Some(u64::from(asked.max_events)), 1, 20_000, "/max_events")?;
    let (puzzle, goals) = request::puzzle(&asked.board, asked.goal.as_ref())?;
    let (algorithm, heuristic) = (Some(asked.algorithm.as_str()), asked.heuristic.as_deref());
    let text = request::spec(algorithm, heuristic, &asked.options)?;
    let solver = catalogue::solver(&text)
        .map_err(|error| Fault::from(Refusal::from(error)).at("/algorithm"))?;
    let limits = asked.limits.limits(USUAL, service.settings.longest)?;
    let work = move |control: &Control| -> Result<_, Refusal> {
        let control = control.part(None).with_trace(asked.max_events as usize);
        let run = taquin_app::run(&*solver, &puzzle, &control)?;
        let mut answer = run.answer(&puzzle, &goals, taquin::notation::Notation::Tile);
        answer.h_start = run.h_start(&puzzle);
        Ok(taquin_app::traced(&run, answer))
    };
    Ok(Json(service.long.run(limits, work).await??))
}
