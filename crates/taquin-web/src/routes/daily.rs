//! The boards of the day.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use axum::Json;
use axum::extract::{Path, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use taquin::Limits;
use taquin_app::Day;
use taquin_app::RefusalKind;
use taquin_app::answer;

use super::Shared;
use crate::address::Client;
use crate::problem::Fault;

/// Time limit for generating the boards of a day.
const LONGEST: Duration = Duration::from_secs(20);

/// Returns the 3x3 and the 4x4 board of a day in UTC, which are the same for all players.
#[utoipa::path(get, operation_id = "get_daily", path = "/daily/{date}", tag = "boards",
    params(("date" = String, Path, description = "Date like 2026-01-15; not in the future", format = "date")),
    responses((status = 200, body = answer::Daily)))]
pub(crate) async fn daily(
    State(service): State<Shared>,
    client: Client,
    Path(date): Path<String>,
) -> Result<Response, Fault> {
    let not_found = |detail: String| Fault::new(RefusalKind::NotFound, detail);
    let day: Day = date
        .parse()
        .map_err(|error: taquin_app::DayError| not_found(error.to_string()))?;
    if day > today() {
        return Err(not_found(format!("the boards of {day} are not out yet")));
    }
    let limits = Limits {
        time: Some(LONGEST),
        ..Limits::default()
    };
    let boards = service
        .quick
        .run(client.0, limits, move |control| {
            taquin_app::daily(day, control)
        })
        .await??;
    // The boards of a day never change.
    let kept = [(header::CACHE_CONTROL, "public, max-age=86400")];
    Ok((kept, Json(boards)).into_response())
}

fn today() -> Day {
    let since = SystemTime::now().duration_since(UNIX_EPOCH);
    Day::since_1970(since.unwrap_or_default().as_secs() / 86_400)
}
