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
            "The body of the request is not JSON: a comma too many, a quote too few, or it broke off.",
            "The member <code>errors[0].offset</code> says at which byte reading stopped.",
        ),
        ProblemKind::BadRequest => (
            "A header that HTTP asks for is missing or there twice, or the request cannot be read.",
            "Any client library sends proper requests; if you write your own, <code>Host</code> is there once.",
        ),
        ProblemKind::Unauthorized => (
            "The owner of this service lets only those search who have a token.",
            "Send it as <code>Authorization: Bearer TOKEN</code>. Hints, checks and boards take none.",
        ),
        ProblemKind::Forbidden => (
            "The token is known, but its scopes do not include this.",
            "Ask the owner of the service for a token with the scope <code>search</code>, <code>jobs</code> or \
             <code>metrics</code>.",
        ),
        ProblemKind::WrongHost => (
            "The header <code>Host</code> names a host that this service does not answer for.",
            "Use the address that the service printed when it started. Its owner allows other names with \
             <code>--host NAME</code>.",
        ),
        ProblemKind::Refused(RefusalKind::InvalidRequest) => (
            "A member of the request is unknown, is missing, or has a wrong type or value.",
            "Each of <code>errors</code> has a JSON pointer to the member and says what would be right. The \
             members of each request are listed in <a href=\"/api/v1/docs/\">the API's description</a>.",
        ),
        ProblemKind::Refused(RefusalKind::InvalidBoard) => (
            "The text or the rows are not a whole board: a tile is there twice or is missing, rows have \
             different lengths, or the numbers do not fill them.",
            "Write rows separated by <code>/</code> and 0 for the blank, like <code>8 1 3/4 0 2/7 6 5</code>; \
             each tile from 1 up must be there once. <code>tile</code> names the one at fault.",
        ),
        ProblemKind::Refused(RefusalKind::Unsolvable) => (
            "Half of all boards cannot be solved: every slide keeps the parity of the board, and this one has \
             the other.",
            "<code>fix</code> names two tiles to swap; the board after that can be solved. <code>/api/v1/check</code> \
             tells the parity of a board without complaining.",
        ),
        ProblemKind::Refused(RefusalKind::IllegalMove) => (
            "A move is illegal, because there is no tile on that side of the blank, or the moves \
             cannot be read.",
            "<code>index</code> counts the moves from 0, and <code>board_before</code> is the board on which it \
             failed. Letters are the way the tile goes; <code>\"notation\":\"blank\"</code> turns them round.",
        ),
        ProblemKind::Refused(RefusalKind::Unsupported) => (
            "The solver does not do boards of this size or goal, or the service does not offer it.",
            "<code>alternatives</code> names solvers that would do; <code>auto</code> always finds one.",
        ),
        ProblemKind::Refused(RefusalKind::NotFound) => (
            "There is nothing at this address: a spelling, a job that was over long ago, a day that is yet to come.",
            "<a href=\"/api/v1/docs/\">The API's description</a> lists all addresses.",
        ),
        ProblemKind::MethodNotAllowed => (
            "The address is right, but does not do what was asked of it.",
            "The header <code>Allow</code> lists what it does: most questions are <code>POST</code>.",
        ),
        ProblemKind::TooSlow => (
            "The request did not come within the time there is for it.",
            "Send it again in one go.",
        ),
        ProblemKind::Refused(RefusalKind::TooLarge) => (
            "The body, the board or what was asked about it is larger than is taken.",
            "<code>/api/v1/capabilities</code> tells the limits; the command line has none but the machine's.",
        ),
        ProblemKind::UnsupportedMediaType => (
            "The body is not said to be JSON.",
            "Send <code>Content-Type: application/json</code>.",
        ),
        ProblemKind::TooManyRequests => (
            "One address sent more requests than are answered.",
            "Wait as many seconds as the header <code>Retry-After</code> says.",
        ),
        ProblemKind::Busy => (
            "All searches are taken and the queue is full.",
            "Wait as many seconds as the header <code>Retry-After</code> says, and try again.",
        ),
        ProblemKind::Refused(RefusalKind::Verification) => (
            "An answer was found but did not stand up to its check, so it was not sent. This is a fault of the \
             service.",
            "Please report it, with the <code>request_id</code> and the request.",
        ),
        ProblemKind::Refused(_) => (
            "Something went wrong in the service, and not in the request.",
            "Its log has more under the <code>request_id</code>. Trying again may help.",
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
    let (when, way_out) = help(kind);
    let page = format!(
        "<!doctype html>\n<html lang=\"en\">\n<head>\n<meta charset=\"utf-8\">\n\
         <meta name=\"viewport\" content=\"width=device-width, initial-scale=1\">\n\
         <title>{title} · taquin</title>\n<link rel=\"icon\" href=\"/icons/icon.svg\">\n<link rel=\"stylesheet\" href=\"/css/base.css\">\n</head>\n<body>\n\
         <main class=\"help\">\n<h1>{title}</h1>\n<p>HTTP status {status}, \
         <code>{address}</code></p>\n<h2>When it happens</h2>\n<p>{when}</p>\n<h2>The way out</h2>\n\
         <p>{way_out}</p>\n<p><a href=\"/\">To the game</a></p>\n</main>\n</body>\n</html>\n"
    );
    ([(header::CONTENT_TYPE, "text/html; charset=utf-8")], page).into_response()
}
