//! New boards, by level, distance, generator or game ID.

use std::hash::{BuildHasher, Hasher, RandomState};

use taquin::generate::{Generator, Level};
use taquin::levels::{Band, Game, Games};
use taquin::{Board, Goal};

use crate::Refusal;
use crate::answer;

/// Where boards come from.
pub enum Puzzles {
    /// A generator, and the goal of its boards.
    Drawn(Box<dyn Generator>, Board),
    /// A range of exact distances.
    Distance(Games, Band),
    /// A level.
    Level(Games, Level),
}

impl Puzzles {
    /// The board of a seed.
    ///
    /// # Errors
    /// When there is no such level or distance for boards of this size.
    pub fn game(&self, seed: u64) -> Result<Game, Refusal> {
        Ok(match self {
            Self::Level(games, level) => games.at_level(*level, seed)?,
            Self::Distance(games, band) => games.at_distance(*band, seed)?,
            Self::Drawn(generator, goal) => Game {
                id: None,
                board: generator.board(goal, seed),
                seed,
                level: None,
                optimal: None,
                upper_bound: None,
            },
        })
    }
}

/// A game as an answer.
pub fn generated(game: &Game, goal: &Goal) -> answer::Generated {
    answer::Generated {
        id: game.id.map(|id| id.to_string()),
        board: game.board.to_string(),
        goal: goal.to_string(),
        seed: game.seed,
        level: game.level.map(|level| level.to_string()),
        optimal: game.optimal,
        optimal_proven: game.optimal_proven(),
        upper_bound: game.upper_bound,
    }
}

/// A seed nobody chose, short enough to be told to others.
pub fn new_seed() -> u64 {
    // The standard library's hash keys come from the system's random numbers.
    RandomState::new().build_hasher().finish() % 1_000_000_000
}
