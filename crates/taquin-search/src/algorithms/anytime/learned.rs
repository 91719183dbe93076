//! A learned score, for 5x5, 6x6 and 7x7.
//!
//! Every number of a board has a vector for every cell, the blank too; two layers make a number of their sum
//! ([`Net`]), and the linear conflicts are added. A slide changes the sum by one vector. A tile's vector was
//! learned as one for its row and home row, one for its column and home column and a correction of its
//! own, so the sum knows how many tiles of each row lie in which row, as the walking distance does. Sums
//! that follow a move are those of Y. Nasu's NNUE (2018).
//!
//! It is not admissible, but it tells boards apart that look alike to the linear conflicts. On 6x6 and 7x7 it
//! was taught by beams it leads itself: the score of a board of a level should be what the best score
//! among its descendants 16 levels later says, 16 moves added, and no less than the level's cut where it
//! has none left. So a board's score learns what a beam sees only later. `benches/learn.py` does this, in
//! rounds. The idea is that of temporal differences (R. S. Sutton, *Learning to predict by the methods of
//! temporal differences*, Machine Learning 3, 1988). On 5x5 it was fitted to the moves left on the boards of lines that beams
//! had found (S. J. Arfaee, S. Zilles, R. C. Holte, *Learning heuristic functions for large state spaces*,
//! Artificial Intelligence 175, 2011).

use taquin_core::{Board, Cells};

use super::compass::Compass;
use super::net::{Net, SUM};
use crate::heuristic::{Incremental, LinearConflict, Slide};

/// The score for one goal.
pub(super) struct Learned {
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

impl Learned {
    /// The score for a goal, if weights were learned for it: square, the blank in a corner.
    pub(super) fn new(goal: &Board) -> Option<Self> {
        Some(Self {
            net: Net::new(goal)?,
            floor: LinearConflict::new(goal),
        })
    }
}

impl Compass for Learned {
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
    fn step<B: Cells + ?Sized>(&self, state: &mut Followed, after: &B, slide: Slide) {
        let floor = Incremental::step(&self.floor, state.floor.into(), after, slide);
        for (sum, &add) in state.sum.iter_mut().zip(self.net.slide(slide)) {
            *sum = sum.wrapping_add(add);
        }
        state.direct += self.net.slide_direct(slide);
        state.floor = floor as u16;
        state.score = self.net.evaluate_here(&state.sum, state.direct, floor);
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

    use super::super::compass::follow;
    use super::*;

    const SIDES: std::ops::RangeInclusive<usize> = 5..=7;

    fn goal(side: usize) -> Board {
        let size = Size::new(side, side).unwrap();
        Goal::BlankLast.board(size).unwrap()
    }

    /// What `benches/learn.py` makes of the same numbers, by itself.
    #[test]
    fn scores_are_those_of_the_program_that_learned_them() {
        let boards: [(&[u32], u32); 9] = [
            (
                &[
                    18, 16, 9, 20, 8, 1, 6, 3, 19, 22, 21, 10, 7, 13, 2, 15, 0, 23, 4, 5, 17, 14,
                    12, 24, 11,
                ],
                1508,
            ),
            (
                &[
                    1, 20, 11, 5, 17, 8, 12, 4, 21, 24, 10, 19, 14, 18, 22, 15, 13, 16, 2, 9, 7,
                    23, 6, 0, 3,
                ],
                1695,
            ),
            (
                &[
                    3, 5, 6, 9, 14, 23, 16, 17, 2, 13, 1, 0, 12, 4, 18, 11, 21, 10, 7, 24, 22, 8,
                    15, 20, 19,
                ],
                1205,
            ),
            (
                &[
                    13, 12, 11, 34, 21, 3, 1, 0, 15, 7, 25, 30, 10, 20, 19, 5, 27, 14, 22, 28, 18,
                    17, 6, 16, 24, 9, 31, 26, 8, 32, 23, 35, 33, 29, 4, 2,
                ],
                2902,
            ),
            (
                &[
                    9, 4, 1, 24, 8, 6, 27, 12, 17, 18, 5, 13, 7, 30, 26, 15, 3, 2, 16, 11, 32, 23,
                    14, 35, 20, 25, 33, 0, 28, 22, 19, 31, 29, 10, 34, 21,
                ],
                2293,
            ),
            (
                &[
                    8, 2, 4, 7, 11, 9, 19, 14, 1, 24, 6, 12, 13, 15, 23, 10, 29, 35, 0, 32, 3, 34,
                    5, 17, 25, 22, 20, 21, 30, 16, 33, 31, 26, 28, 27, 18,
                ],
                1803,
            ),
            (
                &[
                    0, 30, 7, 45, 10, 23, 13, 32, 19, 33, 18, 3, 28, 24, 42, 36, 29, 48, 34, 31, 8,
                    27, 43, 44, 21, 12, 14, 20, 39, 35, 25, 26, 37, 4, 9, 40, 22, 2, 17, 46, 15, 5,
                    6, 16, 11, 1, 38, 47, 41,
                ],
                5481,
            ),
            (
                &[
                    2, 38, 10, 24, 15, 7, 4, 3, 35, 32, 42, 1, 18, 12, 45, 25, 9, 14, 5, 30, 39,
                    36, 19, 16, 8, 11, 6, 13, 41, 29, 21, 43, 27, 17, 47, 28, 44, 37, 26, 22, 31,
                    23, 0, 33, 40, 20, 48, 46, 34,
                ],
                4326,
            ),
            (
                &[
                    12, 1, 4, 19, 18, 6, 20, 2, 3, 16, 11, 14, 5, 7, 10, 22, 8, 25, 24, 21, 27, 15,
                    23, 17, 39, 13, 26, 28, 29, 9, 30, 38, 32, 34, 35, 36, 37, 31, 33, 47, 40, 41,
                    43, 44, 45, 46, 48, 42, 0,
                ],
                1788,
            ),
        ];
        for (numbers, score) in boards {
            let goal = goal(numbers.len().isqrt());
            let learned = Learned::new(&goal).unwrap();
            let board = Board::new(goal.size(), numbers).unwrap();
            assert_eq!(learned.score(&learned.start(&board)), score);
        }
    }

    /// Turning goal and board together must not change the score.
    #[test]
    fn any_corner_will_do_for_the_blank() {
        for side in SIDES {
            let (last, size) = (goal(side), goal(side).size());
            let first = Goal::BlankFirst.board(size).unwrap();
            let cells = size.cells() as u32;
            let board = Walk { moves: 200 }.board(&last, 7);
            let numbers: Vec<u8> = board.numbers().collect();
            let turned: Vec<u32> = numbers
                .iter()
                .rev()
                .map(|&n| if n == 0 { 0 } else { cells - u32::from(n) })
                .collect();
            let turned = Board::new(size, &turned).unwrap();
            let score = |goal: &Board, board: &Board| {
                let learned = Learned::new(goal).unwrap();
                learned.score(&learned.start(board))
            };
            assert_eq!(score(&last, &board), score(&first, &turned));
        }
        let size = goal(5).size();
        assert!(Learned::new(&Goal::Spiral.board(size).unwrap()).is_none());
        let wide = Size::new(5, 6).unwrap();
        assert!(Learned::new(&Goal::BlankLast.board(wide).unwrap()).is_none());
    }

    /// Both ways of making sums are the same where there are two: a state that is followed is
    /// evaluated by the faster one, one that is counted afresh by the other.
    #[test]
    fn following_a_walk_gives_what_counting_afresh_gives() {
        for side in SIDES {
            let goal = goal(side);
            follow(
                &Learned::new(&goal).unwrap(),
                &goal,
                |board, state, afresh| {
                    let both = (state.score, state.floor) == (afresh.score, afresh.floor);
                    assert!(both && state.sum == afresh.sum, "{board}");
                },
            );
        }
    }
}
