//! Manhattan distance, plus two moves for each tile that must step aside for another.
//!
//! Take the tiles of a row whose home is in that row. If two of them are in the wrong order, one must
//! leave the row and come back: two moves up and down that Manhattan does not count. To sort the row,
//! enough tiles must leave it that the others are in order; the most that can stay is the longest
//! increasing subsequence of their home columns, so with *k* tiles and such a subsequence of length *s*,
//! at least 2(*k* − *s*) vertical moves come on top. Columns cost horizontal moves in the same way, so
//! the sum over all rows and columns is **admissible**.
//!
//! A slide across lines changes Manhattan by 1. If it takes a tile into or out of its home line,
//! *k* changes by 1 and *s* by 0 or 1, so the conflicts change by 0 or 2 — upwards only when
//! Manhattan falls, downwards only when it rises. So the sum changes by exactly 1: **consistent**,
//! and always of the parity of the true distance.
//!
//! O. Hansson, A. Mayer, M. Yung, *Criticizing Solutions to Relaxed Models Yields Powerful
//! Admissible Heuristics*, Information Sciences 63 (1992). The usual procedure takes out the tile
//! with the most conflicts until none is left. From width 5 on that may take out too many, so that
//! the proof no longer holds: of `2 4 1 5 3`, ties broken to the left, it takes out three tiles where
//! two are enough. The subsequence always finds the fewest.

use taquin_core::{Board, Cells, Size};

use super::lines::{Conflicts, Lines};
use super::{HeuristicEntry, Manhattan, Scalar, Slide};

pub(super) const ENTRY: HeuristicEntry = HeuristicEntry {
    name: "linear-conflict",
    summary: "manhattan, and 2 for each tile that must leave its line to let others pass",
    admissible: true,
    consistent: true,
    argument: None,
    build: |goal, _, _| Ok(Box::new(LinearConflict::new(goal))),
};

/// Manhattan distance and linear conflicts.
#[derive(Clone, Debug)]
pub struct LinearConflict {
    manhattan: Manhattan,
    lines: Lines,
}

impl LinearConflict {
    /// The admissible form: in each line the fewest tiles leave.
    pub fn new(goal: &Board) -> Self {
        Self::counting(goal, |places| {
            2 * (places.len() - longest_increasing(places)) as u8
        })
    }

    /// With conflicts counted in another way.
    pub(super) fn counting(goal: &Board, conflicts: Conflicts) -> Self {
        Self {
            manhattan: Manhattan::new(goal),
            lines: Lines::new(goal, conflicts),
        }
    }
}

/// A line with linear conflicts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineConflict {
    /// Whether it is a row; else it is a column.
    pub is_row: bool,
    /// Which one, counted from 0.
    pub index: usize,
    /// The tiles in conflict with another.
    pub tiles: Vec<u8>,
    /// The amount added to Manhattan distance.
    pub adds: u32,
}

/// The lines of a board that hold conflicts, rows first; what they add is all that
/// [`LinearConflict`] has more than Manhattan.
pub fn line_conflicts(board: &Board, goal: &Board) -> Vec<LineConflict> {
    let size = board.size();
    let homes = super::homes(goal);
    let mut conflicts = Vec::new();
    for is_row in [true, false] {
        let (lines, places): (usize, usize) = if is_row {
            (size.rows(), size.cols())
        } else {
            (size.cols(), size.rows())
        };
        for index in 0..lines {
            // The tiles that are in their line, and their places in it at home.
            let here: Vec<(u8, u8)> = (0..places)
                .filter_map(|place| {
                    let cell = if is_row {
                        index * size.cols() + place
                    } else {
                        place * size.cols() + index
                    };
                    let tile = Cells::number(board, cell);
                    let home = usize::from(homes[usize::from(tile)]);
                    let (line, place) = if is_row {
                        (size.row(home), size.col(home))
                    } else {
                        (size.col(home), size.row(home))
                    };
                    (tile != 0 && line == index).then_some((tile, place as u8))
                })
                .collect();
            let order: Vec<u8> = here.iter().map(|&(_, place)| place).collect();
            let adds = 2 * (order.len() - longest_increasing(&order)) as u32;
            let in_conflict = |&(i, _): &(usize, &(u8, u8))| {
                let before = order[..i].iter().any(|&other| other > order[i]);
                before || order[i + 1..].iter().any(|&other| other < order[i])
            };
            if adds > 0 {
                let tiles = here.iter().enumerate().filter(in_conflict);
                conflicts.push(LineConflict {
                    is_row,
                    index,
                    tiles: tiles.map(|(_, &(tile, _))| tile).collect(),
                    adds,
                });
            }
        }
    }
    conflicts
}

/// Length of the longest increasing subsequence, by patience sorting.
fn longest_increasing(places: &[u8]) -> usize {
    let (mut tops, mut piles) = ([0; Size::MAX], 0);
    for &place in places {
        let pile = tops[..piles].partition_point(|&top| top < place);
        tops[pile] = place;
        piles = piles.max(pile + 1);
    }
    piles
}

impl Scalar for LinearConflict {
    fn start<B: Cells + ?Sized>(&self, board: &B) -> u32 {
        self.manhattan.start(board) + self.lines.total(board)
    }

    #[inline]
    fn step<B: Cells + ?Sized>(&self, state: u32, after: &B, slide: Slide) -> u32 {
        self.manhattan
            .step(state, after, slide)
            .wrapping_add_signed(self.lines.change(after, slide))
    }

    fn table_bytes(&self) -> u64 {
        self.manhattan.table_bytes() + self.lines.table_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn named_conflicts_are_all_that_is_added() {
        let size = Size::new(3, 4).unwrap();
        let goal = taquin_core::Goal::BlankLast.board(size).unwrap();
        let uniform = taquin_core::generate::Uniform;
        for board in taquin_core::generate::boards(&uniform, &goal, 1).take(300) {
            let (h, m) = (LinearConflict::new(&goal), Manhattan::new(&goal));
            let added: u32 = line_conflicts(&board, &goal).iter().map(|c| c.adds).sum();
            assert_eq!(h.start(&board), m.start(&board) + added, "{board}");
        }
        let board: Board = "2 1 3/4 5 6/7 8 0".parse().unwrap();
        let goal: Board = "1 2 3/4 5 6/7 8 0".parse().unwrap();
        let conflict = LineConflict {
            is_row: true,
            index: 0,
            tiles: vec![2, 1],
            adds: 2,
        };
        assert_eq!(line_conflicts(&board, &goal), [conflict]);
    }

    #[test]
    fn the_fewest_tiles_leave_a_line() {
        for (places, stay) in [
            (&[][..], 0),
            (&[2], 1),
            (&[0, 1, 2, 3], 4),
            (&[3, 2, 1, 0], 1),
            (&[3, 0, 1, 2], 3),
            (&[1, 0, 3, 2], 2),
            (&[2, 3, 0, 1], 2),
            // Taking out the tile with most conflicts, the first of equals, would take three.
            (&[1, 3, 0, 4, 2], 3),
        ] {
            assert_eq!(longest_increasing(places), stay, "{places:?}");
        }
    }
}
