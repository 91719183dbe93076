//! Additive pattern databases: built, stored, verified, looked up.
//!
//! A [`Pattern`] is a set of tiles, known by their places in the goal. For every placement of these
//! tiles, its [`Table`] has the fewest slides *of these tiles* that bring them home, whatever the other
//! tiles do. No slide moves tiles of two patterns, so the values of patterns that share no tile may be
//! added, and the sum never exceeds the true distance. A [`Partition`] names such patterns, and a
//! [`DatabaseSet`] adds up their tables along the moves of a board.
//!
//! R. E. Korf, A. Felner, *Disjoint Pattern Database Heuristics*, Artificial Intelligence 134 (2002).
//!
//! Tables are [plain or zero-aware](TableKind). A [`PdbCache`] keeps them in memory and, with the feature `files`, in a
//! folder that is handed in, so that each is built or read once.

mod build;
mod cache;
#[cfg(feature = "files")]
mod file;
mod format;
pub mod geometry;
#[cfg_attr(not(feature = "files"), path = "heap.rs")]
mod map;
mod partition;
mod pattern;
mod rank;
mod set;
#[cfg(feature = "files")]
mod stamp;
mod stored;
mod symmetry;
mod table;
pub mod zero;

pub use build::{BuildError, BuildProgress, build, memory};
pub use cache::{PdbCache, PdbCacheError};
#[cfg(feature = "files")]
pub use file::{EXTENSION, FileError};
pub use format::{FormatError, Header, checksum, sizes};
pub use partition::{Partition, PartitionError};
pub use pattern::{Pattern, PatternError};
pub use rank::Ranking;
pub use set::{DatabaseSet, Followed};
pub use stored::StoredTable;
pub use symmetry::{CellMap, canonical_blank, upright};
pub use table::{Metric, Table, TableKind, count};
