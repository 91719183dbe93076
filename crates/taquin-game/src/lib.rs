//! The rules of a game: what a player can do, and what follows.
//!
//! Nothing here draws, reads a clock, keeps a file or searches: a front end hands in the time and
//! what solvers found, and shows what comes of it. So every front end plays by the same rules.
//!
//! - A [`Game`] is one board from its deal to its end: moves, clock, undo and redo.
//! - A [`Session`] is the games of one sitting; undo goes back across them.
//! - [`Knowledge`] keeps search results, so that an answer stays valid while the player moves; a
//!   [`Hint`] reveals a part of it.
//! - A [`Player`] steps through something at a chosen speed: a solution, a recorded search.
//! - A [`Review`] judges a finished game move by move.
//! - [`Saved`] and [`Bests`] are what is kept between sittings, as text (feature `saves`).
//!
//! Times are [`Duration`](std::time::Duration)s since a moment that the front end chooses once.

mod averages;
#[cfg(feature = "saves")]
mod bests;
mod game;
mod hint;
mod knowledge;
mod player;
mod review;
#[cfg(feature = "saves")]
mod save;
mod session;
mod stopwatch;

pub use averages::Averages;
#[cfg(feature = "saves")]
pub use bests::{Best, Bests, LevelRecord};
pub use game::{Game, Left, Origin, Phase, PlayedSlide, Refused};
pub use hint::{Grade, Hint, LINE};
pub use knowledge::{Knowledge, KnownDistance};
pub use player::{Player, SPEEDS};
pub use review::{Interval, Review};
#[cfg(feature = "saves")]
pub use save::{Arrows, Preferences, SaveError, Saved};
pub use session::{Redone, Session, Undone};
pub use stopwatch::Stopwatch;
