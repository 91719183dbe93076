//! Game IDs: a board's whole description in a few letters.

use std::fmt;
use std::str::FromStr;

use super::MAJOR;
use crate::spec::SpecError;
use crate::{Size, SizeError};

/// The difficulty of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Level {
    /// A few moves.
    Easy,
    /// Between easy and hard.
    Medium,
    /// About as far from the goal as most boards are.
    Hard,
    /// Among the farthest boards there are.
    Expert,
    /// Any board that reaches the goal, all equally likely.
    Random,
}

impl Level {
    /// All levels, in the order they are listed to users.
    pub const ALL: [Self; 5] = [
        Self::Easy,
        Self::Medium,
        Self::Hard,
        Self::Expert,
        Self::Random,
    ];

    /// The level's name.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Easy => "easy",
            Self::Medium => "medium",
            Self::Hard => "hard",
            Self::Expert => "expert",
            Self::Random => "random",
        }
    }
}

impl fmt::Display for Level {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

impl FromStr for Level {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let text = text.trim();
        let level = Self::ALL.into_iter().find(|level| level.name() == text);
        level.ok_or_else(|| SpecError::unknown("level", text, &Self::ALL.map(Self::name)))
    }
}

/// A board by size, level and seed; the goal is blank-last unless another is named with it.
///
/// ```
/// use taquin_core::generate::GameId;
///
/// let id: GameId = "4x4:hard:20481".parse()?;
/// assert_eq!(id.link(), "g1-4x4-hard-20481");
/// assert_eq!("g1-4x4-hard-20481".parse(), Ok(id));
/// # Ok::<(), taquin_core::generate::GameIdError>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct GameId {
    /// Rows and columns.
    pub size: Size,
    /// The level.
    pub level: Level,
    /// Which of the boards of that size and level.
    pub seed: u64,
}

impl GameId {
    /// The form for links, which names the generator's major number: `g1-4x4-hard-20481`.
    pub fn link(&self) -> String {
        let Self { size, level, seed } = self;
        format!("{MAJOR}-{size}-{level}-{seed}")
    }
}

/// The form for people: `4x4:hard:20481`.
impl fmt::Display for GameId {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { size, level, seed } = self;
        write!(f, "{size}:{level}:{seed}")
    }
}

impl FromStr for GameId {
    type Err = GameIdError;

    /// Reads both forms.
    fn from_str(text: &str) -> Result<Self, GameIdError> {
        let text = text.trim();
        let separator = if text.contains(':') { ':' } else { '-' };
        let parts: Vec<&str> = text.split(separator).take(5).collect();
        let (size, level, seed) = match parts[..] {
            [size, level, seed] if separator == ':' => (size, level, seed),
            [MAJOR, size, level, seed] if separator == '-' => (size, level, seed),
            [major, _, _, _] if separator == '-' && is_major(major) => {
                return Err(GameIdError::OtherMajor(major.chars().take(20).collect()));
            }
            _ => return Err(GameIdError::Form(text.chars().take(60).collect())),
        };
        Ok(Self {
            size: size.parse()?,
            level: level.parse()?,
            seed: read_seed(seed)?,
        })
    }
}

fn is_major(text: &str) -> bool {
    let digits = text.strip_prefix('g').unwrap_or_default();
    !digits.is_empty() && digits.bytes().all(|b| b.is_ascii_digit())
}

fn read_seed(text: &str) -> Result<u64, GameIdError> {
    let fault = || GameIdError::Seed(text.chars().take(40).collect());
    if !text.bytes().all(|b| b.is_ascii_digit()) {
        return Err(fault());
    }
    text.parse().map_err(|_| fault())
}

/// Why a text is not a game ID.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum GameIdError {
    /// Not of either form.
    #[error(
        "`{0}` is not a game ID; write size:level:seed like 4x4:hard:20481, or the link form {MAJOR}-4x4-hard-20481"
    )]
    Form(String),
    /// Made by another major version of the generator.
    #[error("this game ID is of generator {0}, but only {MAJOR} is known here")]
    OtherMajor(String),
    /// The size cannot be read.
    #[error(transparent)]
    Size(#[from] SizeError),
    /// There is no such level.
    #[error(transparent)]
    Level(#[from] SpecError),
    /// The seed cannot be read.
    #[error("the seed `{0}` is not a whole number from 0 to {max}", max = u64::MAX)]
    Seed(String),
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn both_forms_are_read_again() {
        for level in Level::ALL {
            for (rows, cols, seed) in [(2, 2, 0), (3, 5, 20_481), (16, 16, u64::MAX)] {
                let size = Size::new(rows, cols).unwrap();
                let id = GameId { size, level, seed };
                assert_eq!(id.to_string().parse(), Ok(id));
                assert_eq!(id.link().parse(), Ok(id));
            }
        }
    }

    #[test]
    fn faults_are_named() {
        for (text, message) in [
            ("4x4:hard", "is not a game ID"),
            ("4x4:hard:-1", "whole number from 0 to"),
            ("", "is not a game ID"),
            ("g1:4x4:hard:1", "is not a game ID"),
            ("4x4-hard-1", "is not a game ID"),
            ("g1-4x4:hard-1", "is not a game ID"),
            ("g1-4x4-hard-1-2", "is not a game ID"),
            ("g2-4x4-hard-1", "generator g2, but only g1"),
            ("17x4:hard:1", "2 to 16 rows"),
            (
                "4x4:herd:1",
                "there is no level `herd`; did you mean `hard`?",
            ),
            ("4x4:hard:", "the seed `` is not"),
            ("4x4:hard:+1", "the seed `+1` is not"),
            (
                "4x4:hard:18446744073709551616",
                "whole number from 0 to 18446744073709551615",
            ),
        ] {
            let error = text.parse::<GameId>().unwrap_err().to_string();
            assert!(error.contains(message), "{text}: {error}");
        }
    }
}
