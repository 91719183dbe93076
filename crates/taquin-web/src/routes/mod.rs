//! The addresses of the service, one file a family.

mod apply;
mod check;
mod daily;
mod health;
mod hint;
mod puzzles;
mod solve;

use std::sync::Arc;

use axum::Router;
use axum::extract::State;
use axum::http::header;
use axum::response::IntoResponse;
use axum::routing::get;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;

use crate::assets;
use crate::frame::frame;
use crate::problem::Fault;
use crate::service::Service;

/// What every handler gets.
pub(crate) type Shared = Arc<Service>;

/// Where the API begins.
pub(crate) const API: &str = "/api/";

/// The router of the whole service.
pub fn app(service: Arc<Service>) -> Router {
    let (api, _document) = OpenApiRouter::new()
        .nest("/api/v1", api())
        .split_for_parts();
    let small = SizeAbove::new(1024).and(NotForContentType::const_new("text/event-stream"));
    api.route("/metrics", get(metrics))
        .fallback(assets::file)
        .layer(CompressionLayer::new().compress_when(small))
        .layer(CatchPanicLayer::custom(|_| {
            Fault::internal("a handler panicked").into_response()
        }))
        .layer(axum::middleware::from_fn_with_state(service.clone(), frame))
        .with_state(service)
}

fn api() -> OpenApiRouter<Shared> {
    OpenApiRouter::new()
        .routes(routes!(health::health))
        .routes(routes!(health::capabilities))
        .routes(routes!(puzzles::puzzles))
        .routes(routes!(daily::daily))
        .routes(routes!(check::check))
        .routes(routes!(apply::apply))
        .routes(routes!(hint::hint))
        .routes(routes!(solve::solve))
        .fallback(|| async { Fault::of_status(axum::http::StatusCode::NOT_FOUND) })
}

async fn metrics(State(service): State<Shared>) -> impl IntoResponse {
    let entries = {
        let service = service.clone();
        let counting = tokio::task::spawn_blocking(move || service.lookup.len());
        counting.await.ok().flatten()
    };
    let media_type = "text/plain; version=0.0.4; charset=utf-8";
    (
        [(header::CONTENT_TYPE, media_type)],
        service.metrics.text(entries),
    )
}
