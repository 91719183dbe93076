//! Reachability: the parity invariant of the sliding puzzle.

use crate::{Board, Tile};

/// The parity of a board as seen from a goal; even means the goal can be reached.
///
/// Slides along a row do not change the reading order of the tiles. A slide along a column carries a
/// tile past the `cols - 1` tiles between its old and new place. On an odd width that is an even number,
/// so the parity of the inversions never changes; on an even width it changes with every row the blank
/// crosses, so the two together never change. Both halves are reachable in full on every board of at
/// least 2x2 (W. E. Story, *Notes on the "15" puzzle*, 1879), so the invariant decides.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Parity {
    /// Pairs of tiles whose order in the goal is reversed, ignoring the blank.
    pub inversions: u32,
    /// Rows between the blank and its place in the goal.
    pub blank_rows: u32,
    /// Whether the width is even, so that the blank's row counts.
    pub even_width: bool,
}

impl Parity {
    /// The parity of `board` as seen from `goal`.
    ///
    /// # Panics
    /// When the sizes differ.
    pub fn of(board: &Board, goal: &Board) -> Self {
        assert_eq!(
            board.size(),
            goal.size(),
            "parity compares boards of one size"
        );
        let size = board.size();
        let mut rank = [0_u8; 256];
        for (place, number) in goal.numbers().filter(|&n| n != 0).enumerate() {
            rank[usize::from(number)] = place as u8;
        }
        let order: Vec<u8> = board
            .numbers()
            .filter(|&n| n != 0)
            .map(|n| rank[usize::from(n)])
            .collect();
        let inversions = order
            .iter()
            .enumerate()
            .map(|(i, first)| order[i + 1..].iter().filter(|&later| later < first).count())
            .sum::<usize>();
        Self {
            inversions: inversions as u32,
            blank_rows: size
                .row(board.blank().index())
                .abs_diff(size.row(goal.blank().index())) as u32,
            even_width: size.cols().is_multiple_of(2),
        }
    }

    /// Whether the parity is odd, so that the goal cannot be reached.
    pub fn is_odd(self) -> bool {
        let rows = if self.even_width { self.blank_rows } else { 0 };
        !(self.inversions + rows).is_multiple_of(2)
    }

    /// The explanation: `1 inversion, blank already on its home row`.
    pub fn reason(self) -> String {
        let Self {
            inversions,
            blank_rows,
            even_width,
        } = self;
        let pairs = format!(
            "{inversions} inversion{}",
            if inversions == 1 { "" } else { "s" }
        );
        match (even_width, blank_rows) {
            (false, _) => pairs,
            (true, 0) => format!("{pairs}, blank already on its home row"),
            (true, 1) => format!("{pairs}, blank 1 row from home"),
            (true, rows) => format!("{pairs}, blank {rows} rows from home"),
        }
    }
}

/// The swap of two tiles that gives a board the other parity.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Mend {
    /// The tiles to swap, the smaller first.
    pub swap: (Tile, Tile),
    /// The board after the swap.
    pub board: Board,
}

impl Mend {
    /// The swap to propose: the one that turns the board into the goal if there is one, else that
    /// of the first two tiles.
    pub fn of(board: &Board, goal: &Board) -> Self {
        let wrong: Vec<Tile> = board
            .cells()
            .filter(|&cell| board.tile(cell) != goal.tile(cell))
            .filter_map(|cell| board.tile(cell))
            .collect();
        let pair = if let [a, b] = wrong[..]
            && board.blank() == goal.blank()
        {
            [a, b]
        } else {
            let mut tiles = board.cells().filter_map(|cell| board.tile(cell));
            [(); 2].map(|()| tiles.next().expect("a board has at least three tiles"))
        };
        let swap = (pair[0].min(pair[1]), pair[0].max(pair[1]));
        Self {
            swap,
            board: board.with_swapped(swap.0, swap.1),
        }
    }
}
