//! The boards of an experiment: from the literature, a file, the suite itself, or drawn.

use std::path::Path;

use serde::{Deserialize, Serialize};
use taquin::generate::{self, Random};
use taquin::levels::{Dealer, DealtGame, LevelError};
use taquin::notation::file;
use taquin::{Board, Control, Goals, Size};

use super::PlanError;
use crate::suite::{InstanceSet, Source};

/// A board with its goals, and what is known of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct SuiteInstance {
    /// Its name in rows: set and name in the set.
    pub id: String,
    /// The position.
    pub board: String,
    /// The goals.
    pub goal: String,
    /// The seed it was drawn with, or that of the experiment.
    pub seed: u64,
    /// Length of a shortest solution, where the source says it.
    pub optimal: Option<u32>,
}

/// All boards of a set; random ones begin at `base` unless the set has a seed of its own, files are
/// looked for in `folder`.
pub(super) fn boards(
    set: &InstanceSet,
    base: u64,
    folder: &Path,
    control: &Control,
) -> Result<Vec<SuiteInstance>, PlanError> {
    let fault = |reason: String| PlanError::Board {
        set: set.name.clone(),
        reason,
    };
    let mut found = match &set.source {
        Source::Dataset(data) => {
            let instances = data.instances();
            instances
                .map(|one| SuiteInstance {
                    id: one.id,
                    board: one.board.to_string(),
                    goal: one.goal.to_string(),
                    seed: base,
                    optimal: one.optimal,
                })
                .collect()
        }
        Source::File(path) => {
            let path = folder.join(path);
            let bytes = std::fs::read(&path).map_err(|error| PlanError::File {
                set: set.name.clone(),
                path: path.clone(),
                reason: error.to_string(),
            })?;
            let text = String::from_utf8_lossy(&bytes);
            let read = file::parse(&text, None);
            let read = read.map_err(|error| fault(format!("{}: {error}", path.display())))?;
            if read.is_empty() {
                return Err(fault(format!("{} holds no position", path.display())));
            }
            read.iter().map(|one| from_file(one, base)).collect()
        }
        Source::Boards(texts) => {
            let mut instances = Vec::new();
            for (i, text) in texts.iter().enumerate() {
                let board = taquin::notation::parse_board(text);
                let board = board.map_err(|error| fault(format!("{text}: {}", error.fault())))?;
                let mut instance = from_file(&file::Instance::new(board, i + 1), base);
                instance.id = (i + 1).to_string();
                instances.push(instance);
            }
            instances
        }
        Source::Drawn {
            generator,
            size,
            count,
            seed,
        } => {
            let generator = generate::by_name(generator).map_err(|e| fault(e.to_string()))?;
            let goal = goal_board(set, *size).map_err(fault)?;
            draw(*count, seed.unwrap_or(base), |seed| {
                Ok((generator.board(&goal, seed), None))
            })
            .map_err(fault)?
        }
        Source::Level {
            level,
            size,
            count,
            seed,
        } => {
            let games = Dealer::new(goal_board(set, *size).map_err(fault)?, control);
            draw(*count, seed.unwrap_or(base), |seed| {
                game(games.at_level(*level, seed))
            })
            .map_err(fault)?
        }
        Source::Distance {
            band,
            size,
            count,
            seed,
        } => {
            let games = Dealer::new(goal_board(set, *size).map_err(fault)?, control);
            draw(*count, seed.unwrap_or(base), |seed| {
                game(games.at_distance(*band, seed))
            })
            .map_err(fault)?
        }
    };
    if !set.only.is_empty() {
        if let Some(name) = set
            .only
            .iter()
            .find(|name| found.iter().all(|one| one.id != **name))
        {
            return Err(PlanError::NoInstance {
                set: set.name.clone(),
                name: name.clone(),
            });
        }
        found.retain(|one| set.only.contains(&one.id));
    }
    for instance in &mut found {
        instance.id = format!("{}/{}", set.name, instance.id);
        if let Some(goal) = &set.goal {
            instance.goal = goal.to_string();
        }
    }
    Ok(found)
}

fn from_file(one: &file::Instance, seed: u64) -> SuiteInstance {
    let meant = || one.convention.clone().map(Goals::from);
    let goals = one.goal.clone().or_else(meant).unwrap_or_default();
    SuiteInstance {
        id: one.id.clone().unwrap_or_else(|| one.line.to_string()),
        board: one.board.to_string(),
        goal: goals.to_string(),
        seed,
        optimal: one.optimal,
    }
}

/// The one goal that boards are made for.
fn goal_board(set: &InstanceSet, size: Size) -> Result<Board, String> {
    let goals = set.goal.clone().unwrap_or_default();
    let first = &goals.as_slice()[0];
    first.board(size).map_err(|error| error.to_string())
}

fn game(game: Result<DealtGame, LevelError>) -> Result<(Board, Option<u32>), String> {
    let game = game.map_err(|error| error.to_string())?;
    Ok((game.board, game.optimal))
}

/// The boards of as many seeds.
fn draw(
    count: u64,
    seed: u64,
    board: impl Fn(u64) -> Result<(Board, Option<u32>), String>,
) -> Result<Vec<SuiteInstance>, String> {
    let seeds = (0..count).map(|i| seed.wrapping_add(i));
    let one = |seed: u64| {
        let (board, optimal) = board(seed)?;
        Ok(SuiteInstance {
            id: seed.to_string(),
            board: board.to_string(),
            goal: Goals::default().to_string(),
            seed,
            optimal,
        })
    };
    seeds.map(one).collect()
}

/// The instances that are taken: all, or some chosen by the seed, in their order.
pub(super) fn sample(all: Vec<SuiteInstance>, size: Option<u64>, seed: u64) -> Vec<SuiteInstance> {
    let size = size.map_or(all.len(), |size| size as usize);
    if size >= all.len() {
        return all;
    }
    let mut places: Vec<usize> = (0..all.len()).collect();
    let mut random = Random::new(seed);
    for i in 0..size {
        let other = i + random.below(places.len() - i);
        places.swap(i, other);
    }
    let mut chosen = places[..size].to_vec();
    chosen.sort_unstable();
    chosen.into_iter().map(|place| all[place].clone()).collect()
}
