//! The endpoint `/apply`: the board after some moves.

use axum::Json;
use axum::extract::State;
use taquin::Limits;
use taquin_app::{answer, question};

use super::Shared;
use crate::address::Client;
use crate::body::WithText;
use crate::problem::Fault;

/// Bytes of a request that takes a few microseconds; longer ones would keep an async thread.
const SHORT: usize = 8 << 10;

/// Plays moves on a position and returns the resulting position.
#[utoipa::path(post, operation_id = "apply_moves", path = "/apply", tag = "positions", request_body = question::Apply,
    responses((status = 200, body = answer::Apply)))]
pub(crate) async fn apply(
    State(service): State<Shared>,
    client: Client,
    WithText(asked, text): WithText<question::Apply>,
) -> Result<Json<answer::Apply>, Fault> {
    if text.len() <= SHORT {
        return Ok(Json(service.app.apply(&asked)?));
    }
    let applying = service.clone();
    let limits = Limits {
        memory: Some(1 << 20),
        ..Limits::default()
    };
    let apply = move |_: &_| applying.app.apply(&asked);
    Ok(Json(service.quick.run(client.0, limits, apply).await??))
}
