//! The same work on many items, on all processors.

use std::thread;

/// Items below which a second thread costs more than it saves.
const FEW: usize = 4096;

/// `work` on every item; the results in order.
pub(crate) fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let threads = thread::available_parallelism().map_or(1, usize::from);
    let share = items.len().div_ceil(threads).max(FEW);
    if items.len() <= share {
        return items.iter().map(work).collect();
    }
    thread::scope(|scope| {
        let work = &work;
        let parts = items.chunks(share);
        let parts: Vec<_> = parts
            .map(|items| scope.spawn(move || items.iter().map(work).collect::<Vec<R>>()))
            .collect();
        let join = |part: thread::ScopedJoinHandle<'_, Vec<R>>| {
            part.join()
                .unwrap_or_else(|panic| std::panic::resume_unwind(panic))
        };
        parts.into_iter().flat_map(join).collect()
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_keep_their_order() {
        let items: Vec<usize> = (0..=3 * FEW).collect();
        assert_eq!(
            map(&items, |i| 2 * i),
            items.iter().map(|i| 2 * i).collect::<Vec<_>>()
        );
        assert_eq!(map(&items[..3], |i| i + 1), [1, 2, 3]);
    }
}
