//! Test support: true distances, generators of boards, and a conformance suite for solvers.
//!
//! It knows nothing but `taquin-core`, so it shares no code with the engines it judges.

mod conform;
#[cfg(unix)]
mod database;
mod effort;
pub mod generate;
mod oracle;

pub use conform::{Promise, conform};
#[cfg(unix)]
pub use database::Database;
pub use oracle::{Distances, MAX_CELLS};
