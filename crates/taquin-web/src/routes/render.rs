//! Pictures of positions.

use std::time::Duration;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use axum::http::header;
use axum::response::{IntoResponse, Response};
use serde::Deserialize;
use taquin::notation::Notation;
use taquin::{Board, Limits, Move};
use taquin_app::Refusal;
use taquin_app::question::{self, Position};
use taquin_export::picture;
use utoipa::IntoParams;

use super::Shared;
use crate::address::Client;
use crate::openapi::Binary;
use crate::problem::Fault;

/// The parameters of a picture.
#[derive(Deserialize, IntoParams)]
#[serde(deny_unknown_fields)]
#[into_params(parameter_in = Query)]
pub(crate) struct Drawing {
    /// The position, like `8,1,3/4,0,2/7,6,5`.
    #[param(format = "board", max_length = 2000)]
    b: String,
    /// Moves to animate.
    #[param(format = "moves", max_length = 4000)]
    moves: Option<String>,
}

/// The most moves of a film.
const MOST_MOVES: usize = 1000;

/// Renders a position as SVG; with `moves`, an animation.
#[utoipa::path(get, operation_id = "render_svg", path = "/render.svg", tag = "positions", params(Drawing),
    responses((status = 200, body = String, content_type = "image/svg+xml")))]
pub(crate) async fn render(
    drawing: Result<Query<Drawing>, QueryRejection>,
) -> Result<Response, Fault> {
    let (board, moves) = read(drawing)?;
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

/// Renders a position as GIF; with `moves`, an animation.
#[utoipa::path(get, operation_id = "render_gif", path = "/render.gif", tag = "positions", params(Drawing),
    responses((status = 200, body = inline(Binary), content_type = "image/gif")))]
pub(crate) async fn film(
    State(service): State<Shared>,
    client: Client,
    drawing: Result<Query<Drawing>, QueryRejection>,
) -> Result<Response, Fault> {
    let (board, moves) = read(drawing)?;
    // A thousand moves of the largest board are a tenth of a second and a megabyte.
    let limits = Limits {
        time: Some(Duration::from_secs(10)),
        memory: Some(16 << 20),
        ..Limits::default()
    };
    let draw = move |_: &_| picture::gif(&board, &moves, picture::STEP);
    let film = service.quick.run(client.0, limits, draw).await?;
    let headers = [
        (header::CONTENT_TYPE, "image/gif"),
        (header::CACHE_CONTROL, "public, max-age=86400"),
    ];
    Ok((headers, film.map_err(Refusal::from)?).into_response())
}

/// The requested position and moves.
fn read(drawing: Result<Query<Drawing>, QueryRejection>) -> Result<(Board, Vec<Move>), Fault> {
    let Query(drawing) =
        drawing.map_err(|error| Fault::member("/b", "query", error.body_text()))?;
    let board = Position::Text(drawing.b).board()?;
    let text = drawing.moves.unwrap_or_default();
    let moves = question::moves(&text, Notation::Tile, &board)?;
    if moves.len() > MOST_MOVES {
        let detail = format!("at most {MOST_MOVES} moves are shown");
        return Err(Fault::member("/moves", "maximum", detail));
    }
    Ok((board, moves))
}
