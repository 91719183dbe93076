//! Ways to write a puzzle as clauses, each by name.
//!
//! To add one: a file with its formulas and where they come from, a function that makes them, and a
//! `const ENTRY`; then a line in [`ENCODINGS`]. The suite solves boards with every entry.

mod compact;
mod course;
mod growing;
mod patterns;
mod reach;
mod term;
mod thesis_sat;

use std::str::FromStr;

use taquin_core::Board;
use taquin_core::spec::SpecError;

pub use compact::{Compact, Opened, Prune};
pub use growing::Growing;
pub use patterns::{Group, Shape};

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
    /// Looks at a start and a goal, to write formulas about the ways between them.
    pub open: fn(&Board, &Board) -> Box<dyn Encoder>,
}

/// Writes the formulas for one start and one goal.
pub trait Encoder: Send + Sync {
    /// The formula for a number of steps between the boards that the encoder was made for.
    fn formula(&self, task: &Task) -> Formula;
}

/// An encoding that has nothing to find out beforehand.
struct Plain(fn(&Task) -> Formula);

impl Encoder for Plain {
    fn formula(&self, task: &Task) -> Formula {
        (self.0)(task)
    }
}

/// An encoding of the table.
#[derive(Clone, Copy)]
pub struct Encoding(pub &'static Entry);

impl Encoding {
    /// The formula of one task.
    pub fn formula(self, task: &Task) -> Formula {
        (self.0.open)(task.start(), task.goal()).formula(task)
    }
}

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
