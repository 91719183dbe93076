//! Zobrist keys, updated by a slide with two exclusive-ors.
//!
//! Every number in every cell has a random word, and a board's key is the exclusive-or of the words
//! of its tiles. A. L. Zobrist, *A New Hashing Method with Application for Game Playing*, 1970.

use taquin_core::{Cells, Size};

/// The words of a size.
pub(in crate::algorithms) struct Zobrist {
    cells: usize,
    words: Box<[u64]>,
}

impl Zobrist {
    pub(in crate::algorithms) fn new(size: Size) -> Self {
        let cells = size.cells();
        Self {
            cells,
            words: (1..=(cells * cells) as u64).map(word).collect(),
        }
    }

    /// The key of a board.
    pub(in crate::algorithms) fn key<B: Cells + ?Sized>(&self, board: &B) -> u64 {
        let tile = |cell| match board.number(cell) {
            0 => 0,
            tile => self.words[self.cells * usize::from(tile) + cell],
        };
        (0..self.cells).fold(0, |key, cell| key ^ tile(cell))
    }

    /// The key after a tile slid between these two cells.
    #[inline]
    pub(in crate::algorithms) fn slid(&self, key: u64, tile: u8, from: usize, to: usize) -> u64 {
        let row = self.cells * usize::from(tile);
        key ^ self.words[row + from] ^ self.words[row + to]
    }
}

/// `SplitMix64` (Steele, Lea, Flood 2014): the same words on every machine.
fn word(number: u64) -> u64 {
    let mut z = number.wrapping_mul(0x9e37_79b9_7f4a_7c15);
    z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    z ^ (z >> 31)
}

#[cfg(test)]
mod tests {
    use taquin_core::generate::{Generator, Walk};
    use taquin_core::{Goal, Size};

    use super::*;

    #[test]
    fn a_key_follows_the_slides() {
        for (rows, cols) in [(2, 2), (5, 5), (16, 16)] {
            let size = Size::new(rows, cols).unwrap();
            let zobrist = Zobrist::new(size);
            let goal = Goal::BlankLast.board(size).unwrap();
            let mut board = Walk { moves: 100 }.board(&goal, 1);
            let mut key = zobrist.key(&board);
            for step in 0..200 {
                let moves: Vec<_> = board.moves().collect();
                let to = board.blank().index();
                let tile = board.slide(moves[step % moves.len()]).unwrap();
                key = zobrist.slid(key, tile.number(), board.blank().index(), to);
                assert_eq!(key, zobrist.key(&board));
            }
        }
    }
}
