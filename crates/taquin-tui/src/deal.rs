//! Boards by size and level.

use taquin::generate::Level;
use taquin::{Control, Goals, Size};
use taquin_app::{BoardSource, Refusal};
use taquin_game::{Game, Origin};

/// The game of a size, level and seed; a seed is drawn where none is given.
///
/// # Errors
/// When the size has no such level, or a goal another size.
pub fn deal(
    size: Size,
    level: Level,
    seed: Option<u64>,
    goals: &Goals,
    control: &Control,
) -> Result<Game, Refusal> {
    let seed = seed.unwrap_or_else(taquin_app::new_seed);
    let dealt = BoardSource::of_level(goals, size, level)?.game(seed, control)?;
    let origin = Origin {
        // An ID alone means the usual goal.
        id: dealt.id,
        optimal: dealt.optimal,
        upper_bound: dealt.upper_bound,
    };
    let game = Game::new(dealt.board, goals.clone(), origin);
    Ok(game.expect("boards are dealt for their goal"))
}
