//! Children whose arrival is put off until their lines of a large table are loaded.
//!
//! A child with a larger f than its parent is not expanded before the last node of the parent's f. It can
//! wait in a short queue, while the nodes of that f are expanded, and be looked up when its line has come
//! from memory. The order of the open list and all counts stay the same: children wait in the order in which
//! they were generated, and all of them arrive before a node of a larger f is taken, and before another
//! child of the same board arrives.

use taquin_core::Direction;

use crate::memory::{Reached, State};

/// Whether children wait at all. Nothing can be loaded ahead in a page, where a small download matters more.
const DEFERS: bool = cfg!(not(target_arch = "wasm32"));

/// Children that wait at most: enough for the memory to answer.
const MOST: usize = 8;

type Key<S> = <<S as State>::Reached as Reached<S>>::Key;

/// A child that waits.
#[derive(Clone, Copy)]
pub(super) struct Waiting<S> {
    pub(super) state: S,
    pub(super) f: usize,
    pub(super) g: u32,
    pub(super) via: Direction,
    /// The longest open list between the child that began to wait before this one and this one, without
    /// those that were admitted.
    open: i64,
}

/// The queue of children that wait.
pub(super) struct Deferred<S: State> {
    /// By number modulo [`MOST`]; some slots hold children that wait no more.
    ring: [Waiting<S>; MOST],
    keys: [Key<S>; MOST],
    /// The number of the child that waits longest, and of the next one to come.
    first: u64,
    next: u64,
    /// No child that waits has a smaller f.
    pub(super) least_f: usize,
    /// Children that waited and were put on the open list then.
    admitted: i64,
    /// The longest open list since the last child began to wait, without those admitted.
    open: i64,
}

impl<S: State> Deferred<S> {
    /// An empty queue; `state` is any board.
    pub(super) fn new(state: S, key: Key<S>) -> Self {
        let none = Waiting {
            state,
            f: 0,
            g: 0,
            via: Direction::Up,
            open: 0,
        };
        Self {
            ring: [none; MOST],
            keys: [key; MOST],
            first: 0,
            next: 0,
            least_f: usize::MAX,
            admitted: 0,
            open: 0,
        }
    }

    #[inline]
    pub(super) fn is_empty(&self) -> bool {
        !DEFERS || self.first == self.next
    }

    #[inline]
    pub(super) fn is_full(&self) -> bool {
        self.next - self.first == MOST as u64
    }

    /// Adds a child to a queue that is not full.
    #[inline]
    pub(super) fn add(&mut self, state: S, key: Key<S>, f: usize, g: u32, via: Direction) {
        let slot = self.next as usize % MOST;
        self.next += 1;
        self.least_f = self.least_f.min(f);
        self.keys[slot] = key;
        self.ring[slot] = Waiting {
            state,
            f,
            g,
            via,
            open: std::mem::replace(&mut self.open, i64::MIN / 2),
        };
    }

    /// Takes the child that waits longest out of a queue that is not empty. Also the longest open list
    /// before it began to wait.
    #[inline]
    pub(super) fn take(&mut self) -> (Waiting<S>, Key<S>, u64) {
        let slot = self.first as usize % MOST;
        self.first += 1;
        if self.is_empty() {
            self.least_f = usize::MAX;
        }
        let child = self.ring[slot];
        let open = (child.open + self.admitted).max(0) as u64;
        (child, self.keys[slot], open)
    }

    /// Notes that a child that was taken is now on the open list.
    #[inline]
    pub(super) fn admit(&mut self) {
        self.admitted += 1;
    }

    /// Notes the length of the open list after an expansion; gives the longest since the last child
    /// began to wait, once none waits.
    #[inline]
    pub(super) fn note_open(&mut self, open: u64) -> Option<u64> {
        if !DEFERS {
            return Some(open);
        }
        self.open = self.open.max(open as i64 - self.admitted);
        self.is_empty()
            .then(|| (self.open + self.admitted).max(0) as u64)
    }

    /// Whether a child with this key may wait.
    #[inline]
    pub(super) fn may_hold(&self, key: Key<S>) -> bool {
        // Without branches: the search would wait for one that is not foreseen.
        self.keys.iter().filter(|&&held| held == key).count() > 0
    }
}
