//! The open list: nodes in buckets by small integer keys.

/// First in, first out, in blocks of a common pool: no doubling, no moving.
///
/// Entries are numbered through the pool. A tail at the start of a block means that the previous block
/// is full or missing. A queue that runs empty within a block keeps it: most are soon filled again.
#[derive(Clone, Copy)]
struct Queue {
    head: u64,
    tail: u64,
}

impl Queue {
    /// No block.
    const EMPTY: Self = Self {
        head: u64::MAX - u64::MAX % BLOCK,
        tail: u64::MAX - u64::MAX % BLOCK,
    };

    #[inline]
    fn is_empty(self) -> bool {
        // A tail behind a full block may be the head of the block after it in the pool.
        self.head == self.tail
            && (!self.head.is_multiple_of(BLOCK) || self.head == Self::EMPTY.head)
    }
}

/// Entries in a block: few, since many buckets hold only a few.
const BLOCK: u64 = 32;
/// Entries allocated at a time.
const SLAB: usize = 2048;
const NO_BLOCK: u32 = u32::MAX;

/// Blocks of entries, shared by all queues of a search.
struct Pool<S> {
    slabs: Vec<Box<[S; SLAB]>>,
    /// By block: the next of its queue, or of the free ones.
    next: Vec<u32>,
    free: u32,
}

impl<S: Copy> Pool<S> {
    #[inline]
    fn entry(&mut self, number: u64) -> &mut S {
        let number = number as usize;
        &mut self.slabs[number / SLAB][number % SLAB]
    }

    #[inline]
    fn push(&mut self, queue: &mut Queue, entry: S) {
        if queue.tail.is_multiple_of(BLOCK) {
            self.extend(queue, entry);
        }
        *self.entry(queue.tail) = entry;
        queue.tail += 1;
    }

    #[inline]
    fn pop(&mut self, queue: &mut Queue) -> S {
        let entry = *self.entry(queue.head);
        queue.head += 1;
        if queue.head.is_multiple_of(BLOCK) {
            self.release(queue);
        }
        entry
    }

    /// Gives a queue another block.
    #[inline(never)]
    fn extend(&mut self, queue: &mut Queue, fill: S) {
        if self.free == NO_BLOCK {
            let slab = vec![fill; SLAB].into_boxed_slice();
            self.slabs
                .push(slab.try_into().ok().expect("a slab has its length"));
            let first = self.next.len() as u32;
            let last = first + (SLAB as u64 / BLOCK) as u32 - 1;
            self.next.extend(first + 1..=last);
            self.next.push(NO_BLOCK);
            self.free = first;
        }
        let block = self.free;
        self.free = std::mem::replace(&mut self.next[block as usize], NO_BLOCK);
        let start = u64::from(block) * BLOCK;
        if queue.is_empty() {
            queue.head = start;
        } else {
            self.next[((queue.tail - 1) / BLOCK) as usize] = block;
        }
        queue.tail = start;
    }

    /// Takes a queue's first block back, all of whose entries were taken.
    #[inline(never)]
    fn release(&mut self, queue: &mut Queue) {
        let block = (queue.head - 1) / BLOCK;
        let next = std::mem::replace(&mut self.next[block as usize], self.free);
        self.free = block as u32;
        if queue.head == queue.tail {
            *queue = Queue::EMPTY;
        } else {
            queue.head = u64::from(next) * BLOCK;
        }
    }
}

/// A priority queue with two small keys: least `major` first, then greatest `minor`, then first in.
pub(crate) struct Buckets<S> {
    /// By major, then minor: `1 << row_bits` queues for each major.
    queues: Vec<Queue>,
    row_bits: u32,
    /// By major: no queue above this minor holds anything.
    greatest: Vec<usize>,
    /// No row below this major holds anything.
    least: usize,
    pool: Pool<S>,
    len: u64,
}

impl<S: Copy> Buckets<S> {
    pub(crate) fn new() -> Self {
        Self {
            queues: Vec::new(),
            row_bits: 6,
            greatest: Vec::new(),
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
        if major >= self.greatest.len() || minor >> self.row_bits != 0 {
            self.add_queues(major, minor);
        }
        let queue = &mut self.queues[(major << self.row_bits) + minor];
        self.pool.push(queue, entry);
        let greatest = &mut self.greatest[major];
        *greatest = minor.max(*greatest);
        self.least = self.least.min(major);
        self.len += 1;
    }

    /// Makes queues up to these keys.
    #[cold]
    fn add_queues(&mut self, major: usize, minor: usize) {
        let (old, rows) = (self.row_bits, self.greatest.len().max(major + 1));
        while minor >> self.row_bits != 0 {
            self.row_bits += 1;
        }
        let mut queues = vec![Queue::EMPTY; rows << self.row_bits];
        for (row, filled) in self.queues.chunks(1 << old).enumerate() {
            queues[row << self.row_bits..][..filled.len()].copy_from_slice(filled);
        }
        self.queues = queues;
        self.greatest.resize(rows, 0);
    }

    /// Takes the first entry, with its keys.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<(usize, usize, S)> {
        let (major, minor) = self.first_keys()?;
        let queue = &mut self.queues[(major << self.row_bits) + minor];
        self.len -= 1;
        Some((major, minor, self.pool.pop(queue)))
    }

    /// The entry that comes next, unless a better one is added: so that its surroundings can be loaded
    /// early.
    #[inline]
    pub(crate) fn peek(&mut self) -> Option<S> {
        let (major, minor) = self.first_keys()?;
        let head = self.queues[(major << self.row_bits) + minor].head;
        Some(*self.pool.entry(head))
    }

    /// The keys of the first entry.
    #[inline]
    pub(crate) fn first_keys(&mut self) -> Option<(usize, usize)> {
        if self.len == 0 {
            return None;
        }
        loop {
            let minor = self.greatest[self.least];
            if !self.queues[(self.least << self.row_bits) + minor].is_empty() {
                return Some((self.least, minor));
            }
            match minor {
                0 => self.least += 1,
                _ => self.greatest[self.least] -= 1,
            }
        }
    }

    /// Entries waiting.
    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    /// Bytes allocated.
    #[inline]
    pub(crate) fn bytes(&self) -> u64 {
        let entries = (self.pool.slabs.len() * SLAB) as u64;
        let queues = (self.queues.len() * size_of::<Queue>()) as u64;
        queues + entries * size_of::<S>() as u64 + entries / BLOCK * size_of::<u32>() as u64
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn takes_least_major_then_greatest_minor_then_first_in(
            runs in prop::collection::vec(
                (1_usize..80, prop::option::weighted(0.55, (0_usize..5, 0_usize..5))),
                0..60,
            )
        ) {
            let steps = runs.into_iter().flat_map(|(length, step)| vec![step; length]);
            let mut buckets = Buckets::new();
            let mut plain: Vec<(usize, usize, u64)> = Vec::new();
            for (i, step) in steps.enumerate() {
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
