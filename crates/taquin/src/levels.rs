//! Boards by level, distance or game ID.
//!
//! Part of generator major `g1`: what follows is fixed for ever.
//!
//! - `random` is the first board that the generator `uniform` draws from the seed's stream.
//! - On boards with a complete distance table (at most ten cells) the other levels are bands of
//!   exact distances, and so is a distance asked for: the first board of the same stream whose
//!   distance lies in the band. All boards of a band are equally likely. On 3x3 the bands are easy
//!   5–12, medium 13–20, hard 21–26 and expert 27–31; on other sizes they are scaled by the radius
//!   R, the greatest distance of any board: from ⌊(a−1)·R/31⌋+1 to ⌊b·R/31⌋ for the band a–b.
//! - On boards of 17 and more cells `easy` is a walk of as many moves as there are cells and
//!   `medium` one of four times as many, the first of the stream that does not end on the goal;
//!   the length is an upper bound. `hard` is `random`.
//! - On boards between, 3x4 to 4x4, levels wait for an engine that proves distances.

use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

use taquin_core::generate::{GameId, Generator, Level, Random, Uniform, Walk};
use taquin_core::{Board, Goal, GoalError, Size};
use taquin_search::table::DistanceTable;

/// A board to play, and what is known about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The ID that gives this board again; none where a distance was asked for.
    pub id: Option<GameId>,
    /// The board.
    pub board: Board,
    /// The seed it was drawn with.
    pub seed: u64,
    /// The level asked for, if it was one.
    pub level: Option<Level>,
    /// Moves of a shortest solution, where that is proven.
    pub optimal: Option<u32>,
    /// Moves that suffice, where that is known.
    pub upper_bound: Option<u32>,
}

impl Game {
    fn unnamed(board: Board, seed: u64, optimal: Option<u32>, upper_bound: Option<u32>) -> Self {
        Self {
            id: None,
            board,
            seed,
            level: None,
            optimal,
            upper_bound,
        }
    }

    /// Whether the optimum is known for certain; it is wherever it is given.
    pub fn optimal_proven(&self) -> bool {
        self.optimal.is_some()
    }
}

/// The game of an ID.
///
/// ```
/// use taquin::{Goal, levels};
///
/// let game = levels::game(&"3x3:expert:7".parse()?, &Goal::BlankLast)?;
/// assert!(game.optimal >= Some(27));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the goal has another size, or the size has no such level.
pub fn game(id: &GameId, goal: &Goal) -> Result<Game, LevelError> {
    Games::new(goal.board(id.size)?).at_level(id.level, id.seed)
}

/// Makes games for one goal; builds the distance table once, when first needed.
#[derive(Debug)]
pub struct Games {
    goal: Board,
    table: OnceLock<Option<DistanceTable>>,
}

impl Games {
    /// Games that end on this board.
    pub fn new(goal: Board) -> Self {
        Self {
            goal,
            table: OnceLock::new(),
        }
    }

    /// The board of a level and a seed.
    ///
    /// # Errors
    /// When the size has no such level.
    pub fn at_level(&self, level: Level, seed: u64) -> Result<Game, LevelError> {
        let size = self.goal.size();
        let game = match self.meaning(level)? {
            Meaning::Within(band) => {
                let table = self.table().expect("bands come from the table");
                self.within(table, band, seed)
            }
            Meaning::Walk(moves) => self.walk(moves, seed),
            Meaning::Uniform => self.uniform(seed),
        };
        Ok(Game {
            id: Some(GameId { size, level, seed }),
            level: Some(level),
            ..game
        })
    }

    /// What a level means for this goal.
    ///
    /// # Errors
    /// When the size has no such level.
    pub fn meaning(&self, level: Level) -> Result<Meaning, LevelError> {
        let size = self.goal.size();
        Ok(match (level, self.table(), size.cells()) {
            (Level::Random, ..) | (Level::Hard, None, 17..) => Meaning::Uniform,
            (_, Some(table), _) => {
                let band = band(level, size, table.radius());
                Meaning::Within(band.expect("all levels but random have a band"))
            }
            (Level::Easy, None, cells @ 17..) => Meaning::Walk(cells as u32),
            (Level::Medium, None, cells @ 17..) => Meaning::Walk(4 * cells as u32),
            (Level::Expert, None, 17..) => return Err(LevelError::NoExpert(size)),
            (_, None, _) => {
                let what = format!("level {level}");
                return Err(LevelError::NotYet { what, size });
            }
        })
    }

    /// A board whose exact distance lies in the band.
    ///
    /// # Errors
    /// When no board of the size lies there, or distances of the size are not known.
    pub fn at_distance(&self, band: Band, seed: u64) -> Result<Game, LevelError> {
        let size = self.goal.size();
        let Some(table) = self.table() else {
            return Err(match size.cells() {
                17.. => LevelError::TooLarge(size),
                _ => LevelError::NotYet {
                    what: "a distance".to_owned(),
                    size,
                },
            });
        };
        let radius = table.radius();
        if band.min() > radius {
            return Err(LevelError::TooFar { size, band, radius });
        }
        Ok(self.within(table, band, seed))
    }

    fn table(&self) -> Option<&DistanceTable> {
        let table = self
            .table
            .get_or_init(|| DistanceTable::new(&self.goal).ok());
        table.as_ref()
    }

    fn uniform(&self, seed: u64) -> Game {
        let board = Uniform.board(&self.goal, seed);
        let optimal = self.table().and_then(|table| table.distance(&board));
        Game::unnamed(board, seed, optimal, optimal)
    }

    /// The first board of the seed's stream in a band. Some board lies at each distance up to the
    /// radius, so one comes.
    fn within(&self, table: &DistanceTable, band: Band, seed: u64) -> Game {
        let mut random = Random::new(seed);
        loop {
            let board = Uniform.draw(&self.goal, &mut random);
            let distance = table.distance(&board);
            if distance.is_some_and(|distance| band.contains(distance)) {
                return Game::unnamed(board, seed, distance, distance);
            }
        }
    }

    fn walk(&self, moves: u32, seed: u64) -> Game {
        let (walk, mut random) = (Walk { moves }, Random::new(seed));
        loop {
            let board = walk.draw(&self.goal, &mut random);
            if board != self.goal {
                return Game::unnamed(board, seed, None, Some(moves));
            }
        }
    }
}

/// What a level asks of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Meaning {
    /// Its exact distance lies in a band.
    Within(Band),
    /// It comes from a walk of so many moves from the goal.
    Walk(u32),
    /// Nothing but that it can be solved; all such boards are equally likely.
    Uniform,
}

impl fmt::Display for Meaning {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Within(band) => band.fmt(f),
            Self::Walk(moves) => write!(f, "walk of {moves}"),
            Self::Uniform => f.write_str("any"),
        }
    }
}

/// The bands of 3x3.
const BANDS: [(Level, u32, u32); 4] = [
    (Level::Easy, 5, 12),
    (Level::Medium, 13, 20),
    (Level::Hard, 21, 26),
    (Level::Expert, 27, 31),
];

/// The distances of a level on a board whose farthest boards are `radius` away.
fn band(level: Level, size: Size, radius: u32) -> Option<Band> {
    let &(_, first, last) = BANDS.iter().find(|band| band.0 == level)?;
    // The bands of 3x3 hold for every goal there, also for those with a radius of 30.
    let is_3x3 = (size.rows(), size.cols()) == (3, 3);
    let radius = if is_3x3 { 31 } else { radius };
    Some(Band {
        min: (first - 1) * radius / 31 + 1,
        max: last * radius / 31,
    })
}

/// A range of distances, both ends included: `21..26`, or `31` alone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Band {
    min: u32,
    max: u32,
}

impl Band {
    /// From `min` to `max`, both included.
    ///
    /// # Errors
    /// When `min` is the greater.
    pub fn new(min: u32, max: u32) -> Result<Self, BandError> {
        if min > max {
            return Err(BandError::Empty { min, max });
        }
        Ok(Self { min, max })
    }

    /// The least distance.
    pub fn min(self) -> u32 {
        self.min
    }

    /// The greatest distance.
    pub fn max(self) -> u32 {
        self.max
    }

    /// Whether a distance lies in it.
    pub fn contains(self, distance: u32) -> bool {
        (self.min..=self.max).contains(&distance)
    }
}

impl fmt::Display for Band {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self { min, max } if min == max => min.fmt(f),
            Self { min, max } => write!(f, "{min}..{max}"),
        }
    }
}

impl FromStr for Band {
    type Err = BandError;

    fn from_str(text: &str) -> Result<Self, BandError> {
        let number = |part: &str| {
            let fault = || BandError::Unreadable(text.chars().take(40).collect());
            part.trim().parse().map_err(|_| fault())
        };
        match text.split_once("..") {
            Some((min, max)) => Self::new(number(min)?, number(max)?),
            None => number(text).and_then(|n| Self::new(n, n)),
        }
    }
}

/// Why a text is not a range of distances.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BandError {
    /// Not of the form A..B.
    #[error("`{0}` is not a distance; write one number like 31, or a range like 21..26")]
    Unreadable(String),
    /// The ends are the wrong way round.
    #[error("no distance lies from {min} to {max}; the first number must not exceed the second")]
    Empty {
        /// The first number.
        min: u32,
        /// The second.
        max: u32,
    },
}

/// Why there is no board as asked for.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LevelError {
    /// Distances of this size need an engine that is still to come.
    #[error(
        "{what} is not available yet for {size}: exact distances need the optimal engine; use \
         level random or the walk generator"
    )]
    NotYet {
        /// What was asked for.
        what: String,
        /// The size.
        size: Size,
    },
    /// The farthest boards of a large size are not known.
    #[error("there is no level expert for {0}: the farthest boards are not known; use hard")]
    NoExpert(Size),
    /// Exact distances of a large size are out of reach.
    #[error(
        "a distance cannot be asked for on {0}: exact distances are out of reach; use a level or \
         the walk generator"
    )]
    TooLarge(Size),
    /// No board is that far away.
    #[error("no {size} board is {band} moves from the goal; the farthest are {radius} away")]
    TooFar {
        /// The size.
        size: Size,
        /// The distances asked for.
        band: Band,
        /// The greatest there is.
        radius: u32,
    },
    /// The goal is a board of another size.
    #[error(transparent)]
    Goal(#[from] GoalError),
}
