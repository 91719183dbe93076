//! Nodes waiting to be expanded, in buckets by small integer keys.

/// First in, first out, in blocks that are given back to a pool: no doubling, no moving.
pub(crate) struct Queue {
    head: u32,
    tail: u32,
    /// Next entry to take, within the head block.
    taken: u16,
    /// Entries in the tail block.
    filled: u16,
}

const NO_BLOCK: u32 = u32::MAX;

impl Queue {
    const EMPTY: Self = Self {
        head: NO_BLOCK,
        tail: NO_BLOCK,
        taken: 0,
        filled: 0,
    };

    fn is_empty(&self) -> bool {
        self.head == NO_BLOCK
    }
}

/// Blocks of entries, shared by all queues of a search.
struct Pool<S> {
    blocks: Vec<Block<S>>,
    free: u32,
}

struct Block<S> {
    entries: Box<[S]>,
    next: u32,
}

/// About a kibibyte a block: many buckets hold only a few entries.
const fn block_len<S>() -> u16 {
    let entries = 1024 / size_of::<S>();
    if entries < 4 { 4 } else { entries as u16 }
}

impl<S: Copy> Pool<S> {
    fn push(&mut self, queue: &mut Queue, entry: S) {
        if queue.tail == NO_BLOCK || queue.filled == block_len::<S>() {
            let block = self.block(entry);
            match queue.tail {
                NO_BLOCK => (queue.head, queue.taken) = (block, 0),
                tail => self.blocks[tail as usize].next = block,
            }
            (queue.tail, queue.filled) = (block, 0);
        }
        self.blocks[queue.tail as usize].entries[usize::from(queue.filled)] = entry;
        queue.filled += 1;
    }

    fn pop(&mut self, queue: &mut Queue) -> Option<S> {
        if queue.is_empty() {
            return None;
        }
        let block = &mut self.blocks[queue.head as usize];
        let entry = block.entries[usize::from(queue.taken)];
        queue.taken += 1;
        let last = queue.head == queue.tail;
        if queue.taken == if last { queue.filled } else { block_len::<S>() } {
            let freed = queue.head;
            let next = std::mem::replace(&mut block.next, self.free);
            self.free = freed;
            if last {
                *queue = Queue::EMPTY;
            } else {
                (queue.head, queue.taken) = (next, 0);
            }
        }
        Some(entry)
    }

    /// The entry that comes after `ahead` others, if it is in the same block.
    fn peek(&self, queue: &Queue, ahead: u16) -> Option<S> {
        if queue.is_empty() {
            return None;
        }
        let end = if queue.head == queue.tail {
            queue.filled
        } else {
            block_len::<S>()
        };
        let place = queue.taken + ahead;
        (place < end).then(|| self.blocks[queue.head as usize].entries[usize::from(place)])
    }

    fn block(&mut self, fill: S) -> u32 {
        if self.free != NO_BLOCK {
            let block = self.free;
            self.free = std::mem::replace(&mut self.blocks[block as usize].next, NO_BLOCK);
            return block;
        }
        self.blocks.push(Block {
            entries: vec![fill; usize::from(block_len::<S>())].into_boxed_slice(),
            next: NO_BLOCK,
        });
        (self.blocks.len() - 1) as u32
    }
}

/// A priority queue with two small keys: least `major` first, then greatest `minor`, then first in.
pub(crate) struct Buckets<S> {
    /// By major, then minor.
    queues: Vec<Vec<Queue>>,
    /// No queue below this major holds anything.
    least: usize,
    /// By major: no queue above this minor holds anything.
    greatest: Vec<usize>,
    pool: Pool<S>,
    len: u64,
}

impl<S: Copy> Buckets<S> {
    pub(crate) fn new() -> Self {
        Self {
            queues: Vec::new(),
            least: 0,
            greatest: Vec::new(),
            pool: Pool {
                blocks: Vec::new(),
                free: NO_BLOCK,
            },
            len: 0,
        }
    }

    #[inline]
    pub(crate) fn push(&mut self, major: usize, minor: usize, entry: S) {
        if major >= self.queues.len() {
            self.queues.resize_with(major + 1, Vec::new);
            self.greatest.resize(major + 1, 0);
        }
        let row = &mut self.queues[major];
        if minor >= row.len() {
            row.resize_with(minor + 1, || Queue::EMPTY);
        }
        self.pool.push(&mut row[minor], entry);
        self.least = self.least.min(major);
        self.greatest[major] = self.greatest[major].max(minor);
        self.len += 1;
    }

    /// Takes the first entry, with its keys.
    #[inline]
    pub(crate) fn pop(&mut self) -> Option<(usize, usize, S)> {
        if self.len == 0 {
            return None;
        }
        loop {
            let major = self.least;
            let row = &mut self.queues[major];
            let mut minor = self.greatest[major];
            while minor < row.len() {
                if let Some(entry) = self.pool.pop(&mut row[minor]) {
                    self.greatest[major] = minor;
                    self.len -= 1;
                    return Some((major, minor, entry));
                }
                minor = minor.wrapping_sub(1);
            }
            self.greatest[major] = 0;
            self.least += 1;
        }
    }

    /// The entry likely to be taken after `ahead` more, for loading its surroundings early.
    #[inline]
    pub(crate) fn peek(&self, ahead: u16) -> Option<S> {
        let row = self.queues.get(self.least)?;
        self.pool.peek(row.get(self.greatest[self.least])?, ahead)
    }

    /// Entries waiting.
    pub(crate) fn len(&self) -> u64 {
        self.len
    }

    /// Bytes allocated.
    pub(crate) fn bytes(&self) -> u64 {
        let block = size_of::<Block<S>>() + usize::from(block_len::<S>()) * size_of::<S>();
        (self.pool.blocks.len() * block) as u64
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
