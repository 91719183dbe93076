//! Boards by size and level.

use std::hash::{BuildHasher, Hasher, RandomState};

use taquin::generate::{GameId, Level};
use taquin::levels::{self, LevelError};
use taquin::{Control, Goal, Size};
use taquin_game::{Game, Origin};

/// The game of a size, level and seed; a seed is drawn where none is given.
///
/// # Errors
/// When the size has no such level, or the goal another size.
pub fn deal(
    size: Size,
    level: Level,
    seed: Option<u64>,
    goal: &Goal,
    control: &Control,
) -> Result<Game, LevelError> {
    let seed = seed.unwrap_or_else(new_seed);
    let dealt = levels::game(&GameId { size, level, seed }, goal, control)?;
    let origin = Origin {
        // An ID alone means the usual goal.
        id: dealt.id,
        optimal: dealt.optimal,
        upper_bound: dealt.upper_bound,
    };
    let game = Game::new(dealt.board, goal.clone(), origin);
    Ok(game.expect("boards are dealt for their goal"))
}

/// A random seed, short enough to share.
fn new_seed() -> u64 {
    // The standard library's hash keys come from the system's random numbers.
    RandomState::new().build_hasher().finish() % 1_000_000_000
}
