//! The table of solved positions: every solved line goes in state by state, so that the next
//! request about any board on it answers at once, after a restart too.
//!
//! What is stored for a board is how long the best known solution is, whether that is proven to be
//! shortest, and its first move. The board after that move is in the table as well, so a line can be
//! followed to the goal; and since an entry is only replaced by a better one, following entries
//! always gets nearer. On boards where a proof is in reach only proven lines are kept.
//!
//! No entry is trusted: a line is replayed, and entries that do not lead where they say
//! are deleted.
//!
//! Reading is done where the answer is needed; writing by a separate thread, many lines in one
//! transaction. What could not be written in time is left out: it can be searched again. A table that
//! cannot be opened, read or written is no table until it can: the service searches instead.

mod line;
mod memory;
mod postgres;
mod redb;

mod store;

use taquin::{Board, Direction, Move};

pub use self::redb::Redb;
pub(crate) use self::redb::is_damaged_file;
pub use memory::MemoryTable;
pub use postgres::Postgres;
pub(crate) use store::Store;
pub use store::TableHealth;

/// A store of entries.
pub trait Lookup: Send + Sync {
    /// The entry of a key.
    ///
    /// # Errors
    /// When the table cannot be read.
    fn get(&self, key: &PositionKey) -> Result<Option<Entry>, LookupError>;

    /// The entries along a line, all from the same state of the table: `next` makes the key after an
    /// entry, and ends the line with none.
    ///
    /// # Errors
    /// When the table cannot be read.
    fn walk(
        &self,
        first: PositionKey,
        next: &mut dyn FnMut(Option<Entry>) -> Option<PositionKey>,
    ) -> Result<(), LookupError> {
        let mut key = Some(first);
        while let Some(here) = key {
            key = next(self.get(&here)?);
        }
        Ok(())
    }

    /// Puts entries in, all or none, except those that are no better than what is there.
    ///
    /// # Errors
    /// When the table cannot be written.
    fn put(&self, entries: &[(PositionKey, Entry)]) -> Result<(), LookupError>;

    /// Takes entries out.
    ///
    /// # Errors
    /// When the table cannot be written.
    fn delete(&self, keys: &[PositionKey]) -> Result<(), LookupError>;

    /// The number of entries.
    ///
    /// # Errors
    /// When the table cannot be read.
    fn len(&self) -> Result<u64, LookupError>;

    /// Whether it is empty.
    ///
    /// # Errors
    /// When the table cannot be read.
    fn is_empty(&self) -> Result<bool, LookupError> {
        Ok(self.len()? == 0)
    }
}

/// The table could not be read or written.
#[derive(Debug, thiserror::Error)]
#[error("the table of solved positions: {0}")]
pub struct LookupError(pub String);

/// A board and the goal it is to become, in a form that does not depend on what the tiles are
/// called: each tile is named by its place in the goal.
#[derive(Clone, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct PositionKey(Vec<u8>);

impl PositionKey {
    /// The key of a board on its way to a goal of the same size.
    pub fn new(board: &Board, goal: &Board) -> Self {
        let mut names = [0_u8; 256];
        for (cell, number) in goal.numbers().enumerate() {
            names[usize::from(number)] = cell as u8;
        }
        let size = board.size();
        let mut bytes = vec![size.rows() as u8, size.cols() as u8];
        bytes.push(goal.blank().index() as u8);
        let places: Vec<u8> = board
            .numbers()
            .map(|number| names[usize::from(number)])
            .collect();
        if places.len() <= 16 {
            let halves = places.chunks(2);
            bytes.extend(halves.map(|pair| pair[0] << 4 | pair.get(1).copied().unwrap_or(0)));
        } else {
            bytes.extend(places);
        }
        Self(bytes)
    }

    /// The key in the store.
    pub fn as_bytes(&self) -> &[u8] {
        &self.0
    }
}

/// The stored knowledge about a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// Moves of the best known solution.
    pub length: u16,
    /// Whether there is no shorter one.
    pub proven: bool,
    /// Its first move; none on the goal.
    pub first: Option<Move>,
}

impl Entry {
    /// Whether this is better than the stored entry.
    pub fn improves(&self, old: &Self) -> bool {
        (self.length, !self.proven) < (old.length, !old.proven)
    }

    /// The entry in three bytes.
    pub fn to_bytes(self) -> [u8; 3] {
        let [low, high] = self.length.to_le_bytes();
        let first = self.first.map_or(4, |mv| mv.0 as u8);
        [low, high, first | u8::from(self.proven) << 3]
    }

    /// Decodes an entry from three bytes.
    pub fn from_bytes(bytes: [u8; 3]) -> Option<Self> {
        let [low, high, flags] = bytes;
        let first = match flags & 7 {
            index @ 0..=3 => Some(Move(Direction::from_index(index))),
            4 => None,
            _ => return None,
        };
        Some(Self {
            length: u16::from_le_bytes([low, high]),
            proven: flags & 8 != 0,
            first,
        })
    }
}

#[cfg(test)]
mod tests;
