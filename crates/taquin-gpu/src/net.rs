//! A learned score as the kernels take it: the weights in the order in which lanes give them to products.

use taquin_search::algorithms::{Layer, Net};

use crate::wire::{self, NET_LAYER, NET_SUM, NetBytes, WARP_LANES};

const _: () = assert!(Net::SUM == NET_SUM && Net::LAYER == NET_LAYER);

/// All numbers of a score that are the same for all boards, but for the vectors.
pub(crate) fn laid_out(net: &Net) -> wire::Net {
    wire::Net {
        // A lane has eight elements of the sum that lie together.
        first: products(&net.first, |step, t, i| 32 * step + 8 * t + i),
        // And two units of each product of the first layer.
        second: products(&net.second, |_, t, i| 8 * (i / 2) + 2 * t + i % 2),
        first_bias: net.first.bias,
        second_bias: net.second.bias,
        last: net.last.map(i32::from),
        last_bias: net.last_bias,
        conflicts: net.conflicts,
        unused: [0; 2],
    }
}

/// By product, of eight units, and step: what each lane gives to it. `place` says which element is the i-th
/// byte of the lanes whose number is `t` modulo four, at a step.
fn products<const IN: usize, const STEPS: usize, const TILES: usize>(
    layer: &Layer<IN>,
    place: impl Fn(usize, usize, usize) -> usize,
) -> [[[NetBytes; WARP_LANES]; STEPS]; TILES] {
    let bytes = |tile: usize, step: usize, lane: usize| {
        let weight = |i| layer.weight(8 * tile + lane / 4, place(step, lane % 4, i));
        [
            std::array::from_fn(|i| high(weight(i))),
            std::array::from_fn(|i| (weight(i) & 127) as i8),
        ]
    };
    std::array::from_fn(|tile| {
        std::array::from_fn(|step| std::array::from_fn(|lane| bytes(tile, step, lane)))
    })
}

/// A weight without its low seven bits.
fn high(weight: i16) -> i8 {
    i8::try_from(weight >> 7).expect("weights are less than four, which is 16384")
}
