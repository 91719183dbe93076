//! The layout of the screen, for any window and any board.

use ratatui::layout::Rect;
use taquin::Size;

use crate::app::{Mode, TerminalApp};

/// The smallest window for any game.
const LEAST: (u16, u16) = (24, 12);
/// Columns that the distance bar takes.
const BAR: u16 = 6;
/// Columns of the panel at the side, with the gap before it.
const SIDE: u16 = 36;
/// Windows from this width on have a panel at the side.
const WIDE: u16 = 96;
/// Lines of the graph below the board.
const GRAPH: u16 = 7;
/// Tiles do not grow beyond this many lines: larger ones are no easier to read.
const TALLEST: u16 = 11;

/// The places of everything.
pub(super) struct Layout {
    pub(super) title: Rect,
    pub(super) grid: BoardArea,
    pub(super) bar: Option<Rect>,
    pub(super) side: Option<Rect>,
    pub(super) graph: Option<Rect>,
    pub(super) steps: Option<Rect>,
    pub(super) message: Rect,
    pub(super) keys: Rect,
}

impl Layout {
    /// The places in a window, or the least width and height it would take.
    pub(super) fn of(app: &TerminalApp, area: Rect) -> Result<Self, (u16, u16)> {
        let size = app.board().size();
        let has_steps = app.player().is_some();
        let bar = if app.settings.bar { BAR } else { 0 };
        let chrome = 3 + u16::from(has_steps);
        let least = BoardArea::least(size);
        let need = (
            LEAST.0.max(least.0 + bar),
            LEAST.1.max(least.1 + chrome + 1),
        );
        if area.width < need.0 || area.height < need.1 {
            return Err(need);
        }

        // 1. The side panel, where there is room to spare.
        let is_wide = area.width >= WIDE.max(least.0 + bar + SIDE);
        let side = if is_wide { SIDE } else { 0 };
        let width = area.width - side;
        // 2. Lines for the message: where a text is typed, also for what is wrong with it.
        let text = match app.mode {
            Mode::Edit(_) => 4,
            _ if width < 40 => 3,
            _ => 2,
        };
        let text = text.min(area.height - least.1 - chrome + 1);
        let is_review = matches!(app.mode, Mode::Review(_));
        let graph = if is_review && !is_wide && area.height >= least.1 * 3 + chrome + text + GRAPH {
            GRAPH
        } else {
            0
        };
        let room = area.height - 2 - text - u16::from(has_steps) - graph;
        // 3. The board centred in the remaining area, the message directly below it.
        let grid = BoardArea::fitting(size, width - bar, room);
        let block = grid.height() + u16::from(has_steps) + graph + text;
        let top = area.y + 1;
        let slack = (area.bottom() - 1).saturating_sub(top + block);
        let y = top + slack / 2;
        let x = area.x + bar + (width - bar - grid.width()) / 2;
        let grid = BoardArea { x, y, ..grid };
        let mut below = grid.y + grid.height();
        let mut line = |height: u16| {
            let rect = Rect::new(area.x + 1, below, width - 2, height);
            below += height;
            rect
        };
        let steps = has_steps.then(|| line(1));
        let graph = (graph > 0).then(|| line(graph));
        let message = line(text.min(area.bottom() - 1 - (grid.y + grid.height())));
        let side = is_wide.then(|| {
            Rect::new(
                area.right() - SIDE + 2,
                top + 1,
                SIDE - 4,
                area.bottom() - 2 - top,
            )
        });
        Ok(Self {
            title: Rect { height: 1, ..area },
            bar: (bar > 0).then(|| Rect::new(grid.x - bar, grid.y, bar - 1, grid.height())),
            grid,
            side,
            graph,
            steps,
            message,
            keys: Rect::new(area.x, area.bottom() - 1, area.width, 1),
        })
    }
}

/// The cells of the board on the screen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BoardArea {
    pub(super) x: u16,
    pub(super) y: u16,
    /// Columns and lines of a cell.
    pub(super) cell: (u16, u16),
    pub(super) size: Size,
}

impl BoardArea {
    /// The least columns and lines for a board: a sign and the digits, one line a row.
    pub(super) fn least(size: Size) -> (u16, u16) {
        (size.cols() as u16 * (digits(size) + 1), size.rows() as u16)
    }

    /// The largest cells that fit.
    fn fitting(size: Size, width: u16, height: u16) -> Self {
        let (rows, cols, digits) = (size.rows() as u16, size.cols() as u16, digits(size));
        // Twice as many columns as lines are about square; frames need three lines. Odd heights
        // and widths that match the digits have the number in the middle.
        let even = u16::from(!digits.is_multiple_of(2));
        let squares = (1..=TALLEST / 2).rev().map(|half| 2 * half + 1);
        let squares = squares.map(|h| ((2 * h + even).max(digits + 4), h));
        let narrow = (1..=2).rev().map(|pad| (digits + 1 + pad, 3));
        let flat = (1..=3).rev().map(|pad| (digits + pad, 1));
        let mut cells = squares.chain(narrow).chain(flat);
        let cell = cells.find(|(w, h)| w * cols <= width && h * rows <= height);
        Self {
            x: 0,
            y: 0,
            cell: cell.unwrap_or((digits + 1, 1)),
            size,
        }
    }

    pub(super) fn width(&self) -> u16 {
        self.cell.0 * self.size.cols() as u16
    }

    pub(super) fn height(&self) -> u16 {
        self.cell.1 * self.size.rows() as u16
    }

    /// The whole board.
    pub(super) fn area(&self) -> Rect {
        Rect::new(self.x, self.y, self.width(), self.height())
    }

    /// The place of a cell.
    pub(super) fn rect(&self, index: usize) -> Rect {
        let (w, h) = self.cell;
        let (row, col) = (self.size.row(index) as u16, self.size.col(index) as u16);
        Rect::new(self.x + col * w, self.y + row * h, w, h)
    }

    /// The cell at a point.
    pub(super) fn cell_at(&self, column: u16, row: u16) -> Option<usize> {
        if !self.area().contains((column, row).into()) {
            return None;
        }
        let col = (column - self.x) / self.cell.0;
        let row = (row - self.y) / self.cell.1;
        Some(usize::from(row) * self.size.cols() + usize::from(col))
    }
}

/// Digits of the largest tile.
pub(super) fn digits(size: Size) -> u16 {
    size.tiles().to_string().len() as u16
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_board_fits_where_it_is_said_to_and_cells_are_found_again() {
        for rows in 2..=16 {
            for cols in 2..=16 {
                let size = Size::new(rows, cols).unwrap();
                let (least_width, least_height) = BoardArea::least(size);
                for (w, h) in [(0, 0), (7, 0), (0, 9), (60, 20), (200, 60)] {
                    let (width, height) = (least_width + w, least_height + h);
                    let grid = BoardArea::fitting(size, width, height);
                    assert!(grid.width() <= width && grid.height() <= height, "{size}");
                    for index in 0..size.cells() {
                        let rect = grid.rect(index);
                        assert_eq!(grid.cell_at(rect.x, rect.y), Some(index));
                        assert_eq!(
                            grid.cell_at(rect.right() - 1, rect.bottom() - 1),
                            Some(index)
                        );
                    }
                }
            }
        }
    }
}
