//! Estimates of the distance to a goal, each by name.
//!
//! To add one: a file with the idea, why it is admissible (or a counterexample), the reference,
//! the type, `impl Incremental` (or `Scalar`, where the estimate is all the state there is) and a `const ENTRY`; then a line in [`HEURISTICS`]. The suite
//! checks every entry of the table against true distances.

mod combine;
mod euclidean;
mod gaschnig;
mod guide;
mod inversion;
mod inversions;
mod linear_conflict;
mod linear_conflict_pairs;
mod lines;
mod manhattan;
mod misplaced;
mod pdb;
mod spec;
mod walking_distance;
mod walking_table;
mod weight;
mod weighted_inversion;
mod weighted_inversion_code;
mod zero;

use taquin_core::{Board, Control, Stop};

pub use combine::{Carried, Carry, Combined, Light};
pub use euclidean::Euclidean;
pub use gaschnig::Gaschnig;
pub use guide::{Family, Guide, Heuristic};
pub use inversion::{Inversion, InversionState};
pub use linear_conflict::{LineConflict, LinearConflict, line_conflicts};
pub use manhattan::Manhattan;
pub use misplaced::Misplaced;
pub use pdb::{PatternDatabases, PatternValues, pattern_values};
pub use spec::HeuristicSpec;
pub use walking_distance::WalkingDistance;
pub use weight::Weight;
pub use weighted_inversion::{WeightedInversion, WeightedInversionState};
pub use weighted_inversion_code::WeightedInversionCode;
pub use zero::Zero;

pub use crate::informed::{Incremental, Scalar, Slide};

/// All heuristics, in the order they are listed to users.
pub static HEURISTICS: &[HeuristicEntry] = &[
    zero::ENTRY,
    misplaced::ENTRY,
    gaschnig::ENTRY,
    euclidean::ENTRY,
    manhattan::ENTRY,
    inversion::ENTRY,
    linear_conflict::ENTRY,
    walking_distance::ENTRY,
    pdb::ENTRY,
    linear_conflict_pairs::ENTRY,
    weighted_inversion::ENTRY,
    weighted_inversion_code::ENTRY,
];

/// A line of the catalogue.
pub struct HeuristicEntry {
    /// The name, as users write it.
    pub name: &'static str,
    /// One line for lists.
    pub summary: &'static str,
    /// Whether it never exceeds the true distance.
    pub admissible: bool,
    /// Whether it changes by at most one from a board to the next.
    pub consistent: bool,
    /// What may stand behind the name, as in `name:ARGUMENT`; none if it takes nothing.
    pub argument: Option<Argument>,
    /// Makes it for a goal.
    pub build: BuildHeuristic,
}

/// Makes a heuristic for a goal from the argument of its name. Tables that take long to build ask
/// the control.
pub type BuildHeuristic = fn(
    goal: &Board,
    argument: Option<&str>,
    control: &Control,
) -> Result<Box<dyn Heuristic>, HeuristicError>;

/// The argument of a heuristic's name.
pub struct Argument {
    /// A short description for lists.
    pub summary: &'static str,
    /// Says what is wrong with a text, if anything is.
    pub check: fn(&str) -> Result<(), String>,
}

/// Why a heuristic is not made for a goal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum HeuristicError {
    /// It cannot be.
    #[error("{reason}")]
    Unsupported {
        /// The reason.
        reason: String,
        /// Heuristics that would do.
        alternatives: &'static [&'static str],
    },
    /// The control stopped the building of its tables.
    #[error("its tables were not finished")]
    Stopped(Stop),
}

/// The cell of each number in the goal, the blank's included.
fn homes(goal: &Board) -> [u8; 256] {
    let mut homes = [0; 256];
    for (cell, number) in goal.numbers().enumerate() {
        homes[usize::from(number)] = cell as u8;
    }
    homes
}
