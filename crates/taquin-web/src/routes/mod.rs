//! The addresses of the service, one file a family.

mod analyze;
mod apply;
mod bench;
mod check;
mod compare;
mod daily;
pub(crate) mod datasets;
mod encode;
mod estimate;
mod explain;
mod health;
mod hint;
mod jobs;
mod manual;
mod problems;
mod puzzles;
mod render;
mod solve;
mod trace;

use std::sync::Arc;
use std::time::Duration;

use axum::Router;
use axum::body::Bytes;
use axum::extract::State;
use axum::http::{HeaderName, HeaderValue, Method, header};
use axum::response::{IntoResponse, Response};
use axum::routing::get;
use tower::ServiceBuilder;
use tower_http::CompressionLevel;
use tower_http::catch_panic::CatchPanicLayer;
use tower_http::compression::CompressionLayer;
use tower_http::compression::predicate::{NotForContentType, Predicate, SizeAbove};
use tower_http::cors::{AllowOrigin, CorsLayer};
use utoipa_axum::router::OpenApiRouter;
use utoipa_axum::routes;
use utoipa_swagger_ui::{Config, SwaggerUi};

use crate::assets;
use crate::etag;
use crate::middleware::frame;
use crate::openapi;
use crate::packed::{Packed, pack};
use crate::problem::Fault;
use crate::service::Service;

pub(crate) use jobs::follow_store;

/// What every handler gets.
pub(crate) type Shared = Arc<Service>;

/// Where the API begins.
pub(crate) const API: &str = "/api/";

/// The router of the whole service.
pub fn app(service: Arc<Service>) -> Router {
    let (api, document) = OpenApiRouter::with_openapi(openapi::head())
        .nest("/api/v1", api())
        .split_for_parts();
    let document = openapi::finish(document);
    let document = Bytes::from(document.to_string());
    let json = [(header::CONTENT_TYPE, "application/json")];
    let docs = SwaggerUi::new("/api/v1/docs").config(Config::from("/api/v1/openapi.json"));
    let docs = Router::from(docs)
        .route(
            "/api/v1/openapi.json",
            get(|| async move { (json, document) }),
        )
        .layer(axum::middleware::map_response(revalidated));
    // The page's engine is compressed already.
    let small = SizeAbove::new(1024)
        .and(NotForContentType::SSE)
        .and(NotForContentType::IMAGES)
        .and(NotForContentType::const_new("application/octet-stream"));
    let compression = CompressionLayer::new()
        .quality(CompressionLevel::Fastest)
        .compress_when(small);
    let others = cors(&service.settings.cors);
    // Files of a folder may change.
    let packed = Arc::new(Packed::new(service.settings.assets.is_none()));
    // One layer of all: axum boxes each layer of a router, and clones all boxes with every request.
    let around = ServiceBuilder::new()
        // Outside of all: a page of another origin has to see refusals too.
        .option_layer(others)
        .layer(axum::middleware::from_fn_with_state(service.clone(), frame))
        .layer(CatchPanicLayer::custom(|_| {
            Fault::internal("a handler panicked").into_response()
        }))
        .layer(axum::middleware::from_fn_with_state(packed, pack))
        .layer(compression)
        .layer(axum::middleware::from_fn(etag::tag));
    let probes = match service.settings.admin {
        Some(_) => Router::new(),
        None => Router::new().route("/metrics", get(metrics)),
    };
    api.merge(docs)
        .merge(probes)
        .route("/live", get(health::live))
        .route("/ready", get(health::ready))
        .route("/problems/{name}", get(problems::page))
        .merge(manual::routes())
        .fallback(assets::file)
        .layer(around)
        .with_state(service)
}

/// The router of the address for those who run the service.
pub(crate) fn admin(service: Arc<Service>) -> Router {
    Router::new()
        .route("/live", get(health::live))
        .route("/ready", get(health::ready))
        .route("/metrics", get(metrics))
        .with_state(service)
}

/// An answer that a client may cache but must revalidate.
async fn revalidated(mut response: Response) -> Response {
    let headers = response.headers_mut();
    let asks = HeaderValue::from_static("no-cache");
    headers.entry(header::CACHE_CONTROL).or_insert(asks);
    response
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
        .allow_headers([
            header::AUTHORIZATION,
            header::CONTENT_TYPE,
            header::IF_NONE_MATCH,
            HeaderName::from_static("idempotency-key"),
            HeaderName::from_static("last-event-id"),
            HeaderName::from_static("x-request-id"),
        ])
        .expose_headers([
            header::ETAG,
            header::LOCATION,
            header::RETRY_AFTER,
            HeaderName::from_static("ratelimit-limit"),
            HeaderName::from_static("ratelimit-remaining"),
            HeaderName::from_static("ratelimit-reset"),
            HeaderName::from_static("x-request-id"),
        ]);
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
