//! The board and its tiles.

use ratatui::layout::Rect;
use ratatui::style::Style;
use taquin::{Board, Cells, Direction, Move};
use taquin_game::Grade;

use super::canvas::Canvas;
use super::digits;
use super::layout::{self, BoardArea};
use crate::app::{Mode, RIPPLE, SLIDE, TerminalApp};
use crate::messages;
use crate::theme::Theme;

/// The signs of a frame: corners clockwise from the top left, then the sides from the top.
struct Frame {
    corners: [&'static str; 4],
    sides: [&'static str; 4],
}

/// Half a cell of background around each tile separates tiles without a line.
const FILLED: Frame = Frame {
    corners: ["▗", "▖", "▘", "▝"],
    sides: ["▄", "▌", "▀", "▐"],
};
const ROUND: Frame = Frame {
    corners: ["╭", "╮", "╯", "╰"],
    sides: ["─", "│", "─", "│"],
};
const HEAVY: Frame = Frame {
    corners: ["┏", "┓", "┛", "┗"],
    sides: ["━", "┃", "━", "┃"],
};
const ASCII: Frame = Frame {
    corners: ["+", "+", "+", "+"],
    sides: ["-", "|", "-", "|"],
};
const ASCII_HEAVY: Frame = Frame {
    corners: ["#", "#", "#", "#"],
    sides: ["=", "#", "=", "#"],
};

/// The marking of a tile.
#[derive(Clone, Copy, Debug, Default)]
struct Mark {
    home: bool,
    hint: bool,
    /// The way a hint says it goes.
    way: Option<Move>,
    /// Its place in the line of a hint, from 2 on.
    turn: Option<usize>,
    /// The ripple of a win is over it.
    lit: bool,
}

/// Draws the board.
pub(super) fn board(canvas: &mut Canvas, app: &TerminalApp, grid: &BoardArea) {
    let theme = app.theme();
    let board = app.board();
    canvas.fill(grid.area(), theme.well);
    if matches!(app.mode, Mode::Paused) {
        return covered(canvas, &theme, grid);
    }
    let (cells, offset) = motion(app, grid);
    let places: Vec<usize> = (0..grid.size.cells())
        .filter(|&index| board.number(index) != 0)
        .collect();
    // Tiles on the move lie above those at rest.
    let (moving, resting): (Vec<usize>, Vec<usize>) =
        places.into_iter().partition(|index| cells.contains(index));
    for index in resting {
        tile(
            canvas,
            app,
            grid.rect(index),
            board.number(index),
            mark(app, board, index),
        );
    }
    for index in moving {
        let rect = grid.rect(index);
        let rect = Rect {
            x: rect.x.saturating_add_signed(offset.0),
            y: rect.y.saturating_add_signed(offset.1),
            ..rect
        };
        tile(
            canvas,
            app,
            rect,
            board.number(index),
            mark(app, board, index),
        );
    }
}

/// The cells whose tiles are on the move, and how far they are from there.
fn motion<'a>(app: &'a TerminalApp, grid: &BoardArea) -> (&'a [usize], (i16, i16)) {
    let Some(sliding) = app.sliding.as_ref().filter(|_| !app.look.still) else {
        return (&[], (0, 0));
    };
    let share = app.now.saturating_sub(sliding.since).as_secs_f64() / SLIDE.as_secs_f64();
    if share >= 1.0 {
        return (&[], (0, 0));
    }
    // Fast at first, then slower: the remaining distance is proportional to the square of the remaining
    // time.
    let left = (1.0 - share).powi(2);
    let back = |length: u16| (left * f64::from(length)).round() as i16;
    let (w, h) = grid.cell;
    let offset = match sliding.mv.0 {
        Direction::Up => (0, back(h)),
        Direction::Down => (0, -back(h)),
        Direction::Left => (back(w), 0),
        Direction::Right => (-back(w), 0),
    };
    (&sliding.cells, offset)
}

fn mark(app: &TerminalApp, board: &Board, index: usize) -> Mark {
    let target = &app.game().puzzle().targets()[0];
    let number = board.number(index);
    let mut mark = Mark {
        home: target.number(index) == number,
        lit: is_lit(app, board, index),
        ..Mark::default()
    };
    if let Some(hint) = app.hint.as_ref().filter(|_| matches!(app.mode, Mode::Play)) {
        mark.hint = hint.tile().number() == number;
        mark.way = hint.direction().filter(|_| mark.hint);
        if hint.grade == Grade::Line && !mark.hint {
            let turn = hint
                .slides
                .iter()
                .position(|(tile, _)| tile.number() == number);
            mark.turn = turn.map(|turn| turn + 1);
        }
    }
    mark
}

/// Whether the ripple of a win, which runs along the diagonals, is over a cell.
fn is_lit(app: &TerminalApp, board: &Board, index: usize) -> bool {
    let Some(since) = app.won_at.filter(|_| !app.look.still) else {
        return false;
    };
    let size = board.size();
    let (diagonals, here) = (size.rows() + size.cols(), size.row(index) + size.col(index));
    let share = app.now.saturating_sub(since).as_secs_f64() / RIPPLE.as_secs_f64();
    let front = share * (diagonals as f64 + 2.0);
    (here as f64..here as f64 + 2.0).contains(&front)
}

fn tile(canvas: &mut Canvas, app: &TerminalApp, rect: Rect, number: u8, mark: Mark) {
    let theme = &app.theme();
    let ink = match mark {
        Mark { hint: true, .. } | Mark { lit: true, .. } => theme.hint,
        Mark { home: true, .. } => theme.home,
        _ => theme.tile,
    };
    if rect.height < 3 {
        let digits = layout::digits(app.board().size());
        return flat(canvas, theme, rect, (number, digits), mark, ink);
    }
    canvas.fill(rect, if mark.hint { theme.hint } else { theme.tile });
    frame(canvas, theme, rect, mark);
    let inner = (rect.width - 2, rect.height - 2);
    let lines = digits::lines(number, inner, canvas.is_ascii());
    let width = lines[0].chars().count() as u16;
    let x = rect.x + 1 + (inner.0 - width.min(inner.0)).div_ceil(2);
    let y = rect.y + 1 + (inner.1 - lines.len() as u16) / 2;
    for (line, y) in lines.iter().zip(y..) {
        canvas.text(x, y, line, ink);
    }
    signs(canvas, theme, rect, mark);
}

fn frame(canvas: &mut Canvas, theme: &Theme, rect: Rect, mark: Mark) {
    let line = if mark.lit { theme.hint } else { theme.edge };
    let (signs, style) = match (mark.hint, canvas.is_ascii()) {
        (true, false) => (&HEAVY, theme.hint),
        (true, true) => (&ASCII_HEAVY, theme.hint),
        (false, false) if theme.is_filled => (&FILLED, theme.fringe(mark.lit)),
        (false, false) => (&ROUND, line),
        (false, true) => (&ASCII, line),
    };
    let (right, bottom) = (rect.right() - 1, rect.bottom() - 1);
    let ([a, b, c, d], [top, east, under, west]) = (signs.corners, signs.sides);
    let across = |side: &str| side.repeat(usize::from(rect.width - 2));
    canvas.text(rect.x, rect.y, &format!("{a}{}{b}", across(top)), style);
    canvas.text(rect.x, bottom, &format!("{d}{}{c}", across(under)), style);
    for y in rect.y + 1..bottom {
        canvas.text(rect.x, y, west, style);
        canvas.text(right, y, east, style);
    }
}

/// Marks on the tile in addition to its number: a dot at home, an arrow or a turn from a hint.
fn signs(canvas: &mut Canvas, theme: &Theme, rect: Rect, mark: Mark) {
    let middle = rect.x + rect.width / 2 - u16::from(rect.width.is_multiple_of(2));
    if mark.home {
        let dot = if canvas.is_ascii() { "o" } else { "•" };
        let is_filled = theme.is_filled && !mark.hint && !canvas.is_ascii();
        let (x, y) = match (is_filled, rect.height) {
            // On a low tile the dot is next to the number, where the shape is complete.
            (true, ..5) => (rect.right() - 2, rect.y + 1),
            (true, 7..) => (middle, rect.bottom() - 2),
            _ => (middle, rect.bottom() - 1),
        };
        canvas.text(x, y, dot, theme.home);
    }
    if let Some(way) = mark.way {
        let arrow = messages::arrow(way, canvas.is_ascii()).to_string();
        let (x, y) = match way.0 {
            Direction::Up => (middle, rect.y),
            Direction::Down => (middle, rect.bottom() - 1),
            Direction::Left => (rect.x, rect.y + rect.height / 2),
            Direction::Right => (rect.right() - 1, rect.y + rect.height / 2),
        };
        canvas.text(x, y, &arrow, theme.hint);
    }
    if let Some(turn) = mark.turn {
        canvas.text(rect.right() - 2, rect.y, &turn.to_string(), theme.hint);
    }
}

/// A tile on a single line: a sign and the number.
fn flat(
    canvas: &mut Canvas,
    theme: &Theme,
    rect: Rect,
    (number, digits): (u8, u16),
    mark: Mark,
    ink: Style,
) {
    let ascii = canvas.is_ascii();
    let sign = match mark {
        Mark { way: Some(way), .. } => messages::arrow(way, ascii),
        Mark { hint: true, .. } => '*',
        Mark { home: true, .. } => {
            if ascii {
                '.'
            } else {
                '·'
            }
        }
        _ => ' ',
    };
    let text = format!("{sign}{number}");
    // The last column stays free where there is room, so that neighbours do not touch.
    let width = rect.width - u16::from(rect.width > digits + 1);
    let shown = format!("{text:>0$}", usize::from(width));
    canvas.fill(Rect { width, ..rect }, theme.tile);
    canvas.text(rect.x, rect.y, &shown, ink);
}

/// The board while the game is paused.
fn covered(canvas: &mut Canvas, theme: &Theme, grid: &BoardArea) {
    for index in 0..grid.size.cells() {
        let rect = grid.rect(index);
        if rect.height < 3 {
            let text = format!("{:>1$}", '-', usize::from(rect.width - 1));
            canvas.text(rect.x, rect.y, &text, theme.soft);
        } else {
            canvas.fill(rect, theme.tile);
            frame(canvas, theme, rect, Mark::default());
        }
    }
}
