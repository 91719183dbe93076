//! The guide of a wide beam: a fine score to sort a level by, and an admissible floor.

use taquin_core::Cells;

use crate::heuristic::{Incremental, LinearConflict, Slide};

/// What a beam wants to know of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(in crate::algorithms) struct Look {
    /// The estimate, in any unit.
    pub(in crate::algorithms) score: u16,
    /// At most the true distance.
    pub(in crate::algorithms) floor: u16,
}

impl Look {
    /// A board of which only the floor is known.
    fn of_floor(floor: u32) -> Self {
        Self {
            score: floor as u16,
            floor: floor as u16,
        }
    }
}

/// Leads a beam to one goal.
///
/// A beam only compares boards at the same depth, so its score need not be admissible; one that ranks
/// boards with equal admissible estimates is better.
pub(in crate::algorithms) trait BeamScore: Send + Sync {
    /// The state that follows a board.
    type State: Copy + Send + Sync;

    /// The state of a board, and its evaluation.
    fn start<B: Cells + ?Sized>(&self, board: &B) -> (Self::State, Look);

    /// Evaluates the board after a slide, given the state before; `after` is the board after it.
    fn look<B: Cells + ?Sized>(&self, state: &Self::State, after: &B, slide: Slide) -> Look;

    /// The state after a slide. States may be large, so only boards that a level keeps get one.
    fn follow(&self, state: &Self::State, slide: Slide, look: Look) -> Self::State;

    /// Bytes of lookup tables behind it.
    fn table_bytes(&self) -> u64;
}

impl BeamScore for LinearConflict {
    type State = u32;

    fn start<B: Cells + ?Sized>(&self, board: &B) -> (u32, Look) {
        let floor = Incremental::start(self, board);
        (floor, Look::of_floor(floor))
    }

    /// At most 30 a tile on 16x16, and 2 more for each line a tile leaves: 255 · 34.
    #[inline]
    fn look<B: Cells + ?Sized>(&self, state: &u32, after: &B, slide: Slide) -> Look {
        Look::of_floor(Incremental::step(self, *state, after, slide))
    }

    #[inline]
    fn follow(&self, _: &u32, _: Slide, look: Look) -> u32 {
        look.floor.into()
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
    mut check: impl FnMut(&taquin_core::Board, (C::State, Look), (C::State, Look)),
) {
    use taquin_core::generate::{Generator, Walk};
    let mut board = Walk { moves: 300 }.board(goal, 3);
    let (mut state, _) = score.start(&board);
    for step in 0..500 {
        let moves: Vec<_> = board.moves().collect();
        let to = board.blank().index();
        let tile = board.slide(moves[step * step % moves.len()]).unwrap();
        let slide = Slide {
            tile: tile.number(),
            from: board.blank().index(),
            to,
        };
        let look = score.look(&state, &board, slide);
        state = score.follow(&state, slide, look);
        check(&board, (state, look), score.start(&board));
    }
}
