//! Middleware around every answer: request id, security headers, problem documents, counters, and a
//! line in the log.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::sync::LazyLock;
use std::sync::atomic::{AtomicU64, Ordering};
use std::time::Instant;

use axum::body::Body;
use axum::extract::{MatchedPath, Request, State};
use axum::http::header::{self, HeaderName};
use axum::http::{HeaderMap, HeaderValue, StatusCode};
use axum::middleware::Next;
use axum::response::{IntoResponse, Response};

use crate::address::{self, Client};
use crate::host;
use crate::problem::{Fault, PROBLEM_JSON, Pending};
use crate::routes::{API, Shared};
use crate::token;

/// Headers of every answer. Scripts and styles come from here alone, and none is written into a
/// page; no other page may frame this one.
static SAFE: [(HeaderName, HeaderValue); 7] = [
    (
        header::CONTENT_SECURITY_POLICY,
        HeaderValue::from_static(
            "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data: blob:; \
         font-src 'self'; connect-src 'self'; manifest-src 'self'; worker-src 'self'; \
         base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
        ),
    ),
    (
        header::X_CONTENT_TYPE_OPTIONS,
        HeaderValue::from_static("nosniff"),
    ),
    (header::X_FRAME_OPTIONS, HeaderValue::from_static("DENY")),
    (
        header::REFERRER_POLICY,
        HeaderValue::from_static("no-referrer"),
    ),
    (
        HeaderName::from_static("cross-origin-opener-policy"),
        HeaderValue::from_static("same-origin"),
    ),
    (
        HeaderName::from_static("cross-origin-resource-policy"),
        HeaderValue::from_static("same-origin"),
    ),
    (
        HeaderName::from_static("permissions-policy"),
        HeaderValue::from_static("camera=(), geolocation=(), microphone=()"),
    ),
];

/// The pages of the API's description, which are Swagger UI's own and style what they draw.
const DOCS: &str = "/api/v1/docs/";
const DOCS_POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self' 'unsafe-inline'; \
     img-src 'self' data:; connect-src 'self'; base-uri 'none'; form-action 'none'; \
     frame-ancestors 'none'";

/// The board that other sites may frame, by its two addresses, and the script with the element that does so.
const EMBED: &[&str] = &["/embed", "/embed.html"];
const EMBED_SCRIPT: &str = "/embed.js";
const EMBED_POLICY: &str = "default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; img-src 'self' data:; \
     connect-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors *";

/// Health checks, which are exempt from rate limiting.
const UNCOUNTED: &[&str] = &["/api/v1/health"];

/// The header with a request's number.
const REQUEST_ID: HeaderName = HeaderName::from_static("x-request-id");

/// Answers a request, with all that is around it.
pub(crate) async fn frame(
    State(service): State<Shared>,
    mut request: Request,
    next: Next,
) -> Response {
    let began = Instant::now();
    let id = number(request.headers());
    let (method, path) = (request.method().clone(), request.uri().path().to_owned());
    let matched = request.extensions().get::<MatchedPath>();
    let route = matched.map_or("other", MatchedPath::as_str).to_owned();
    let wants_html = accepts_html(request.headers());
    let settings = &service.settings;
    let client = address::client(
        request.extensions(),
        request.headers(),
        settings.behind_proxy,
    );

    request
        .extensions_mut()
        .insert(Client(address::network(client)));

    // Only what costs something is counted: the page itself is a dozen files.
    let counted = path.starts_with(API) && !UNCOUNTED.contains(&path.as_str());
    let allowed =
        host::check(&request, settings).and_then(|()| token::check(&request, &settings.tokens));
    let admitted = allowed.and_then(|()| {
        if !counted {
            return Ok(None);
        }
        service.rates.take(client).map(Some).map_err(|seconds| {
            service.metrics.refused_rate();
            Fault::too_many(seconds)
        })
    });
    let mut rate = None;
    let mut response = match admitted {
        Ok(left) => {
            rate = left;
            timed(next.run(request), &service).await
        }
        Err(fault) => fault.into_response(),
    };
    if let Some(burst) = service.rates.burst().filter(|_| counted) {
        let (left, reset) = rate.unwrap_or((0, 1));
        for (name, value) in [
            ("ratelimit-limit", burst),
            ("ratelimit-remaining", left),
            ("ratelimit-reset", reset),
        ] {
            let name = HeaderName::from_static(name);
            response.headers_mut().insert(name, value.into());
        }
    }

    if is_bare_error(&response) {
        let bare = response;
        response = Fault::of_status(bare.status()).into_response();
        // Its other fields, like the allowed methods.
        for name in [header::ALLOW, header::RETRY_AFTER] {
            if let Some(value) = bare.headers().get(&name) {
                response.headers_mut().insert(name, value.clone());
            }
        }
    }
    if let Some(Pending(mut problem)) = response.extensions_mut().remove::<Pending>() {
        let not_api = !path.starts_with(API);
        if wants_html && not_api && response.status() == StatusCode::NOT_FOUND {
            response = crate::assets::not_found(settings.assets.as_deref()).await;
        } else {
            problem.instance = Some(path.chars().take(200).collect());
            problem.request_id = Some(id.clone());
            let body = serde_json::to_vec(&problem).unwrap_or_default();
            *response.body_mut() = Body::from(body);
            let json = HeaderValue::from_static(PROBLEM_JSON);
            response.headers_mut().insert(header::CONTENT_TYPE, json);
        }
    }
    let headers = response.headers_mut();
    if path.starts_with(DOCS) {
        let policy = HeaderValue::from_static(DOCS_POLICY);
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
    }
    headers.reserve(SAFE.len() + 2);
    for (name, value) in &SAFE {
        headers.entry(name).or_insert_with(|| value.clone());
    }
    let framed = EMBED.contains(&path.as_str());
    if framed {
        let policy = HeaderValue::from_static(EMBED_POLICY);
        headers.insert(header::CONTENT_SECURITY_POLICY, policy);
        headers.remove(header::X_FRAME_OPTIONS);
    }
    if framed || path == EMBED_SCRIPT {
        let anyone = HeaderValue::from_static("cross-origin");
        headers.insert("cross-origin-resource-policy", anyone);
    }
    if path == EMBED_SCRIPT {
        // Modules of other sites are asked for with CORS.
        let anyone = HeaderValue::from_static("*");
        headers.insert(header::ACCESS_CONTROL_ALLOW_ORIGIN, anyone);
    }
    if path.starts_with(API) {
        let never = HeaderValue::from_static("no-store");
        headers.entry(header::CACHE_CONTROL).or_insert(never);
    }
    if let Ok(value) = HeaderValue::from_str(&id) {
        headers.insert(REQUEST_ID, value);
    }
    let (status, time) = (response.status().as_u16(), began.elapsed());
    service.metrics.request(&route, status, time);
    let ms = time.as_secs_f64() * 1e3;
    if status >= 500 {
        tracing::warn!(id, %client, %method, path, status, ms, "answered");
    } else {
        tracing::info!(id, %client, %method, path, status, ms, "answered");
    }
    response
}

/// Takes in how long the work keeps its thread each time it is its turn: whatever takes long belongs
/// elsewhere, and this shows whether it is there.
async fn timed<T>(work: impl Future<Output = T>, service: &Shared) -> T {
    let mut work = std::pin::pin!(work);
    std::future::poll_fn(|context| {
        let began = Instant::now();
        let ready = work.as_mut().poll(context);
        service.metrics.poll(began.elapsed());
        ready
    })
    .await
}

/// An error that one of the libraries below made, with a body of its own or none.
fn is_bare_error(response: &Response) -> bool {
    let status = response.status();
    let refused = status.is_client_error() || status.is_server_error();
    refused && response.extensions().get::<Pending>().is_none()
}

fn accepts_html(headers: &HeaderMap) -> bool {
    let accept = headers.get(header::ACCEPT);
    accept.is_some_and(|value| value.as_bytes().windows(9).any(|part| part == b"text/html"))
}

/// The request's number: the client's own if it is a plain word, else the next of ours. Ours begin with
/// a number of this run, so that logs of several runs and replicas can be put together.
fn number(headers: &HeaderMap) -> String {
    static NEXT: AtomicU64 = AtomicU64::new(1);
    static RUN: LazyLock<u64> = LazyLock::new(|| RandomState::new().build_hasher().finish());
    let given = headers
        .get(REQUEST_ID)
        .and_then(|value| value.to_str().ok());
    let is_plain = |text: &&str| {
        let plain = |b: u8| b.is_ascii_alphanumeric() || b == b'-' || b == b'_';
        (1..=64).contains(&text.len()) && text.bytes().all(plain)
    };
    if let Some(id) = given.filter(is_plain) {
        return id.to_owned();
    }
    let next = NEXT.fetch_add(1, Ordering::Relaxed);
    format!("{:016x}-{next:x}", *RUN)
}
