//! Pictures of a board and of a run of moves: SVG for pages and print, GIF for everywhere else.

mod colouring;
mod font;
mod gif;
mod svg;

use std::time::Duration;

use taquin_core::{Board, IllegalMove, Move, Tile};

pub use colouring::Colouring;
pub use gif::gif;
pub use svg::{Paint, animated_svg, painted_svg, svg};

/// Time from one slide to the next by default.
pub const STEP: Duration = Duration::from_millis(300);

/// One slide of a film: which tile goes from which cell to which.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Slide {
    tile: Tile,
    from: usize,
    to: usize,
}

/// The slides that a list of moves makes on a board.
fn slides(start: &Board, moves: &[Move]) -> Result<Vec<Slide>, IllegalMove> {
    let mut board = start.clone();
    let mut slides = Vec::with_capacity(moves.len());
    for (index, &mv) in moves.iter().enumerate() {
        let to = board.blank().index();
        let Some(tile) = board.slide(mv) else {
            return Err(IllegalMove { index, mv, board });
        };
        let from = board.blank().index();
        slides.push(Slide { tile, from, to });
    }
    Ok(slides)
}
