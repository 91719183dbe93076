//! Several solvers on one position.

use axum::Json;
use axum::extract::State;
use taquin::Control;
use taquin_app::{answer, question};

use super::Shared;
use crate::body::Asked;
use crate::problem::{self, Fault};

/// Runs several solvers on one position, one after the other, and puts their numbers side by side.
#[utoipa::path(post, path = "/compare", tag = "solving", request_body = question::Compare,
    responses((status = 200, body = answer::Compare)))]
pub(crate) async fn compare(
    State(service): State<Shared>,
    Asked(asked): Asked<question::Compare>,
) -> Result<Json<answer::Compare>, Fault> {
    let comparison = service.app.compare(&asked)?;
    let limits = comparison.limits();
    let work = move |control: &Control| comparison.answer(control, &problem::add_run_status);
    Ok(Json(service.long.run(limits, work).await?))
}
