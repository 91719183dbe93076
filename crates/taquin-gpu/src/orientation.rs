//! A puzzle as the kernels see it: turned so that it is at least as high as wide and, where the goal
//! has the blank in a corner, that corner is the last; tiles are known by their places in the goal.

use taquin_core::{Board, Direction, Move, Size};
use taquin_pdb::{CellMap, upright};

use crate::width::Width;
use crate::wire::Item;

/// The orientation of a puzzle.
#[derive(Clone, Debug)]
pub(crate) struct Orientation {
    pub(crate) shape: Size,
    /// By cell of the puzzle, the cell here.
    to: CellMap,
    size: Size,
    /// The blank's place in the goal, here.
    pub(crate) blank: usize,
    /// The packing of its boards.
    pub(crate) width: &'static Width,
}

impl Orientation {
    pub(crate) fn new(goal: &Board, wide: bool) -> Self {
        let size = goal.size();
        let (shape, maps) = upright(size);
        let last = shape.cells() - 1;
        let home = goal.blank().index();
        let corner = maps.iter().find(|map| map[home] == last);
        let to = corner.unwrap_or(&maps[0]).clone();
        Self {
            shape,
            blank: to[home],
            width: Width::of(shape, wide),
            to,
            size,
        }
    }

    /// Whether mirrored look-ups are possible: it is square and the blank's place stays.
    pub(crate) fn can_mirror(&self) -> bool {
        self.shape.rows() == self.shape.cols() && self.mirror(self.blank) == self.blank
    }

    pub(crate) fn mirror(&self, cell: usize) -> usize {
        self.shape.col(cell) * self.shape.cols() + self.shape.row(cell)
    }

    /// A board, packed for the kernels.
    pub(crate) fn pack(&self, board: &Board, goal: &Board) -> Item {
        self.width.pack(&self.tiles(board, goal))
    }

    /// The tiles of a board by cell, each by its place in the goal.
    fn tiles(&self, board: &Board, goal: &Board) -> Vec<u8> {
        let mut home = vec![0; self.size.cells()];
        for (cell, number) in goal.numbers().enumerate() {
            home[usize::from(number)] = self.to[cell] as u8;
        }
        let mut tiles = vec![0; self.size.cells()];
        for (cell, number) in board.numbers().enumerate() {
            tiles[self.to[cell]] = home[usize::from(number)];
        }
        tiles
    }

    /// The puzzle's moves for moves of the blank here, from this start.
    pub(crate) fn moves(&self, start: &Board, blank_moves: &[u8]) -> Vec<Move> {
        let mut from = vec![0; self.to.len()];
        for (cell, &here) in self.to.iter().enumerate() {
            from[here] = cell;
        }
        let cols = self.shape.cols() as isize;
        let mut blank = self.to[start.blank().index()];
        let step = |&blank_move: &u8| {
            let offset = [-cols, -1, 1, cols][usize::from(blank_move)];
            let next = blank.wrapping_add_signed(offset);
            let (is, was) = (from[blank], from[next]);
            blank = next;
            // The tile goes where the blank was.
            let (rows, cols) = (
                self.size.row(is) as isize - self.size.row(was) as isize,
                self.size.col(is) as isize - self.size.col(was) as isize,
            );
            Move(match (rows, cols) {
                (-1, _) => Direction::Up,
                (1, _) => Direction::Down,
                (_, -1) => Direction::Left,
                _ => Direction::Right,
            })
        };
        blank_moves.iter().map(step).collect()
    }
}
