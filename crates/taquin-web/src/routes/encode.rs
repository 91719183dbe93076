//! A position as a formula or a planning task, and one question to a SAT solver.

use std::fmt;

use axum::extract::State;
use axum::http::{HeaderMap, header};
use axum::response::Response;
use taquin::Control;
use taquin_app::{Refusal, answer, question};

use super::Shared;
use crate::address::Client;
use crate::body::Asked;
use crate::problem::Fault;
use crate::reply::Chunks;

/// Encodes a position as a planning task, a SAT or SMT formula, or a constraint model. With
/// `Accept: text/plain` the response is the text alone, and its counts are in headers.
#[utoipa::path(post, operation_id = "encode_board", path = "/encode", tag = "learning", request_body = question::Encode,
    responses((status = 200, description = "The files; with `Accept: text/plain`, their text",
        content((answer::Encode = "application/json"), (String = "text/plain")))))]
pub(crate) async fn encode(
    State(service): State<Shared>,
    client: Client,
    headers: HeaderMap,
    Asked(asked): Asked<question::Encode>,
) -> Result<Response, Fault> {
    let prepared = service.app.encode(&asked)?;
    let (limits, encoding) = (prepared.limits, service.clone());
    let is_text = wants_text(&headers);
    let work = move |control: &Control| {
        let answer = prepared.answer(&encoding.app, control)?;
        if is_text {
            plain(&answer)
        } else {
            Chunks::json(&answer)
        }
    };
    service.long.reply(client.0, limits, work).await
}

fn wants_text(headers: &HeaderMap) -> bool {
    let accept = headers
        .get(header::ACCEPT)
        .and_then(|value| value.to_str().ok());
    accept.is_some_and(|text| text.contains("text/plain") && !text.contains("application/json"))
}

/// The files with an empty line between them.
struct Files<'a>(&'a [answer::EncodedFile]);

impl fmt::Display for Files<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, file) in self.0.iter().enumerate() {
            let between = if index == 0 { "" } else { "\n" };
            write!(f, "{between}{}", file.text)?;
        }
        Ok(())
    }
}

/// The text alone, with its counts in headers.
fn plain(answer: &answer::Encode) -> Result<Chunks, Refusal> {
    let counts = [
        ("x-taquin-bound", answer.bound.map(u64::from)),
        ("x-taquin-variables", answer.variables.map(u64::from)),
        ("x-taquin-clauses", answer.clauses.map(|n| n as u64)),
    ];
    let known = counts
        .into_iter()
        .filter_map(|(name, count)| Some((name, count?)));
    let text = Chunks::text(Files(&answer.files))?;
    Ok(known.fold(text, |text, (name, count)| text.with_header(name, count)))
}

/// Decides with the built-in SAT solver whether a plan of at most, or exactly, this many moves exists.
#[utoipa::path(post, operation_id = "decide_plan", path = "/decide", tag = "learning", request_body = question::Decide,
    responses((status = 200, body = answer::Decide)))]
pub(crate) async fn decide(
    State(service): State<Shared>,
    client: Client,
    Asked(asked): Asked<question::Decide>,
) -> Result<Response, Fault> {
    let prepared = service.app.decide(&asked)?;
    service.answer(&service.long, client, prepared).await
}
