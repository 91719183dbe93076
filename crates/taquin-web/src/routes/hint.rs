//! The next move.

use axum::extract::State;
use axum::response::Response;
use taquin::Control;
use taquin_app::{answer, question};

use super::Shared;
use crate::address::Client;
use crate::body::Asked;
use crate::problem::Fault;
use crate::reply;

/// Returns a hint: the tile to move, its direction too, or the next five moves.
#[utoipa::path(post, operation_id = "get_hint", path = "/hint", tag = "solving", request_body = question::Hint,
    responses((status = 200, body = answer::Hint)))]
pub(crate) async fn hint(
    State(service): State<Shared>,
    client: Client,
    Asked(asked): Asked<question::Hint>,
) -> Result<Response, Fault> {
    let hint = service.app.hint(&asked)?;
    if hint.has_table() {
        service.metrics.table_hint();
    }
    if let Some(answer) = hint.cached(&service.app) {
        return reply::json(&answer);
    }
    let (looking, asked) = (service.clone(), hint.clone());
    let known = tokio::task::spawn_blocking(move || asked.known(&looking.app));
    if let Some(answer) = known.await.map_err(Fault::internal)? {
        return reply::json(&answer);
    }
    let (limits, searching) = (hint.limits(), service.clone());
    let work = move |control: &Control| hint.answer(&searching.app, control);
    let lane = service.lane(limits);
    reply::json(&lane.run(client.0, limits, work).await??)
}
