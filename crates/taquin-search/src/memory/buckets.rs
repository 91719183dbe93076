//! Nodes waiting to be expanded, in buckets by small integer keys.

/// First in, first out, in blocks of a common pool: no doubling, no moving.
#[derive(Clone, Copy)]
struct Queue {
    head: u32,
    tail: u32,
    /// Next entry to take, within the head block.
    taken: u32,
    /// Entries in the tail block.
    filled: u32,
}

const NO_BLOCK: u32 = u32::MAX;

impl Queue {
    const EMPTY: Self = Self {
        head: NO_BLOCK,
        tail: NO_BLOCK,
        taken: 0,
        filled: 0,
    };
}

/// Entries in a block: few, since many buckets hold only a few.
const BLOCK: usize = 32;
/// Blocks allocated at a time.
const SLAB: usize = 64;

/// Blocks of entries, shared by all queues of a search.
struct Pool<S> {
    slabs: Vec<Box<[S; SLAB * BLOCK]>>,
    /// By block: the next of its queue, or of the free ones.
    next: Vec<u32>,
    free: u32,
}

impl<S: Copy> Pool<S> {
    #[inline]
    fn entry(&mut self, block: u32, place: u32) -> &mut S {
        let block = block as usize;
        &mut self.slabs[block / SLAB][block % SLAB * BLOCK + place as usize % BLOCK]
    }

    #[inline]
    fn push(&mut self, queue: &mut Queue, entry: S) {
        if queue.tail == NO_BLOCK || queue.filled == BLOCK as u32 {
            let block = self.block(entry);
            match queue.tail {
                NO_BLOCK => (queue.head, queue.taken) = (block, 0),
                tail => self.next[tail as usize] = block,
            }
            (queue.tail, queue.filled) = (block, 0);
        }
        *self.entry(queue.tail, queue.filled) = entry;
        queue.filled += 1;
    }

    #[inline]
    fn pop(&mut self, queue: &mut Queue) -> Option<S> {
        if queue.head == NO_BLOCK {
            return None;
        }
        let entry = *self.entry(queue.head, queue.taken);
        queue.taken += 1;
        let last = queue.head == queue.tail;
        if queue.taken == if last { queue.filled } else { BLOCK as u32 } {
            let freed = queue.head;
            let next = std::mem::replace(&mut self.next[freed as usize], self.free);
            self.free = freed;
            if last {
                *queue = Queue::EMPTY;
            } else {
                (queue.head, queue.taken) = (next, 0);
            }
        }
        Some(entry)
    }

    #[inline(never)]
    fn block(&mut self, fill: S) -> u32 {
        if self.free == NO_BLOCK {
            let first = self.next.len() as u32;
            let slab = vec![fill; SLAB * BLOCK].into_boxed_slice();
            let slab = slab.try_into().ok().expect("a slab has its length");
            self.slabs.push(slab);
            let last = first + SLAB as u32 - 1;
            self.next.extend(first + 1..=last);
            self.next.push(NO_BLOCK);
            self.free = first;
        }
        let block = self.free;
        self.free = std::mem::replace(&mut self.next[block as usize], NO_BLOCK);
        block
    }
}

/// A priority queue with two small keys: least `major` first, then greatest `minor`, then first in.
pub(crate) struct Buckets<S> {
    rows: Vec<Row>,
    /// No row below this one holds anything.
    least: usize,
    pool: Pool<S>,
    len: u64,
}

/// The buckets of one major key, by minor key.
#[derive(Clone, Default)]
struct Row {
    queues: Vec<Queue>,
    /// No queue above this one holds anything.
    greatest: usize,
}

impl<S: Copy> Buckets<S> {
    pub(crate) fn new() -> Self {
        Self {
            rows: Vec::new(),
            least: 0,
            pool: Pool {
                slabs: Vec::new(),
                next: Vec::new(),
                free: NO_BLOCK,
            },
            len: 0,
        }
    }

    #[inline]
    pub(crate) fn push(&mut self, major: usize, minor: usize, entry: S) {
        let has_row = self.rows.get(major);
        if has_row.is_none_or(|row| row.queues.len() <= minor) {
            self.add_queue(major, minor);
        }
        let row = &mut self.rows[major];
        self.pool.push(&mut row.queues[minor], entry);
        row.greatest = row.greatest.max(minor);
        self.least = self.least.min(major);
        self.len += 1;
    }

    #[cold]
    fn add_queue(&mut self, major: usize, minor: usize) {
        if major >= self.rows.len() {
            self.rows.resize(major + 1, Row::default());
        }
        let queues = &mut self.rows[major].queues;
        queues.resize(queues.len().max(minor + 1), Queue::EMPTY);
    }

    /// Takes the first entry, with its keys.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<(usize, usize, S)> {
        if self.len == 0 {
            return None;
        }
        loop {
            let row = &mut self.rows[self.least];
            while let Some(queue) = row.queues.get_mut(row.greatest) {
                if let Some(entry) = self.pool.pop(queue) {
                    self.len -= 1;
                    return Some((self.least, row.greatest, entry));
                }
                let Some(lower) = row.greatest.checked_sub(1) else {
                    break;
                };
                row.greatest = lower;
            }
            self.least += 1;
        }
    }

    /// The entry that comes next, unless a better one is added: so that its surroundings can be loaded
    /// early. None where finding it would take a search of its own.
    #[inline]
    pub(crate) fn peek(&mut self) -> Option<S> {
        let row = self.rows.get(self.least)?;
        let queue = row.queues.get(row.greatest)?;
        (queue.head != NO_BLOCK).then(|| *self.pool.entry(queue.head, queue.taken))
    }

    /// Entries waiting.
    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    /// Bytes allocated.
    #[inline]
    pub(crate) fn bytes(&self) -> u64 {
        (self.pool.slabs.len() * SLAB * (BLOCK * size_of::<S>() + size_of::<u32>())) as u64
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn takes_least_major_then_greatest_minor_then_first_in(
            steps in prop::collection::vec(prop::option::weighted(0.6, (0_usize..5, 0_usize..5)), 0..2000)
        ) {
            let mut buckets = Buckets::new();
            let mut plain: Vec<(usize, usize, u64)> = Vec::new();
            for (i, step) in steps.into_iter().enumerate() {
                if let Some((major, minor)) = step {
                    buckets.push(major, minor, i as u64);
                    plain.push((major, minor, i as u64));
                } else {
                    let best = plain.iter().copied().min_by_key(|&(f, g, i)| (f, 5 - g, i));
                    plain.retain(|&entry| Some(entry) != best);
                    prop_assert_eq!(buckets.pop(), best);
                }
                prop_assert_eq!(buckets.len(), plain.len() as u64);
            }
        }
    }
}
