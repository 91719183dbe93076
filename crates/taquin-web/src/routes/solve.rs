//! A solution within limits.

use std::sync::Arc;

use axum::Json;
use axum::extract::State;
use axum::response::{IntoResponse, Response};
use taquin::Control;
use taquin_app::{answer, question};

use super::Shared;
use crate::address::Client;
use crate::body::Asked;
use crate::problem::Fault;
use crate::reply::Chunks;

/// Solves a position. The solution is proven optimal if the solver and the limits allow it. Reaching a
/// limit is not an error: the response has the best solution found so far. If the request names no
/// solver and an optimal solution is already stored, the response returns it with `source` set to
/// `lookup`.
#[utoipa::path(post, operation_id = "solve_board", path = "/solve", tag = "solving", request_body = question::Solve,
    responses((status = 200, body = answer::Solve)))]
pub(crate) async fn solve(
    State(service): State<Shared>,
    client: Client,
    Asked(asked): Asked<question::Solve>,
) -> Result<Response, Fault> {
    let solve = Arc::new(service.app.solve(&asked)?);
    let (looking, asked) = (service.clone(), solve.clone());
    let known = tokio::task::spawn_blocking(move || asked.known(&looking.app));
    if let Some(answer) = known.await.map_err(Fault::internal)? {
        return Ok(Json(answer).into_response());
    }
    let (limits, solving) = (solve.limits(), service.clone());
    let work = move |control: &Control| Chunks::json(&solve.answer(&solving.app, control)?);
    service.long.reply(client.0, limits, work).await
}
