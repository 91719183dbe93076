//! Reproducible random numbers, the same on every machine and in every version.
//!
//! Part of generator major `g1`: nothing here may change. The stream is xoshiro256\*\* (D. Blackman,
//! S. Vigna, *Scrambled linear pseudorandom number generators*, ACM TOMS 47, 2021), its four words
//! filled by `SplitMix64` (G. L. Steele, D. Lea, C. H. Flood, *Fast splittable pseudorandom number
//! generators*, OOPSLA 2014) from the seed, as its authors advise. Neighbouring seeds therefore
//! give unrelated streams.

/// A stream of random numbers from a seed.
///
/// ```
/// use taquin_core::generate::Random;
///
/// let mut dice = Random::new(7);
/// assert!((0..100).all(|_| dice.below(6) < 6));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Random {
    state: [u64; 4],
}

impl Random {
    /// The stream of this seed.
    pub const fn new(seed: u64) -> Self {
        let (a, seed) = split_mix(seed);
        let (b, seed) = split_mix(seed);
        let (c, seed) = split_mix(seed);
        let (d, _) = split_mix(seed);
        Self {
            state: [a, b, c, d],
        }
    }

    /// The next 64 bits.
    pub const fn bits(&mut self) -> u64 {
        let [a, b, c, d] = &mut self.state;
        let result = b.wrapping_mul(5).rotate_left(7).wrapping_mul(9);
        let shifted = *b << 17;
        *c ^= *a;
        *d ^= *b;
        *b ^= *c;
        *a ^= *d;
        *c ^= shifted;
        *d = d.rotate_left(45);
        result
    }

    /// A number from 0 to `bound - 1`, each equally likely.
    ///
    /// Takes just enough of the highest bits to hold `bound - 1`, and takes anew while the number
    /// is too large; so no number is favoured. A bound of 1 needs no bits and draws none.
    ///
    /// # Panics
    /// When the bound is 0.
    pub fn below(&mut self, bound: usize) -> usize {
        let largest = (bound as u64)
            .checked_sub(1)
            .expect("some number must lie below the bound");
        if largest == 0 {
            return 0;
        }
        loop {
            let number = self.bits() >> largest.leading_zeros();
            if number <= largest {
                return number as usize;
            }
        }
    }
}

/// The next output of `SplitMix64`, and its next state.
const fn split_mix(state: u64) -> (u64, u64) {
    let state = state.wrapping_add(0x9e37_79b9_7f4a_7c15);
    let z = (state ^ (state >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
    (z ^ (z >> 31), state)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Expected values: the test vector for seed 1234567 that implementations of the reference
    /// code `splitmix64.c` share.
    #[test]
    fn seeds_are_spread_as_in_the_reference() {
        let mut state = 1_234_567;
        let outputs = [(); 5].map(|()| {
            let (output, next) = split_mix(state);
            state = next;
            output
        });
        assert_eq!(
            outputs,
            [
                6_457_827_717_110_365_317,
                3_203_168_211_198_807_973,
                9_817_491_932_198_370_423,
                4_593_380_528_125_082_431,
                16_408_922_859_458_223_821,
            ]
        );
    }

    /// Expected values: the reference code `xoshiro256starstar.c` from the state 1, 2, 3, 4, as in
    /// the tests of the crate `rand_xoshiro`.
    #[test]
    fn the_stream_is_that_of_the_reference() {
        let mut random = Random {
            state: [1, 2, 3, 4],
        };
        assert_eq!(
            [(); 10].map(|()| random.bits()),
            [
                11_520,
                0,
                1_509_978_240,
                1_215_971_899_390_074_240,
                1_216_172_134_540_287_360,
                607_988_272_756_665_600,
                16_172_922_978_634_559_625,
                8_476_171_486_693_032_832,
                10_595_114_339_597_558_777,
                2_904_607_092_377_533_576,
            ]
        );
    }

    #[test]
    fn bounded_numbers_stay_below_and_reach_every_value() {
        let mut random = Random::new(0);
        for bound in 1..=17 {
            let mut seen = vec![0; bound];
            for _ in 0..1000 * bound {
                seen[random.below(bound)] += 1;
            }
            // Six standard deviations of a count with mean 1000.
            assert!(seen.iter().all(|&n| (800..1200).contains(&n)), "{seen:?}");
        }
    }

    #[test]
    fn a_bound_of_one_draws_nothing() {
        let mut random = Random::new(3);
        let before = random.clone();
        assert_eq!(random.below(1), 0);
        assert_eq!(random, before);
    }
}
