//! Random boards by name, and their game IDs.
//!
//! Everything here belongs to generator major [`MAJOR`] and is fixed for ever: the same generator,
//! options, goal and seed give the same board on every machine and in every later version. A change
//! that alters a single board gets a new major number.
//!
//! Board *i* of seed *s* is the board of seed *s + i*: a set of a thousand boards is a thousand
//! seeds in a row, and each of its boards can be drawn alone.
//!
//! ```
//! use taquin_core::{Goal, Size, generate};
//!
//! let goal = Goal::BlankLast.board(Size::new(3, 3)?)?;
//! let uniform = generate::by_name("uniform")?;
//! let boards: Vec<_> = generate::boards(&*uniform, &goal, 1).take(3).collect();
//! assert_eq!(boards[2], uniform.board(&goal, 3));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! To add a generator: a file with what it draws and from what, `impl Generator` and a `const
//! ENTRY`; then a line in [`GENERATORS`].

mod cycles;
mod game;
mod inversions;
mod random;
mod uniform;
mod walk;

pub use cycles::Cycles;
pub use game::{GameId, GameIdError, Level};
pub use inversions::Inversions;
pub use random::Random;
pub use uniform::Uniform;
pub use walk::Walk;

use crate::Board;
use crate::spec::{Options, Spec, SpecError};

/// The major number of the generator; part of every link to a game.
pub const MAJOR: &str = "g1";

/// All generators, in the order they are listed to users; the first is the default.
pub static GENERATORS: &[GeneratorEntry] = &[
    uniform::ENTRY,
    cycles::ENTRY,
    walk::ENTRY,
    inversions::ENTRY,
];

/// A line of the catalogue.
pub struct GeneratorEntry {
    /// The name, as users write it.
    pub name: &'static str,
    /// One line for lists.
    pub summary: &'static str,
    /// The options: name, and what they mean with their default.
    pub options: &'static [(&'static str, &'static str)],
    /// Makes the generator from its options.
    pub build: fn(Options) -> Result<Box<dyn Generator>, SpecError>,
}

/// A way to draw boards that reach a goal.
pub trait Generator: Send + Sync {
    /// The name in the catalogue.
    fn name(&self) -> &'static str;

    /// The next board of a stream of random numbers; it reaches the goal.
    fn draw(&self, goal: &Board, random: &mut Random) -> Board;

    /// The board of a seed: the first of the seed's stream.
    fn board(&self, goal: &Board, seed: u64) -> Board {
        self.draw(goal, &mut Random::new(seed))
    }
}

/// The boards of `seed`, `seed + 1`, `seed + 2` and so on, without end; after the largest seed
/// comes 0.
pub fn boards<'a>(
    generator: &'a dyn Generator,
    goal: &'a Board,
    seed: u64,
) -> impl Iterator<Item = Board> + 'a {
    (0..).map(move |i| generator.board(goal, seed.wrapping_add(i)))
}

/// The generator that a text like `walk:k=40` names.
///
/// # Errors
/// When the text cannot be read, or names a generator or option that does not exist.
pub fn by_name(text: &str) -> Result<Box<dyn Generator>, SpecError> {
    let spec: Spec = text.parse()?;
    let entry = GENERATORS.iter().find(|entry| entry.name == spec.name);
    let entry = entry.ok_or_else(|| {
        let names: Vec<&str> = GENERATORS.iter().map(|entry| entry.name).collect();
        SpecError::unknown("generator", &spec.name, &names)
    })?;
    (entry.build)(spec.options)
}

/// The most moves or turns one board may take: a fraction of a second.
const MOST_STEPS: u32 = 1_000_000;

/// Takes a number of steps out of the options.
fn steps(options: &mut Options, key: &str, default: u32) -> Result<u32, SpecError> {
    let steps = options.take(key)?.unwrap_or(default);
    if steps > MOST_STEPS {
        return Err(SpecError::BadValue {
            key: key.to_owned(),
            value: steps.to_string(),
            reason: format!("the most is {MOST_STEPS}"),
        });
    }
    Ok(steps)
}
