//! Settings of the system's allocator for a long-running program with many threads.

/// Lets all threads share one arena of glibc's allocator, unless the environment says how many there
/// may be. To be called before there are other threads.
///
/// By itself it makes up to eight arenas a core, and what one thread frees in its own stays there: the
/// service's memory creeps by megabytes per minute under load. Searches take their memory in a few large
/// pieces, and small ones come from a cache of each thread, so they do not wait for one another;
/// `docs/results/serve.tsv` has measurements of both, and of mimalloc.
pub(crate) fn share_one() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    if std::env::var_os("MALLOC_ARENA_MAX").is_none() {
        limit_to_one();
    }
}

#[cfg(all(target_os = "linux", target_env = "gnu"))]
#[expect(unsafe_code, reason = "only glibc's own function changes this")]
fn limit_to_one() {
    // SAFETY: it takes two numbers, touches no memory of ours, and no other thread is there yet. A
    // refusal leaves things as they were.
    unsafe { libc::mallopt(libc::M_ARENA_MAX, 1) };
}
