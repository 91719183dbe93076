//! The manual, below `/manual/`.

use axum::Router;
use axum::extract::Path;
use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Redirect, Response};
use axum::routing::get;

use crate::problem::Fault;
use crate::routes::Shared;

/// The routes of the manual.
pub(crate) fn routes() -> Router<Shared> {
    Router::new()
        // Links of a page are relative to its folder, so the first page has a slash at its end.
        .route("/manual", get(|| async { Redirect::permanent("/manual/") }))
        .route("/manual/", get(|| async { page("index.html") }))
        .route(
            "/manual/{*path}",
            get(|Path(path): Path<String>| async move { page(&path) }),
        )
}

fn page(path: &str) -> Response {
    let Some(file) = taquin_manual::file(path) else {
        return Fault::of_status(StatusCode::NOT_FOUND).into_response();
    };
    let headers = [
        (
            header::CONTENT_TYPE,
            HeaderValue::from_static(file.media_type),
        ),
        (header::CACHE_CONTROL, HeaderValue::from_static("no-cache")),
    ];
    (headers, file.content).into_response()
}
