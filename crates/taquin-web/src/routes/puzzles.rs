//! New boards.

use std::time::Duration;

use axum::Json;
use axum::extract::State;
use serde::Deserialize;
use taquin::generate::{GameId, Level};
use taquin::levels::{Band, Games};
use taquin::{Control, Goal, Limits, Size};
use taquin_app::answer;
use taquin_app::{Puzzles, Refusal};
use utoipa::ToSchema;

use super::Shared;
use crate::body::Asked;
use crate::problem::Fault;
use crate::request::{self, Position};

/// Boards to make: by size and level, by size and distance, or by a game's ID.
#[derive(Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
#[schema(as = PuzzlesRequest)]
pub(crate) struct Wanted {
    /// Rows x columns, like `4x4`.
    #[schema(pattern = "^([2-9]|1[0-6])x([2-9]|1[0-6])$")]
    size: Option<String>,
    /// The level; `random` unless given.
    level: Option<LevelName>,
    /// Moves of a shortest solution, instead of a level.
    #[serde(default, deserialize_with = "distance")]
    distance: Option<Distance>,
    /// The seed of the first board; one is drawn if it is missing.
    #[schema(maximum = 9_007_199_254_740_991_u64)]
    seed: Option<u64>,
    /// How many boards.
    #[serde(default = "one")]
    #[schema(minimum = 1, maximum = 100)]
    count: u32,
    /// A game's ID like `g1-4x4-hard-20481`, instead of all of this.
    #[schema(format = "game-id", max_length = 60)]
    id: Option<String>,
    goal: Option<Position>,
}

fn distance<'de, D: serde::Deserializer<'de>>(reader: D) -> Result<Option<Distance>, D::Error> {
    request::object(reader).map(Some)
}

fn one() -> u32 {
    1
}

/// A level by name.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
enum LevelName {
    Easy,
    Medium,
    Hard,
    Expert,
    Random,
}

impl From<LevelName> for Level {
    fn from(name: LevelName) -> Self {
        match name {
            LevelName::Easy => Self::Easy,
            LevelName::Medium => Self::Medium,
            LevelName::Hard => Self::Hard,
            LevelName::Expert => Self::Expert,
            LevelName::Random => Self::Random,
        }
    }
}

/// A range of distances, both ends included.
#[derive(Clone, Copy, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
struct Distance {
    /// Moves at least.
    #[schema(maximum = 200)]
    min: u32,
    /// Moves at most.
    #[schema(maximum = 200)]
    max: u32,
}

/// How long making boards may take; what is ready then is the answer.
const LONGEST: Duration = Duration::from_secs(20);

/// New boards that can be solved; the same seed gives the same boards everywhere.
#[utoipa::path(post, path = "/puzzles", tag = "boards", request_body = Wanted,
    responses((status = 200, body = answer::Puzzles)))]
pub(crate) async fn puzzles(
    State(service): State<Shared>,
    Asked(asked): Asked<Wanted>,
) -> Result<Json<answer::Puzzles>, Fault> {
    request::range(Some(u64::from(asked.count)), 1, 100, "/count")?;
    request::range(asked.seed, 0, request::MOST_SAFE, "/seed")?;
    if let Some(Distance { min, max }) = asked.distance {
        request::range(Some(u64::from(min)), 0, 200, "/distance/min")?;
        request::range(Some(u64::from(max)), 0, 200, "/distance/max")?;
    }
    let goals = request::goals(asked.goal.as_ref())?;
    let [goal] = goals.as_slice() else {
        return Err(Fault::member(
            "/goal",
            "one",
            "boards are made for one goal",
        ));
    };
    let goal = goal.clone();
    let (source, seed) = source(&asked, &goal)?;
    let limits = Limits {
        time: Some(LONGEST),
        ..Limits::default()
    };
    let work = move |control: &Control| make(&source, &goal, seed, asked.count, control);
    Ok(Json(service.quick.run(limits, work).await??))
}

fn source(asked: &Wanted, goal: &Goal) -> Result<(Puzzles, u64), Fault> {
    if let Some(text) = &asked.id {
        if asked.size.is_some()
            || asked.level.is_some()
            || asked.distance.is_some()
            || asked.seed.is_some()
        {
            return Err(Fault::member(
                "/id",
                "alone",
                "an ID says it all: leave out size, level, distance and seed",
            ));
        }
        let id: GameId = text
            .parse()
            .map_err(|error: taquin::generate::GameIdError| {
                Fault::member("/id", "format", error.to_string())
            })?;
        let games = Games::new(goal_board(goal, id.size)?);
        return Ok((Puzzles::Level(games, id.level), id.seed));
    }
    let Some(size) = &asked.size else {
        return Err(Fault::member(
            "/size",
            "required",
            "name a size like 4x4, or an ID",
        ));
    };
    let size: Size = size
        .parse()
        .map_err(|error: taquin::SizeError| Fault::member("/size", "format", error.to_string()))?;
    let games = Games::new(goal_board(goal, size)?);
    let seed = asked.seed.unwrap_or_else(taquin_app::new_seed);
    let source = match (asked.level, asked.distance) {
        (Some(_), Some(_)) => {
            return Err(Fault::member(
                "/distance",
                "alone",
                "name a level or a distance, not both",
            ));
        }
        (level, None) => Puzzles::Level(games, level.map_or(Level::Random, Level::from)),
        (None, Some(Distance { min, max })) => {
            let band = Band::new(min, max)
                .map_err(|error| Fault::member("/distance", "range", error.to_string()))?;
            Puzzles::Distance(games, band)
        }
    };
    Ok((source, seed))
}

fn goal_board(goal: &Goal, size: Size) -> Result<taquin::Board, Fault> {
    goal.board(size)
        .map_err(|error| Fault::member("/goal", "size", error.to_string()))
}

fn make(
    source: &Puzzles,
    goal: &Goal,
    seed: u64,
    count: u32,
    control: &Control,
) -> Result<answer::Puzzles, Refusal> {
    let mut puzzles = Vec::new();
    for index in 0..u64::from(count) {
        // At least one: whoever asks for boards gets a board.
        if !puzzles.is_empty() && control.check().is_break() {
            break;
        }
        let game = source.game(seed.wrapping_add(index))?;
        puzzles.push(taquin_app::generated(&game, goal));
    }
    Ok(answer::Puzzles { puzzles })
}
