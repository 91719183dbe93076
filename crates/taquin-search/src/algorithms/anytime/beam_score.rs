//! The guide of a wide beam: a fine score to sort a level by, and an admissible floor.

use taquin_core::Cells;

use crate::heuristic::{Incremental, LinearConflict, Slide};

/// Leads a beam to one goal.
///
/// A beam only compares boards at the same depth, so its score need not be admissible; one that ranks
/// boards with equal admissible estimates is better.
pub(in crate::algorithms) trait BeamScore: Send + Sync {
    /// The state that follows a board.
    type State: Copy + Send + Sync;

    /// The state of a board.
    fn start<B: Cells + ?Sized>(&self, board: &B) -> Self::State;

    /// Makes a board's state that after a slide; `after` is the board after it. States may be large, so
    /// they change where they are.
    fn step<B: Cells + ?Sized>(&self, state: &mut Self::State, after: &B, slide: Slide);

    /// The estimate, in any unit, below [`HIGHEST`](Self::HIGHEST).
    fn score(&self, state: &Self::State) -> u32;

    /// At most the true distance.
    fn floor(&self, state: &Self::State) -> u32;

    /// Scores are below this.
    const HIGHEST: usize = 1 << 16;

    /// Bytes of lookup tables behind it.
    fn table_bytes(&self) -> u64;
}

impl BeamScore for LinearConflict {
    type State = u32;

    fn start<B: Cells + ?Sized>(&self, board: &B) -> u32 {
        Incremental::start(self, board)
    }

    #[inline]
    fn step<B: Cells + ?Sized>(&self, state: &mut u32, after: &B, slide: Slide) {
        *state = Incremental::step(self, *state, after, slide);
    }

    /// At most 30 a tile on 16x16, and 2 more for each line a tile leaves: 255 · 34.
    #[inline]
    fn score(&self, state: &u32) -> u32 {
        *state
    }

    #[inline]
    fn floor(&self, state: &u32) -> u32 {
        *state
    }

    fn table_bytes(&self) -> u64 {
        Incremental::table_bytes(self)
    }
}

/// For tests: follows a state along a walk, and says of each board what was followed and what counting it afresh gives.
#[cfg(test)]
pub(super) fn follow<C: BeamScore>(
    score: &C,
    goal: &taquin_core::Board,
    mut check: impl FnMut(&taquin_core::Board, C::State, C::State),
) {
    use taquin_core::generate::{Generator, Walk};
    let mut board = Walk { moves: 300 }.board(goal, 3);
    let mut state = score.start(&board);
    for step in 0..500 {
        let moves: Vec<_> = board.moves().collect();
        let to = board.blank().index();
        let tile = board.slide(moves[step * step % moves.len()]).unwrap();
        let slide = Slide {
            tile: tile.number(),
            from: board.blank().index(),
            to,
        };
        score.step(&mut state, &board, slide);
        check(&board, state, score.start(&board));
    }
}
