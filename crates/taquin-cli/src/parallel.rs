//! The same work on many items, on all processors.

use std::thread;

/// Items below which a second thread costs more than it saves.
const FEW: usize = 4096;

/// How many of `count` items each thread gets.
fn share(count: usize) -> usize {
    // Linux answers from several files of the control group, which takes longer than a few items.
    if count <= FEW {
        return FEW;
    }
    let threads = thread::available_parallelism().map_or(1, usize::from);
    count.div_ceil(threads).max(FEW)
}

/// `work` on every item; the results in order.
pub(crate) fn map<T: Sync, R: Send>(items: &[T], work: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let share = share(items.len());
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

/// `work` on runs of items that each thread then owns, with the place of the first; the results in order. What
/// is left of the items is dropped by the thread that worked on them.
pub(crate) fn map_runs<T: Send, R: Send>(
    mut items: Vec<T>,
    work: impl Fn(usize, Vec<T>) -> Vec<R> + Sync,
) -> Vec<R> {
    let share = share(items.len());
    thread::scope(|scope| {
        let work = &work;
        let mut parts = Vec::new();
        while items.len() > share {
            // From the end, so that no item moves twice.
            let first = (items.len() - 1) / share * share;
            let run = items.split_off(first);
            parts.push(scope.spawn(move || work(first, run)));
        }
        let mut results = work(0, items);
        for part in parts.into_iter().rev() {
            let part = part.join();
            results.extend(part.unwrap_or_else(|panic| std::panic::resume_unwind(panic)));
        }
        results
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn runs_are_in_order_and_know_their_places() {
        for count in [0, 1, FEW, FEW + 1, 5 * FEW + 7] {
            let items: Vec<String> = (0..count).map(|i| i.to_string()).collect();
            let numbered = map_runs(items, |first, run| {
                let numbered = run.into_iter().enumerate();
                numbered.map(|(i, item)| (first + i, item)).collect()
            });
            assert_eq!(numbered.len(), count);
            for (i, (place, item)) in numbered.iter().enumerate() {
                assert_eq!((*place, item), (i, &i.to_string()));
            }
        }
    }

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
