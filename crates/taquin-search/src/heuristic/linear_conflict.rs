//! Manhattan distance, and two more moves for each tile that must step out of another's way.
//!
//! Take the tiles of a row whose home is in that row. Where two of them stand in the wrong order,
//! one must leave the row and come back: two moves up and down that Manhattan does not count. To
//! sort the row, so many tiles must leave that those which never do stand in order; the most that
//! can stay is the longest increasing subsequence of their home columns, so with *k* tiles and
//! such a subsequence of length *s*, at least 2(*k* − *s*) vertical moves come on top. Columns
//! cost horizontal moves in the same way, so the sum over all rows and columns is **admissible**.
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
use super::{Entry, Incremental, Manhattan, Slide};

pub(super) const ENTRY: Entry = Entry {
    name: "linear-conflict",
    summary: "manhattan, and 2 for each tile that must leave its line to let others pass",
    admissible: true,
    consistent: true,
    argument: None,
    build: |goal, _| Ok(Box::new(LinearConflict::new(goal))),
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

impl Incremental for LinearConflict {
    type State = u32;

    fn start<B: Cells + ?Sized>(&self, board: &B) -> u32 {
        self.manhattan.start(board) + self.lines.total(board)
    }

    #[inline]
    fn step<B: Cells + ?Sized>(&self, state: u32, after: &B, slide: Slide) -> u32 {
        self.manhattan
            .step(state, after, slide)
            .wrapping_add_signed(self.lines.change(after, slide))
    }

    #[inline]
    fn estimate(&self, state: u32) -> u32 {
        state
    }

    #[inline]
    fn resume<B: Cells + ?Sized>(&self, _: &B, estimate: u32) -> u32 {
        estimate
    }

    fn table_bytes(&self) -> u64 {
        self.manhattan.table_bytes() + self.lines.table_bytes()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
