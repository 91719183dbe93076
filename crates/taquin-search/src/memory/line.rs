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

/// Which entries have this lower half or an empty one; a bit for each.
#[inline]
pub(super) fn hits(line: &[u64; LINE], low: u32) -> u32 {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: every x86-64 processor has SSE2.
    return unsafe { vector::hits(line, low) };
    #[cfg(not(target_arch = "x86_64"))]
    hits_one_by_one(line, low)
}

#[cfg(any(test, not(target_arch = "x86_64")))]
fn hits_one_by_one(line: &[u64; LINE], low: u32) -> u32 {
    let mut hits = 0;
    for (slot, &entry) in line.iter().enumerate() {
        let hit = entry as u32 == low || entry as u32 == 0;
        hits |= u32::from(hit) << slot;
    }
    hits
}

#[cfg(target_arch = "x86_64")]
mod vector {
    use std::arch::x86_64::{
        __m128i, _mm_castps_si128, _mm_castsi128_ps, _mm_cmpeq_epi32, _mm_movemask_epi8,
        _mm_or_si128, _mm_packs_epi16, _mm_packs_epi32, _mm_set_epi64x, _mm_set1_epi32,
        _mm_setzero_si128, _mm_shuffle_ps,
    };

    use super::LINE;

    #[target_feature(enable = "sse2")]
    #[inline]
    pub(super) fn hits(line: &[u64; LINE], low: u32) -> u32 {
        let [a, b, c, d, e, f, g, h] = *line;
        let low = _mm_set1_epi32(low as i32);
        let hits = _mm_packs_epi32(four([a, b, c, d], low), four([e, f, g, h], low));
        _mm_movemask_epi8(_mm_packs_epi16(hits, _mm_setzero_si128())) as u32
    }

    #[target_feature(enable = "sse2")]
    #[inline]
    fn four([a, b, c, d]: [u64; 4], low: __m128i) -> __m128i {
        let (ab, cd) = (
            _mm_set_epi64x(b as i64, a as i64),
            _mm_set_epi64x(d as i64, c as i64),
        );
        let (ab, cd) = (_mm_castsi128_ps(ab), _mm_castsi128_ps(cd));
        let lows = _mm_castps_si128(_mm_shuffle_ps::<0b10_00_10_00>(ab, cd));
        let empty = _mm_cmpeq_epi32(lows, _mm_setzero_si128());
        _mm_or_si128(_mm_cmpeq_epi32(lows, low), empty)
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn together_as_one_by_one(mut line: [u64; LINE], empty in 0..=LINE) {
            line = line.map(|entry| entry | 1);
            // Two entries share their lower half.
            line[6] = (line[2] & 0xFFFF_FFFF) | (line[6] << 32);
            line[empty..].fill(0);
            for entry in line {
                let low = entry as u32 | 1;
                prop_assert_eq!(hits(&line, low), hits_one_by_one(&line, low));
            }
        }
    }
}
