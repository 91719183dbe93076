//! A position: tiles and one blank on a grid.

use std::fmt;
use std::num::NonZeroU8;

use crate::{Direction, Move, Size};

/// A place on the board, counted row by row from the top left.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cell(u8);

impl Cell {
    /// The cell with this index; only a [`Board`] makes cells, so they always lie on it.
    pub(crate) const fn new(index: usize) -> Self {
        Self(index as u8)
    }

    /// Position in reading order.
    pub const fn index(self) -> usize {
        self.0 as usize
    }
}

/// A numbered tile. The blank is not a tile: a cell holds an `Option<Tile>`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Tile(NonZeroU8);

impl Tile {
    /// The tile with this number, or none for 0.
    pub const fn new(number: u8) -> Option<Self> {
        match NonZeroU8::new(number) {
            Some(number) => Some(Self(number)),
            None => None,
        }
    }

    /// The number on the tile.
    pub const fn number(self) -> u8 {
        self.0.get()
    }
}

impl fmt::Display for Tile {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// Read access to the numbers in the cells: boards and their packed forms.
pub trait Cells {
    /// The number in the cell with this index, 0 for the blank.
    fn number(&self, cell: usize) -> u8;
}

/// A position: each of the tiles 1 to n once, and one blank.
///
/// ```
/// use taquin_core::{Board, Direction, Move, Size};
///
/// let mut board = Board::new(Size::new(2, 2)?, &[1, 2, 0, 3])?;
/// assert!(board.slide(Move(Direction::Left)).is_some());
/// assert_eq!(board.numbers().collect::<Vec<_>>(), [1, 2, 3, 0]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    size: Size,
    cells: Box<[Option<Tile>]>,
    blank: Cell,
}

impl Board {
    /// The board with these numbers in reading order, 0 for the blank.
    ///
    /// # Errors
    /// When there are too few or too many numbers, one is out of range, or one appears twice.
    pub fn new(size: Size, numbers: &[u32]) -> Result<Self, BoardError> {
        if numbers.len() != size.cells() {
            return Err(BoardError::WrongCount {
                size,
                found: numbers.len(),
            });
        }
        let mut seen = [false; 256];
        let mut blank = None;
        for (index, &number) in numbers.iter().enumerate() {
            if number as usize > size.tiles() {
                return Err(BoardError::OutOfRange {
                    index,
                    number,
                    max: size.tiles(),
                });
            }
            if std::mem::replace(&mut seen[number as usize], true) {
                let times = numbers.iter().filter(|&&n| n == number).count();
                return Err(if number == 0 {
                    BoardError::SecondBlank { index, times }
                } else {
                    BoardError::Duplicate {
                        index,
                        tile: number,
                        times,
                        max: size.tiles(),
                    }
                });
            }
            if number == 0 {
                blank = Some(index);
            }
        }
        // As many different numbers in 0..cells as there are cells: a permutation.
        let blank = Cell::new(blank.expect("a permutation holds 0"));
        let cells = numbers.iter().map(|&n| Tile::new(n as u8)).collect();
        Ok(Self { size, cells, blank })
    }

    /// Rows and columns.
    pub fn size(&self) -> Size {
        self.size
    }

    /// The cell of the blank.
    pub fn blank(&self) -> Cell {
        self.blank
    }

    /// The tile in a cell, or none where the blank is.
    ///
    /// # Panics
    /// When the cell comes from a larger board.
    pub fn tile(&self, cell: Cell) -> Option<Tile> {
        self.cells[cell.index()]
    }

    /// The cell of a tile, or none if this board has no such tile.
    pub fn find(&self, tile: Tile) -> Option<Cell> {
        let index = self.cells.iter().position(|&c| c == Some(tile))?;
        Some(Cell::new(index))
    }

    /// The numbers in reading order, 0 for the blank.
    pub fn numbers(&self) -> impl ExactSizeIterator<Item = u8> + '_ {
        self.cells.iter().map(|tile| tile.map_or(0, Tile::number))
    }

    /// All cells in reading order.
    pub fn cells(&self) -> impl ExactSizeIterator<Item = Cell> + use<> {
        (0..self.size.cells()).map(Cell::new)
    }

    /// The cell whose tile this move would slide, if there is one.
    pub fn source(&self, mv: Move) -> Option<Cell> {
        neighbour(self.size, self.blank.index(), mv.blank_direction()).map(Cell::new)
    }

    /// The moves that can be made, in the order U D L R.
    pub fn moves(&self) -> impl Iterator<Item = Move> + '_ {
        Direction::ALL
            .into_iter()
            .map(Move)
            .filter(|&mv| self.source(mv).is_some())
    }

    /// Makes a move and returns the tile that slid; an illegal move leaves the board unchanged.
    pub fn slide(&mut self, mv: Move) -> Option<Tile> {
        let source = self.source(mv)?;
        self.cells.swap(source.index(), self.blank.index());
        let tile = self.cells[self.blank.index()];
        self.blank = source;
        tile
    }

    /// The moves that a press on this cell makes: all tiles between it and the blank slide.
    ///
    /// None when the cell is not in the blank's row or column, or is the blank itself.
    pub fn press(&self, cell: Cell) -> Option<Vec<Move>> {
        let (from, to) = (cell.index(), self.blank.index());
        let (size, same_row, same_col) = (
            self.size,
            self.size.row(from) == self.size.row(to),
            self.size.col(from) == self.size.col(to),
        );
        let direction = match (same_row, same_col) {
            (true, false) if from < to => Direction::Right,
            (true, false) => Direction::Left,
            (false, true) if from < to => Direction::Down,
            (false, true) => Direction::Up,
            _ => return None,
        };
        Some(vec![Move(direction); size.distance(from, to)])
    }

    /// The same board with two tiles swapped.
    ///
    /// # Panics
    /// When the board has no such tiles.
    pub fn with_swapped(&self, a: Tile, b: Tile) -> Self {
        let cell = |tile| self.find(tile).expect("the tiles are on the board").index();
        let mut swapped = self.clone();
        swapped.cells.swap(cell(a), cell(b));
        swapped
    }
}

impl Cells for Board {
    fn number(&self, cell: usize) -> u8 {
        self.cells[cell].map_or(0, Tile::number)
    }
}

/// The position text: rows by `/`, numbers by a space, 0 for the blank.
impl fmt::Display for Board {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for (index, number) in self.numbers().enumerate() {
            match (index, index % self.size.cols()) {
                (0, _) => {}
                (_, 0) => f.write_str("/")?,
                _ => f.write_str(" ")?,
            }
            number.fmt(f)?;
        }
        Ok(())
    }
}

/// The cell next to another in a direction, if the board has one there.
pub(crate) const fn neighbour(size: Size, cell: usize, direction: Direction) -> Option<usize> {
    match direction {
        Direction::Up if size.row(cell) > 0 => Some(cell - size.cols()),
        Direction::Down if size.row(cell) + 1 < size.rows() => Some(cell + size.cols()),
        Direction::Left if size.col(cell) > 0 => Some(cell - 1),
        Direction::Right if size.col(cell) + 1 < size.cols() => Some(cell + 1),
        _ => None,
    }
}

/// Why a list of numbers is not a board. `index` counts cells in reading order.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BoardError {
    /// Too few or too many numbers.
    #[error("{found} numbers do not fill a {size} board ({} needed)", size.cells())]
    WrongCount {
        /// The requested size.
        size: Size,
        /// The count of numbers found.
        found: usize,
    },
    /// A number no tile of this board has.
    #[error("{number} is not a tile of this board; its tiles are 1–{max} and 0 is the blank")]
    OutOfRange {
        /// Which cell.
        index: usize,
        /// The number found there.
        number: u32,
        /// The largest tile.
        max: usize,
    },
    /// A tile that appears more than once.
    #[error("tile {tile} appears {times} times; each of 1–{max} must appear once")]
    Duplicate {
        /// Cell of the second appearance.
        index: usize,
        /// The tile.
        tile: u32,
        /// The number of occurrences.
        times: usize,
        /// The largest tile.
        max: usize,
    },
    /// More than one blank.
    #[error("the blank appears {times} times; a board has exactly one")]
    SecondBlank {
        /// Cell of the second blank.
        index: usize,
        /// The number of blanks.
        times: usize,
    },
}

impl BoardError {
    /// The cell at fault, counted in reading order, where one can be named.
    pub fn index(&self) -> Option<usize> {
        match *self {
            Self::WrongCount { .. } => None,
            Self::OutOfRange { index, .. }
            | Self::Duplicate { index, .. }
            | Self::SecondBlank { index, .. } => Some(index),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn size(rows: usize, cols: usize) -> Size {
        Size::new(rows, cols).unwrap()
    }

    #[test]
    fn names_the_fault_and_its_cell() {
        let error = |numbers: &[u32]| Board::new(size(2, 2), numbers).unwrap_err();
        assert_eq!(error(&[1, 2, 3]).index(), None);
        assert_eq!(error(&[1, 2, 3, 4]).index(), Some(3));
        assert_eq!(error(&[1, 2, 2, 0]).index(), Some(2));
        assert_eq!(error(&[1, 0, 0, 2]).index(), Some(2));
        assert_eq!(
            error(&[1, 1, 1, 0]).to_string(),
            "tile 1 appears 3 times; each of 1–3 must appear once"
        );
    }

    #[test]
    fn a_move_is_the_way_the_tile_goes() {
        let mut board = Board::new(size(2, 3), &[1, 2, 3, 4, 0, 5]).unwrap();
        assert_eq!(board.slide(Move(Direction::Up)), None);
        assert_eq!(board.slide(Move(Direction::Down)), Tile::new(2));
        assert_eq!(board.numbers().collect::<Vec<_>>(), [1, 0, 3, 4, 2, 5]);
        assert_eq!(board.slide(Move(Direction::Left)), Tile::new(3));
        assert_eq!(board.slide(Move(Direction::Left)), None);
        assert_eq!(board.blank().index(), 2);
    }

    #[test]
    fn a_press_slides_every_tile_up_to_the_blank() {
        let board = Board::new(size(3, 3), &[1, 2, 3, 4, 5, 6, 7, 8, 0]).unwrap();
        let press = |index| board.press(Cell::new(index));
        assert_eq!(press(6), Some(vec![Move(Direction::Right); 2]));
        assert_eq!(press(5), Some(vec![Move(Direction::Down)]));
        assert_eq!(press(0), None);
        assert_eq!(press(8), None);
    }
}
