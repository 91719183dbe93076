//! The order in which tiles are placed: lines from the rim inwards, a 2x2 at the end.

use taquin_core::{Direction, Size};

/// A row or a column of the board, counted from 1 as players do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Line {
    Row(usize),
    Column(usize),
}

/// One stage: the cells that get their tiles, and how.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Part {
    /// One tile after the other.
    Single { line: Line, cells: Vec<usize> },
    /// The last two tiles of a line together, through a set-up position.
    Pair { line: Line, corner: Corner },
    /// Three tiles turned round the last four cells, which are given clockwise.
    Square { cells: [usize; 4] },
}

impl Part {
    /// The cells that are right from the end of this stage on, in the order they are named.
    pub(super) fn cells(&self) -> Vec<usize> {
        match self {
            Self::Single { cells, .. } => cells.clone(),
            Self::Pair { corner, .. } => vec![corner.first, corner.last],
            Self::Square {
                cells: [a, b, c, d],
            } => vec![*a, *b, *d, *c],
        }
    }
}

/// The end of a line and the way into the open part of the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Corner {
    /// The second-to-last cell of the line.
    pub(super) first: usize,
    /// The last cell of the line.
    pub(super) last: usize,
    /// From the first to the last.
    pub(super) along: Direction,
    /// From the line to the cells that are still open.
    pub(super) inward: Direction,
}

/// The stages for a goal with its blank in the cell `home`.
///
/// Rows are finished from the top while three or more are open, but never the blank's own row:
/// when that comes up, the bottom row is next instead. Then columns from the left in the same
/// way. So the blank's place is in the last 2x2 wherever it is, and no finished tile moves again.
pub(super) fn plan(size: Size, home: usize) -> Vec<Part> {
    let (home_row, home_col) = (size.row(home), size.col(home));
    let cell = |row: usize, col: usize| row * size.cols() + col;
    let (mut top, mut bottom) = (0, size.rows() - 1);
    let (mut left, mut right) = (0, size.cols() - 1);
    let mut parts = Vec::new();
    while bottom - top > 1 {
        let (row, inward) = outer(&mut top, &mut bottom, home_row, Direction::Down);
        let line: Vec<usize> = (left..=right).map(|col| cell(row, col)).collect();
        push_line(
            &mut parts,
            Line::Row(row + 1),
            &line,
            Direction::Right,
            inward,
        );
    }
    while right - left > 1 {
        let (col, inward) = outer(&mut left, &mut right, home_col, Direction::Right);
        let line = [cell(top, col), cell(bottom, col)];
        push_line(
            &mut parts,
            Line::Column(col + 1),
            &line,
            Direction::Down,
            inward,
        );
    }
    parts.push(Part::Square {
        cells: [
            cell(top, left),
            cell(top, right),
            cell(bottom, right),
            cell(bottom, left),
        ],
    });
    parts
}

/// Takes the first of the open lines, or the last if the first is the blank's.
fn outer(
    first: &mut usize,
    last: &mut usize,
    home: usize,
    from_first: Direction,
) -> (usize, Direction) {
    if *first == home {
        *last -= 1;
        (*last + 1, from_first.opposite())
    } else {
        *first += 1;
        (*first - 1, from_first)
    }
}

/// The stages of a line: two tiles each, one before the last pair if their number is odd.
fn push_line(
    parts: &mut Vec<Part>,
    line: Line,
    cells: &[usize],
    along: Direction,
    inward: Direction,
) {
    let (singles, pair) = cells.split_at(cells.len() - 2);
    for chunk in singles.chunks(2) {
        let cells = chunk.to_vec();
        parts.push(Part::Single { line, cells });
    }
    let corner = Corner {
        first: pair[0],
        last: pair[1],
        along,
        inward,
    };
    parts.push(Part::Pair { line, corner });
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_cell_belongs_to_one_stage_and_the_blank_to_the_last() {
        for rows in 2..=16 {
            for cols in 2..=16 {
                let size = Size::new(rows, cols).unwrap();
                for home in 0..size.cells() {
                    let parts = plan(size, home);
                    let mut cells: Vec<usize> = parts.iter().flat_map(Part::cells).collect();
                    cells.sort_unstable();
                    assert!(cells.into_iter().eq(0..size.cells()), "{size}, {home}");
                    assert!(parts[parts.len() - 1].cells().contains(&home));
                }
            }
        }
    }

    #[test]
    fn the_standard_4x4_goes_as_in_the_thesis() {
        let stages: Vec<Vec<usize>> = plan(Size::new(4, 4).unwrap(), 15)
            .iter()
            .map(Part::cells)
            .collect();
        let tiles: [&[usize]; 7] = [
            &[1, 2],
            &[3, 4],
            &[5, 6],
            &[7, 8],
            &[9, 13],
            &[10, 14],
            &[11, 12, 15, 16],
        ];
        let cells = tiles.map(|stage| stage.iter().map(|tile| tile - 1).collect::<Vec<_>>());
        assert_eq!(stages, cells);
    }
}
