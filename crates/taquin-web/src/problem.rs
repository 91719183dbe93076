//! Everything that goes wrong, as `application/problem+json` (RFC 9457).

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use taquin_app::Refusal;
use taquin_app::answer::{Place, Problem, ProblemKind};

/// The media type of problems.
pub(crate) const PROBLEM_JSON: &str = "application/problem+json";

/// Why a request gets no answer.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    refusal: Refusal,
    /// Seconds after which the client may come again.
    retry_after: Option<u32>,
}

/// A problem on its way out; the frame writes it, because it knows the address and the number of
/// the request.
#[derive(Clone)]
pub(crate) struct Pending(pub(crate) Box<Problem>);

impl Fault {
    pub(crate) fn new(kind: ProblemKind, detail: impl Into<String>) -> Self {
        Self {
            refusal: Refusal::new(kind, detail),
            retry_after: None,
        }
    }

    /// A member that is not as it should be.
    pub(crate) fn member(pointer: &str, code: &'static str, detail: impl Into<String>) -> Self {
        let detail = detail.into();
        let mut fault = Self::new(ProblemKind::InvalidRequest, detail.clone());
        fault.refusal.problem.errors = vec![Place {
            pointer: Some(pointer.to_owned()),
            offset: None,
            code,
            detail,
        }];
        fault
    }

    /// Says which member it is about.
    pub(crate) fn at(mut self, pointer: &str) -> Self {
        let problem = &mut self.refusal.problem;
        if problem.errors.is_empty() {
            problem.errors.push(Place {
                pointer: Some(pointer.to_owned()),
                offset: None,
                code: code(self.refusal.kind),
                detail: problem.detail.clone(),
            });
        }
        self
    }

    /// Says at which byte of the body it is.
    pub(crate) fn at_offset(mut self, offset: usize) -> Self {
        let problem = &mut self.refusal.problem;
        problem.errors = vec![Place {
            pointer: None,
            offset: Some(offset),
            code: "syntax",
            detail: problem.detail.clone(),
        }];
        self
    }

    /// A fault of ours: logged, and not shown.
    pub(crate) fn internal(error: impl std::fmt::Display) -> Self {
        tracing::error!(%error, "a fault of the service");
        Self::new(
            ProblemKind::Internal,
            "a fault of the service; its log has more under this request's number",
        )
    }

    /// More work than is done at a time.
    pub(crate) fn busy(seconds: u32) -> Self {
        Self {
            retry_after: Some(seconds),
            ..Self::new(
                ProblemKind::Busy,
                "all searches are taken and the queue is full; try again in a moment",
            )
        }
    }

    /// More requests than one address may send.
    pub(crate) fn too_many(seconds: u32) -> Self {
        Self {
            retry_after: Some(seconds),
            ..Self::new(
                ProblemKind::TooManyRequests,
                "too many requests from this address; slow down",
            )
        }
    }

    /// The problem of a bare HTTP status.
    pub(crate) fn of_status(status: StatusCode) -> Self {
        let kind = ProblemKind::ALL
            .into_iter()
            .find(|kind| kind.parts().2 == status.as_u16())
            .unwrap_or(if status.is_server_error() {
                ProblemKind::Internal
            } else {
                ProblemKind::InvalidRequest
            });
        let detail = match kind {
            ProblemKind::NotFound => "nothing is at this address",
            ProblemKind::MethodNotAllowed => {
                "this address does not do that; the header Allow says what it does"
            }
            _ => status
                .canonical_reason()
                .unwrap_or("the request was refused"),
        };
        Self::new(kind, detail)
    }
}

/// The kind of fault in one word.
fn code(kind: ProblemKind) -> &'static str {
    let (address, ..) = kind.parts();
    address.trim_start_matches("/problems/")
}

impl From<Refusal> for Fault {
    fn from(refusal: Refusal) -> Self {
        if refusal.kind == ProblemKind::Internal {
            return Self::internal(&refusal.problem.detail);
        }
        Self {
            refusal,
            retry_after: None,
        }
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        let (_, _, status) = self.refusal.kind.parts();
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = status.into_response();
        if let Some(seconds) = self.retry_after {
            let value = HeaderValue::from(seconds);
            response.headers_mut().insert(header::RETRY_AFTER, value);
        }
        let pending = Pending(self.refusal.problem);
        response.extensions_mut().insert(pending);
        response
    }
}
