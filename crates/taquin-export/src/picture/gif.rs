//! An animation of moves as a GIF: each frame redraws only the two cells that change.

use std::time::Duration;

use ::gif::{Encoder, Frame, Repeat};
use taquin_core::{Board, IllegalMove, Move, Size};

use super::{font, slides};

/// Pixels across a cell.
const CELL: usize = 48;
/// Pixels between a tile and the edge of its cell.
const GAP: usize = 2;
/// Pixels around the cells.
const MARGIN: usize = 6;

/// Red, green and blue of each [`Ink`].
const PALETTE: [u8; 12] = [
    0x3a, 0x48, 0x58, // board
    0xf2, 0xf5, 0xf8, // tile
    0x8a, 0x9a, 0xac, // edge
    0x14, 0x20, 0x2b, // number
];

#[derive(Clone, Copy)]
#[repr(u8)]
enum Ink {
    Board,
    Tile,
    Edge,
    Number,
}

/// Frames between two boards.
const TWEENS: usize = 3;
/// Time of a frame between two boards, in hundredths of a second.
const TWEEN_DELAY: u16 = 3;
/// Steps that the last board stays before the film starts over.
const LEAD_OUT: u16 = 5;

/// A film of moves, one slide every `step`, again and again; without moves, a still picture.
///
/// # Errors
/// Names the first move that cannot be made.
pub fn gif(start: &Board, moves: &[Move], step: Duration) -> Result<Vec<u8>, IllegalMove> {
    let slides = slides(start, moves)?;
    let size = start.size();
    let step = u16::try_from(step.as_millis() / 10).unwrap_or(u16::MAX);
    let rest = step.saturating_sub(TWEENS as u16 * TWEEN_DELAY).max(2);
    let hold = step.saturating_mul(LEAD_OUT);

    let (width, height) = pixels(size);
    let mut bytes = Vec::new();
    let mut encoder = Encoder::new(&mut bytes, width as u16, height as u16, &PALETTE)
        .expect("the palette has four colours and a Vec takes every write");
    if !slides.is_empty() {
        encoder
            .set_repeat(Repeat::Infinite)
            .expect("a Vec takes every write");
    }
    let mut write = |canvas: &Canvas, delay: u16| {
        encoder
            .write_frame(&canvas.frame(delay))
            .expect("a frame lies within the picture and a Vec takes every write");
    };
    write(&Canvas::of_board(start), step.saturating_mul(2));
    for (index, slide) in slides.iter().enumerate() {
        let last = index + 1 == slides.len();
        for part in 1..=TWEENS + 1 {
            let mut canvas = Canvas::around(size, slide.from, slide.to);
            canvas.tile(
                slide.tile.number(),
                between(size, slide.from, slide.to, part),
            );
            let delay = match (part > TWEENS, last) {
                (false, _) => TWEEN_DELAY,
                (true, false) => rest,
                (true, true) => hold,
            };
            write(&canvas, delay);
        }
    }
    drop(encoder);
    Ok(bytes)
}

/// Width and height of the whole picture.
fn pixels(size: Size) -> (usize, usize) {
    (
        size.cols() * CELL + 2 * MARGIN,
        size.rows() * CELL + 2 * MARGIN,
    )
}

/// The top left pixel of a cell.
fn corner(size: Size, cell: usize) -> (usize, usize) {
    (
        MARGIN + size.col(cell) * CELL,
        MARGIN + size.row(cell) * CELL,
    )
}

/// The position of a tile after `part` of `TWEENS + 1` steps of its slide.
fn between(size: Size, from: usize, to: usize, part: usize) -> (usize, usize) {
    let (from, to) = (corner(size, from), corner(size, to));
    let mix = |a: usize, b: usize| (a * (TWEENS + 1 - part) + b * part) / (TWEENS + 1);
    (mix(from.0, to.0), mix(from.1, to.1))
}

/// A part of the picture being drawn.
struct Canvas {
    left: usize,
    top: usize,
    width: usize,
    height: usize,
    /// Pixels across a dot of a digit.
    scale: usize,
    inks: Vec<u8>,
}

impl Canvas {
    fn new(size: Size, (left, top): (usize, usize), (width, height): (usize, usize)) -> Self {
        Self {
            left,
            top,
            width,
            height,
            // All numbers of a board have one size, in which three digits fit if there are such.
            scale: if size.tiles() < 100 { 3 } else { 2 },
            inks: vec![Ink::Board as u8; width * height],
        }
    }

    /// The whole picture.
    fn of_board(board: &Board) -> Self {
        let mut canvas = Self::new(board.size(), (0, 0), pixels(board.size()));
        for cell in board.cells() {
            if let Some(tile) = board.tile(cell) {
                canvas.tile(tile.number(), corner(board.size(), cell.index()));
            }
        }
        canvas
    }

    /// The empty rectangle of two neighbouring cells.
    fn around(size: Size, a: usize, b: usize) -> Self {
        let (a, b) = (corner(size, a), corner(size, b));
        let (left, top) = (a.0.min(b.0), a.1.min(b.1));
        let (right, bottom) = (a.0.max(b.0) + CELL, a.1.max(b.1) + CELL);
        Self::new(size, (left, top), (right - left, bottom - top))
    }

    fn dot(&mut self, x: usize, y: usize, ink: Ink) {
        self.inks[(y - self.top) * self.width + x - self.left] = ink as u8;
    }

    /// Draws a tile whose cell has this top left corner.
    fn tile(&mut self, number: u8, (x, y): (usize, usize)) {
        let far = CELL - 1 - GAP;
        for row in GAP..=far {
            for col in GAP..=far {
                let rim = |i: usize| i == GAP || i == far;
                match (rim(row), rim(col)) {
                    (true, true) => {} // a corner left out rounds the tile
                    (true, false) | (false, true) => self.dot(x + col, y + row, Ink::Edge),
                    (false, false) => self.dot(x + col, y + row, Ink::Tile),
                }
            }
        }
        self.number(number, (x, y));
    }

    fn number(&mut self, number: u8, (x, y): (usize, usize)) {
        let text = number.to_string();
        let scale = self.scale;
        let width = (text.len() * (font::WIDTH + 1) - 1) * scale;
        let (left, top) = (
            x + (CELL - width) / 2,
            y + (CELL - font::HEIGHT * scale) / 2,
        );
        for (index, digit) in text.bytes().map(|byte| byte - b'0').enumerate() {
            let left = left + index * (font::WIDTH + 1) * scale;
            for row in 0..font::HEIGHT * scale {
                for col in 0..font::WIDTH * scale {
                    if font::has_dot(digit, col / scale, row / scale) {
                        self.dot(left + col, top + row, Ink::Number);
                    }
                }
            }
        }
    }

    fn frame(&self, delay: u16) -> Frame<'_> {
        Frame {
            left: self.left as u16,
            top: self.top as u16,
            width: self.width as u16,
            height: self.height as u16,
            delay,
            buffer: (&self.inks[..]).into(),
            ..Frame::default()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use taquin_core::{Direction, Goal};

    /// Plays a film and gives the picture after its last frame.
    fn last_picture(bytes: &[u8]) -> (usize, Vec<u8>) {
        let mut options = ::gif::DecodeOptions::new();
        options.set_color_output(::gif::ColorOutput::Indexed);
        let mut decoder = options.read_info(bytes).unwrap();
        let width = usize::from(decoder.width());
        let mut picture = vec![0; width * usize::from(decoder.height())];
        let mut frames = 0;
        while let Some(frame) = decoder.read_next_frame().unwrap() {
            frames += 1;
            for row in 0..usize::from(frame.height) {
                for col in 0..usize::from(frame.width) {
                    let at = (usize::from(frame.top) + row) * width + usize::from(frame.left) + col;
                    picture[at] = frame.buffer[row * usize::from(frame.width) + col];
                }
            }
        }
        (frames, picture)
    }

    #[test]
    fn a_film_ends_on_the_picture_of_its_last_board() {
        for (rows, cols) in [(2, 3), (4, 4), (16, 16)] {
            let start = Goal::BlankLast.board(Size::new(rows, cols).unwrap());
            let start = start.unwrap();
            let moves = [Direction::Down, Direction::Right, Direction::Up].map(Move);
            let end = start.clone().replay(&moves).unwrap();
            let (frames, film) = last_picture(&gif(&start, &moves, crate::picture::STEP).unwrap());
            let (_, still) = last_picture(&gif(&end, &[], crate::picture::STEP).unwrap());
            assert_eq!(frames, 1 + 3 * (TWEENS + 1));
            assert!(film == still, "{rows}x{cols}");
        }
    }
}
