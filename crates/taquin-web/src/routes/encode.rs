//! A position as a formula or a planning task, and one question to a SAT solver.

use axum::Json;
use axum::extract::State;
use axum::http::{HeaderMap, HeaderName, HeaderValue, header};
use axum::response::{IntoResponse, Response};
use taquin_app::{answer, question};

use super::Shared;
use crate::body::Asked;
use crate::problem::Fault;

/// A position as a planning task, a formula or a model. With `Accept: text/plain` the text alone,
/// and the counts in headers.
#[utoipa::path(post, path = "/encode", tag = "learning", request_body = question::Encode,
    responses((status = 200, description = "The files, or with `Accept: text/plain` their text",
        content((answer::Encode = "application/json"), (String = "text/plain")))))]
pub(crate) async fn encode(
    State(service): State<Shared>,
    headers: HeaderMap,
    Asked(asked): Asked<question::Encode>,
) -> Result<Response, Fault> {
    let prepared = service.app.encode(&asked)?;
    let answer = service.answer(&service.long, prepared).await?;
    Ok(if wants_text(&headers) {
        plain(&answer)
    } else {
        answer.into_response()
    })
}

fn wants_text(headers: &HeaderMap) -> bool {
    let accept = headers
        .get(header::ACCEPT)
        .and_then(|value| value.to_str().ok());
    accept.is_some_and(|text| text.contains("text/plain") && !text.contains("application/json"))
}

/// The text alone, with its counts in headers.
fn plain(answer: &answer::Encode) -> Response {
    let texts: Vec<&str> = answer.files.iter().map(|file| file.text.as_str()).collect();
    let media_type = [(header::CONTENT_TYPE, "text/plain; charset=utf-8")];
    let mut response = (media_type, texts.join("\n")).into_response();
    let counts = [
        ("x-taquin-bound", answer.bound.map(u64::from)),
        ("x-taquin-variables", answer.variables.map(u64::from)),
        ("x-taquin-clauses", answer.clauses.map(|n| n as u64)),
    ];
    for (name, count) in counts {
        if let Some(count) = count {
            let name = HeaderName::from_static(name);
            response
                .headers_mut()
                .insert(name, HeaderValue::from(count));
        }
    }
    response
}

/// Asks the built-in solver of formulas whether there is a plan of so many moves, at most or exactly.
#[utoipa::path(post, path = "/decide", tag = "learning", request_body = question::Decide,
    responses((status = 200, body = answer::Decide)))]
pub(crate) async fn decide(
    State(service): State<Shared>,
    Asked(asked): Asked<question::Decide>,
) -> Result<Json<answer::Decide>, Fault> {
    let prepared = service.app.decide(&asked)?;
    service.answer(&service.long, prepared).await
}
