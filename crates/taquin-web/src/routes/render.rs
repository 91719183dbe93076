//! Pictures of positions.

use axum::extract::Query;
use axum::extract::rejection::QueryRejection;
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use taquin::ask::Refusal;
use taquin::picture;
use utoipa::IntoParams;

use crate::problem::Fault;
use crate::request::{self, Notation, Position};

/// What to draw.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Drawing {
    /// The position, like `8,1,3/4,0,2/7,6,5`.
    #[param(format = "board", max_length = 2000)]
    b: String,
    /// Moves to show one after the other.
    #[param(format = "moves", max_length = 4000)]
    moves: Option<String>,
}

/// The most moves of a film.
const MOST_MOVES: usize = 1000;

/// A position as SVG; with moves, a film of them.
#[utoipa::path(get, path = "/render.svg", tag = "positions", params(Drawing),
    responses((status = 200, body = String, content_type = "image/svg+xml")))]
pub(crate) async fn render(
    drawing: Result<Query<Drawing>, QueryRejection>,
) -> Result<Response, Fault> {
    let Query(drawing) =
        drawing.map_err(|error| Fault::member("/b", "query", error.body_text()))?;
    let board = request::board(&Position::Text(drawing.b)).map_err(|fault| fault.at("/b"))?;
    let text = drawing.moves.unwrap_or_default();
    let moves = request::moves(&text, Notation::Tile, &board)?;
    if moves.len() > MOST_MOVES {
        let detail = format!("at most {MOST_MOVES} moves are shown");
        return Err(Fault::member("/moves", "maximum", detail));
    }
    let picture = if moves.is_empty() {
        picture::svg(&board)
    } else {
        let film = picture::animated_svg(&board, &moves, picture::STEP);
        film.map_err(Refusal::from)?
    };
    // The picture of a position never changes.
    let headers = [
        (header::CONTENT_TYPE, "image/svg+xml"),
        (header::CACHE_CONTROL, "public, max-age=86400"),
        (
            header::CONTENT_SECURITY_POLICY,
            "default-src 'none'; style-src 'unsafe-inline'",
        ),
    ];
    Ok((headers, picture).into_response())
}
