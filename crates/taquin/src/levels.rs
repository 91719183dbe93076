//! Boards by level, distance or game ID.
//!
//! Part of generator `g1`: the following rules never change.
//!
//! - `random` is the first board that the generator `uniform` draws from the seed's stream.
//! - On boards with a complete distance table (at most ten cells) the other levels are bands of
//!   exact distances, and so is a requested distance: the first board of the same stream whose
//!   distance lies in the band. All boards of a band are equally likely. On 3x3 the bands are easy
//!   5–12, medium 13–20, hard 21–26 and expert 27–31; on other sizes they are scaled by the radius
//!   R, the greatest distance of any board: from ⌊(a−1)·R/31⌋+1 to ⌊b·R/31⌋ for the band a–b.
//! - On boards of 17 and more cells `easy` is a walk of as many moves as there are cells and
//!   `medium` one of four times as many, the first of the stream that does not end on the goal;
//!   the length is an upper bound. `hard` is `random`.
//! - On boards between, 3x4 to 4x4, levels are bands of exact distances too: on 4x4 easy 10–25,
//!   medium 26–40, hard 41–55 and expert 56–80, on the others scaled as above by the greatest
//!   distance there is to a goal with the blank in a corner. Few boards are that near or far, so
//!   boards are led there. Of the stream's boards the first that is not too near is taken, or the
//!   farthest of sixteen. If it is too far, a distance of the band is drawn, and one move after the
//!   other is made that leads closer; if it is too near, moves are made that lead farther, or any
//!   where none does, and after 60 of them all begins again. Of several such moves the first in an
//!   order drawn anew for each step is made. So boards of a band are not equally likely. From a
//!   distance of 61 on, a 4x4 board whose goal has the blank in a corner is looked for near the 17
//!   farthest: a distance of the band is drawn, one of the 17, and 256 walks of as many moves as lie
//!   between, no move taking back the one before. Of their ends the first of those that the pattern
//!   databases call nearest is taken if its distance is the one drawn, which it cannot be below; else
//!   all begins again.

use std::fmt;
use std::str::FromStr;
use std::sync::OnceLock;

use taquin_core::generate::{GameId, Generator, Level, Random, Uniform, Walk};
use taquin_core::{
    Board, Control, Goal, GoalError, Goals, Halt, Limits, Move, Puzzle, Size, Solver, Stop,
};
use taquin_data::PublishedInstance;
use taquin_search::algorithms::PdbIda;
use taquin_search::table::{DistanceTable, DistanceTables};

/// A board to play, and what is known about it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DealtGame {
    /// The ID that gives this board again; none for a requested distance.
    pub id: Option<GameId>,
    /// The board.
    pub board: Board,
    /// The seed it was drawn with.
    pub seed: u64,
    /// The requested level, if any.
    pub level: Option<Level>,
    /// Length of an optimal solution, if proven.
    pub optimal: Option<u32>,
    /// Upper bound on the optimal length, if known.
    pub upper_bound: Option<u32>,
    /// The moves back, for a board that was made by a walk from the goal.
    pub way_back: Option<Vec<Move>>,
}

impl DealtGame {
    fn unnamed(board: Board, seed: u64, optimal: Option<u32>, upper_bound: Option<u32>) -> Self {
        Self {
            id: None,
            board,
            seed,
            level: None,
            optimal,
            upper_bound,
            way_back: None,
        }
    }

    /// Whether the optimum is proven; it is whenever it is given.
    pub fn optimal_proven(&self) -> bool {
        self.optimal.is_some()
    }
}

/// The game of an ID.
///
/// ```
/// use taquin::{Control, Goal, Limits, levels};
///
/// let control = Control::new(Limits::default());
/// let game = levels::game(&"3x3:expert:7".parse()?, &Goal::BlankLast, &control)?;
/// assert!(game.optimal >= Some(27));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
/// When the goal has another size, or the size has no such level.
pub fn game(id: &GameId, goal: &Goal, control: &Control) -> Result<DealtGame, LevelError> {
    Dealer::new(goal.board(id.size)?, control).at_level(id.level, id.seed)
}

/// Makes games for one goal, with tables from the control's context; cancelling the control stops it.
pub struct Dealer {
    goal: Board,
    control: Control,
    table: OnceLock<Option<DistanceTable>>,
}

impl Dealer {
    /// A dealer of games that end on this board.
    pub fn new(goal: Board, control: &Control) -> Self {
        Self {
            goal,
            control: control.separate(Limits::default()),
            table: OnceLock::new(),
        }
    }

    /// The board of a level and a seed.
    ///
    /// # Errors
    /// When the size has no such level.
    pub fn at_level(&self, level: Level, seed: u64) -> Result<DealtGame, LevelError> {
        let size = self.goal.size();
        let game = match self.meaning(level)? {
            LevelRule::Within(band) => match self.table() {
                Some(table) => self.within(table, band, seed),
                None => self.led_to(band, seed)?,
            },
            LevelRule::Walk(moves) => self.walk(moves, seed),
            LevelRule::Uniform => self.uniform(seed),
        };
        Ok(DealtGame {
            id: Some(GameId { size, level, seed }),
            level: Some(level),
            ..game
        })
    }

    /// The band of a level for this goal.
    ///
    /// # Errors
    /// When the size has no such level.
    pub fn meaning(&self, level: Level) -> Result<LevelRule, LevelError> {
        let size = self.goal.size();
        Ok(match (level, self.table(), size.cells()) {
            (Level::Random, ..) | (Level::Hard, None, 17..) => LevelRule::Uniform,
            (_, Some(table), _) => {
                let band = band(level, size, table.radius());
                LevelRule::Within(band.expect("all levels but random have a band"))
            }
            (Level::Easy, None, cells @ 17..) => LevelRule::Walk(cells as u32),
            (Level::Medium, None, cells @ 17..) => LevelRule::Walk(4 * cells as u32),
            (Level::Expert, None, 17..) => return Err(LevelError::NoExpert(size)),
            (_, None, _) => {
                let band = band(level, size, radius(size));
                LevelRule::Within(band.expect("all levels but random have a band"))
            }
        })
    }

    /// A board whose exact distance lies in the band.
    ///
    /// # Errors
    /// When no board of the size lies there, or distances of the size are not known.
    pub fn at_distance(&self, band: Band, seed: u64) -> Result<DealtGame, LevelError> {
        let size = self.goal.size();
        if self.table().is_none() && size.cells() > MAX_LED {
            return Err(LevelError::TooLarge(size));
        }
        let radius = self.table().map_or(radius(size), DistanceTable::radius);
        if band.min() > radius {
            return Err(LevelError::TooFar { size, band, radius });
        }
        match self.table() {
            Some(table) => Ok(self.within(table, band, seed)),
            None => self.led_to(band, seed),
        }
    }

    /// A board led to a band of distances by moves whose distances are proven.
    fn led_to(&self, band: Band, seed: u64) -> Result<DealtGame, LevelError> {
        let mut random = Random::new(seed);
        if band.min() >= FAR {
            let farthest = farthest(&self.goal);
            while !farthest.is_empty() {
                if let Some((board, distance)) =
                    self.near_the_farthest(&farthest, band, &mut random)?
                {
                    return Ok(DealtGame::unnamed(
                        board,
                        seed,
                        Some(distance),
                        Some(distance),
                    ));
                }
            }
        }
        loop {
            let mut led = self.drawn(&mut random)?;
            for _ in 1..DRAWS {
                if led.distance >= band.min() {
                    break;
                }
                let other = self.drawn(&mut random)?;
                if other.distance > led.distance {
                    led = other;
                }
            }
            if led.distance > band.max() {
                let choice = (band.max() - band.min() + 1) as usize;
                let wanted = band.min() + random.below(choice) as u32;
                while led.distance > wanted {
                    led.step(false, &mut random)?;
                }
            }
            let mut steps = 0;
            while led.distance < band.min() && steps < PATIENCE {
                led.step(true, &mut random)?;
                steps += 1;
            }
            if band.contains(led.distance) {
                let distance = Some(led.distance);
                return Ok(DealtGame::unnamed(led.board, seed, distance, distance));
            }
        }
    }

    /// A board at a distance drawn from the band, with that distance; `None` if no attempted walk leads
    /// there.
    ///
    /// The walk leads from one of the farthest boards towards the goal, and none of its moves may lead
    /// away. Few walks do that, and refuting one takes long. A low pattern-database estimate indicates
    /// that most moves led closer.
    fn near_the_farthest(
        &self,
        farthest: &[Board],
        band: Band,
        random: &mut Random,
    ) -> Result<Option<(Board, u32)>, LevelError> {
        let radius = radius(self.goal.size());
        let choice = (band.max().min(radius) - band.min() + 1) as usize;
        let wanted = band.min() + random.below(choice) as u32;
        let start = &farthest[random.below(farthest.len())];
        if wanted == radius {
            return Ok(Some((start.clone(), radius)));
        }
        let mut nearest: Option<(u32, Board)> = None;
        let walk = Walk {
            moves: radius - wanted,
        };
        for _ in 0..WALKS {
            let board = walk.draw(start, random);
            let estimate = self.estimate(&board)?;
            if nearest.as_ref().is_none_or(|&(least, _)| estimate < least) {
                nearest = Some((estimate, board));
            }
        }
        let (_, board) = nearest.expect("there are walks");
        // That many moves cannot bring the board any closer.
        Ok(self.is_within(&board, wanted)?.then_some((board, wanted)))
    }

    fn drawn(&self, random: &mut Random) -> Result<Led<'_>, LevelError> {
        let board = Uniform.draw(&self.goal, random);
        Ok(Led {
            games: self,
            distance: self.distance(&board)?,
            board,
        })
    }

    /// The exact distance of a board.
    fn distance(&self, board: &Board) -> Result<u32, LevelError> {
        let outcome = PdbIda::default().solve(&self.puzzle(board), &self.control);
        let outcome = outcome.map_err(|error| LevelError::Engine(error.to_string()))?;
        match outcome.stop {
            Stop::Finished => Ok(outcome.lower_bound()),
            stop => Err(Halt::Stopped(stop).into()),
        }
    }

    /// The pattern-database estimate of a board.
    fn estimate(&self, board: &Board) -> Result<u32, LevelError> {
        Ok(PdbIda::default().estimate(&self.puzzle(board), &self.control)?)
    }

    /// Whether a board is at most this far away.
    fn is_within(&self, board: &Board, distance: u32) -> Result<bool, LevelError> {
        let found = PdbIda::default().within(&self.puzzle(board), distance, &self.control);
        Ok(found?.is_some())
    }

    fn puzzle(&self, board: &Board) -> Puzzle {
        let goals = Goals::new([Goal::Custom(self.goal.clone())]);
        Puzzle::new(board.clone(), &goals).expect("generators make boards that can be solved")
    }

    fn table(&self) -> Option<&DistanceTable> {
        let tables = self.control.context().part::<DistanceTables>();
        let table = self
            .table
            .get_or_init(|| tables.get(&self.goal, &self.control).ok());
        table.as_ref()
    }

    fn uniform(&self, seed: u64) -> DealtGame {
        let board = Uniform.board(&self.goal, seed);
        let optimal = self.table().and_then(|table| table.distance(&board));
        DealtGame::unnamed(board, seed, optimal, optimal)
    }

    /// The first board of the seed's stream in a band. Some board lies at each distance up to the
    /// radius, so one comes.
    fn within(&self, table: &DistanceTable, band: Band, seed: u64) -> DealtGame {
        let mut random = Random::new(seed);
        loop {
            let board = Uniform.draw(&self.goal, &mut random);
            let distance = table.distance(&board);
            if distance.is_some_and(|distance| band.contains(distance)) {
                return DealtGame::unnamed(board, seed, distance, distance);
            }
        }
    }

    fn walk(&self, moves: u32, seed: u64) -> DealtGame {
        let (walk, mut random) = (Walk { moves }, Random::new(seed));
        loop {
            let (board, way_back) = walk.draw_with_way_back(&self.goal, &mut random);
            if board != self.goal {
                return DealtGame {
                    way_back: Some(way_back),
                    ..DealtGame::unnamed(board, seed, None, Some(moves))
                };
            }
        }
    }
}

/// The most cells of a board that is led to a distance.
const MAX_LED: usize = 16;

/// From this distance on, 4x4 boards are searched for near the farthest ones: random draws hardly ever
/// hit them.
const FAR: u32 = 61;

/// Number of walks from a farthest board, of which one is chosen.
const WALKS: u32 = 256;

/// The farthest 4x4 boards from this goal. They are known if the goal's blank is in a corner.
fn farthest(goal: &Board) -> Vec<Board> {
    let size = goal.size();
    let (last_row, last_col) = (size.rows() - 1, size.cols() - 1);
    let set = taquin_data::HARDEST_15;
    let turned = |instance: PublishedInstance| -> Option<Board> {
        let home = instance.goal.board(size).ok()?;
        // Rows and columns are counted from the other side until the blanks are in one corner.
        let (from, to) = (home.blank().index(), goal.blank().index());
        let flip = |cell: usize| {
            let rows = size.row(from) != size.row(to);
            let cols = size.col(from) != size.col(to);
            let row = if rows {
                last_row - size.row(cell)
            } else {
                size.row(cell)
            };
            let col = if cols {
                last_col - size.col(cell)
            } else {
                size.col(cell)
            };
            row * size.cols() + col
        };
        if flip(from) != to {
            return None;
        }
        let goal: Vec<u8> = goal.numbers().collect();
        let homes: Vec<u8> = home.numbers().collect();
        let mut numbers = vec![0; size.cells()];
        for (cell, number) in instance.board.numbers().enumerate() {
            let place = homes.iter().position(|&other| other == number)?;
            numbers[flip(cell)] = u32::from(goal[flip(place)]);
        }
        Board::new(size, &numbers).ok()
    };
    if (size.rows(), size.cols()) != (4, 4) {
        return Vec::new();
    }
    set.instances().filter_map(turned).collect()
}

/// Maximum number of boards drawn until one is far enough away.
const DRAWS: u32 = 16;

/// Moves away from the goal before boards are drawn again.
const PATIENCE: u32 = 60;

/// A board that is being moved to a target distance.
struct Led<'a> {
    games: &'a Dealer,
    board: Board,
    distance: u32,
}

impl Led<'_> {
    /// Makes a move that leads farther, or closer; where none leads farther, one that leads closer.
    fn step(&mut self, farther: bool, random: &mut Random) -> Result<(), LevelError> {
        let mut moves: Vec<Move> = self.board.moves().collect();
        let mut other = None;
        while !moves.is_empty() {
            let mv = moves.remove(random.below(moves.len()));
            let mut next = self.board.clone();
            next.slide(mv).expect("the board named this move");
            // Every move changes the distance by one.
            let closer = self.distance > 0 && self.games.is_within(&next, self.distance - 1)?;
            if closer != farther {
                self.board = next;
                self.distance = if farther {
                    self.distance + 1
                } else {
                    self.distance - 1
                };
                return Ok(());
            }
            other = Some(next);
        }
        if let Some(next) = other {
            self.board = next;
            self.distance = if farther {
                self.distance - 1
            } else {
                self.distance + 1
            };
        }
        Ok(())
    }
}

/// The greatest distance of any board of a size that has no complete table here: 3x4 to 4x4.
///
/// A. Brüngger, A. Marzetta, K. Fukuda, J. Nievergelt, *The Parallel Search Bench ZRAM and its
/// Applications*, 1999 (4x4); the On-Line Encyclopedia of Integer Sequences, A151944 (others).
fn radius(size: Size) -> u32 {
    match (size.rows().min(size.cols()), size.rows().max(size.cols())) {
        (3, 4) => 53,
        (3, 5) => 84,
        (2, 7) => 108,
        (2, 8) => 140,
        // 4x4, and 2x6 as well.
        _ => 80,
    }
}

/// The requirement of a level.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum LevelRule {
    /// Its exact distance lies in a band.
    Within(Band),
    /// It comes from a walk of this many moves from the goal.
    Walk(u32),
    /// Any solvable board, uniformly at random.
    Uniform,
}

impl fmt::Display for LevelRule {
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

/// The bands of 4x4.
const BANDS_4X4: [(Level, u32, u32); 4] = [
    (Level::Easy, 10, 25),
    (Level::Medium, 26, 40),
    (Level::Hard, 41, 55),
    (Level::Expert, 56, 80),
];

/// The distances of a level on a board whose farthest boards are `radius` away.
fn band(level: Level, size: Size, radius: u32) -> Option<Band> {
    if (size.rows(), size.cols()) == (4, 4) {
        let &(_, min, max) = BANDS_4X4.iter().find(|band| band.0 == level)?;
        return Some(Band { min, max });
    }
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
    /// The ends are in the wrong order.
    #[error("no distance lies from {min} to {max}; the first number must not exceed the second")]
    Empty {
        /// The first number.
        min: u32,
        /// The second.
        max: u32,
    },
}

/// Why there is no such board.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum LevelError {
    /// No distances could be proven.
    #[error("distances could not be proven: {0}")]
    Engine(String),
    /// The work was cancelled.
    #[error("cancelled before a board was found")]
    Cancelled,
    /// The farthest boards of a large size are not known.
    #[error("there is no level expert for {0}: the farthest boards are not known; use hard")]
    NoExpert(Size),
    /// Exact distances of a large size are out of reach.
    #[error(
        "a distance cannot be requested on {0}: exact distances are out of reach; use a level or \
         the walk generator"
    )]
    TooLarge(Size),
    /// No board is that far away.
    #[error("no {size} board is {band} moves from the goal; the farthest are {radius} away")]
    TooFar {
        /// The size.
        size: Size,
        /// The requested distances.
        band: Band,
        /// The greatest there is.
        radius: u32,
    },
    /// The goal is a board of another size.
    #[error(transparent)]
    Goal(#[from] GoalError),
}

impl From<Halt> for LevelError {
    fn from(halt: Halt) -> Self {
        match halt {
            Halt::Stopped(_) => Self::Cancelled,
            Halt::Refused(error) => Self::Engine(error.to_string()),
        }
    }
}
