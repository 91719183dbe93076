//! A learned score, for squares of 5x5 to 8x8.
//!
//! Every number of a board has a vector for every cell, the blank too; two layers make a number of their sum
//! ([`Net`]), and the linear conflicts are added. A slide changes the sum by one vector. A tile's vector was
//! learned as one for its row and home row, one for its column and home column and a correction of its
//! own, so the sum knows how many tiles of each row lie in which row, as the walking distance does. Sums
//! that follow a move are those of Y. Nasu's NNUE (2018).
//!
//! It is not admissible, but it ranks boards that linear conflict cannot distinguish. It was taught by
//! beams it leads itself: the score of a board of a level should be what the best score among its
//! descendants 16 levels later says, 16 moves added, and no less than the level's cut where it has none
//! left. So a board's score learns what a beam sees only later. `training/learn.py` does this, in
//! rounds. The idea is that of temporal differences (R. S. Sutton, *Learning to predict by the methods
//! of temporal differences*, Machine Learning 3, 1988).

use taquin_core::{Board, Cells};

use super::beam_score::{BeamScore, Look};
use super::net::{Net, SUM, sum_of};
use crate::heuristic::{Incremental, LinearConflict, Slide};
use crate::nets::Nets;

/// The score for one goal.
pub(in crate::algorithms) struct Learned {
    net: Net,
    floor: LinearConflict,
}

/// The state that follows a board.
#[derive(Clone, Copy)]
pub(in crate::algorithms) struct Followed {
    sum: [i16; SUM],
    direct: i32,
    floor: u16,
}

impl Learned {
    /// The score for a goal, if weights were learned for it: square, the blank in a corner.
    pub(in crate::algorithms) fn new(goal: &Board, nets: &Nets) -> Option<Self> {
        Some(Self {
            net: Net::new(goal, nets)?,
            floor: LinearConflict::new(goal),
        })
    }
}

impl BeamScore for Learned {
    type State = Followed;

    fn start<B: Cells + ?Sized>(&self, board: &B) -> (Followed, Look) {
        let (sum, direct) = self.net.sums(board);
        let floor = Incremental::start(&self.floor, board) as u16;
        let score = self.net.evaluate(&sum, direct, floor.into());
        (Followed { sum, direct, floor }, Look { score, floor })
    }

    #[inline]
    fn look<B: Cells + ?Sized>(&self, state: &Followed, after: &B, slide: Slide) -> Look {
        let floor = Incremental::step(&self.floor, state.floor.into(), after, slide);
        let direct = state.direct + self.net.slide_direct(slide);
        Look {
            score: (self.net).evaluate_after(&state.sum, self.net.slide(slide), direct, floor),
            floor: floor as u16,
        }
    }

    #[inline]
    fn follow(&self, state: &Followed, slide: Slide, look: Look) -> Followed {
        Followed {
            sum: sum_of(&state.sum, self.net.slide(slide)),
            direct: state.direct + self.net.slide_direct(slide),
            floor: look.floor,
        }
    }

    fn table_bytes(&self) -> u64 {
        self.net.bytes() as u64 + Incremental::table_bytes(&self.floor)
    }
}

#[cfg(all(test, feature = "nets"))]
mod tests {
    use taquin_core::generate::{Generator, Walk};
    use taquin_core::{Goal, Size};

    use super::super::beam_score::follow;
    use super::*;

    const SIDES: std::ops::RangeInclusive<usize> = 5..=8;

    fn goal(side: usize) -> Board {
        let size = Size::new(side, side).unwrap();
        Goal::BlankLast.board(size).unwrap()
    }

    /// Scores that `training/learn.py` computed from the same numbers.
    #[test]
    fn scores_are_those_of_the_program_that_learned_them() {
        let boards: [(&[u32], u32); 12] = [
            (
                &[
                    12, 24, 8, 2, 3, 13, 23, 4, 21, 14, 7, 17, 15, 18, 1, 6, 0, 9, 5, 19, 10, 16,
                    11, 22, 20,
                ],
                1492,
            ),
            (
                &[
                    7, 14, 12, 19, 11, 0, 22, 6, 20, 23, 16, 1, 17, 15, 10, 21, 18, 3, 24, 4, 8, 9,
                    13, 2, 5,
                ],
                1602,
            ),
            (
                &[
                    21, 16, 2, 8, 5, 6, 12, 20, 4, 10, 17, 3, 11, 9, 13, 22, 0, 15, 23, 14, 24, 1,
                    7, 18, 19,
                ],
                1197,
            ),
            (
                &[
                    14, 2, 11, 6, 24, 15, 13, 10, 8, 3, 20, 9, 25, 30, 4, 19, 1, 7, 23, 0, 26, 34,
                    16, 18, 29, 17, 21, 22, 5, 35, 28, 31, 27, 32, 12, 33,
                ],
                2291,
            ),
            (
                &[
                    30, 27, 25, 1, 17, 4, 16, 9, 14, 18, 24, 29, 22, 2, 12, 0, 33, 20, 15, 7, 5, 8,
                    6, 10, 21, 26, 31, 11, 32, 34, 3, 19, 13, 23, 28, 35,
                ],
                2570,
            ),
            (
                &[
                    8, 1, 13, 2, 10, 4, 20, 25, 18, 7, 6, 17, 26, 3, 14, 16, 29, 12, 34, 0, 19, 9,
                    5, 11, 31, 24, 15, 35, 28, 27, 32, 22, 21, 33, 30, 23,
                ],
                1769,
            ),
            (
                &[
                    22, 16, 6, 10, 8, 2, 34, 13, 1, 15, 12, 5, 9, 14, 28, 17, 7, 21, 31, 18, 32,
                    43, 25, 38, 36, 37, 19, 3, 23, 27, 35, 20, 4, 39, 46, 24, 0, 11, 30, 44, 45,
                    41, 40, 47, 33, 29, 26, 42, 48,
                ],
                3842,
            ),
            (
                &[
                    2, 4, 22, 37, 42, 13, 18, 10, 9, 30, 7, 19, 28, 32, 1, 27, 40, 5, 21, 6, 24,
                    31, 17, 16, 26, 14, 47, 20, 11, 36, 12, 48, 3, 0, 46, 15, 38, 35, 23, 39, 41,
                    29, 8, 43, 25, 34, 33, 45, 44,
                ],
                3836,
            ),
            (
                &[
                    17, 8, 16, 3, 7, 6, 20, 9, 1, 5, 2, 12, 14, 10, 15, 30, 24, 34, 25, 27, 13, 23,
                    0, 33, 4, 21, 19, 41, 22, 44, 39, 11, 32, 26, 42, 29, 43, 31, 18, 48, 47, 35,
                    36, 45, 37, 38, 46, 40, 28,
                ],
                2262,
            ),
            (
                &[
                    26, 10, 21, 37, 19, 3, 32, 4, 11, 14, 1, 12, 5, 2, 8, 7, 54, 9, 30, 15, 39, 35,
                    24, 40, 18, 22, 27, 17, 16, 55, 48, 23, 41, 49, 42, 57, 43, 53, 56, 31, 28, 0,
                    36, 6, 52, 13, 20, 47, 25, 58, 62, 44, 34, 46, 59, 38, 33, 51, 50, 45, 63, 29,
                    61, 60,
                ],
                5016,
            ),
            (
                &[
                    40, 11, 5, 2, 3, 47, 48, 45, 4, 1, 23, 14, 12, 32, 7, 31, 18, 21, 30, 27, 15,
                    16, 6, 55, 28, 9, 26, 59, 13, 8, 46, 24, 10, 58, 62, 61, 63, 20, 39, 37, 17,
                    44, 42, 34, 53, 22, 0, 60, 33, 19, 41, 52, 43, 38, 54, 51, 57, 35, 49, 25, 29,
                    50, 36, 56,
                ],
                5326,
            ),
            (
                &[
                    9, 17, 12, 1, 5, 22, 14, 6, 4, 19, 27, 20, 3, 11, 15, 7, 2, 10, 28, 13, 18, 23,
                    8, 16, 26, 0, 34, 29, 30, 31, 38, 24, 25, 35, 43, 21, 53, 37, 39, 32, 33, 42,
                    44, 52, 36, 46, 47, 40, 41, 50, 59, 45, 60, 54, 55, 48, 49, 57, 58, 61, 51, 62,
                    63, 56,
                ],
                2399,
            ),
        ];
        for (numbers, score) in boards {
            let goal = goal(numbers.len().isqrt());
            let learned = Learned::new(&goal, &Nets::default()).unwrap();
            let board = Board::new(goal.size(), numbers).unwrap();
            assert_eq!(u32::from(learned.start(&board).1.score), score);
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
                let learned = Learned::new(goal, &Nets::default()).unwrap();
                learned.start(board).1.score
            };
            assert_eq!(score(&last, &board), score(&first, &turned));
        }
        let size = goal(5).size();
        assert!(Learned::new(&Goal::Spiral.board(size).unwrap(), &Nets::default()).is_none());
        let wide = Size::new(5, 6).unwrap();
        assert!(Learned::new(&Goal::BlankLast.board(wide).unwrap(), &Nets::default()).is_none());
    }

    /// Both ways of making sums are the same where there are two: a state that is followed is
    /// evaluated by the faster one, one that is counted afresh by the other.
    #[test]
    fn following_a_walk_gives_what_counting_afresh_gives() {
        for side in SIDES {
            let goal = goal(side);
            follow(
                &Learned::new(&goal, &Nets::default()).unwrap(),
                &goal,
                |board, (followed, look), (afresh, evaluated)| {
                    assert_eq!(look, evaluated, "{board}");
                    assert_eq!(followed.sum, afresh.sum, "{board}");
                    assert_eq!(followed.direct, afresh.direct, "{board}");
                },
            );
        }
    }
}
