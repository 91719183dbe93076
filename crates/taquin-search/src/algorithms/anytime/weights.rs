//! Learned weights from a file, arranged for one goal.

use taquin_core::{Board, Size};

use crate::nets::Nets;

/// The weights that are still to be read.
pub(super) struct WeightReader<'a> {
    bytes: std::slice::Iter<'a, [u8; 2]>,
    goal: &'a Board,
    /// By cell: where it lies when the goal's blank is in the last one.
    map: Vec<usize>,
}

impl<'a> WeightReader<'a> {
    /// The weights for a goal, if there are any: square, the blank in a corner.
    pub(super) fn new(goal: &'a Board, nets: &'a Nets) -> Option<Self> {
        let size = goal.size();
        let is_square = size.rows() == size.cols();
        let (bytes, _) = nets
            .file(size.rows())
            .filter(|_| is_square)?
            .as_chunks::<2>();
        Some(Self {
            bytes: bytes.iter(),
            goal,
            map: to_last(size, goal.blank().index())?,
        })
    }

    pub(super) fn one(&mut self) -> i16 {
        let bytes = self.bytes.next();
        i16::from_le_bytes(*bytes.expect("the file is as long as its size takes"))
    }

    pub(super) fn list<const COUNT: usize>(&mut self) -> [i16; COUNT] {
        std::array::from_fn(|_| self.one())
    }

    /// The values for every number in every cell, by `cells · number + cell` of the goal.
    pub(super) fn by_place<T: Copy>(&mut self, mut read: impl FnMut(&mut Self) -> T) -> Box<[T]> {
        let cells = self.map.len();
        let learned: Vec<T> = (0..cells * cells).map(|_| read(self)).collect();
        let mut homes = vec![0; cells];
        for (home, number) in self.goal.numbers().enumerate() {
            // The number that has this home where the weights were learned, the blank last.
            homes[usize::from(number)] = if number == 0 { 0 } else { self.map[home] + 1 };
        }
        let places = homes
            .iter()
            .flat_map(|own| self.map.iter().map(move |place| cells * own + place));
        places.map(|index| learned[index]).collect()
    }
}

/// The symmetry of the board that takes the blank's home to the last cell, if it is in a corner.
fn to_last(size: Size, blank: usize) -> Option<Vec<usize>> {
    let (rows, cols) = (size.rows(), size.cols());
    let turn_rows = match size.row(blank) {
        0 => true,
        row if row + 1 == rows => false,
        _ => return None,
    };
    let turn_cols = match size.col(blank) {
        0 => true,
        col if col + 1 == cols => false,
        _ => return None,
    };
    let map = |cell| {
        let (row, col) = (size.row(cell), size.col(cell));
        let row = if turn_rows { rows - 1 - row } else { row };
        let col = if turn_cols { cols - 1 - col } else { col };
        row * cols + col
    };
    Some((0..size.cells()).map(map).collect())
}
