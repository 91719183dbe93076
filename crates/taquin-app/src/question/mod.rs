//! Questions as JSON: what the REST service reads, and any other front end may.
//!
//! A question is plain data; [`App`](crate::App) has a method for each, which checks it and gives the
//! answer or a [`Refusal`](crate::Refusal). Unknown members are refused everywhere, and a wrong value is
//! named by its JSON pointer.

mod by_name;
mod logic;
mod member;
mod moves;
mod part;
mod position;
mod puzzles;
mod solve;

pub use by_name::{ByName, Named};
pub use logic::{Decide, Decode, Encode, EncodingName, HorizonName, LanguageName, Sat};
pub use member::{
    LimitMembers, MOST_MEMORY_MB, MOST_SAFE, MOST_TIME_MS, NotationName, OptionValue, Position,
    goals, moves, object, puzzle, range,
};
pub use moves::{Analyze, Apply, Hint};
pub use part::{Part, Parts, part_name};
pub use position::{Check, Estimate, Explain};
pub use puzzles::{Daily, Distance, LevelName, Puzzles};
pub use solve::{Compare, Solve, SolverText, Trace, Verify};

pub(crate) use member::{check_length, spec};
