//! Prefetching of cache lines.
#![cfg_attr(
    target_arch = "x86_64",
    expect(
        unsafe_code,
        reason = "prefetching is only reachable through an intrinsic"
    )
)]

/// Hints that the value behind the reference will be read soon.
#[inline]
pub(crate) fn prefetch<T>(value: &T) {
    #[cfg(target_arch = "x86_64")]
    // SAFETY: a prefetch of any address has no effect but on the cache.
    unsafe {
        use std::arch::x86_64::{_MM_HINT_T0, _mm_prefetch};
        _mm_prefetch::<_MM_HINT_T0>(std::ptr::from_ref(value).cast());
    }
    #[cfg(not(target_arch = "x86_64"))]
    let _ = value;
}
