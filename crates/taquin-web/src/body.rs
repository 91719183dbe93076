//! Reading the body of a request: JSON of a known shape, of bounded length, in bounded time.

use axum::body::Body;
use axum::extract::{FromRequest, Request};
use axum::http::header;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use serde::de::DeserializeOwned;
use taquin_app::RefusalKind;

use crate::problem::{Fault, ProblemKind};
use crate::routes::Shared;

/// What a request asks for.
pub(crate) struct Asked<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Shared> for Asked<T> {
    type Rejection = Fault;

    async fn from_request(request: Request, service: &Shared) -> Result<Self, Fault> {
        check_type(&request)?;
        let settings = &service.settings;
        let reading = read(request.into_body(), settings.body);
        let bytes = tokio::time::timeout(settings.slowest, reading).await;
        let bytes = bytes.map_err(|_| {
            Fault::new(
                ProblemKind::TooSlow,
                format!(
                    "the body did not come within {} s",
                    settings.slowest.as_secs()
                ),
            )
        })??;
        parse(&bytes).map(Self)
    }
}

fn check_type(request: &Request) -> Result<(), Fault> {
    let found = request.headers().get(header::CONTENT_TYPE);
    let text = found.and_then(|value| value.to_str().ok());
    let essence = text.and_then(|text| text.split(';').next()).map(str::trim);
    if essence.is_some_and(|essence| essence.eq_ignore_ascii_case("application/json")) {
        return Ok(());
    }
    Err(Fault::new(
        ProblemKind::UnsupportedMediaType,
        "write the body as JSON and say so: Content-Type: application/json",
    ))
}

async fn read(body: Body, most: usize) -> Result<Vec<u8>, Fault> {
    let collected = Limited::new(body, most).collect().await;
    let bytes = collected.map_err(|error| {
        if error.downcast_ref::<LengthLimitError>().is_some() {
            Fault::new(
                RefusalKind::TooLarge,
                format!("the body is longer than {most} bytes"),
            )
        } else {
            Fault::new(ProblemKind::MalformedJson, "the body broke off")
        }
    })?;
    Ok(bytes.to_bytes().to_vec())
}

/// Reads JSON of a shape, and says where it is not so.
pub(crate) fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Fault> {
    // A list of the members' values in order would do for serde, but is not what is described.
    let first = bytes.iter().find(|byte| !byte.is_ascii_whitespace());
    if first.is_some_and(|byte| b"[\"-0123456789".contains(byte)) {
        return Err(Fault::member("", "shape", "the body must be an object"));
    }
    let mut reader = serde_json::Deserializer::from_slice(bytes);
    let value = serde_path_to_error::deserialize(&mut reader).map_err(|error| {
        let pointer = pointer(error.path());
        let error = error.into_inner();
        if error.is_data() {
            Fault::member(&pointer, "shape", message(&error))
        } else {
            malformed(bytes, &error)
        }
    })?;
    reader.end().map_err(|error| malformed(bytes, &error))?;
    Ok(value)
}

fn malformed(bytes: &[u8], error: &serde_json::Error) -> Fault {
    let offset = if error.is_eof() {
        bytes.len()
    } else {
        offset(bytes, error.line(), error.column())
    };
    Fault::new(ProblemKind::MalformedJson, message(error)).at_offset(offset)
}

/// The message without its place, which the problem tells in its own way.
fn message(error: &serde_json::Error) -> String {
    let text = error.to_string();
    let end = text.rfind(" at line ").unwrap_or(text.len());
    // A client's own text may be quoted in it.
    text[..end].chars().take(300).collect()
}

fn offset(bytes: &[u8], line: usize, column: usize) -> usize {
    let before = line.saturating_sub(1);
    let mut starts = bytes.iter().enumerate().filter(|(_, b)| **b == b'\n');
    let start = match before {
        0 => 0,
        n => starts.nth(n - 1).map_or(0, |(at, _)| at + 1),
    };
    (start + column.saturating_sub(1)).min(bytes.len())
}

/// A path as RFC 6901 writes it.
fn pointer(path: &serde_path_to_error::Path) -> String {
    use serde_path_to_error::Segment;
    let mut text = String::new();
    for segment in path {
        let part = match segment {
            Segment::Seq { index } => index.to_string(),
            Segment::Map { key } => key.replace('~', "~0").replace('/', "~1"),
            Segment::Enum { variant } => variant.clone(),
            Segment::Unknown => continue,
        };
        text.push('/');
        text.extend(part.chars().take(100));
    }
    text
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn places_are_counted_in_bytes() {
        assert_eq!(offset(b"{\n\"a\": x}", 2, 6), 7);
        assert_eq!(offset(b"x", 1, 1), 0);
        assert_eq!(offset(b"", 1, 0), 0);
        assert_eq!(offset(b"{", 9, 9), 1);
    }
}
