//! Several solvers on one position.

use axum::extract::State;
use axum::response::Response;
use taquin::Control;
use taquin_app::{answer, question};

use super::Shared;
use crate::address::Client;
use crate::body::Asked;
use crate::problem::{self, Fault};
use crate::reply::Chunks;

/// Runs several solvers on one position, one after the other, and compares their statistics.
#[utoipa::path(post, operation_id = "compare_solvers", path = "/compare", tag = "solving", request_body = question::Compare,
    responses((status = 200, body = answer::Compare)))]
pub(crate) async fn compare(
    State(service): State<Shared>,
    client: Client,
    Asked(asked): Asked<question::Compare>,
) -> Result<Response, Fault> {
    let comparison = service.app.compare(&asked)?;
    let limits = comparison.limits();
    let work = move |control: &Control| {
        Chunks::json(&comparison.answer(control, &problem::add_run_status))
    };
    service.long.reply(client.0, limits, work).await
}
