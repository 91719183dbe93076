//! A larger learned score, for 7x7: a sum of 256 numbers and two layers of 32 units behind it.
//!
//! It is made like [`Learned`](super::learned::Learned), from the vectors of all numbers in their cells and
//! the linear conflicts, but it was taught otherwise, by beams it leads itself: the score of a board
//! of a level should be what the best score among its descendants 16 levels later says, 16 moves added,
//! and no less than the level's cut where it has none left. So a board's score learns what a beam sees
//! only later. `benches/learn.py` does this, in rounds. The idea is that of temporal differences (R. S.
//! Sutton, *Learning to predict by the methods of temporal differences*, Machine Learning 3, 1988).

use taquin_core::{Board, Cells};

use super::compass::Compass;
use super::net::{Net, SUM};
use crate::heuristic::{Incremental, LinearConflict, Slide};

/// The score for one goal.
pub(super) struct Deep {
    net: Net,
    floor: LinearConflict,
}

/// What is carried along with a board.
#[derive(Clone, Copy)]
pub(super) struct Followed {
    sum: [i16; SUM],
    direct: i32,
    floor: u16,
    score: u16,
}

impl Deep {
    /// The score for a goal, if weights were learned for it: square, the blank in a corner.
    pub(super) fn new(goal: &Board) -> Option<Self> {
        Some(Self {
            net: Net::new(goal)?,
            floor: LinearConflict::new(goal),
        })
    }
}

impl Compass for Deep {
    type State = Followed;

    fn start<B: Cells + ?Sized>(&self, board: &B) -> Followed {
        let (sum, direct) = self.net.sums(board);
        let floor = Incremental::start(&self.floor, board);
        Followed {
            score: self.net.evaluate(&sum, direct, floor),
            sum,
            direct,
            floor: floor as u16,
        }
    }

    #[inline]
    fn step<B: Cells + ?Sized>(&self, state: &Followed, after: &B, slide: Slide) -> Followed {
        let floor = Incremental::step(&self.floor, state.floor.into(), after, slide);
        let mut sum = state.sum;
        for (sum, &add) in sum.iter_mut().zip(self.net.slide(slide)) {
            *sum = sum.wrapping_add(add);
        }
        let direct = state.direct + self.net.slide_direct(slide);
        Followed {
            score: self.net.evaluate_here(&sum, direct, floor),
            sum,
            direct,
            floor: floor as u16,
        }
    }

    #[inline]
    fn score(&self, state: &Followed) -> u32 {
        state.score.into()
    }

    #[inline]
    fn floor(&self, state: &Followed) -> u32 {
        state.floor.into()
    }

    fn table_bytes(&self) -> u64 {
        self.net.bytes() as u64 + Incremental::table_bytes(&self.floor)
    }
}

#[cfg(test)]
mod tests {
    use taquin_core::generate::{Generator, Walk};
    use taquin_core::{Goal, Size};

    use super::*;

    fn goal() -> Board {
        Goal::BlankLast.board(Size::new(7, 7).unwrap()).unwrap()
    }

    /// What `benches/learn.py` makes of the same numbers, by itself.
    #[test]
    fn scores_are_those_of_the_program_that_learned_them() {
        let boards: [([u32; 49], u32); 3] = [
            (
                [
                    0, 30, 7, 45, 10, 23, 13, 32, 19, 33, 18, 3, 28, 24, 42, 36, 29, 48, 34, 31, 8,
                    27, 43, 44, 21, 12, 14, 20, 39, 35, 25, 26, 37, 4, 9, 40, 22, 2, 17, 46, 15, 5,
                    6, 16, 11, 1, 38, 47, 41,
                ],
                5481,
            ),
            (
                [
                    2, 38, 10, 24, 15, 7, 4, 3, 35, 32, 42, 1, 18, 12, 45, 25, 9, 14, 5, 30, 39,
                    36, 19, 16, 8, 11, 6, 13, 41, 29, 21, 43, 27, 17, 47, 28, 44, 37, 26, 22, 31,
                    23, 0, 33, 40, 20, 48, 46, 34,
                ],
                4326,
            ),
            (
                [
                    12, 1, 4, 19, 18, 6, 20, 2, 3, 16, 11, 14, 5, 7, 10, 22, 8, 25, 24, 21, 27, 15,
                    23, 17, 39, 13, 26, 28, 29, 9, 30, 38, 32, 34, 35, 36, 37, 31, 33, 47, 40, 41,
                    43, 44, 45, 46, 48, 42, 0,
                ],
                1788,
            ),
        ];
        let deep = Deep::new(&goal()).unwrap();
        for (numbers, score) in boards {
            let board = Board::new(goal().size(), &numbers).unwrap();
            assert_eq!(deep.score(&deep.start(&board)), score);
        }
    }

    /// Both ways of making sums are the same where there are two: a state that is followed is
    /// evaluated by the faster one, one that is counted afresh by the other.
    #[test]
    fn following_a_walk_gives_what_counting_afresh_gives() {
        let deep = Deep::new(&goal()).unwrap();
        let mut board = Walk { moves: 300 }.board(&goal(), 3);
        let mut state = deep.start(&board);
        for step in 0..500 {
            let moves: Vec<_> = board.moves().collect();
            let to = board.blank().index();
            let tile = board.slide(moves[step * step % moves.len()]).unwrap();
            let slide = Slide {
                tile: tile.number(),
                from: board.blank().index(),
                to,
            };
            state = deep.step(&state, &board, slide);
            let afresh = deep.start(&board);
            assert_eq!((state.score, state.floor), (afresh.score, afresh.floor));
        }
    }
}
