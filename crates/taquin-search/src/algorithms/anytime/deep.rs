//! A larger learned score, for 7x7: a sum of 256 numbers and two layers of 32 units behind it.
//!
//! It is made like [`Learned`](super::learned::Learned), from the vectors of all numbers in their cells and
//! the linear conflicts, but it was taught otherwise, by beams it leads itself: the score of a board
//! of a level should be what the best score among its descendants 16 levels later says, 16 moves added,
//! and no less than the level's cut where it has none left. So a board's score learns what a beam sees
//! only later. `benches/learn.py` does this, in rounds. The idea is that of temporal differences (R. S.
//! Sutton, *Learning to predict by the methods of temporal differences*, Machine Learning 3, 1988).

use taquin_core::{Board, Cells, Size};

use super::compass::Compass;
use super::numbers::{Files, Numbers, sums};
use crate::heuristic::{Incremental, LinearConflict, Slide};

/// Elements of the sum, and units of either layer after it.
const SUM: usize = 256;
const LAYER: usize = 32;

/// Weights by side of the board: numbers of 16 bits, low byte first, in the order in which
/// [`Deep::new`] takes them.
const WEIGHTS: Files = &[(7, include_bytes!("learned/7.deep"))];

/// One is 1024 in the sum, 256 in what the layers pass on (one and more being 255), 4096 in their weights.
const SUM_TO_ACTIVE: u32 = 2;
const LAYER_TO_ACTIVE: u32 = 12;
const HIGHEST_ACTIVE: i32 = 255;
/// A move is 16384 in the score before it is rounded to sixteenths.
const TO_SIXTEENTHS: u32 = 10;

/// The score for one goal.
pub(super) struct Deep {
    cells: usize,
    cols: usize,
    /// By number and cell, `cells · number + cell`: what it adds to the sum.
    vectors: Box<[[i16; SUM]]>,
    /// By tile, the cell it leaves and the way it goes, `4 · (cells · tile + cell) + way`: what the slide
    /// adds to the sum. One vector from memory for each slide instead of four.
    slides: Box<[[i16; SUM]]>,
    /// By number and cell: what it adds to the score directly.
    direct: Box<[i32]>,
    bias: [i16; SUM],
    first: Layer<SUM>,
    second: Layer<LAYER>,
    last: [i16; LAYER],
    last_bias: i32,
    /// What a move of the linear conflicts counts.
    conflicts: i32,
    floor: LinearConflict,
}

/// Units, each a weighted sum of what comes in, cut off below zero and above one.
struct Layer<const IN: usize> {
    /// By pair of what comes in: the weights of both, unit after unit.
    weights: Box<[[i16; 2 * LAYER]]>,
    bias: [i32; LAYER],
}

impl<const IN: usize> Layer<IN> {
    fn read(numbers: &mut Numbers<'_>) -> Self {
        let mut weights = vec![[0; 2 * LAYER]; IN / 2];
        for unit in 0..LAYER {
            for i in 0..IN {
                weights[i / 2][2 * unit + i % 2] = numbers.one();
            }
        }
        let half = 1 << (LAYER_TO_ACTIVE - 1);
        let bias = numbers.list().map(|bias| (i32::from(bias) << 8) + half);
        Self {
            weights: weights.into(),
            bias,
        }
    }

    /// The weighted sums; whoever has longer vectors brings another way to make them.
    #[inline]
    fn totals(&self, active: &[i16; IN]) -> [i32; LAYER] {
        let mut totals = self.bias;
        for (pair, weights) in self.weights.iter().enumerate() {
            let (one, two) = (i32::from(active[2 * pair]), i32::from(active[2 * pair + 1]));
            for unit in 0..LAYER {
                let (w1, w2) = (
                    i32::from(weights[2 * unit]),
                    i32::from(weights[2 * unit + 1]),
                );
                totals[unit] += one * w1 + two * w2;
            }
        }
        totals
    }

    /// The same, eight units at a time.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn totals_by_eight(&self, active: &[i16; IN]) -> [i32; LAYER] {
        use std::arch::x86_64::{__m256i, _mm256_add_epi32, _mm256_madd_epi16, _mm256_set1_epi32};
        let mut totals: [__m256i; LAYER / 8] = bytemuck::cast(self.bias);
        let (pairs, _) = active.as_chunks::<2>();
        for (&pair, weights) in pairs.iter().zip(&self.weights) {
            let pair = _mm256_set1_epi32(bytemuck::cast(pair));
            let weights: &[[i16; 16]; LAYER / 8] = bytemuck::cast_ref(weights);
            for (total, &weights) in totals.iter_mut().zip(weights) {
                let products = _mm256_madd_epi16(pair, bytemuck::cast(weights));
                *total = _mm256_add_epi32(*total, products);
            }
        }
        bytemuck::cast(totals)
    }
}

/// What a layer passes on.
#[inline]
fn cut_off(totals: [i32; LAYER]) -> [i16; LAYER] {
    let mut units = [0; LAYER];
    for unit in 0..LAYER {
        units[unit] = (totals[unit] >> LAYER_TO_ACTIVE).clamp(0, HIGHEST_ACTIVE) as i16;
    }
    units
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
        let numbers = &mut Numbers::new(goal, WEIGHTS)?;
        let vectors = numbers.by_place(Numbers::list);
        let bias = numbers.list();
        let (first, second) = (Layer::read(numbers), Layer::read(numbers));
        let last = numbers.list();
        let (last_bias, conflicts) = (numbers.one(), numbers.one());
        Some(Self {
            cells: goal.size().cells(),
            cols: goal.size().cols(),
            slides: slides(goal.size(), &vectors),
            vectors,
            direct: numbers.by_place(|numbers| i32::from(numbers.one()) << 4),
            bias,
            first,
            second,
            last,
            last_bias: i32::from(last_bias) << 8,
            conflicts: i32::from(conflicts) << 2,
            floor: LinearConflict::new(goal),
        })
    }

    /// What the first layer gets.
    #[inline]
    fn active(sum: &[i16; SUM]) -> [i16; SUM] {
        let half = 1 << (SUM_TO_ACTIVE - 1);
        let mut active = [0; SUM];
        for i in 0..SUM {
            let rounded = sum[i].saturating_add(half) >> SUM_TO_ACTIVE;
            active[i] = rounded.clamp(0, HIGHEST_ACTIVE as i16);
        }
        active
    }

    /// The score, given what the second layer passes on.
    #[inline]
    fn score_of(&self, units: &[i16; LAYER], direct: i32, floor: u32) -> u16 {
        let mut score = self.last_bias + direct + self.conflicts * floor as i32;
        for (&unit, &weight) in units.iter().zip(&self.last) {
            score += i32::from(unit) * i32::from(weight);
        }
        (score >> TO_SIXTEENTHS).clamp(0, i32::from(u16::MAX) - 1) as u16
    }

    fn evaluate(&self, sum: &[i16; SUM], direct: i32, floor: u32) -> u16 {
        let units = cut_off(self.first.totals(&Self::active(sum)));
        self.score_of(&cut_off(self.second.totals(&units)), direct, floor)
    }

    /// The same with longer vectors.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2")]
    fn evaluate_by_eight(&self, sum: &[i16; SUM], direct: i32, floor: u32) -> u16 {
        let units = cut_off(self.first.totals_by_eight(&Self::active(sum)));
        self.score_of(&cut_off(self.second.totals_by_eight(&units)), direct, floor)
    }

    #[inline]
    fn evaluate_here(&self, sum: &[i16; SUM], direct: i32, floor: u32) -> u16 {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2") {
            #[expect(
                unsafe_code,
                reason = "layers are sums of products, which longer vectors do several times faster"
            )]
            // SAFETY: the processor has just said that it has these instructions.
            return unsafe { self.evaluate_by_eight(sum, direct, floor) };
        }
        self.evaluate(sum, direct, floor)
    }
}

/// The way of a slide: up, left, right, down.
#[inline]
fn way(from: usize, to: usize, cols: usize) -> usize {
    if to + cols == from {
        0
    } else if to + 1 == from {
        1
    } else if from + 1 == to {
        2
    } else {
        3
    }
}

/// What every slide adds to the sum.
fn slides(size: Size, vectors: &[[i16; SUM]]) -> Box<[[i16; SUM]]> {
    let (cells, cols) = (size.cells(), size.cols());
    let mut slides = vec![[0; SUM]; 4 * cells * cells];
    for from in 0..cells {
        for to in (0..cells).filter(|&to| size.distance(from, to) == 1) {
            for tile in 1..cells {
                let adds = &mut slides[4 * (cells * tile + from) + way(from, to, cols)];
                for (i, add) in adds.iter_mut().enumerate() {
                    let tile =
                        vectors[cells * tile + to][i].wrapping_sub(vectors[cells * tile + from][i]);
                    *add = tile
                        .wrapping_add(vectors[from][i])
                        .wrapping_sub(vectors[to][i]);
                }
            }
        }
    }
    slides.into()
}

impl Compass for Deep {
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
        let floor = Incremental::step(&self.floor, state.floor.into(), after, slide);
        let Slide { tile, from, to } = slide;
        let own = self.cells * usize::from(tile);
        let enters = self.direct[own + to] + self.direct[from];
        let leaves = self.direct[own + from] + self.direct[to];
        let adds = &self.slides[4 * (own + from) + way(from, to, self.cols)];
        let mut sum = state.sum;
        for (sum, &add) in sum.iter_mut().zip(adds) {
            *sum = sum.wrapping_add(add);
        }
        let direct = state.direct + enters - leaves;
        Followed {
            score: self.evaluate_here(&sum, direct, floor),
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
        let layers = size_of_val(&*self.first.weights) + size_of_val(&*self.second.weights);
        let vectors = size_of_val(&*self.vectors) + size_of_val(&*self.slides) + layers;
        vectors as u64 + Incremental::table_bytes(&self.floor)
    }
}

#[cfg(test)]
mod tests {
    use taquin_core::Goal;
    use taquin_core::generate::{Generator, Walk};

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

    /// The file has as many numbers as are read.
    #[test]
    fn every_number_of_the_file_is_used() {
        for &(side, bytes) in WEIGHTS {
            let cells = side * side;
            let layers = LAYER * (SUM + 1) + LAYER * (LAYER + 1) + LAYER + 2;
            let numbers = cells * cells * (SUM + 1) + SUM + layers;
            assert_eq!(bytes.len(), 2 * numbers);
        }
    }
}
