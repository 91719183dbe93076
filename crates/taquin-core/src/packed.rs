//! Packed boards: small values, for searches that hold millions of them.
//!
//! Sixteen cells fit in a [`Nibbles`] (8 bytes), twenty-five in a [`Quints`] (16 bytes), all
//! others in [`Bytes`]. A search is written once over [`Packed`] and is given the smallest form
//! that fits.

use std::hash::Hash;

use crate::{Board, Cells, Direction, Move, Size};

/// A board without its size: which number lies in which cell.
pub trait Packed: Cells + Copy + Eq + Hash + Send + Sync + 'static {
    /// The capacity in cells.
    const CELLS: usize;

    /// The packed form of a board.
    ///
    /// # Panics
    /// When the board has more than [`Self::CELLS`] cells.
    fn pack(board: &Board) -> Self;

    /// The board after the tile in `from` slid to the blank in `to`.
    fn slid(self, from: usize, to: usize) -> Self;

    /// The cell of the blank.
    fn blank(&self) -> usize;

    /// The board again.
    ///
    /// # Panics
    /// When the size is not that of the board packed.
    fn unpack(&self, size: Size) -> Board {
        let numbers: Vec<u32> = (0..size.cells())
            .map(|c| u32::from(self.number(c)))
            .collect();
        Board::new(size, &numbers).expect("a packed board is a permutation")
    }
}

/// Four bits per cell: up to 16 cells, as on 4x4, 3x5 or 2x8.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Nibbles(pub u64);

impl Cells for Nibbles {
    #[inline]
    fn number(&self, cell: usize) -> u8 {
        (self.0 >> (4 * cell)) as u8 & 15
    }
}

impl Packed for Nibbles {
    const CELLS: usize = 16;

    fn pack(board: &Board) -> Self {
        assert!(board.size().cells() <= Self::CELLS);
        let bits = |(cell, number)| u64::from(number) << (4 * cell);
        Self(board.numbers().enumerate().map(bits).sum())
    }

    #[inline]
    fn slid(self, from: usize, to: usize) -> Self {
        let tile = (self.0 >> (4 * from)) & 15;
        Self(self.0 ^ (tile << (4 * from)) ^ (tile << (4 * to)))
    }

    /// Folds each cell's bits onto its lowest; the first cell left without one is the blank.
    #[inline]
    fn blank(&self) -> usize {
        let pairs = self.0 | (self.0 >> 1);
        let taken = (pairs | (pairs >> 2)) & 0x1111_1111_1111_1111;
        (taken ^ 0x1111_1111_1111_1111).trailing_zeros() as usize / 4
    }
}

/// Five bits per cell: up to 25 cells, as on 5x5 or 4x6.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Quints(pub u128);

impl Cells for Quints {
    #[inline]
    fn number(&self, cell: usize) -> u8 {
        (self.0 >> (5 * cell)) as u8 & 31
    }
}

impl Packed for Quints {
    const CELLS: usize = 25;

    fn pack(board: &Board) -> Self {
        assert!(board.size().cells() <= Self::CELLS);
        let bits = |(cell, number)| u128::from(number) << (5 * cell);
        Self(board.numbers().enumerate().map(bits).sum())
    }

    #[inline]
    fn slid(self, from: usize, to: usize) -> Self {
        let tile = (self.0 >> (5 * from)) & 31;
        Self(self.0 ^ (tile << (5 * from)) ^ (tile << (5 * to)))
    }

    /// As for [`Nibbles`], with five bits per cell.
    #[inline]
    fn blank(&self) -> usize {
        const LOWEST: u128 = {
            let (mut mask, mut cell) = (0, 0);
            while cell < Quints::CELLS {
                mask |= 1 << (5 * cell);
                cell += 1;
            }
            mask
        };
        let pairs = self.0 | (self.0 >> 1);
        let taken = (pairs | (pairs >> 2) | (self.0 >> 4)) & LOWEST;
        (taken ^ LOWEST).trailing_zeros() as usize / 5
    }
}

/// One byte per cell: any board, in 64 or 256 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Bytes<const N: usize>(pub [u8; N]);

impl<const N: usize> Cells for Bytes<N> {
    #[inline]
    fn number(&self, cell: usize) -> u8 {
        self.0[cell]
    }
}

impl<const N: usize> Packed for Bytes<N> {
    const CELLS: usize = N;

    fn pack(board: &Board) -> Self {
        let mut bytes = [0; N];
        for (cell, number) in board.numbers().enumerate() {
            bytes[cell] = number;
        }
        Self(bytes)
    }

    #[inline]
    fn slid(mut self, from: usize, to: usize) -> Self {
        self.0.swap(from, to);
        self
    }

    fn blank(&self) -> usize {
        let blank = self.0.iter().position(|&number| number == 0);
        blank.expect("a board has a blank")
    }
}

/// Which moves the blank's cell allows, and from where they take the tile.
#[derive(Clone, Debug)]
pub struct Grid {
    /// For each blank cell, a bit for each direction a tile can slide, the bit's place being the
    /// direction's index in [`Direction::ALL`].
    legal: [u8; 256],
    /// From the blank to the tile that slides, by direction.
    offset: [i16; 4],
}

impl Grid {
    /// The grid of boards of this size.
    pub fn new(size: Size) -> Self {
        let mut legal = [0; 256];
        for (cell, mask) in legal.iter_mut().enumerate().take(size.cells()) {
            for direction in Direction::ALL {
                let blank = Move(direction).blank_direction();
                if crate::board::neighbour(size, cell, blank).is_some() {
                    *mask |= 1 << direction as u8;
                }
            }
        }
        let cols = size.cols() as i16;
        Self {
            legal,
            offset: [cols, -cols, 1, -1],
        }
    }

    /// The directions a tile can slide when the blank is in this cell, one bit each.
    #[inline]
    pub fn legal(&self, blank: usize) -> u8 {
        self.legal[blank]
    }

    /// The cell of the tile that slides in this direction into the blank.
    #[inline]
    pub fn source(&self, blank: usize, direction: Direction) -> usize {
        blank.wrapping_add_signed(isize::from(self.offset[direction as usize]))
    }

    /// Each possible slide with the cell it comes from, in the order U D L R, without the one that
    /// would undo `last`.
    #[inline]
    pub fn slides(
        &self,
        blank: usize,
        last: Option<Direction>,
    ) -> impl Iterator<Item = (Direction, usize)> + '_ {
        let undo = last.map_or(0, |direction| 1 << direction.opposite() as u8);
        let legal = self.legal(blank) & !undo;
        Direction::ALL
            .into_iter()
            .filter(move |&direction| legal & (1 << direction as u8) != 0)
            .map(move |direction| (direction, self.source(blank, direction)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Goal;

    /// Walks a fixed zigzag on the board and its packed form side by side.
    fn walk<S: Packed>(rows: usize, cols: usize) {
        let size = Size::new(rows, cols).unwrap();
        let grid = Grid::new(size);
        let mut board = Goal::Spiral.board(size).unwrap();
        let mut packed = S::pack(&board);
        for step in 0..500_usize {
            let blank = board.blank().index();
            assert_eq!(packed.blank(), blank);
            let slides: Vec<_> = grid.slides(blank, None).collect();
            let moves: Vec<_> = board.moves().collect();
            assert_eq!(
                slides.iter().map(|&(d, _)| Move(d)).collect::<Vec<_>>(),
                moves
            );
            let (direction, from) = slides[step * step % slides.len()];
            packed = packed.slid(from, blank);
            board.slide(Move(direction)).unwrap();
            assert_eq!(packed.unpack(size), board);
        }
    }

    #[test]
    fn packed_forms_follow_the_board() {
        for (rows, cols) in [(2, 2), (3, 3), (4, 4), (2, 8)] {
            walk::<Nibbles>(rows, cols);
            walk::<Quints>(rows, cols);
        }
        for (rows, cols) in [(5, 5), (4, 6), (2, 2)] {
            walk::<Quints>(rows, cols);
            walk::<Bytes<64>>(rows, cols);
        }
        for (rows, cols) in [(8, 8), (16, 16), (2, 16)] {
            walk::<Bytes<256>>(rows, cols);
        }
    }

    #[test]
    fn slides_leave_out_the_way_back() {
        let grid = Grid::new(Size::new(3, 3).unwrap());
        let directions = |last| grid.slides(4, last).map(|(d, _)| d).collect::<Vec<_>>();
        assert_eq!(directions(None), Direction::ALL);
        assert_eq!(
            directions(Some(Direction::Up)),
            [Direction::Up, Direction::Left, Direction::Right]
        );
    }
}
