//! Files that never change, compressed once: compressing the larger ones takes longer than an async
//! thread may be kept, and strangers may ask for them as often as they like.

use std::collections::HashMap;
use std::sync::{PoisonError, RwLock};

use axum::body::{Body, Bytes, HttpBody};
use axum::extract::Request;
use axum::http::{HeaderMap, Method, StatusCode, header};
use axum::response::{IntoResponse, Response};
use http_body_util::BodyExt;

/// Bytes of all of them: several times what there is.
const MOST: usize = 16 << 20;

/// The files by their paths.
pub(crate) struct Packed {
    /// Whether files are kept at all.
    keeps: bool,
    files: RwLock<HashMap<String, (HeaderMap, Bytes)>>,
}

impl Packed {
    /// None yet; with `keeps`, those that are asked for.
    pub(crate) fn new(keeps: bool) -> Self {
        Self {
            keeps,
            files: RwLock::default(),
        }
    }

    fn find(&self, path: &str) -> Option<Response> {
        let files = self.files.read().unwrap_or_else(PoisonError::into_inner);
        let (headers, bytes) = files.get(path)?;
        let mut response = Response::new(Body::from(bytes.clone()));
        response.headers_mut().extend(headers.clone());
        Some(response)
    }

    fn keep(&self, path: String, headers: &HeaderMap, bytes: &Bytes) {
        let mut files = self.files.write().unwrap_or_else(PoisonError::into_inner);
        let held: usize = files.values().map(|(_, bytes)| bytes.len()).sum();
        if held + bytes.len() <= MOST {
            files.insert(path, (headers.clone(), bytes.clone()));
        }
    }
}

/// Answers with a compressed file, or keeps the one that is made now.
pub(crate) async fn pack<F: Future<Output = Response>>(
    packed: &Packed,
    request: Request,
    next: impl FnOnce(Request) -> F,
) -> Response {
    let asked = request.headers();
    let accepts = asked.get_all(header::ACCEPT_ENCODING).iter();
    let plain = packed.keeps
        && *request.method() == Method::GET
        && request.uri().query().is_none()
        && !asked.contains_key(header::IF_NONE_MATCH)
        && accepts
            .filter_map(|value| value.to_str().ok())
            .any(|text| text.split(',').any(|word| word.trim() == "gzip"));
    if !plain {
        return next(request).await;
    }
    let path = request.uri().path().to_owned();
    if let Some(response) = packed.find(&path) {
        return response;
    }
    let response = next(request).await;
    if !is_file(&response) {
        return response;
    }
    let (mut head, body) = response.into_parts();
    let Ok(bytes) = body
        .collect()
        .await
        .map(http_body_util::Collected::to_bytes)
    else {
        return StatusCode::INTERNAL_SERVER_ERROR.into_response();
    };
    head.headers.remove(header::TRANSFER_ENCODING);
    packed.keep(path, &head.headers, &bytes);
    Response::from_parts(head, Body::from(bytes))
}

/// Whether an answer is a compressed file that is the same for everybody: pages name the host by which
/// they were asked for, and answers of the API depend on more than their path.
fn is_file(response: &Response) -> bool {
    let value = |name| {
        let value = response.headers().get(name);
        value.and_then(|value| value.to_str().ok())
    };
    response.status() == StatusCode::OK
        && response.body().size_hint().exact().is_none()
        && value(header::CONTENT_ENCODING) == Some("gzip")
        && value(header::CACHE_CONTROL) == Some("no-cache")
        && value(header::ETAG).is_some()
        && value(header::CONTENT_TYPE).is_some_and(|kind| !kind.starts_with("text/html"))
}
