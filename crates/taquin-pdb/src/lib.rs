//! Additive pattern databases: built, stored, verified, looked up.
//!
//! A [`Pattern`] is a set of tiles, known by their places in the goal. Its [`Table`] says for every
//! way to lay these tiles out how many slides *of these tiles* bring them home at least, whatever
//! the other tiles do. No slide moves tiles of two patterns, so the values of patterns that share
//! no tile may be added, and the sum never exceeds the true distance. A [`Partition`] names such
//! patterns, and a [`DatabaseSet`] adds up their tables along the moves of a board.
//!
//! R. E. Korf, A. Felner, *Disjoint Pattern Database Heuristics*, Artificial Intelligence 134 (2002).
//!
//! Tables are [plain or zero-aware](Kind). Tables live in files ([`Table::save`], [`Table::open`]) in a folder that is handed in, and in
//! memory on a [`Shelf`], so that they are built or read once.

mod build;
mod file;
mod grid;
mod map;
mod partition;
mod pattern;
mod rank;
mod set;
mod shelf;
mod symmetry;
mod table;
pub mod zero;

pub use build::{BuildError, Progress, build, memory};
pub use file::{EXTENSION, FileError, FileErrorKind, Header, checksum, sizes};
pub use partition::{Partition, PartitionError};
pub use pattern::{Pattern, PatternError};
pub use rank::Ranking;
pub use set::{DatabaseSet, Followed};
pub use shelf::{Shelf, ShelfError};
pub use symmetry::canonical_blank;
pub use table::{Kind, Metric, Table, count};
