//! Zero-aware tables: the blank's region is part of the state, and one bit encodes its value.
//!
//! A state is a slot ([`Slots`]: the cells that the pattern's tiles lie in, and the blank's region among
//! them) and an order ([`Orders`]: which tile is in which of these cells). Its value is the fewest
//! slides of the pattern's tiles that bring them home, the blank starting in its region. A slide of a
//! pattern's tile can be taken back, so it changes the value by one at most; it changes the parity of
//! the tiles' rows and columns, so it changes the value by exactly one. If the value before a slide is
//! known, one bit gives the value after it: whether it is one more or one less. The table stores the
//! second bit of each value, which distinguishes them.

pub(crate) mod build;
mod look;
mod orders;
mod passes;
mod slots;
mod spot;

use crate::pattern::Pattern;

pub use look::{Aim, Edge, Look, Looks, LooksError, PreparedTable};
pub use orders::Orders;
pub use passes::Passes;
pub use slots::{SMALL_CELLS, Slots};
pub use spot::Spot;

/// The layout of the states of patterns of this many tiles in a table.
#[derive(Clone, Debug)]
pub struct Layout {
    /// Where the tiles lie, and the blank among them.
    pub slots: Slots,
    /// Which tile is where after a slide.
    pub passes: Passes,
    /// Words of 64 bits for the orders of one slot; the last may have bits that mean nothing.
    pub words: usize,
}

/// One state of a pattern.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PatternState {
    /// The slot.
    pub slot: usize,
    /// The order.
    pub order: u16,
}

impl Layout {
    /// The layout for a pattern; none if it has too many tiles.
    pub fn new(pattern: &Pattern) -> Option<Self> {
        let tiles = pattern.homes().len();
        if tiles > Orders::MAX_TILES {
            return None;
        }
        // A tile that slides to another row passes the cells in between.
        let between = pattern.size().cols() - 1;
        Some(Self {
            slots: Slots::new(pattern.size(), tiles)?,
            passes: Passes::new(tiles, between),
            words: Self::row_words(tiles),
        })
    }

    /// Words for the orders of this many tiles.
    pub(crate) fn row_words(tiles: usize) -> usize {
        (1..=tiles).product::<usize>().div_ceil(64)
    }

    /// Number of states of a pattern, and bytes of its table.
    pub(crate) fn sizes(pattern: &Pattern) -> (u64, u64) {
        let tiles = pattern.homes().len();
        let slots = Slots::counted(pattern.size(), tiles) as u64;
        let orders: u64 = (1..=tiles as u64).product();
        (slots * orders, slots * 8 * Self::row_words(tiles) as u64)
    }

    /// Bytes of a table.
    pub fn bytes(&self) -> usize {
        8 * self.words * self.slots.count()
    }

    /// The state with these cells for the pattern's tiles, in the order of their homes.
    pub fn place(&self, cells: &[u8], blank: usize) -> PatternState {
        let set = cells.iter().map(|&cell| 1 << cell).sum();
        let mut by_cell: Vec<u8> = (0..cells.len() as u8).collect();
        by_cell.sort_by_key(|&tile| cells[usize::from(tile)]);
        PatternState {
            slot: self.slots.slot(set, blank),
            order: orders::rank(&by_cell) as u16,
        }
    }

    /// The solved state of a pattern.
    pub(crate) fn goal(&self, pattern: &Pattern) -> PatternState {
        self.place(pattern.homes(), pattern.blank())
    }
}
