//! Reading the body of a request: JSON of a known shape, of bounded length, in bounded time.

use axum::body::{Body, Bytes};
use axum::extract::{FromRequest, Request};
use axum::http::header;
use http_body_util::{BodyExt, LengthLimitError, Limited};
use serde::de::DeserializeOwned;
use taquin_app::{QuestionError, Refusal, RefusalKind};

use crate::problem::{Fault, ProblemKind};
use crate::routes::Shared;

/// The body of a request.
pub(crate) struct Asked<T>(pub(crate) T);

impl<T: DeserializeOwned> FromRequest<Shared> for Asked<T> {
    type Rejection = Fault;

    async fn from_request(request: Request, service: &Shared) -> Result<Self, Fault> {
        let bytes = whole(request, service).await?;
        Ok(Self(parse(&bytes)?))
    }
}

/// The same with the text it was read from.
pub(crate) struct WithText<T>(pub(crate) T, pub(crate) String);

impl<T: DeserializeOwned> FromRequest<Shared> for WithText<T> {
    type Rejection = Fault;

    async fn from_request(request: Request, service: &Shared) -> Result<Self, Fault> {
        let bytes = whole(request, service).await?;
        let asked = parse(&bytes)?;
        // What was read as JSON is UTF-8.
        Ok(Self(asked, String::from_utf8_lossy(&bytes).into_owned()))
    }
}

/// The body of a request that says it is JSON.
async fn whole(request: Request, service: &Shared) -> Result<Bytes, Fault> {
    check_type(&request)?;
    let settings = &service.settings;
    let reading = read(request.into_body(), settings.body);
    let bytes = tokio::time::timeout(settings.slowest, reading).await;
    bytes.map_err(|_| {
        let seconds = settings.slowest.as_secs();
        let detail = format!("the body did not arrive within {seconds} s");
        Fault::new(ProblemKind::TooSlow, detail)
    })?
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

async fn read(body: Body, most: usize) -> Result<Bytes, Fault> {
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
    Ok(bytes.to_bytes())
}

/// Reads JSON of a shape.
pub(crate) fn parse<T: DeserializeOwned>(bytes: &[u8]) -> Result<T, Fault> {
    taquin_app::read(bytes).map_err(|error| match error {
        QuestionError::Malformed { offset, detail } => {
            Fault::new(ProblemKind::MalformedJson, detail).at_offset(offset)
        }
        error => Refusal::from(error).into(),
    })
}
