//! The distance bar.

use ratatui::layout::Rect;
use taquin::{Board, Cells};

use super::canvas::Canvas;
use crate::app::TerminalApp;

/// Number of moves at full scale: those of the farthest boards where they are known, else more than any
/// board is likely to need.
fn farthest(board: &Board) -> u32 {
    let size = board.size();
    match (size.rows(), size.cols()) {
        (2, 2) => 6,
        (3, 3) => 31,
        (4, 4) => 80,
        _ => 5 * size.cells() as u32,
    }
}

/// The distance bar: what is to go from the bottom up, the estimate as a mark in it.
pub(super) fn bar(canvas: &mut Canvas, app: &TerminalApp, area: Rect) {
    let theme = app.theme();
    let ascii = canvas.is_ascii();
    let farthest = farthest(app.board()).max(1);
    let estimate = estimate(app);
    let exact = to_go(app);
    let height = area.height.saturating_sub(1);
    let lines =
        |moves: u32| (f64::from(moves) / f64::from(farthest) * f64::from(height)).ceil() as u16;
    let label = match exact {
        Some(exact) => exact.to_string(),
        None => format!("≥{estimate}"),
    };
    canvas.text(area.x + 1, area.y, &label, theme.accent);
    let filled = lines(exact.unwrap_or(0)).min(height);
    let mark = lines(estimate).clamp(1, height.max(1));
    for line in 1..=height {
        let y = area.bottom() - line;
        let is_mark = line == mark && estimate > 0;
        let (symbol, style) = match (line <= filled, is_mark) {
            (true, false) => (if ascii { "##" } else { "██" }, theme.accent),
            (true, true) if theme.is_filled => ("▔▔", theme.on_accent()),
            (_, true) => (if ascii { "==" } else { "▔▔" }, theme.message),
            (false, false) => (if ascii { ".." } else { "░░" }, theme.soft),
        };
        canvas.text(area.x + 1, y, symbol, style);
    }
    if let Some(loss) = loss(app) {
        canvas.text(area.x + 1, area.y + 1, &format!("+{loss}"), theme.warn);
    }
}

/// The sum of the ways that the tiles have to go: a distance no solution undercuts.
pub(super) fn estimate(app: &TerminalApp) -> u32 {
    let target = &app.game().puzzle().targets()[0];
    let board = app.board();
    let size = board.size();
    let way = |index: usize| {
        let number = board.number(index);
        let home = (0..size.cells()).find(|&home| target.number(home) == number);
        home.filter(|_| number != 0)
            .map_or(0, |home| size.distance(index, home))
    };
    (0..size.cells()).map(way).sum::<usize>() as u32
}

/// The exact distance of the board in play, if it is known.
pub(super) fn to_go(app: &TerminalApp) -> Option<u32> {
    let game = app.game();
    if game.phase().is_over() {
        return Some(0);
    }
    app.knowledge.about(&game.here())?.exact()
}

/// The loss of the last move.
fn loss(app: &TerminalApp) -> Option<u32> {
    let game = app.game();
    let last = game.made().last()?;
    let mut before = game.board().clone();
    before.slide(last.mv.inverse())?;
    let before = game.puzzle().with_start(before).ok()?;
    let before = app.knowledge.about(&before)?.exact()?;
    (to_go(app)? + 1)
        .checked_sub(before)
        .filter(|&loss| loss > 0)
}
