//! Long searches in parts that survive an interruption.
//!
//! An IDA\* threshold is cut into [`Part`]s: sets of roots that are searched one part at a time, by this
//! process or by another. A [`Journal`] keeps one [`Row`] for each finished part, each exhausted
//! threshold and each solution. A restarted search reads the rows and resumes; the node counts of a
//! threshold add up to those of an uninterrupted search.
//!
//! There are two kinds of parts. On the GPU a [`Part`] is named by what its roots are, not by where they
//! stood in some list: the boards at a depth, in a class of slack, whose hash falls into a bucket. So the
//! order in which roots were found does not matter. On the CPU a part is a [`Span`] of a depth-first
//! search, from one node to another, which can be cut anywhere; a [`Deal`] hands spans out. Either way
//! any machine that searches by the same method finds the same parts.

mod deal;
#[cfg(feature = "files")]
mod folder;
mod ledger;
mod row;
mod span;

use std::io;
use std::sync::{Mutex, MutexGuard, PoisonError};

pub use deal::{Deal, DealProgress};
#[cfg(feature = "files")]
pub use folder::Folder;
pub use ledger::{Conflict, Ledger};
pub use row::{Counts, Part, Record, Row, RowError, SearchKey};
pub use span::{Place, Searched, Span, SpanError};

/// Storage for the rows of searches.
///
/// A search appends a row as soon as it is true and relies on it after a restart, so a row must be
/// durable when [`append`](Journal::append) returns.
pub trait Journal: Send {
    /// All rows, those of other writers included.
    ///
    /// # Errors
    /// When they cannot be read.
    fn rows(&mut self) -> io::Result<Vec<Row>>;

    /// Adds a row.
    ///
    /// # Errors
    /// When it cannot be kept.
    fn append(&mut self, row: &Row) -> io::Result<()>;

    /// Adds a row that survives the end of this process, but is durable only with the next
    /// [`append`](Journal::append): for short parts, which cost little to search again after a crash of
    /// the machine.
    ///
    /// # Errors
    /// When it cannot be kept.
    fn append_unsynced(&mut self, row: &Row) -> io::Result<()> {
        self.append(row)
    }
}

/// A journal that a [`Control`](crate::Control) carries to a solver that works in parts.
pub struct Keep {
    journal: Mutex<Box<dyn Journal>>,
    /// Which parts this process takes first, where several share the journal.
    pub share: Share,
    /// Nodes of a part, about; none for what suits the solver.
    pub part_nodes: Option<u64>,
}

impl Keep {
    /// Keeps everything in this journal.
    pub fn new(journal: impl Journal + 'static) -> Self {
        Self {
            journal: Mutex::new(Box::new(journal)),
            share: Share::ALL,
            part_nodes: None,
        }
    }

    /// Takes the parts of this share first.
    pub fn with_share(mut self, share: Share) -> Self {
        self.share = share;
        self
    }

    /// Makes parts of about this many nodes.
    pub fn with_part_nodes(mut self, nodes: Option<u64>) -> Self {
        self.part_nodes = nodes.filter(|&nodes| nodes > 0);
        self
    }

    /// The journal, for one caller at a time.
    pub fn journal(&self) -> MutexGuard<'_, Box<dyn Journal>> {
        // Rows are appended whole, so a journal that a panic left behind is whole too.
        self.journal.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl<J: Journal + ?Sized> Journal for &mut J {
    fn rows(&mut self) -> io::Result<Vec<Row>> {
        (**self).rows()
    }

    fn append(&mut self, row: &Row) -> io::Result<()> {
        (**self).append(row)
    }

    fn append_unsynced(&mut self, row: &Row) -> io::Result<()> {
        (**self).append_unsynced(row)
    }
}

/// A journal in memory.
impl Journal for Vec<Row> {
    fn rows(&mut self) -> io::Result<Vec<Row>> {
        Ok(self.clone())
    }

    fn append(&mut self, row: &Row) -> io::Result<()> {
        self.push(row.clone());
        Ok(())
    }
}

/// Which parts a process takes first when several work on one search: those whose number leaves
/// `index` when divided by `of`.
///
/// A process that has run out of its own parts takes any that are unfinished, so a process
/// that dies delays no one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Share {
    /// Which share, counted from 0.
    pub index: u32,
    /// The number of shares.
    pub of: u32,
}

impl Share {
    /// Everything.
    pub const ALL: Self = Self { index: 0, of: 1 };

    /// Whether a part belongs to this share.
    pub fn has(self, part: usize) -> bool {
        part % self.of.max(1) as usize == self.index as usize
    }
}

impl Default for Share {
    fn default() -> Self {
        Self::ALL
    }
}

/// Reads `1/4` as the first of four shares.
impl std::str::FromStr for Share {
    type Err = ShareError;

    fn from_str(text: &str) -> Result<Self, ShareError> {
        let wrong = || ShareError(text.to_owned());
        let (number, of) = text.split_once('/').ok_or_else(wrong)?;
        match (number.parse(), of.parse()) {
            (Ok(number @ 1..), Ok(of)) if number <= of => Ok(Self {
                index: number - 1,
                of,
            }),
            _ => Err(wrong()),
        }
    }
}

/// A text that names no share.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[error("`{0}` is not a share like 1/4")]
pub struct ShareError(String);

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_read_and_take_every_part_once() {
        let shares: Vec<Share> = ["1/3", "2/3", "3/3"].map(|s| s.parse().unwrap()).into();
        for part in 0..20 {
            assert_eq!(shares.iter().filter(|share| share.has(part)).count(), 1);
            assert!(Share::ALL.has(part));
        }
        for wrong in ["", "1", "0/3", "4/3", "a/b", "1/0"] {
            assert!(wrong.parse::<Share>().is_err(), "{wrong}");
        }
    }
}
