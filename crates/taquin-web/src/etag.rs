//! Entity tags: an answer that may be kept is named by its content, and not sent twice.

use std::hash::{DefaultHasher, Hasher};

use axum::body::{Body, HttpBody};
use axum::extract::Request;
use axum::http::{HeaderMap, HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use http_body_util::BodyExt;

/// Names the answer to a GET or HEAD that says for how long it may be kept, unless it has a name.
pub(crate) async fn tag<F: Future<Output = Response>>(
    request: Request,
    next: impl FnOnce(Request) -> F,
) -> Response {
    let asked = request.headers().clone();
    let response = next(request).await;
    let named = response.headers().contains_key(header::ETAG);
    let kept = response.headers().contains_key(header::CACHE_CONTROL);
    // A stream has no length, and is not to be waited for.
    let whole = response.body().size_hint().exact().is_some();
    if named || !kept || !whole || response.status() != StatusCode::OK {
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
    let mut hasher = DefaultHasher::new();
    hasher.write(&bytes);
    let tag = format!("\"{:016x}\"", hasher.finish());
    let same = is_known(&asked, &tag);
    if let Ok(value) = HeaderValue::from_str(&tag) {
        head.headers.insert(header::ETAG, value);
    }
    if same {
        head.status = StatusCode::NOT_MODIFIED;
        head.headers.remove(header::CONTENT_LENGTH);
        return Response::from_parts(head, Body::empty());
    }
    Response::from_parts(head, Body::from(bytes))
}

/// Whether the client has what this tag names.
pub(crate) fn is_known(asked: &HeaderMap, tag: &str) -> bool {
    let tags = asked.get_all(header::IF_NONE_MATCH).iter();
    let texts = tags.filter_map(|value| value.to_str().ok());
    texts.flat_map(|text| text.split(',')).any(|known| {
        let known = known.trim();
        known == "*" || known.trim_start_matches("W/") == tag
    })
}
