//! Everything that goes wrong, as `application/problem+json` (RFC 9457).

use axum::http::{HeaderValue, StatusCode, header};
use axum::response::{IntoResponse, Response};
use taquin_app::answer::{self, Place, Problem};
use taquin_app::{Refusal, RefusalKind};

/// The media type of problems.
pub(crate) const PROBLEM_JSON: &str = "application/problem+json";

/// The kinds of problem: refusals of the application, and those that HTTP adds.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ProblemKind {
    /// A question that gets no answer from any front end.
    Refused(RefusalKind),
    /// Not a request as HTTP has them.
    BadRequest,
    /// Not JSON at all.
    MalformedJson,
    /// A request for another host.
    WrongHost,
    /// Without the token it takes.
    Unauthorized,
    /// With a token that does not allow it.
    Forbidden,
    /// The address is there, but does not do that.
    MethodNotAllowed,
    /// The request did not arrive in time.
    TooSlow,
    /// The body is not JSON by its content type.
    UnsupportedMediaType,
    /// More requests from one address than are answered.
    TooManyRequests,
    /// More work from all clients than is done at a time.
    Busy,
}

impl ProblemKind {
    /// All kinds, in the order they are listed to users.
    pub const ALL: [Self; 19] = [
        Self::MalformedJson,
        Self::BadRequest,
        Self::Unauthorized,
        Self::Forbidden,
        Self::Refused(RefusalKind::InvalidRequest),
        Self::Refused(RefusalKind::InvalidBoard),
        Self::Refused(RefusalKind::Unsolvable),
        Self::Refused(RefusalKind::IllegalMove),
        Self::Refused(RefusalKind::Unsupported),
        Self::Refused(RefusalKind::NotFound),
        Self::MethodNotAllowed,
        Self::TooSlow,
        Self::Refused(RefusalKind::TooLarge),
        Self::UnsupportedMediaType,
        Self::WrongHost,
        Self::TooManyRequests,
        Self::Busy,
        Self::Refused(RefusalKind::Verification),
        Self::Refused(RefusalKind::Internal),
    ];

    /// Address of the help page, title and HTTP status.
    pub fn parts(self) -> (&'static str, &'static str, u16) {
        match self {
            Self::Refused(kind) => (kind.address(), kind.title(), status(kind)),
            Self::MalformedJson => ("/problems/malformed-json", "The body is not JSON", 400),
            Self::BadRequest => ("/problems/bad-request", "Invalid HTTP request", 400),
            Self::Unauthorized => ("/problems/unauthorized", "Token required", 401),
            Self::Forbidden => ("/problems/forbidden", "Token lacks the required scope", 403),
            Self::WrongHost => ("/problems/wrong-host", "Unknown host", 421),
            Self::MethodNotAllowed => ("/problems/method-not-allowed", "Method not allowed", 405),
            Self::TooSlow => ("/problems/too-slow", "Request timed out", 408),
            Self::UnsupportedMediaType => (
                "/problems/unsupported-media-type",
                "Unsupported media type",
                415,
            ),
            Self::TooManyRequests => ("/problems/too-many-requests", "Too many requests", 429),
            Self::Busy => ("/problems/busy", "The server is busy", 503),
        }
    }
}

impl From<RefusalKind> for ProblemKind {
    fn from(kind: RefusalKind) -> Self {
        Self::Refused(kind)
    }
}

/// The HTTP status of a refusal.
pub fn status(kind: RefusalKind) -> u16 {
    match kind {
        RefusalKind::NotFound => 404,
        RefusalKind::TooLarge => 413,
        RefusalKind::Verification | RefusalKind::Internal => 500,
        // What was asked can be read, but not answered.
        _ => 422,
    }
}

/// Adds the HTTP status to a refusal's problem.
pub(crate) fn add_status(refusal: &mut Refusal) {
    refusal.problem.status = Some(status(refusal.kind));
}

/// Adds the HTTP status to a run that was refused.
pub(crate) fn add_run_status(run: &mut answer::Run) {
    if let answer::RunAnswer::Refused(refusal) = &mut run.answer {
        add_status(refusal);
    }
}

/// The answer in place of one that hyper makes itself, when it cannot read the head of a request: a
/// status of 4xx and nothing else. Answers of ours have a number, and are left alone.
pub(crate) fn of_bare_answer(head: &[u8]) -> Option<Vec<u8>> {
    let rest = head.strip_prefix(b"HTTP/1.1 4")?;
    let text = std::str::from_utf8(head).ok()?.to_ascii_lowercase();
    if !text.contains("content-length: 0\r\n") || text.contains("x-request-id:") {
        return None;
    }
    let code: u16 = std::str::from_utf8(rest.get(..2)?).ok()?.parse().ok()?;
    let status = StatusCode::from_u16(400 + code).ok()?;
    let detail = match status {
        StatusCode::BAD_REQUEST => "the head of the request is not valid HTTP/1.1",
        StatusCode::URI_TOO_LONG => "the address is too long",
        _ => "the head of the request is too large",
    };
    let mut problem = Fault::new(ProblemKind::BadRequest, detail).problem;
    problem.status = Some(status.as_u16());
    let body = serde_json::to_string(&problem).ok()?;
    let answer = format!(
        "HTTP/1.1 {status}\r\ncontent-type: {PROBLEM_JSON}\r\ncontent-length: {}\r\n\
         cache-control: no-store\r\nx-content-type-options: nosniff\r\nconnection: close\r\n\r\n{body}",
        body.len()
    );
    Some(answer.into_bytes())
}

/// Why a request gets no answer.
#[derive(Clone, Debug)]
pub(crate) struct Fault {
    kind: ProblemKind,
    problem: Box<Problem>,
    /// Seconds after which the client may come again.
    retry_after: Option<u32>,
}

/// A problem on its way out; the frame writes it, because it knows the address and the number of
/// the request.
#[derive(Clone)]
pub(crate) struct Pending(pub(crate) Box<Problem>);

impl Fault {
    pub(crate) fn new(kind: impl Into<ProblemKind>, detail: impl Into<String>) -> Self {
        let kind = kind.into();
        let (address, title, status) = kind.parts();
        let mut problem = Box::new(Problem::new(address, title, detail));
        problem.status = Some(status);
        Self {
            kind,
            problem,
            retry_after: None,
        }
    }

    /// A member that is not as it should be.
    pub(crate) fn member(pointer: &str, code: &'static str, detail: impl Into<String>) -> Self {
        Refusal::member(pointer, code, detail).into()
    }

    /// Says which member it is about.
    pub(crate) fn at(mut self, pointer: &str) -> Self {
        let problem = &mut self.problem;
        if problem.errors.is_empty() {
            problem.errors.push(Place {
                pointer: Some(pointer.to_owned()),
                offset: None,
                code: problem.kind.trim_start_matches("/problems/"),
                detail: problem.detail.clone(),
            });
        }
        self
    }

    /// Says at which byte of the body it is.
    pub(crate) fn at_offset(mut self, offset: usize) -> Self {
        let problem = &mut self.problem;
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
            RefusalKind::Internal,
            "internal error; the log has details under this request id",
        )
    }

    /// More work than is done at a time.
    pub(crate) fn busy(seconds: u32) -> Self {
        Self {
            retry_after: Some(seconds),
            ..Self::new(
                ProblemKind::Busy,
                "all workers are busy and the queue is full; try again in a moment",
            )
        }
    }

    /// More work than one client may ask for.
    pub(crate) fn overspent(seconds: u32) -> Self {
        Self {
            retry_after: Some(seconds),
            ..Self::new(
                ProblemKind::TooManyRequests,
                "this address has used up its CPU quota; try again later",
            )
        }
    }

    /// The store of jobs cannot be used now.
    pub(crate) fn no_store() -> Self {
        Self {
            retry_after: Some(2),
            ..Self::new(
                ProblemKind::Busy,
                "the job store is unavailable; try again in a moment",
            )
        }
    }

    /// The same as the application would refuse it.
    pub(crate) fn into_refusal(self) -> Refusal {
        let kind = match self.kind {
            ProblemKind::Refused(kind) => kind,
            _ => RefusalKind::InvalidRequest,
        };
        Refusal {
            kind,
            problem: self.problem,
        }
    }

    /// The service is about to end.
    pub(crate) fn stopping() -> Self {
        Self {
            retry_after: Some(1),
            ..Self::new(
                ProblemKind::Busy,
                "the service is shutting down; try again in a moment",
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
            .unwrap_or(ProblemKind::Refused(if status.is_server_error() {
                RefusalKind::Internal
            } else {
                RefusalKind::InvalidRequest
            }));
        let detail = match kind {
            ProblemKind::Refused(RefusalKind::NotFound) => "nothing exists at this address",
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

impl From<Refusal> for Fault {
    fn from(mut refusal: Refusal) -> Self {
        if refusal.kind == RefusalKind::Internal {
            return Self::internal(&refusal.problem.detail);
        }
        add_status(&mut refusal);
        Self {
            kind: refusal.kind.into(),
            problem: refusal.problem,
            retry_after: None,
        }
    }
}

impl IntoResponse for Fault {
    fn into_response(self) -> Response {
        let (_, _, status) = self.kind.parts();
        let status = StatusCode::from_u16(status).unwrap_or(StatusCode::INTERNAL_SERVER_ERROR);
        let mut response = status.into_response();
        if let Some(seconds) = self.retry_after {
            let value = HeaderValue::from(seconds);
            response.headers_mut().insert(header::RETRY_AFTER, value);
        }
        if self.kind == ProblemKind::Unauthorized {
            let bearer = HeaderValue::from_static("Bearer");
            response
                .headers_mut()
                .insert(header::WWW_AUTHENTICATE, bearer);
        }
        let pending = Pending(self.problem);
        response.extensions_mut().insert(pending);
        response
    }
}
