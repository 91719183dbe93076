//! New boards, by level, distance, generator or game ID.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::time::Duration;

use taquin::generate::{GameId, GameIdError, Generator, Level};
use taquin::levels::{Band, Dealer, DealtGame};
use taquin::{Board, Control, Goal, Limits, Size, SizeError};

use crate::question::Distance;
use crate::{App, Prepared, Refusal, answer, question};

/// How long making boards may take; what is ready then is the answer.
const LONGEST: Duration = Duration::from_secs(20);

impl App {
    /// New boards that can be solved; the same seed gives the same boards everywhere.
    ///
    /// # Errors
    /// When a member is wrong, or members contradict each other.
    pub fn puzzles(
        &self,
        question: &question::Puzzles,
    ) -> Result<Prepared<answer::Puzzles>, Refusal> {
        let count = question.count;
        question::range(Some(u64::from(count)), 1, 100, "/count")?;
        question::range(question.seed, 0, question::MOST_SAFE, "/seed")?;
        if let Some(Distance { min, max }) = question.distance {
            question::range(Some(u64::from(min)), 0, 200, "/distance/min")?;
            question::range(Some(u64::from(max)), 0, 200, "/distance/max")?;
        }
        let goals = question::goals(question.goal.as_ref())?;
        let [goal] = goals.as_slice() else {
            return Err(Refusal::member(
                "/goal",
                "one",
                "boards are made for one goal",
            ));
        };
        let goal = goal.clone();
        let (source, seed) = source(question, &goal)?;
        let limits = Limits {
            time: Some(LONGEST),
            ..Limits::default()
        };
        Ok(Prepared::new(limits, move |_, control| {
            make(&source, &goal, seed, count, control)
        }))
    }
}

/// Where the boards come from, and the first seed.
fn source(question: &question::Puzzles, goal: &Goal) -> Result<(BoardSource, u64), Refusal> {
    if let Some(text) = &question.id {
        if question.size.is_some()
            || question.level.is_some()
            || question.distance.is_some()
            || question.seed.is_some()
        {
            return Err(Refusal::member(
                "/id",
                "alone",
                "an ID says it all: leave out size, level, distance and seed",
            ));
        }
        let id: GameId = text
            .parse()
            .map_err(|error: GameIdError| Refusal::member("/id", "format", error.to_string()))?;
        let goal = goal_board(goal, id.size)?;
        return Ok((BoardSource::Level(goal, id.level), id.seed));
    }
    let Some(size) = &question.size else {
        return Err(Refusal::member(
            "/size",
            "required",
            "name a size like 4x4, or an ID",
        ));
    };
    let size: Size = size
        .parse()
        .map_err(|error: SizeError| Refusal::member("/size", "format", error.to_string()))?;
    let goal = goal_board(goal, size)?;
    let seed = question.seed.unwrap_or_else(new_seed);
    let source = match (question.level, question.distance) {
        (Some(_), Some(_)) => {
            return Err(Refusal::member(
                "/distance",
                "alone",
                "name a level or a distance, not both",
            ));
        }
        (level, None) => BoardSource::Level(goal, level.map_or(Level::Random, |level| level.0)),
        (None, Some(Distance { min, max })) => {
            let band = Band::new(min, max)
                .map_err(|error| Refusal::member("/distance", "range", error.to_string()))?;
            BoardSource::Distance(goal, band)
        }
    };
    Ok((source, seed))
}

fn goal_board(goal: &Goal, size: Size) -> Result<Board, Refusal> {
    goal.board(size)
        .map_err(|error| Refusal::member("/goal", "size", error.to_string()))
}

fn make(
    source: &BoardSource,
    goal: &Goal,
    seed: u64,
    count: u32,
    control: &Control,
) -> Result<answer::Puzzles, Refusal> {
    let mut puzzles = Vec::new();
    for index in 0..u64::from(count) {
        // The answer has at least one board.
        if !puzzles.is_empty() && control.check().is_break() {
            break;
        }
        let game = source.game(seed.wrapping_add(index), control)?;
        puzzles.push(generated(&game, goal));
    }
    Ok(answer::Puzzles { puzzles })
}

/// Where boards come from.
pub enum BoardSource {
    /// A generator, and the goal of its boards.
    Drawn(Box<dyn Generator>, Board),
    /// A goal and a range of exact distances.
    Distance(Board, Band),
    /// A goal and a level.
    Level(Board, Level),
}

impl BoardSource {
    /// The board of a seed.
    ///
    /// # Errors
    /// When there is no such level or distance for boards of this size, or the control is cancelled.
    pub fn game(&self, seed: u64, control: &Control) -> Result<DealtGame, Refusal> {
        let games = |goal: &Board| Dealer::new(goal.clone(), control);
        Ok(match self {
            Self::Level(goal, level) => games(goal).at_level(*level, seed)?,
            Self::Distance(goal, band) => games(goal).at_distance(*band, seed)?,
            Self::Drawn(generator, goal) => DealtGame {
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
pub fn generated(game: &DealtGame, goal: &Goal) -> answer::Generated {
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

/// A random seed, short enough to pass on to others.
pub fn new_seed() -> u64 {
    // The standard library's hash keys come from the system's random numbers.
    RandomState::new().build_hasher().finish() % 1_000_000_000
}
