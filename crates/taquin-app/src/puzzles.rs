//! New boards, by level, distance, generator or game ID.

use std::hash::{BuildHasher, Hasher, RandomState};
use std::time::Duration;

use taquin::generate::{GameId, GameIdError, Generator, Level, Random, Uniform};
use taquin::levels::{Band, Dealer, DealtGame};
use taquin::{
    Auto, Board, Control, Direction, Goal, Goals, Limits, Move, Puzzle, Size, SizeError, mtm,
};

use crate::question::Distance;
use crate::{App, Prepared, Refusal, RefusalKind, answer, question, run};

/// Time limit for generating boards; the boards that are ready by then are the answer.
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

/// The source of the boards, and the first seed.
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

/// A source of boards.
pub enum BoardSource {
    /// A generator, and the goal of its boards.
    Drawn(Box<dyn Generator>, Board),
    /// A goal and a range of exact distances.
    Distance(Board, Band),
    /// A goal and a level.
    Level(Board, Level),
    /// A goal and a range of exact distances in multi-tile moves.
    MultiTile(Board, Band),
    /// A source for each of several goals, in turn by seed. Where a source states distances, no other goal
    /// is nearer than its own.
    AnyOf(Vec<BoardSource>, Goals),
}

/// Boards tried until one fits, before a question is given up.
const TRIES: u64 = 10_000;

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
                way_back: None,
            },
            Self::MultiTile(goal, band) => multi_tile(goal, *band, seed, control)?,
            Self::AnyOf(sources, goals) => any_of(sources, goals, seed, control)?,
        })
    }
}

/// The board of a seed for several goals.
fn any_of(
    sources: &[BoardSource],
    goals: &Goals,
    seed: u64,
    control: &Control,
) -> Result<DealtGame, Refusal> {
    let mut random = Random::new(seed);
    let mut drawn = seed;
    for _ in 0..TRIES {
        let source = &sources[random.below(sources.len())];
        let game = source.game(drawn, control)?;
        let Some(optimal) = game.optimal else {
            return Ok(DealtGame {
                id: None,
                seed,
                ..game
            });
        };
        let puzzle = Puzzle::new(game.board.clone(), goals)?;
        let run = run(&Auto, &puzzle, &control.part(None))?;
        if run.outcome.lower_bound() == optimal {
            return Ok(DealtGame {
                id: None,
                seed,
                ..game
            });
        }
        drawn = random.below(usize::MAX) as u64;
    }
    Err(Refusal::new(
        RefusalKind::Unsupported,
        format!("no board found whose nearest goal is as far away, among {TRIES}"),
    ))
}

/// The board of a seed whose distance in multi-tile moves is proven to lie in a band.
///
/// Walks of that many multi-tile moves from the goal find near boards; where they come back too near,
/// uniform boards take their place.
fn multi_tile(
    goal: &Board,
    band: Band,
    seed: u64,
    control: &Control,
) -> Result<DealtGame, Refusal> {
    let goals = Goals::new([Goal::Custom(goal.clone())]);
    let mut random = Random::new(seed);
    for attempt in 0..TRIES {
        let choice = (band.max() - band.min() + 1) as usize;
        let wanted = band.min() + random.below(choice) as u32;
        // Every other board is drawn uniformly once walks have had their chance.
        let board = if attempt < 20 || attempt % 2 == 0 {
            walk_of_runs(goal, wanted + (attempt / 20).min(20) as u32, &mut random)
        } else {
            Uniform.draw(goal, &mut random)
        };
        let puzzle = Puzzle::new(board.clone(), &goals)?;
        let part = control.part(None);
        let outcome = mtm::solve(&puzzle, &part)?;
        control.count_nodes_of(&part);
        if !outcome.is_optimal() {
            return Err(Refusal::new(
                RefusalKind::Unsupported,
                "the search for a distance in multi-tile moves was stopped",
            ));
        }
        if band.contains(outcome.lower_bound()) {
            return Ok(DealtGame {
                id: None,
                board,
                seed,
                level: None,
                optimal: Some(outcome.lower_bound()),
                upper_bound: Some(outcome.lower_bound()),
                way_back: None,
            });
        }
    }
    Err(Refusal::new(
        RefusalKind::Unsupported,
        format!("no board at {band} multi-tile moves found among {TRIES}"),
    ))
}

/// The band of a level in multi-tile moves: the same shares of the greatest distance as in single-tile
/// moves. It is 24 on 3x3, which a test counts, and 43 on 4x4 (Wikipedia, *15 puzzle*).
pub fn multi_tile_level(level: Level, size: Size) -> Option<Band> {
    let radius = match (size.rows(), size.cols()) {
        (3, 3) => 24,
        (4, 4) => 43,
        _ => return None,
    };
    // Of the 31 single-tile moves of 3x3.
    let (first, last) = match level {
        Level::Easy => (5, 12),
        Level::Medium => (13, 20),
        Level::Hard => (21, 26),
        Level::Expert => (27, 31),
        Level::Random => return None,
    };
    Band::new((first - 1) * radius / 31 + 1, last * radius / 31).ok()
}

/// The board after random multi-tile moves, along rows and columns in turn.
fn walk_of_runs(goal: &Board, moves: u32, random: &mut Random) -> Board {
    let mut board = goal.clone();
    let mut vertical = random.below(2) == 0;
    for _ in 0..moves {
        let directions = if vertical {
            [Direction::Up, Direction::Down]
        } else {
            [Direction::Left, Direction::Right]
        };
        let mut ends = Vec::new();
        for direction in directions {
            let mut next = board.clone();
            while next.slide(Move(direction)).is_some() {
                ends.push(next.clone());
            }
        }
        board = ends.swap_remove(random.below(ends.len()));
        vertical = !vertical;
    }
    board
}

/// A game as an answer.
pub fn generated(game: &DealtGame, goal: impl std::fmt::Display) -> answer::Generated {
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

#[cfg(test)]
mod tests {
    use super::*;

    fn control() -> Control {
        Control::new(Limits::default())
    }

    fn goal(goal: &Goal) -> Board {
        goal.board(Size::new(3, 3).unwrap()).unwrap()
    }

    /// Every board is as far from its nearest goal as it says, by the distances of the oracle.
    #[test]
    fn boards_for_several_goals_are_measured_to_the_nearest() {
        let named = [Goal::BlankLast, Goal::BlankFirst];
        let boards = named.each_ref().map(goal);
        let band = Band::new(18, 20).unwrap();
        let sources = boards
            .iter()
            .map(|board| BoardSource::Distance(board.clone(), band));
        let source = BoardSource::AnyOf(sources.collect(), Goals::new(named));
        let distances = taquin_testkit::Distances::from_goals(&boards);
        for seed in 0..20 {
            let game = source.game(seed, &control()).unwrap();
            assert_eq!(distances.get(&game.board), game.optimal);
            assert!(band.contains(game.optimal.unwrap()));
            assert_eq!(source.game(seed, &control()).unwrap(), game);
        }
    }

    /// Breadth-first search over whole multi-tile moves.
    #[test]
    fn the_greatest_distance_on_3x3_is_24() {
        let start = goal(&Goal::BlankLast);
        let mut level = vec![start.clone()];
        let mut seen = std::collections::HashSet::from([start]);
        let mut radius = 0;
        loop {
            let mut next = Vec::new();
            for board in &level {
                for direction in Direction::ALL {
                    let mut board = board.clone();
                    while board.slide(Move(direction)).is_some() {
                        if seen.insert(board.clone()) {
                            next.push(board.clone());
                        }
                    }
                }
            }
            if next.is_empty() {
                break;
            }
            radius += 1;
            level = next;
        }
        assert_eq!((seen.len(), radius), (181_440, 24));
        let size = Size::new(3, 3).unwrap();
        assert_eq!(multi_tile_level(Level::Expert, size).unwrap().max(), radius);
    }

    #[test]
    fn boards_have_their_distance_in_multi_tile_moves() {
        let band = Band::new(4, 6).unwrap();
        let source = BoardSource::MultiTile(goal(&Goal::BlankLast), band);
        for seed in 0..10 {
            let game = source.game(seed, &control()).unwrap();
            let puzzle = Puzzle::new(game.board.clone(), &Goals::default()).unwrap();
            let outcome = mtm::solve(&puzzle, &control()).unwrap();
            assert_eq!(outcome.length(), game.optimal);
            assert!(band.contains(outcome.lower_bound()));
        }
    }
}
