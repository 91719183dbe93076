//! A score learned from solved boards, for 5x5, 6x6 and 7x7.
//!
//! Every tile has a vector for every cell, the blank too, and the board's vector is their sum. Two small
//! layers make a number of it, and the linear conflicts are added. A slide changes the sum by the
//! vectors of one tile and of the blank. A tile's vector was learned as one for its row and home row
//! and one for its column and home column (on 6x6 with a small correction of its own), so the sum
//! knows how many tiles of each row lie in which row, as the walking distance does.
//!
//! It is not admissible, but it tells boards apart that look alike to the linear conflicts. The
//! weights were fitted to the moves left on the boards of lines that beams had found, first led by the
//! linear conflicts, then by the weights themselves. The idea of learning from one's own solutions is
//! S. J. Arfaee, S. Zilles, R. C. Holte, *Learning heuristic functions for large state spaces*,
//! Artificial Intelligence 175 (2011); sums that follow a move are those of Y. Nasu's NNUE (2018).

use taquin_core::{Board, Cells};

use super::compass::Compass;
use super::numbers::{Files, Numbers, sums};
use crate::heuristic::{Incremental, LinearConflict, Slide};

/// Elements of the sum, and of the layer after it.
const SUM: usize = 32;
const LAYER: usize = 16;

/// Weights by side of the board: numbers of 16 bits, low byte first, in units of 1/128 and in the order
/// in which [`Learned::new`] takes them.
const WEIGHTS: Files = &[
    (5, include_bytes!("learned/5.weights")),
    (6, include_bytes!("learned/6.weights")),
    (7, include_bytes!("learned/7.weights")),
];

/// One in the fixed-point numbers of the sum and the weights.
const ONE: i32 = 1 << ONE_BITS;
const ONE_BITS: u32 = 7;
/// Scores count sixteenths of a move.
const SCORE_BITS: u32 = 4;

/// The learned score for one goal.
pub(super) struct Learned {
    cells: usize,
    /// By number and cell, `cells · number + cell`: what it adds to the sum.
    vectors: Box<[[i16; SUM]]>,
    /// By number and cell: what it adds to the score directly.
    direct: Box<[i32]>,
    bias: [i16; SUM],
    layer: [[i16; SUM]; LAYER],
    layer_bias: [i32; LAYER],
    last: [i16; LAYER],
    last_bias: i32,
    /// What a move of the linear conflicts counts.
    conflicts: i32,
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
        let numbers = &mut Numbers::new(goal, WEIGHTS)?;
        let vectors = numbers.by_place(Numbers::list);
        let bias = numbers.list();
        let layer = std::array::from_fn(|_| numbers.list());
        let layer_bias = numbers.list().map(|bias| i32::from(bias) * ONE);
        let last = numbers.list();
        let fixed = |numbers: &mut Numbers<'_>| i32::from(numbers.one()) * ONE;
        let (last_bias, conflicts) = (fixed(numbers), fixed(numbers));
        Some(Self {
            cells: goal.size().cells(),
            vectors,
            direct: numbers.by_place(fixed),
            bias,
            layer,
            layer_bias,
            last,
            last_bias,
            conflicts,
            floor: LinearConflict::new(goal),
        })
    }

    /// The two layers behind the sum.
    #[inline]
    fn evaluate(&self, sum: &[i16; SUM], direct: i32, floor: u32) -> u16 {
        let active: [i16; SUM] = std::array::from_fn(|i| sum[i].max(0));
        let mut score = self.last_bias + direct + self.conflicts * floor as i32;
        for (unit, weights) in self.layer.iter().enumerate() {
            let mut total = self.layer_bias[unit];
            for (&a, &w) in active.iter().zip(weights) {
                total += i32::from(a) * i32::from(w);
            }
            score += (total >> ONE_BITS).max(0) * i32::from(self.last[unit]);
        }
        (score >> (2 * ONE_BITS - SCORE_BITS)).clamp(0, i32::from(u16::MAX) - 1) as u16
    }
}

impl Compass for Learned {
    type State = Followed;

    fn start<B: Cells + ?Sized>(&self, board: &B) -> Followed {
        let (sum, direct) = sums(board, self.cells, &self.bias, &self.vectors, &self.direct);
        let floor = Incremental::start(&self.floor, board);
        Followed {
            score: self.evaluate(&sum, direct, floor),
            sum,
            direct,
            floor: floor as u16,
        }
    }

    #[inline]
    fn step<B: Cells + ?Sized>(&self, state: &Followed, after: &B, slide: Slide) -> Followed {
        let Slide { tile, from, to } = slide;
        let own = self.cells * usize::from(tile);
        let (enters, leaves) = (&self.vectors[own + to], &self.vectors[own + from]);
        let (blank_enters, blank_leaves) = (&self.vectors[from], &self.vectors[to]);
        let direct = state.direct + self.direct[own + to] - self.direct[own + from]
            + self.direct[from]
            - self.direct[to];
        let mut sum = state.sum;
        for i in 0..SUM {
            let tile = enters[i].wrapping_sub(leaves[i]);
            let blank = blank_enters[i].wrapping_sub(blank_leaves[i]);
            sum[i] = sum[i].wrapping_add(tile).wrapping_add(blank);
        }
        let floor = Incremental::step(&self.floor, state.floor.into(), after, slide);
        Followed {
            score: self.evaluate(&sum, direct, floor),
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
        let vectors = size_of_val(&*self.vectors) + size_of_val(&self.layer);
        vectors as u64 + Incremental::table_bytes(&self.floor)
    }
}

#[cfg(test)]
mod tests {
    use taquin_core::generate::{Generator, Walk};
    use taquin_core::{Goal, Size};

    use super::*;

    /// Turning goal and board together must not change the score.
    #[test]
    fn any_corner_will_do_for_the_blank() {
        for side in 5..=7 {
            let size = Size::new(side, side).unwrap();
            let goal = |goal: Goal| goal.board(size).unwrap();
            let (last, first) = (goal(Goal::BlankLast), goal(Goal::BlankFirst));
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
        let size = Size::new(5, 5).unwrap();
        assert!(Learned::new(&Goal::Spiral.board(size).unwrap()).is_none());
        let wide = Size::new(5, 6).unwrap();
        assert!(Learned::new(&Goal::BlankLast.board(wide).unwrap()).is_none());
    }

    #[test]
    fn following_a_walk_gives_what_counting_afresh_gives() {
        for side in 5..=7 {
            let size = Size::new(side, side).unwrap();
            let goal = Goal::BlankLast.board(size).unwrap();
            let learned = Learned::new(&goal).unwrap();
            let mut board = Walk { moves: 300 }.board(&goal, 3);
            let mut state = learned.start(&board);
            for step in 0..500 {
                let moves: Vec<_> = board.moves().collect();
                let to = board.blank().index();
                let tile = board.slide(moves[step * step % moves.len()]).unwrap();
                let slide = Slide {
                    tile: tile.number(),
                    from: board.blank().index(),
                    to,
                };
                state = learned.step(&state, &board, slide);
                let afresh = learned.start(&board);
                assert_eq!((state.score, state.floor), (afresh.score, afresh.floor));
            }
        }
    }
}
