//! Eight entries of the compact table, compared together.
//!
//! Without branches, since which of the eight it will be cannot be predicted: on a 4x4 board of 42
//! moves this takes two fifths off the time of A\*.
#![cfg_attr(
    target_arch = "x86_64",
    expect(unsafe_code, reason = "vector instructions")
)]

/// Entries in a line of 64 bytes.
pub(super) const LINE: usize = 8;

/// Which entries have this identity under the mask, or are zero; a bit for each. An entry that is not
/// zero has a low half that is not.
#[inline]
pub(super) fn hits(line: &[u64; LINE], identity: u64, mask: u64) -> u32 {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every x86-64 processor has SSE2.
    return unsafe { vector::hits(line, identity, mask) };
    #[cfg(not(target_arch = "x86_64"))]
    hits_one_by_one(line, identity, mask)
}

#[cfg(any(test, not(target_arch = "x86_64")))]
fn hits_one_by_one(line: &[u64; LINE], identity: u64, mask: u64) -> u32 {
    let mut hits = 0;
    for (slot, &entry) in line.iter().enumerate() {
        let hit = u32::from(entry & mask == identity) | u32::from(entry == 0);
        hits |= hit << slot;
    }
    hits
}

#[cfg(target_arch = "x86_64")]
mod vector {
    use std::arch::x86_64::{
        __m128i, _mm_and_si128, _mm_castps_si128, _mm_castsi128_ps, _mm_cmpeq_epi32,
        _mm_movemask_ps, _mm_or_si128, _mm_set_epi64x, _mm_set1_epi32, _mm_setzero_si128,
        _mm_shuffle_ps,
    };

    use super::LINE;

    #[target_feature(enable = "sse2")]
    #[inline]
    pub(super) fn hits(line: &[u64; LINE], identity: u64, mask: u64) -> u32 {
        let [a, b, c, d, e, f, g, h] = *line;
        four([a, b, c, d], identity, mask) | (four([e, f, g, h], identity, mask) << 4)
    }

    /// SSE2 compares 32 bits at a time, so low and high halves are compared apart.
    #[target_feature(enable = "sse2")]
    #[inline]
    fn four([a, b, c, d]: [u64; 4], identity: u64, mask: u64) -> u32 {
        let (ab, cd) = (pair(a, b), pair(c, d));
        let (ab, cd) = (_mm_castsi128_ps(ab), _mm_castsi128_ps(cd));
        let lows = _mm_castps_si128(_mm_shuffle_ps::<0b10_00_10_00>(ab, cd));
        let highs = _mm_castps_si128(_mm_shuffle_ps::<0b11_01_11_01>(ab, cd));
        let same_low = _mm_cmpeq_epi32(_mm_and_si128(lows, low(mask)), low(identity));
        let same_high = _mm_cmpeq_epi32(_mm_and_si128(highs, high(mask)), high(identity));
        let empty = _mm_cmpeq_epi32(lows, _mm_setzero_si128());
        let hit = _mm_or_si128(_mm_and_si128(same_low, same_high), empty);
        _mm_movemask_ps(_mm_castsi128_ps(hit)) as u32
    }

    #[target_feature(enable = "sse2")]
    #[inline]
    fn pair(a: u64, b: u64) -> __m128i {
        _mm_set_epi64x(b as i64, a as i64)
    }

    #[target_feature(enable = "sse2")]
    #[inline]
    fn low(word: u64) -> __m128i {
        _mm_set1_epi32(word as i32)
    }

    #[target_feature(enable = "sse2")]
    #[inline]
    fn high(word: u64) -> __m128i {
        _mm_set1_epi32((word >> 32) as i32)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn together_as_one_by_one(mut line: [u64; LINE], bits in 8_u32..40, empty in 0..=LINE) {
            let mask = (u64::MAX << (bits + 4)) | 0b111;
            line = line.map(|entry| entry | 1);
            // Two entries share their identity, and two differ in the high half alone.
            line[6] = (line[2] & mask) | (line[6] & !mask);
            line[5] = (line[1] & 0xFFFF_FFFF) | (line[5] & !0xFFFF_FFFF);
            line[empty..].fill(0);
            for identity in line.map(|entry| (entry & mask) | 1) {
                prop_assert_eq!(hits(&line, identity, mask), hits_one_by_one(&line, identity, mask));
            }
        }
    }
}
