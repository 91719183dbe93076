//! Searches, each by name.
//!
//! To add one: a file with its guarantee, memory and reference, the options as a struct with
//! documented defaults, `impl Solver` and a `const ENTRY`; then a line in [`SOLVERS`].

mod table;

use taquin_core::Solver;
use taquin_core::spec::{Options, SpecError};

pub use table::Table;

/// All searches, in the order they are listed to users.
pub const SOLVERS: &[Entry] = &[table::ENTRY];

/// A line of the catalogue.
pub struct Entry {
    /// The name, as users write it.
    pub name: &'static str,
    /// One line for lists.
    pub summary: &'static str,
    /// What is known of the answer and of the memory it takes.
    pub guarantee: &'static str,
    /// The options: name, and what they mean with their default.
    pub options: &'static [(&'static str, &'static str)],
    /// Makes the solver from its options.
    pub build: fn(Options) -> Result<Box<dyn Solver>, SpecError>,
}
