//! Boards as SVG, still or moving, readable on light and on dark pages.

use std::fmt::Write;
use std::time::Duration;

use taquin_core::{Board, IllegalMove, Move};

use super::{Colouring, Slide, slides};

/// Units across a cell, the gap to the next tile included.
const CELL: usize = 100;
/// Units between a tile and the edge of its cell.
const GAP: usize = 4;
/// Units around the cells.
const MARGIN: usize = 8;

/// Share of a step in which the tile slides; it rests for the remainder.
const SLIDING: f64 = 0.6;
/// Steps that the first board stays before anything moves.
const LEAD_IN: f64 = 2.0;
/// Steps that the last board stays before the film starts over.
const LEAD_OUT: f64 = 5.0;

/// Class names begin with `taquin-`, so that a picture set into a page leaves the page alone. The
/// colours differ in lightness by more than 7:1 between number and tile in both themes.
const STYLE: &str = "\
.taquin-board{fill:#c6d0dc}\
.taquin-tile rect{fill:#fbfcfd;stroke:#5b6b7c;stroke-width:2}\
.taquin-tile text{fill:#14202b;font:600 44px system-ui,sans-serif;text-anchor:middle}\
@media (prefers-color-scheme:dark){\
.taquin-board{fill:#11161c}\
.taquin-tile rect{fill:#2b3a4a;stroke:#8fa3b8}\
.taquin-tile text{fill:#f4f7fa}\
}";

/// A picture of a board, with its title and description for those who do not see it.
///
/// ```
/// use taquin_core::{Board, Size};
/// use taquin_export::picture;
///
/// let board = Board::new(Size::new(2, 3)?, &[1, 2, 3, 4, 0, 5])?;
/// let svg = picture::svg(&board);
/// assert!(svg.contains("<title>2x3 sliding puzzle</title>"));
/// assert!(svg.contains("<desc>Row 1: 1, 2, 3. Row 2: 4, blank, 5.</desc>"));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn svg(board: &Board) -> String {
    document(board, &[], "", &describe(board), None)
}

/// The colours of tiles: a scheme, and the tiles' homes in a goal.
#[derive(Clone, Copy, Debug)]
pub struct Paint<'a> {
    /// The scheme.
    pub colouring: Colouring,
    /// The goal, with the home of each tile.
    pub goal: &'a Board,
}

/// A picture of a board, or a film of moves, with coloured tiles. The numbers stay as they are, so
/// colour is never the only signal.
///
/// # Errors
/// Names the first move that cannot be made.
pub fn painted_svg(
    board: &Board,
    moves: &[Move],
    step: Duration,
    paint: Paint<'_>,
) -> Result<String, IllegalMove> {
    if moves.is_empty() {
        return Ok(document(board, &[], "", &describe(board), Some(paint)));
    }
    film(board, moves, step, Some(paint))
}

/// A film of moves, one slide every `step`, again and again.
///
/// It does not move for readers who prefer reduced motion.
///
/// # Errors
/// Names the first move that cannot be made.
pub fn animated_svg(start: &Board, moves: &[Move], step: Duration) -> Result<String, IllegalMove> {
    film(start, moves, step, None)
}

fn film(
    start: &Board,
    moves: &[Move],
    step: Duration,
    paint: Option<Paint<'_>>,
) -> Result<String, IllegalMove> {
    let slides = slides(start, moves)?;
    let mut style = String::new();
    let steps = LEAD_IN + moves.len() as f64 + LEAD_OUT;
    let seconds = steps * step.as_secs_f64();
    let mut keyframes: Vec<String> = vec![String::new(); start.size().cells()];
    for (index, slide) in slides.iter().enumerate() {
        let begin = LEAD_IN + index as f64;
        let frames = &mut keyframes[usize::from(slide.tile.number())];
        for (time, cell) in [(begin, slide.from), (begin + SLIDING, slide.to)] {
            let (x, y) = corner(start, cell);
            let percent = 100.0 * time / steps;
            let _ = write!(frames, "{percent:.4}%{{transform:translate({x}px,{y}px)}}");
        }
    }
    for (tile, frames) in keyframes.iter().enumerate() {
        let moved = slides
            .iter()
            .rfind(|slide| usize::from(slide.tile.number()) == tile);
        if let Some(Slide { to, .. }) = moved {
            let (x, y) = corner(start, *to);
            let _ = write!(
                style,
                "@keyframes taquin-{tile}{{{frames}100%{{transform:translate({x}px,{y}px)}}}}\
                 .taquin-{tile}{{animation:taquin-{tile} {seconds:.3}s linear infinite}}"
            );
        }
    }
    style.push_str("@media (prefers-reduced-motion:reduce){.taquin-tile{animation:none}}");
    let description = format!("{} Then {} moves.", describe(start), moves.len());
    Ok(document(start, &slides, &style, &description, paint))
}

fn document(
    board: &Board,
    slides: &[Slide],
    more_style: &str,
    description: &str,
    paint: Option<Paint<'_>>,
) -> String {
    let size = board.size();
    let (width, height) = (
        size.cols() * CELL + 2 * MARGIN,
        size.rows() * CELL + 2 * MARGIN,
    );
    let mut svg = format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" role=\"img\" viewBox=\"0 0 {width} {height}\" \
         width=\"{width}\" height=\"{height}\">\n\
         <title>{size} sliding puzzle</title>\n\
         <desc>{description}</desc>\n\
         <style>{STYLE}{more_style}</style>\n\
         <rect class=\"taquin-board\" width=\"{width}\" height=\"{height}\" rx=\"12\"/>\n"
    );
    for cell in board.cells() {
        let Some(tile) = board.tile(cell) else {
            continue;
        };
        let (x, y) = corner(board, cell.index());
        let moves = slides.iter().any(|slide| slide.tile == tile);
        let class = if moves {
            format!("taquin-tile taquin-{tile}")
        } else {
            "taquin-tile".to_owned()
        };
        let (edge, middle) = (CELL - 2 * GAP, CELL / 2);
        // A style of its own wins against the class, also in the dark theme.
        let (fill, ink) = match paint {
            None => (String::new(), ""),
            Some(Paint { colouring, goal }) => {
                let colour = colouring.colour(board, goal, cell.index(), tile);
                (
                    format!(" style=\"fill:{colour}\""),
                    " style=\"fill:#14202b\"",
                )
            }
        };
        let _ = writeln!(
            svg,
            "<g class=\"{class}\" transform=\"translate({x},{y})\">\
             <rect x=\"{GAP}\" y=\"{GAP}\" width=\"{edge}\" height=\"{edge}\" rx=\"10\"{fill}/>\
             <text x=\"{middle}\" y=\"{middle}\" dy=\".35em\"{ink}>{tile}</text></g>"
        );
    }
    svg.push_str("</svg>\n");
    svg
}

/// The top left corner of a cell.
fn corner(board: &Board, cell: usize) -> (usize, usize) {
    let size = board.size();
    (
        MARGIN + size.col(cell) * CELL,
        MARGIN + size.row(cell) * CELL,
    )
}

/// The board in words, row by row.
fn describe(board: &Board) -> String {
    let numbers: Vec<String> = board
        .numbers()
        .map(|n| match n {
            0 => "blank".to_owned(),
            n => n.to_string(),
        })
        .collect();
    let rows = numbers.chunks(board.size().cols()).enumerate();
    let rows: Vec<String> = rows
        .map(|(index, row)| format!("Row {}: {}.", index + 1, row.join(", ")))
        .collect();
    rows.join(" ")
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin_core::{Direction, Size};

    fn board() -> Board {
        Board::new(Size::new(2, 3).unwrap(), &[1, 2, 3, 4, 0, 5]).unwrap()
    }

    #[test]
    fn a_rectangle_has_a_tile_for_each_number() {
        let svg = svg(&board());
        assert_eq!(svg.matches("<g ").count(), 5);
        assert!(svg.contains("viewBox=\"0 0 316 216\""));
        // Tile 5 is in row 2, column 3.
        assert!(svg.contains("translate(208,108)\"><rect x=\"4\" y=\"4\" width=\"92\" height=\"92\" rx=\"10\"/><text x=\"50\" y=\"50\" dy=\".35em\">5<"));
    }

    #[test]
    fn only_tiles_that_move_are_animated() {
        let moves = [Move(Direction::Left)];
        let svg = animated_svg(&board(), &moves, crate::picture::STEP).unwrap();
        assert_eq!(svg.matches("@keyframes").count(), 1);
        // Eight steps of 300 ms: two before, one move, five after.
        assert!(svg.contains(".taquin-5{animation:taquin-5 2.400s linear infinite}"));
        assert!(svg.contains("25.0000%{transform:translate(208px,108px)}32.5000%{transform:translate(108px,108px)}100%{transform:translate(108px,108px)}"));
    }

    /// Tile 5 belongs to the second row; on the board it is in the last column.
    #[test]
    fn tiles_are_coloured_by_their_places() {
        let goal = taquin_core::Goal::BlankLast.board(board().size()).unwrap();
        let paint = |colouring| Paint {
            colouring,
            goal: &goal,
        };
        let step = crate::picture::STEP;
        let rows = painted_svg(&board(), &[], step, paint(Colouring::Rows)).unwrap();
        assert_eq!(rows.matches("fill:hsl(0 70% 80%)").count(), 3);
        assert_eq!(rows.matches("fill:hsl(180 70% 80%)").count(), 2);
        let distance = painted_svg(&board(), &[], step, paint(Colouring::Distance)).unwrap();
        assert_eq!(distance.matches("fill:hsl(130 65% 78%)").count(), 4);
        assert_eq!(distance.matches("fill:hsl(110 65% 78%)").count(), 1);
        let moves = [Move(Direction::Left)];
        let film = painted_svg(&board(), &moves, step, paint(Colouring::Fringe)).unwrap();
        assert!(film.contains("@keyframes taquin-5") && film.contains("fill:hsl("));
    }

    #[test]
    fn a_move_that_cannot_be_made_is_named() {
        let moves = [Move(Direction::Left), Move(Direction::Left)];
        let error = animated_svg(&board(), &moves, crate::picture::STEP).unwrap_err();
        assert_eq!(error.index, 1);
    }
}
