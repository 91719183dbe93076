//! The net of a learned score: its weights, and their evaluation.
//!
//! Every number of a board has a vector for every cell; their sum, cut off below zero and above one, goes
//! through two layers. All of it is whole numbers, so that other machines can do the same to the bit.

use taquin_core::{Board, Cells, Size};

use super::weights::WeightReader;
use crate::heuristic::Slide;
use crate::nets::Nets;

/// Elements of the sum, and units of either layer after it.
pub(super) const SUM: usize = 256;
const LAYER: usize = 32;

/// One is 1024 in the sum, 256 in what the layers pass on (one and more being 255), 4096 in their weights.
const SUM_TO_ACTIVE: u32 = 2;
const LAYER_TO_ACTIVE: u32 = 12;
const HIGHEST_ACTIVE: i32 = 255;
/// A move is 16384 in the score before it is rounded to sixteenths.
const TO_SIXTEENTHS: u32 = 10;

/// A learned score for one goal, as numbers.
///
/// The sum of a board is [`bias`](Self::bias) and the [`vectors`](Self::vectors) of all its numbers, 16 bits
/// that wrap. Elements are divided by 4 and cut off to 0..=255 for the first layer, the totals of both
/// layers by 4096 and cut off likewise, all rounded down. The score, in sixteenths of a move, is the 1024th part of
/// the second layer's units times [`last`](Self::last), [`last_bias`](Self::last_bias), the
/// [`direct`](Self::direct) of all numbers, and the linear conflicts times [`conflicts`](Self::conflicts).
pub struct Net {
    size: Size,
    /// By number and cell, `cells · number + cell`, the blank being 0: what it adds to the sum.
    pub vectors: Box<[[i16; SUM]]>,
    /// By tile, the cell it leaves and the way it goes, `4 · (cells · tile + cell) + way`, the ways being
    /// up, left, right and down: what the slide adds to the sum. One vector from memory instead of
    /// four.
    pub slides: Box<[[i16; SUM]]>,
    /// By number and cell: what it adds to the score directly.
    pub direct: Box<[i32]>,
    /// The sum of no number at all; what rounds to the nearest is in it.
    pub bias: [i16; SUM],
    /// The layer behind the sum.
    pub first: Layer<SUM>,
    /// The layer behind that one.
    pub second: Layer<LAYER>,
    /// The weights of its units.
    pub last: [i16; LAYER],
    /// The bias added to them.
    pub last_bias: i32,
    /// What a move of the linear conflicts counts.
    pub conflicts: i32,
}

/// Units, each a weighted sum of what comes in, cut off below zero and above one.
pub struct Layer<const IN: usize> {
    /// By pair of what comes in: the weights of both, unit after unit.
    weights: Box<[[i16; 2 * LAYER]]>,
    /// By unit: what is added to it; what rounds to the nearest is in it.
    pub bias: [i32; LAYER],
}

impl<const IN: usize> Layer<IN> {
    fn read(numbers: &mut WeightReader<'_>) -> Self {
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

    /// The weight with which a unit multiplies the element at this place.
    pub fn weight(&self, unit: usize, place: usize) -> i16 {
        self.weights[place / 2][2 * unit + place % 2]
    }

    /// The weighted sums; a caller with wider vectors supplies another implementation.
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

    /// The same, eight units at a time. Half of the elements are zero, so pairs of two zeros are skipped.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1")]
    fn totals_by_eight(&self, active: &[i16; IN]) -> [i32; LAYER] {
        use std::arch::x86_64::{
            __m256i, _mm256_add_epi32, _mm256_castsi256_ps, _mm256_cmpeq_epi32, _mm256_madd_epi16,
            _mm256_movemask_ps, _mm256_set1_epi32, _mm256_setzero_si256,
        };
        let mut totals: [__m256i; LAYER / 8] = bytemuck::cast(self.bias);
        let pairs: &[i32] = bytemuck::cast_slice(active);
        for (pairs, weights) in pairs.chunks(64).zip(self.weights.chunks(64)) {
            let mut there = 0_u64;
            for (part, eight) in pairs.as_chunks::<8>().0.iter().enumerate() {
                let is_zero = _mm256_cmpeq_epi32(bytemuck::cast(*eight), _mm256_setzero_si256());
                let zeros = _mm256_movemask_ps(_mm256_castsi256_ps(is_zero)) as u8;
                there |= u64::from(!zeros) << (8 * part);
            }
            while there != 0 {
                let place = there.trailing_zeros() as usize;
                there &= there - 1;
                let (Some(&pair), Some(weights)) = (pairs.get(place), weights.get(place)) else {
                    break;
                };
                let pair = _mm256_set1_epi32(pair);
                let weights: &[[i16; 16]; LAYER / 8] = bytemuck::cast_ref(weights);
                for (total, &weights) in totals.iter_mut().zip(weights) {
                    let products = _mm256_madd_epi16(pair, bytemuck::cast(weights));
                    *total = _mm256_add_epi32(*total, products);
                }
            }
        }
        bytemuck::cast(totals)
    }
}

/// The activation function of a layer.
#[inline]
fn cut_off(totals: [i32; LAYER]) -> [i16; LAYER] {
    let mut units = [0; LAYER];
    for unit in 0..LAYER {
        units[unit] = (totals[unit] >> LAYER_TO_ACTIVE).clamp(0, HIGHEST_ACTIVE) as i16;
    }
    units
}

impl Net {
    /// Elements of the sum.
    pub const SUM: usize = SUM;
    /// Units of either layer.
    pub const LAYER: usize = LAYER;

    /// The score for a goal, if weights were learned for it: square, the blank in a corner.
    pub fn new(goal: &Board, nets: &Nets) -> Option<Self> {
        let numbers = &mut WeightReader::new(goal, nets)?;
        let size = goal.size();
        let vectors = numbers.by_place(WeightReader::list);
        let half = 1 << (SUM_TO_ACTIVE - 1);
        let bias = numbers.list().map(|bias| bias.wrapping_add(half));
        let (first, second) = (Layer::read(numbers), Layer::read(numbers));
        let last = numbers.list();
        let (last_bias, conflicts) = (numbers.one(), numbers.one());
        Some(Self {
            size,
            slides: slides(size, &vectors),
            vectors,
            direct: numbers.by_place(|numbers| i32::from(numbers.one()) << 4),
            bias,
            first,
            second,
            last,
            last_bias: i32::from(last_bias) << 8,
            conflicts: i32::from(conflicts) << 2,
        })
    }

    /// The sum of a board's vectors, and what its numbers add to the score directly.
    pub fn sums<B: Cells + ?Sized>(&self, board: &B) -> ([i16; SUM], i32) {
        let cells = self.size.cells();
        let (mut sum, mut direct) = (self.bias, 0);
        for cell in 0..cells {
            let index = cells * usize::from(board.number(cell)) + cell;
            direct += self.direct[index];
            for (sum, &add) in sum.iter_mut().zip(&self.vectors[index]) {
                *sum = sum.wrapping_add(add);
            }
        }
        (sum, direct)
    }

    /// The direct change of the score by a slide.
    #[inline]
    pub fn slide_direct(&self, slide: Slide) -> i32 {
        let Slide { tile, from, to } = slide;
        let own = self.size.cells() * usize::from(tile);
        let enters = self.direct[own + to] + self.direct[from];
        let leaves = self.direct[own + from] + self.direct[to];
        enters - leaves
    }

    /// The change of the accumulator by a slide.
    #[inline]
    pub(super) fn slide(&self, slide: Slide) -> &[i16; SUM] {
        let Slide { tile, from, to } = slide;
        let own = self.size.cells() * usize::from(tile);
        &self.slides[4 * (own + from) + way(from, to, self.size.cols())]
    }

    /// The score of a board with these linear conflicts, worked out afresh.
    pub fn score<B: Cells + ?Sized>(&self, board: &B, floor: u32) -> u32 {
        let (sum, direct) = self.sums(board);
        self.evaluate(&sum, direct, floor).into()
    }

    /// The input of the first layer.
    #[inline]
    fn active(sum: &[i16; SUM]) -> [i16; SUM] {
        let mut active = [0; SUM];
        for i in 0..SUM {
            active[i] = (sum[i] >> SUM_TO_ACTIVE).clamp(0, HIGHEST_ACTIVE as i16);
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

    pub(super) fn evaluate(&self, sum: &[i16; SUM], direct: i32, floor: u32) -> u16 {
        let units = cut_off(self.first.totals(&Self::active(sum)));
        self.score_of(&cut_off(self.second.totals(&units)), direct, floor)
    }

    /// The same with longer vectors.
    #[cfg(target_arch = "x86_64")]
    #[target_feature(enable = "avx2,bmi1")]
    fn evaluate_by_eight(
        &self,
        sum: &[i16; SUM],
        add: &[i16; SUM],
        direct: i32,
        floor: u32,
    ) -> u16 {
        let active = Self::active(&sum_of(sum, add));
        let units = cut_off(self.first.totals_by_eight(&active));
        self.score_of(&cut_off(self.second.totals_by_eight(&units)), direct, floor)
    }

    /// The score of a board whose sum is that of its parent and what the slide adds.
    #[inline]
    pub(super) fn evaluate_after(
        &self,
        sum: &[i16; SUM],
        add: &[i16; SUM],
        direct: i32,
        floor: u32,
    ) -> u16 {
        #[cfg(target_arch = "x86_64")]
        if std::arch::is_x86_feature_detected!("avx2")
            && std::arch::is_x86_feature_detected!("bmi1")
        {
            #[expect(
                unsafe_code,
                reason = "layers are sums of products, which longer vectors do several times faster"
            )]
            // SAFETY: the processor has just said that it has these instructions.
            return unsafe { self.evaluate_by_eight(sum, add, direct, floor) };
        }
        self.evaluate(&sum_of(sum, add), direct, floor)
    }

    /// Bytes of all of it.
    pub(super) fn bytes(&self) -> usize {
        let layers = size_of_val(&*self.first.weights) + size_of_val(&*self.second.weights);
        size_of_val(&*self.vectors) + size_of_val(&*self.slides) + layers
    }
}

/// The sum of both.
#[inline]
pub(super) fn sum_of(sum: &[i16; SUM], add: &[i16; SUM]) -> [i16; SUM] {
    let mut both = *sum;
    for (element, &add) in both.iter_mut().zip(add) {
        *element = element.wrapping_add(add);
    }
    both
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

/// The change of the accumulator by every slide.
fn slides(size: Size, vectors: &[[i16; SUM]]) -> Box<[[i16; SUM]]> {
    let (cells, cols) = (size.cells(), size.cols());
    let mut slides = vec![[0; SUM]; 4 * cells * cells];
    for from in 0..cells {
        for to in (0..cells).filter(|&to| size.distance(from, to) == 1) {
            for tile in 1..cells {
                let vector = |number: usize, cell: usize| &vectors[cells * number + cell];
                let (enters, leaves) = (vector(tile, to), vector(tile, from));
                let (blank_enters, blank_leaves) = (vector(0, from), vector(0, to));
                let adds = &mut slides[4 * (cells * tile + from) + way(from, to, cols)];
                for i in 0..SUM {
                    let tile = enters[i].wrapping_sub(leaves[i]);
                    let blank = blank_enters[i].wrapping_sub(blank_leaves[i]);
                    adds[i] = tile.wrapping_add(blank);
                }
            }
        }
    }
    slides.into()
}

#[cfg(all(test, feature = "nets"))]
mod tests {
    use super::*;

    /// The file has as many numbers as are read.
    #[test]
    fn every_number_of_the_file_is_used() {
        for side in 5..=8 {
            let nets = Nets::default();
            let bytes = nets.file(side).unwrap();
            let cells = side * side;
            let layers = LAYER * (SUM + 1) + LAYER * (LAYER + 1) + LAYER + 2;
            let numbers = cells * cells * (SUM + 1) + SUM + layers;
            assert_eq!(bytes.len(), 2 * numbers);
        }
    }
}
