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
use tower_http::cors::{AllowOrigin, CorsLayer};
use utoipa_axum::router::{OpenApiRouter, UtoipaMethodRouter};
use utoipa_axum::routes;
use utoipa_swagger_ui::{Config, SwaggerUi};

use crate::around::Around;
use crate::assets;
use crate::openapi;
use crate::service::Service;

pub(crate) use jobs::follow_store;

/// The state that every handler gets.
pub(crate) type Shared = Arc<Service>;

/// The path prefix of the API.
pub(crate) const API: &str = "/api/";

/// The router of the whole service.
pub fn app(service: Arc<Service>) -> Router {
    let (api, document) = OpenApiRouter::with_openapi(openapi::head())
        .merge(api())
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
    // Outside of all: a page of another origin has to see refusals too.
    let others = ServiceBuilder::new().option_layer(cors(&service.settings.cors));
    let around = others.layer(Around::new(service.clone()));
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
        .routes(at_v1(routes!(health::health)))
        .routes(at_v1(routes!(health::capabilities)))
        .routes(at_v1(routes!(puzzles::puzzles)))
        .routes(at_v1(routes!(daily::daily)))
        .routes(at_v1(routes!(check::check)))
        .routes(at_v1(routes!(apply::apply)))
        .routes(at_v1(routes!(hint::hint)))
        .routes(at_v1(routes!(solve::solve)))
        .routes(at_v1(routes!(analyze::analyze)))
        .routes(at_v1(routes!(explain::explain)))
        .routes(at_v1(routes!(trace::trace)))
        .routes(at_v1(routes!(estimate::estimate)))
        .routes(at_v1(routes!(compare::compare)))
        .routes(at_v1(routes!(encode::encode)))
        .routes(at_v1(routes!(encode::decide)))
        .routes(at_v1(routes!(jobs::begin)))
        .routes(at_v1(routes!(jobs::look, jobs::cancel)))
        .routes(at_v1(routes!(jobs::listen)))
        .routes(at_v1(routes!(datasets::list)))
        .routes(at_v1(routes!(datasets::get)))
        .routes(at_v1(routes!(render::render)))
        .routes(at_v1(routes!(render::film)))
}

/// Routes with the version before their paths. `nest` would do the same, but takes the prefix off every
/// request again.
fn at_v1((schemas, mut paths, router): UtoipaMethodRouter<Shared>) -> UtoipaMethodRouter<Shared> {
    let below = std::mem::take(&mut paths.paths).into_iter();
    paths.paths = below
        .map(|(path, item)| (format!("{API}v1{path}"), item))
        .collect();
    (schemas, paths, router)
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
