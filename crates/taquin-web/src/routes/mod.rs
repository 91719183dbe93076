//! The addresses of the service, one file a family.

mod analyze;
mod apply;
mod bench;
mod check;
mod compare;
mod daily;
mod datasets;
mod encode;
mod estimate;
mod explain;
mod health;
mod hint;
mod jobs;
mod problems;
mod puzzles;
mod render;
mod solve;
mod trace;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::extract::State;
use axum::http::{Method, header};
use axum::response::IntoResponse;
use axum::routing::get;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};
use tower_http::cors::{AllowOrigin, CorsLayer};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use utoipa_swagger_ui::SwaggerUi;

use crate::assets;
use crate::frame::frame;
use crate::openapi;
use crate::problem::Fault;
use crate::service::Service;

/// What every handler gets.
pub(crate) type Shared = Arc<Service>;

/// Where the API begins.
pub(crate) const API: &str = "/api/";

/// The router of the whole service.
pub fn app(service: Arc<Service>) -> Router {
    let (api, mut document) = OpenApiRouter::with_openapi(openapi::head())
        .nest("/api/v1", api())
        .split_for_parts();
    openapi::add_problems(&mut document);
    let docs = SwaggerUi::new("/api/v1/docs").url("/api/v1/openapi.json", document);
    let small = SizeAbove::new(1024).and(NotForContentType::const_new("text/event-stream"));
    let others = cors(&service.settings.cors);
    api.merge(docs)
        .route("/metrics", get(metrics))
        .route("/problems/{name}", get(problems::page))
        .fallback(assets::file)
        .layer(CompressionLayer::new().compress_when(small))
        .layer(CatchPanicLayer::custom(|_| {
            Fault::internal("a handler panicked").into_response()
        }))
        .layer(tower::util::option_layer(others))
        .layer(axum::middleware::from_fn_with_state(service.clone(), frame))
        .with_state(service)
}

/// Lets pages of other origins use the API; none unless they were named.
fn cors(origins: &[String]) -> Option<CorsLayer> {
    if origins.is_empty() {
        return None;
    }
    let origin = if origins.iter().any(|origin| origin == "*") {
        AllowOrigin::any()
    } else {
        let known = origins.iter().filter_map(|origin| origin.parse().ok());
        AllowOrigin::list(known)
    };
    let allowed = CorsLayer::new()
        .allow_origin(origin)
        .allow_methods([Method::GET, Method::POST, Method::DELETE])
        .allow_headers([header::CONTENT_TYPE])
        .expose_headers([header::LOCATION, header::RETRY_AFTER]);
    Some(allowed.max_age(Duration::from_hours(1)))
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
        .routes(routes!(analyze::analyze))
        .routes(routes!(explain::explain))
        .routes(routes!(trace::trace))
        .routes(routes!(estimate::estimate))
        .routes(routes!(compare::compare))
        .routes(routes!(encode::encode))
        .routes(routes!(encode::decide))
        .routes(routes!(jobs::begin))
        .routes(routes!(jobs::look, jobs::cancel))
        .routes(routes!(jobs::listen))
        .routes(routes!(datasets::list))
        .routes(routes!(datasets::get))
        .routes(routes!(render::render))
        .routes(routes!(render::film))
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
