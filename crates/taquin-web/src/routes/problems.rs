//! A readable page for each kind of problem.

use axum::extract::Path;
use axum::http::{StatusCode, header};
use axum::response::{IntoResponse, Response};
use taquin_app::RefusalKind;

use crate::problem::{Fault, ProblemKind};

/// When it happens, and the way out.
fn help(kind: ProblemKind) -> (&'static str, &'static str) {
    match kind {
        ProblemKind::MalformedJson => (
            "The request body is not valid JSON, or the connection closed before it was complete.",
            "<code>errors[0].offset</code> is the byte at which the parser stopped.",
        ),
        ProblemKind::BadRequest => (
            "A mandatory HTTP header is missing or repeated, or the request line cannot be parsed.",
            "Use an HTTP library, or send exactly one <code>Host</code> header.",
        ),
        ProblemKind::Unauthorized => (
            "This service requires a token for searches and jobs.",
            "Send <code>Authorization: Bearer TOKEN</code>. Hints, checks and new boards need no token.",
        ),
        ProblemKind::Forbidden => (
            "The token is valid, but its scopes do not include this endpoint.",
            "Ask the operator for a token with the scope <code>search</code>, <code>jobs</code> or \
             <code>metrics</code>.",
        ),
        ProblemKind::WrongHost => (
            "The header <code>Host</code> names a host that this service does not accept.",
            "Use the address that the service printed when it started. The operator can accept other names with \
             <code>--host NAME</code>.",
        ),
        ProblemKind::Refused(RefusalKind::InvalidRequest) => (
            "A member of the request is unknown, missing, or has the wrong type or value.",
            "Each of <code>errors</code> has a JSON pointer to the member and says what is expected. The members \
             of each request are listed in <a href=\"/api/v1/docs/\">the API description</a>.",
        ),
        ProblemKind::Refused(RefusalKind::InvalidBoard) => (
            "The text or the rows are not a valid board: a tile is missing or appears twice, rows have different \
             lengths, or there are too few or too many numbers.",
            "Write rows separated by <code>/</code> and 0 for the blank, like <code>8 1 3/4 0 2/7 6 5</code>; \
             each tile must appear once. <code>tile</code> names the wrong one.",
        ),
        ProblemKind::Refused(RefusalKind::Unsolvable) => (
            "Half of all boards are unsolvable: slides preserve the parity of a board, and this one has the wrong \
             parity.",
            "<code>fix</code> names two tiles whose swap makes the board solvable. <code>/api/v1/check</code> \
             returns the parity of any board.",
        ),
        ProblemKind::Refused(RefusalKind::IllegalMove) => (
            "A move is illegal, because there is no tile on that side of the blank, or the moves \
             cannot be read.",
            "<code>index</code> counts the moves from 0, and <code>board_before</code> is the board on which it \
             failed. Letters name the direction of the tile; <code>\"notation\":\"blank\"</code> reverses them.",
        ),
        ProblemKind::Refused(RefusalKind::Unsupported) => (
            "The solver does not support this size or goal, or the service does not offer it.",
            "<code>alternatives</code> names suitable solvers; <code>auto</code> always works.",
        ),
        ProblemKind::Refused(RefusalKind::NotFound) => (
            "This address does not exist: it is misspelt, the job has expired, or the date is in the future.",
            "<a href=\"/api/v1/docs/\">The API description</a> lists all endpoints.",
        ),
        ProblemKind::MethodNotAllowed => (
            "The endpoint exists but does not support this method.",
            "The header <code>Allow</code> lists the supported methods; most endpoints take <code>POST</code>.",
        ),
        ProblemKind::TooSlow => (
            "The request body did not arrive before the timeout.",
            "Send the request again, and send the body without pauses.",
        ),
        ProblemKind::Refused(RefusalKind::TooLarge) => (
            "The body, the board or the requested answer is too large.",
            "<code>/api/v1/capabilities</code> lists the limits. The command line has no such limits.",
        ),
        ProblemKind::UnsupportedMediaType => (
            "The content type is not JSON.",
            "Send <code>Content-Type: application/json</code>.",
        ),
        ProblemKind::TooManyRequests => (
            "Your address has reached its rate limit, or has used up its CPU quota.",
            "Wait for the number of seconds in the <code>Retry-After</code> header.",
        ),
        ProblemKind::Busy => (
            "All workers are busy and the queue is full.",
            "Wait for the number of seconds in the <code>Retry-After</code> header, then try again.",
        ),
        ProblemKind::Refused(RefusalKind::Verification) => (
            "An answer failed its check, so it was not sent. This is a bug in the service.",
            "Please report it, with the <code>request_id</code> and the request.",
        ),
        ProblemKind::Refused(_) => (
            "The service failed; the request is valid.",
            "Try again. If the error persists, send the <code>request_id</code> to the operator, whose log has the details.",
        ),
    }
}

/// The help page of a problem.
pub(crate) async fn page(Path(name): Path<String>) -> Response {
    let address = format!("/problems/{name}");
    let kind = ProblemKind::ALL
        .into_iter()
        .find(|kind| kind.parts().0 == address);
    let Some(kind) = kind else {
        return Fault::of_status(StatusCode::NOT_FOUND).into_response();
    };
    let (_, title, status) = kind.parts();
    let (when, remedy) = help(kind);
    let page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title} · taquin</title>\n<link rel=\"icon\" href=\"/icons/icon.svg\">\n<link rel=\"stylesheet\" href=\"/css/base.css\">\n</head>\n<body>\n\
         <main class=\"help\">\n<h1>{title}</h1>\n<p>HTTP status {status}, \
         <code>{address}</code></p>\n<h2>When it happens</h2>\n<p>{when}</p>\n<h2>What to do</h2>\n\
         <p>{remedy}</p>\n<p><a href=\"/\">To the game</a></p>\n</main>\n</body>\n</html>\n"
    );
    ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], page).into_response()
}
