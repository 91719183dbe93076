//! Ways to write a puzzle as clauses, each by name.
//!
//! To add one: a file with its formulas and where they come from, a function that makes them, and a
//! `const ENTRY`; then a line in [`ENCODINGS`]. The suite solves boards with every entry.

mod compact;
mod course;
mod reach;
mod term;
mod thesis_sat;

use std::str::FromStr;

use taquin_core::spec::SpecError;

pub use compact::{Compact, Prune};

use crate::formula::{Formula, Horizon, Task};

/// All encodings in CNF, in the order they are listed to users.
pub const ENCODINGS: &[Entry] = &[compact::ENTRY, course::ENTRY, thesis_sat::ENTRY];

/// A line of the catalogue.
pub struct Entry {
    /// The name, as users write it.
    pub name: &'static str,
    /// One line for lists.
    pub summary: &'static str,
    /// Where it comes from.
    pub reference: &'static str,
    /// The horizons it can express.
    pub horizons: &'static [Horizon],
    /// Writes a task as clauses.
    pub build: fn(&Task) -> Formula,
}

/// An encoding of the table.
#[derive(Clone, Copy)]
pub struct Encoding(pub &'static Entry);

impl Default for Encoding {
    fn default() -> Self {
        Self(&compact::ENTRY)
    }
}

impl FromStr for Encoding {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let entry = ENCODINGS.iter().find(|entry| entry.name == text);
        entry.map(Self).ok_or_else(|| {
            let names: Vec<&str> = ENCODINGS.iter().map(|entry| entry.name).collect();
            SpecError::unknown("encoding", text, &names)
        })
    }
}
