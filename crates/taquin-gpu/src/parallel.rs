//! The same work on many items, on all processors.

use std::thread;

/// `work` on every item and its place, on all processors; the results in order.
pub(crate) fn on_all<T: Sync, R: Send>(
    items: &[T],
    work: impl Fn(usize, &T) -> R + Sync,
) -> Vec<R> {
    // Few items are done before a thread has started.
    const FEW: usize = 4096;
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let share = items.len().div_ceil(threads).max(FEW);
    let part = |first: usize, items: &[T]| -> Vec<R> {
        let numbered = items.iter().enumerate();
        numbered.map(|(i, item)| work(first + i, item)).collect()
    };
    thread::scope(|scope| {
        let part = &part;
        let shares = items.chunks(share).enumerate();
        let parts: Vec<_> = shares
            .map(|(i, items)| scope.spawn(move || part(i * share, items)))
            .collect();
        let join = |part: thread::ScopedJoinHandle<'_, Vec<R>>| {
            part.join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        parts.into_iter().flat_map(join).collect()
    })
}
