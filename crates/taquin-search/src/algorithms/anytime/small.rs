//! A small learned score, for 5x5.
//!
//! It is made like [`Learned`](super::learned::Learned), of a sum of 32 numbers and one layer of 16 units. The net that
//! leads beams on 5x5 elsewhere has the same values, but takes six times the memory a board: in one second on two cores
//! lines are half a percent longer with it. A larger net that was taught by its own beams may change that.

use taquin_core::{Board, Cells};

use super::compass::Compass;
use super::numbers::{Files, Numbers, sums};
use crate::heuristic::{Incremental, LinearConflict, Slide};

/// Elements of the sum, and of the layer after it.
const SUM: usize = 32;
const LAYER: usize = 16;

/// Weights by side of the board: numbers of 16 bits, low byte first, in units of 1/128 and in the order
/// in which [`Small::new`] takes them.
const WEIGHTS: Files = &[(5, include_bytes!("learned/5.small"))];

/// One in the fixed-point numbers of the sum and the weights.
const ONE: i32 = 1 << ONE_BITS;
const ONE_BITS: u32 = 7;
/// Scores count sixteenths of a move.
const SCORE_BITS: u32 = 4;

/// The learned score for one goal.
pub(super) struct Small {
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

impl Small {
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

impl Compass for Small {
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
    fn step<B: Cells + ?Sized>(&self, state: &mut Followed, after: &B, slide: Slide) {
        let Slide { tile, from, to } = slide;
        let own = self.cells * usize::from(tile);
        let (enters, leaves) = (&self.vectors[own + to], &self.vectors[own + from]);
        let (blank_enters, blank_leaves) = (&self.vectors[from], &self.vectors[to]);
        state.direct +=
            self.direct[own + to] - self.direct[own + from] + self.direct[from] - self.direct[to];
        for i in 0..SUM {
            let tile = enters[i].wrapping_sub(leaves[i]);
            let blank = blank_enters[i].wrapping_sub(blank_leaves[i]);
            state.sum[i] = state.sum[i].wrapping_add(tile).wrapping_add(blank);
        }
        let floor = Incremental::step(&self.floor, state.floor.into(), after, slide);
        state.floor = floor as u16;
        state.score = self.evaluate(&state.sum, state.direct, floor);
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
    use taquin_core::{Goal, Size};

    use super::super::compass::follow;
    use super::super::learned::Learned;
    use super::*;

    /// Along a walk the score is what counting afresh gives, and within a quarter of a move what the net says that
    /// was made of it.
    #[test]
    fn following_a_walk_gives_what_counting_afresh_gives() {
        let size = Size::new(5, 5).unwrap();
        for goal in [Goal::BlankLast, Goal::BlankFirst] {
            let goal = goal.board(size).unwrap();
            let (small, learned) = (Small::new(&goal).unwrap(), Learned::new(&goal).unwrap());
            follow(&small, &goal, |board, state, afresh| {
                assert_eq!((state.score, state.floor), (afresh.score, afresh.floor));
                let other = learned.score(&learned.start(board));
                assert!(other.abs_diff(state.score.into()) <= 4, "{board}");
            });
        }
    }
}
