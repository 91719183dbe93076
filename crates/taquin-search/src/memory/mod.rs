//! The memory of searches: the closed table, and the open list.

mod arena;
mod buckets;
mod compact;
mod line;
mod map;
#[cfg_attr(not(feature = "files"), path = "heap.rs")]
mod pages;
mod prefetch;

use std::ops::ControlFlow;

use taquin_core::packed::{Bytes, Nibbles, Packed, Quints};
use taquin_core::{Control, Direction, Size, Stats, Stop};

pub(crate) use buckets::Buckets;
pub(crate) use pages::Words;
pub(crate) use prefetch::prefetch;

/// A packed board together with the table that remembers such boards best.
pub(crate) trait State: Packed {
    type Reached: Reached<Self>;
}

impl State for Nibbles {
    type Reached = compact::Compact;
}

impl State for Quints {
    type Reached = map::Map<Self>;
}

impl<const N: usize> State for Bytes<N> {
    type Reached = arena::Arena<N>;
}

/// Something to be done with the smallest state that fits a board.
pub(crate) trait WithState {
    type Output;

    fn run<S: State>(self) -> Self::Output;
}

/// The largest board whose cells fit into one or two words.
///
/// Every search is compiled once for each state. In a page, a small download matters more than room for
/// boards whose searches end at their limits anyway.
pub(crate) const SMALL_CELLS: usize = if cfg!(target_arch = "wasm32") { 16 } else { 25 };

/// Runs `job` with the smallest state for boards of this size.
pub(crate) fn for_size<J: WithState>(size: Size, job: J) -> J::Output {
    if size.cells() <= SMALL_CELLS {
        for_small(size, job)
    } else {
        for_large(size, job)
    }
}

/// Runs `job` with the smallest state for boards of this size, at most [`SMALL_CELLS`].
///
/// # Panics
/// When the board is larger.
pub(crate) fn for_small<J: WithState>(size: Size, job: J) -> J::Output {
    assert!(size.cells() <= SMALL_CELLS, "{size} is not small");
    match size.cells() {
        #[cfg(not(target_arch = "wasm32"))]
        17.. => job.run::<Quints>(),
        _ => job.run::<Nibbles>(),
    }
}

/// Runs `job` with a state for boards of this size, more than [`SMALL_CELLS`].
pub(crate) fn for_large<J: WithState>(size: Size, job: J) -> J::Output {
    match size.cells() {
        #[cfg(not(target_arch = "wasm32"))]
        ..=64 => job.run::<Bytes<64>>(),
        _ => job.run::<Bytes<256>>(),
    }
}

/// The largest g a table keeps apart; longer ways count as this long.
pub(crate) const MAX_G: u32 = (1 << 12) - 1;

/// The cost of a reached state, its last move, and whether it is closed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Mark {
    /// Moves from the start, at most [`MAX_G`].
    pub(crate) g: u32,
    /// The last of them; means nothing for a root.
    pub(crate) via: Direction,
    /// Whether the state was expanded.
    pub(crate) closed: bool,
}

/// The result of adding a generated state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Arrival {
    /// Not reached before.
    New,
    /// Reached before at greater cost; the shorter way is now remembered and the state open again.
    Shorter { was_closed: bool },
    /// Reached before at no greater cost.
    Known,
}

/// The states a search has reached, each with its best known way.
pub(crate) trait Reached<S> {
    /// The key of a state.
    type Key: Copy + PartialEq;

    /// The entry of a reached state in an open list.
    type Ticket: Copy;

    /// An empty table for boards of this size.
    fn new(size: Size) -> Self;

    fn key(state: S) -> Self::Key;

    /// The ticket of a state that was reached.
    fn ticket(&self, state: S) -> Self::Ticket;

    /// The state of a ticket.
    fn state(&self, ticket: Self::Ticket) -> S;

    /// Whether the table has outgrown the caches, so that [`Self::prefetch`] helps.
    fn is_large(&self) -> bool;

    /// Starts loading what a look-up will need.
    fn prefetch(&self, key: Self::Key);

    /// Notes a way to a state. Never grows the table: see [`Self::is_full`].
    fn arrive(&mut self, key: Self::Key, g: u32, via: Direction) -> Arrival;

    /// Notes a way to a state unless one is known; says whether it was new.
    fn arrive_once(&mut self, key: Self::Key, g: u32, via: Direction) -> bool;

    /// The mark of a state.
    fn get(&self, key: Self::Key) -> Option<Mark>;

    /// Marks a state as expanded, and gives its mark from before.
    fn close(&mut self, key: Self::Key) -> Option<Mark>;

    /// Bytes allocated.
    fn bytes(&self) -> u64;

    /// Whether the table must [`Self::grow`] before four more states arrive, `g` moves from the
    /// start.
    fn is_full(&self, g: u32) -> bool;

    /// Most bytes held while growing.
    fn bytes_to_grow(&self) -> u64;

    fn grow(&mut self);
}

/// The entry of a state in open lists.
pub(crate) type Ticket<S> = <<S as State>::Reached as Reached<S>>::Ticket;

/// The table's key of a state.
#[inline]
pub(crate) fn key<S: State>(state: S) -> <S::Reached as Reached<S>>::Key {
    S::Reached::key(state)
}

/// Grows the table until four states `g` moves from the start fit, notes the bytes held besides
/// `others`, and stops the search instead where memory is limited.
#[inline]
pub(crate) fn make_room<S: State>(
    reached: &mut S::Reached,
    g: u32,
    others: u64,
    control: &Control,
    stats: &mut Stats,
) -> ControlFlow<Stop> {
    while reached.is_full(g) {
        note_bytes(reached.bytes_to_grow() + others, control, stats)?;
        reached.grow();
    }
    note_bytes(reached.bytes() + others, control, stats)
}

#[inline]
fn note_bytes(bytes: u64, control: &Control, stats: &mut Stats) -> ControlFlow<Stop> {
    if bytes > stats.peak_bytes {
        control.check_memory(bytes)?;
        stats.peak_bytes = bytes;
    }
    ControlFlow::Continue(())
}
