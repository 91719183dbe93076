//! Encodings of puzzles as clauses, by name.
//!
//! To add one: a file with its formulas and where they come from, a function that makes them, and a
//! `const ENTRY`; then a line in [`ENCODINGS`]. The suite solves boards with every entry.

mod compact;
mod course;
mod patterns;
mod reach;
mod term;
mod thesis_sat;

use std::ops::ControlFlow;
use std::str::FromStr;

use taquin_core::spec::SpecError;
use taquin_core::{Board, Stop};

pub use compact::{Compact, CompactTables, Prune};
pub use patterns::{Group, Shape};

use crate::cdcl::Guard;
use crate::cnf::Cnf;
use crate::formula::{Formula, Horizon, Meaning, Task};

/// All encodings in CNF, in the order they are listed to users.
pub static ENCODINGS: &[EncodingEntry] = &[compact::ENTRY, course::ENTRY, thesis_sat::ENTRY];

/// A line of the catalogue.
pub struct EncodingEntry {
    /// The name, as users write it.
    pub name: &'static str,
    /// One line for lists.
    pub summary: &'static str,
    /// The source.
    pub reference: &'static str,
    /// The horizon it is best at. All encodings express all of them.
    pub horizon: Horizon,
    /// Prepares formulas about the paths between a start and a goal.
    pub open: fn(&Board, &Board) -> Box<dyn Encoder>,
}

/// Writes the formulas for one start and one goal.
pub trait Encoder: Send + Sync {
    /// The formula for a number of steps between the boards that the encoder was made for. The guard is
    /// called during construction with the bytes in use.
    ///
    /// # Errors
    /// Breaks when the guard does.
    fn formula_within(&self, task: &Task, guard: &mut dyn Guard) -> ControlFlow<Stop, Formula>;

    /// The same without limits.
    fn formula(&self, task: &Task) -> Formula {
        match self.formula_within(task, &mut ()) {
            ControlFlow::Continue(formula) => formula,
            ControlFlow::Break(_) => unreachable!("the empty guard lets everything pass"),
        }
    }
}

/// Writes a formula while a guard looks on.
type Build = fn(&Task, &mut dyn Guard) -> ControlFlow<Stop, Formula>;

/// An encoding that has nothing to find out beforehand.
struct Plain(Build);

impl Encoder for Plain {
    fn formula_within(&self, task: &Task, guard: &mut dyn Guard) -> ControlFlow<Stop, Formula> {
        (self.0)(task, guard)
    }
}

/// Adds that some goal is reached: each of `ways` is a goal's place in the list with what says that
/// the board at a step is that goal.
fn reach_some_goal(
    formula: &mut Formula,
    ways: Vec<(u32, u32)>,
    says: impl Fn(&mut Cnf, crate::cnf::Lit, usize, u32),
) {
    let mut reached = Vec::new();
    for (goal, step) in ways {
        let here = formula.variable(Meaning::Reached { goal, step });
        formula.cnf.family("goal", "some goal is reached");
        says(&mut formula.cnf, here, goal as usize, step);
        reached.push(here);
    }
    formula.cnf.family("goal", "some goal is reached");
    formula.cnf.add(reached);
}

/// An encoding of the table.
#[derive(Clone, Copy)]
pub struct Encoding(pub &'static EncodingEntry);

impl Encoding {
    /// The formula of one task.
    pub fn formula(self, task: &Task) -> Formula {
        self.open(task).formula(task)
    }

    /// The formula of one task, unless the guard objects before it is written.
    ///
    /// # Errors
    /// Breaks when the guard does.
    pub fn formula_within(self, task: &Task, guard: &mut dyn Guard) -> ControlFlow<Stop, Formula> {
        self.open(task).formula_within(task, guard)
    }

    fn open(self, task: &Task) -> Box<dyn Encoder> {
        (self.0.open)(task.start(), task.goal())
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
