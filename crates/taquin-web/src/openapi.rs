//! The API's description: the handlers' own, with what holds for all of them, in a shape that client
//! generators read.

mod shape;

use serde_json::Value;
use taquin_app::RefusalKind;
use taquin_app::answer::{Problem, VERSION};
use utoipa::openapi::header::HeaderBuilder;
use utoipa::openapi::path::Operation;
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, SchemaFormat, Type};
use utoipa::openapi::{
    ContactBuilder, ContentBuilder, InfoBuilder, LicenseBuilder, OpenApi, OpenApiBuilder, Ref,
    RefOr, ResponseBuilder, Schema,
};
use utoipa::{PartialSchema, ToSchema};

use crate::problem::{PROBLEM_JSON, ProblemKind};

/// The head of the document.
pub(crate) fn head() -> OpenApi {
    let info = InfoBuilder::new()
        .title("taquin")
        .version(VERSION)
        .description(Some(
            "Generate, check, solve and explain sliding-tile puzzles. The API is stateless: every request \
             contains the position. Unknown members are errors. Every error response is \
             `application/problem+json` (RFC 9457), and its `type` links to a help page.",
        ))
        .contact(Some(ContactBuilder::new().name(Some("taquin")).build()))
        .license(Some(
            LicenseBuilder::new().name("MIT OR Apache-2.0").build(),
        ));
    OpenApiBuilder::new().info(info).build()
}

/// Problems of any request.
const ALWAYS: &[ProblemKind] = &[
    ProblemKind::Refused(RefusalKind::NotFound),
    ProblemKind::TooManyRequests,
    ProblemKind::Refused(RefusalKind::Internal),
    ProblemKind::Busy,
];

/// Problems of a question, in a body or a query string.
const ASKED: &[ProblemKind] = &[ProblemKind::Refused(RefusalKind::InvalidRequest)];

/// Problems of a body.
const BODY: &[ProblemKind] = &[
    ProblemKind::MalformedJson,
    ProblemKind::TooSlow,
    ProblemKind::Refused(RefusalKind::TooLarge),
    ProblemKind::UnsupportedMediaType,
];

/// Bytes that are no text.
pub(crate) struct Binary;

impl PartialSchema for Binary {
    fn schema() -> RefOr<Schema> {
        let format = SchemaFormat::KnownFormat(KnownFormat::Binary);
        ObjectBuilder::new()
            .schema_type(Type::String)
            .format(Some(format))
            .into()
    }
}

impl ToSchema for Binary {}

/// The whole document.
pub(crate) fn finish(mut document: OpenApi) -> Value {
    add_problems(&mut document);
    // It is made of plain data.
    let mut document = serde_json::to_value(&document).unwrap_or_default();
    shape::simplify(&mut document);
    document
}

/// Adds to every operation the problems it may answer with.
fn add_problems(document: &mut OpenApi) {
    if let Some(components) = &mut document.components {
        components
            .schemas
            .insert(Problem::name().into_owned(), Problem::schema());
        let mut inner = Vec::new();
        Problem::schemas(&mut inner);
        components.schemas.extend(inner);
    }
    for item in document.paths.paths.values_mut() {
        let operations = [&mut item.get, &mut item.post, &mut item.delete];
        for operation in operations.into_iter().flatten() {
            let has_body = operation.request_body.is_some();
            let asks = has_body || operation.parameters.is_some();
            let kinds = ALWAYS
                .iter()
                .chain(ASKED.iter().filter(|_| asks))
                .chain(BODY.iter().filter(|_| has_body));
            for &kind in kinds {
                add(operation, kind);
            }
        }
    }
}

fn add(operation: &mut Operation, kind: ProblemKind) {
    let (_, title, status) = kind.parts();
    let schema = Ref::from_schema_name(Problem::name());
    let content = ContentBuilder::new().schema(Some(schema)).build();
    let mut response = ResponseBuilder::new()
        .description(title)
        .content(PROBLEM_JSON, content);
    if matches!(kind, ProblemKind::TooManyRequests | ProblemKind::Busy) {
        let seconds = ObjectBuilder::new().schema_type(Type::Integer);
        let header = HeaderBuilder::new()
            .schema(Some(seconds))
            .description(Some("Estimated seconds until a retry can succeed"));
        response = response.header("Retry-After", header.build());
    }
    let responses = &mut operation.responses.responses;
    responses.insert(status.to_string(), response.build().into());
}
