//! The runs of an experiment, in the order they are made.

use std::path::{Path, PathBuf};

use serde::{Deserialize, Serialize};
use taquin::generate::{self, Random};
use taquin::levels::{Game, Games, LevelError};
use taquin::notation::file;
use taquin::{Board, Goals, Size};
use xxhash_rust::xxh3::xxh3_64;

use crate::lane::{Engine, Lane};
use crate::maker::Task;
use crate::suite::{Configuration, InstanceSet, LimitSpec, Source, Suite};

/// The most memory a run gets if nobody says how much.
const DEFAULT_MEMORY: u64 = 4 << 30;

/// What the caller changes in a suite.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Choices {
    /// All instances, where the suite takes a sample.
    pub full: bool,
    /// At most so many instances of each set.
    pub sample: Option<usize>,
    /// Where random boards begin.
    pub seed: Option<u64>,
    /// How often each run is made.
    pub repeat: Option<u32>,
    /// Limits instead of the suite's.
    pub limits: LimitSpec,
    /// More configurations, as they were written: solvers, or `cmd:PROGRAM …`.
    pub with: Vec<String>,
    /// Only these configurations, by name; all if there are none.
    pub only: Vec<String>,
}

/// One of several parts of the same size, `2/5`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shard {
    /// Which, counted from 1.
    pub index: u32,
    /// Of how many.
    pub count: u32,
}

impl std::str::FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let numbers = text.split_once('/').and_then(|(index, count)| {
            Some((index.trim().parse().ok()?, count.trim().parse().ok()?))
        });
        match numbers {
            Some((index, count)) if index >= 1 && index <= count => Ok(Self { index, count }),
            _ => Err("write which part of how many, like 1/4 to 4/4".to_owned()),
        }
    }
}

impl std::fmt::Display for Shard {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "{}/{}", self.index, self.count)
    }
}

/// A board with its goals, and what is known of it.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Instance {
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

/// One run.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Job {
    /// Its name: the same run has the same in every folder.
    pub id: u64,
    /// Which configuration.
    pub lane: usize,
    /// Which instance.
    pub instance: usize,
    /// The bound that was put into the configuration.
    pub steps: Option<u32>,
    /// Which repeat, from 0.
    pub repeat: u32,
}

/// All runs of an experiment.
#[derive(Clone, Debug, PartialEq)]
pub struct Plan {
    /// The configurations.
    pub lanes: Vec<Lane>,
    /// The instances.
    pub instances: Vec<Instance>,
    /// The runs: instance by instance, so that configurations take turns.
    pub jobs: Vec<Job>,
}

/// How large an experiment is.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Extent {
    /// Boards that have to be drawn for it, those that a sample leaves out included.
    pub boards: u64,
    /// Runs.
    pub runs: u64,
}

/// Why an experiment cannot be laid out.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PlanError {
    /// A file of boards cannot be read.
    #[error("set `{set}`: cannot read {}: {reason}", path.display())]
    File {
        /// The set.
        set: String,
        /// The file.
        path: PathBuf,
        /// What the system says.
        reason: String,
    },
    /// A board, a goal or a distance is not what it should be.
    #[error("set `{set}`: {reason}")]
    Board {
        /// The set.
        set: String,
        /// Why.
        reason: String,
    },
    /// Names that a set does not have.
    #[error("set `{set}` has no instance called `{name}`")]
    NoInstance {
        /// The set.
        set: String,
        /// The name.
        name: String,
    },
    /// A solver or command that was added cannot be used.
    #[error("--with {text}: {reason}")]
    With {
        /// As written.
        text: String,
        /// Why.
        reason: String,
    },
    /// A configuration that the suite does not have.
    #[error("there is no configuration `{name}`; there are {known}")]
    NoConfiguration {
        /// The name.
        name: String,
        /// Those there are.
        known: String,
    },
    /// A limit cannot be kept.
    #[error("{0}")]
    Limit(String),
}

impl Plan {
    /// Lays out a suite; files of boards are looked for in `folder`.
    ///
    /// # Errors
    /// When boards cannot be had or a configuration cannot be used.
    pub fn new(suite: &Suite, choices: &Choices, folder: &Path) -> Result<Self, PlanError> {
        if let Some(bytes) = choices.limits.memory {
            crate::suite::check_memory(bytes).map_err(PlanError::Limit)?;
        }
        let configurations = configurations(suite, choices)?;
        let mut lanes = Vec::new();
        for configuration in &configurations {
            let limits = choices.limits.or(configuration.limits).or(suite.limits);
            lanes.push(Lane {
                name: configuration.name.clone(),
                engine: configuration.engine.clone(),
                limits: limits.or(LimitSpec {
                    memory: Some(default_memory()),
                    ..LimitSpec::default()
                }),
            });
        }
        let mut instances = Vec::new();
        let mut members = Vec::new();
        for set in &suite.instances {
            let all = boards(set, suite, choices, folder)?;
            let kept = sample(all, choices, set.sample, suite_seed(suite, choices));
            members.push((
                set.name.as_str(),
                instances.len()..instances.len() + kept.len(),
            ));
            instances.extend(kept);
        }
        let mut jobs = Vec::new();
        for repeat in 0..choices.repeat.unwrap_or(suite.repeat) {
            for (set, range) in &members {
                for (place, instance) in range.clone().enumerate() {
                    for (lane, configuration) in configurations.iter().enumerate() {
                        let most = configuration.sample.filter(|_| !choices.full);
                        if !configuration.is_for(set) || most.is_some_and(|most| place >= most) {
                            continue;
                        }
                        for steps in each_steps(&configuration.steps) {
                            let id =
                                job_id(suite, &lanes[lane], &instances[instance], steps, repeat);
                            jobs.push(Job {
                                id,
                                lane,
                                instance,
                                steps,
                                repeat,
                            });
                        }
                    }
                }
            }
        }
        Ok(Self {
            lanes,
            instances,
            jobs,
        })
    }

    /// How large an experiment is, told without making its boards; none where a file has them.
    ///
    /// # Errors
    /// When a configuration cannot be used.
    pub fn extent(suite: &Suite, choices: &Choices) -> Result<Option<Extent>, PlanError> {
        let configurations = configurations(suite, choices)?;
        let repeat = u64::from(choices.repeat.unwrap_or(suite.repeat));
        let mut extent = Extent::default();
        for set in &suite.instances {
            let (drawn, all) = match &set.source {
                Source::File(_) => return Ok(None),
                Source::Dataset(data) => (0, data.instances().count() as u64),
                Source::Boards(texts) => (0, texts.len() as u64),
                Source::Drawn { count, .. }
                | Source::Level { count, .. }
                | Source::Distance { count, .. } => (*count, *count),
            };
            extent.boards = extent.boards.saturating_add(drawn);
            let all = match &set.only[..] {
                [] => all,
                only => all.min(only.len() as u64),
            };
            let kept = all.min(sample_size(choices, set.sample).unwrap_or(u64::MAX));
            for configuration in &configurations {
                if !configuration.is_for(&set.name) {
                    continue;
                }
                let most = configuration.sample.filter(|_| !choices.full);
                let places = most.map_or(kept, |most| kept.min(most as u64));
                let each = configuration.steps.len().max(1) as u64;
                let runs = places.saturating_mul(each).saturating_mul(repeat);
                extent.runs = extent.runs.saturating_add(runs);
            }
        }
        Ok(Some(extent))
    }

    /// The task of a run, as a worker gets it.
    pub fn task(&self, job: &Job) -> Task {
        Task {
            run_id: format!("{:016x}", job.id),
            instance: self.instances[job.instance].clone(),
            steps: job.steps,
            repeat: job.repeat,
        }
    }

    /// Only the runs of one part.
    pub fn shard(mut self, shard: Shard) -> Self {
        let mut place = 0;
        self.jobs.retain(|_| {
            place += 1;
            (place - 1) % shard.count == shard.index - 1
        });
        self
    }
}

fn suite_seed(suite: &Suite, choices: &Choices) -> u64 {
    choices.seed.unwrap_or(suite.seed)
}

/// What a run may hold if nobody says: four gigabytes, or 60 % of a machine with less.
fn default_memory() -> u64 {
    let total = crate::machine::total_memory().unwrap_or(DEFAULT_MEMORY);
    DEFAULT_MEMORY.min(total / 5 * 3)
}

fn each_steps(steps: &[u32]) -> Vec<Option<u32>> {
    match steps {
        [] => vec![None],
        steps => steps.iter().copied().map(Some).collect(),
    }
}

/// The suite's configurations that were asked for, and those that were added.
fn configurations(suite: &Suite, choices: &Choices) -> Result<Vec<Configuration>, PlanError> {
    let mut all = suite.configurations.clone();
    for text in &choices.with {
        let engine = Engine::parse(text);
        let engine = engine.map_err(|reason| PlanError::With {
            text: text.clone(),
            reason,
        })?;
        if text.contains(crate::lane::STEPS) {
            let reason = "{steps} has its numbers in a suite file".to_owned();
            return Err(PlanError::With {
                text: text.clone(),
                reason,
            });
        }
        if all.iter().all(|other| other.name != *text) {
            all.push(Configuration {
                name: text.clone(),
                engine,
                steps: Vec::new(),
                sets: Vec::new(),
                limits: LimitSpec::default(),
                sample: None,
            });
        }
    }
    if choices.only.is_empty() {
        return Ok(all);
    }
    let known: Vec<String> = all.iter().map(|c| c.name.clone()).collect();
    if let Some(name) = choices.only.iter().find(|name| !known.contains(name)) {
        let known = known.join(", ");
        return Err(PlanError::NoConfiguration {
            name: name.clone(),
            known,
        });
    }
    // What was added by --with was asked for too.
    all.retain(|c| choices.only.contains(&c.name) || choices.with.contains(&c.name));
    Ok(all)
}

/// All boards of a set.
fn boards(
    set: &InstanceSet,
    suite: &Suite,
    choices: &Choices,
    folder: &Path,
) -> Result<Vec<Instance>, PlanError> {
    let base = suite_seed(suite, choices);
    let fault = |reason: String| PlanError::Board {
        set: set.name.clone(),
        reason,
    };
    let mut found = match &set.source {
        Source::Dataset(data) => {
            let instances = data.instances();
            instances
                .map(|one| Instance {
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
            let games = Games::new(goal_board(set, *size).map_err(fault)?);
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
            let games = Games::new(goal_board(set, *size).map_err(fault)?);
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

fn from_file(one: &file::Instance, seed: u64) -> Instance {
    let meant = || one.convention.clone().map(Goals::from);
    let goals = one.goal.clone().or_else(meant).unwrap_or_default();
    Instance {
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

fn game(game: Result<Game, LevelError>) -> Result<(Board, Option<u32>), String> {
    let game = game.map_err(|error| error.to_string())?;
    Ok((game.board, game.optimal))
}

/// The boards of as many seeds.
fn draw(
    count: u64,
    seed: u64,
    board: impl Fn(u64) -> Result<(Board, Option<u32>), String>,
) -> Result<Vec<Instance>, String> {
    let seeds = (0..count).map(|i| seed.wrapping_add(i));
    let one = |seed: u64| {
        let (board, optimal) = board(seed)?;
        Ok(Instance {
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
fn sample(all: Vec<Instance>, choices: &Choices, own: Option<usize>, seed: u64) -> Vec<Instance> {
    let size = sample_size(choices, own).map_or(all.len(), |size| size as usize);
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

/// How many instances of a set are taken; none takes all.
fn sample_size(choices: &Choices, own: Option<usize>) -> Option<u64> {
    let own = own.filter(|_| !choices.full);
    choices.sample.or(own).map(|size| size as u64)
}

/// A number that the same run has in every folder, and other runs have not.
fn job_id(suite: &Suite, lane: &Lane, one: &Instance, steps: Option<u32>, repeat: u32) -> u64 {
    let steps = steps.map_or_else(String::new, |steps| steps.to_string());
    let repeat = repeat.to_string();
    let parts = [
        &suite.name,
        &lane.name,
        &one.id,
        &one.board,
        &one.goal,
        &steps,
        &repeat,
    ];
    let text: Vec<&str> = parts.iter().map(|part| part.as_str()).collect();
    xxh3_64(text.join("\n").as_bytes())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn suite() -> Suite {
        Suite::parse(
            "format = 1\nname = \"t\"\nsummary = \"s\"\nrepeat = 2\nseed = 5\n\
             [[instances]]\ngenerate = \"uniform\"\nsize = \"3x3\"\ncount = 10\nsample = 4\n\
             [[instances]]\nname = \"few\"\nboards = [\"1 2/3 0\", \"1 2/0 3\"]\n\
             [[configurations]]\nsolver = \"bfs\"\n\
             [[configurations]]\nsolver = \"sat:horizon={steps}\"\nsteps = [1, 2, 3]\nsets = [\"few\"]\n",
        )
        .unwrap()
    }

    fn plan(choices: &Choices) -> Plan {
        Plan::new(&suite(), choices, Path::new(".")).unwrap()
    }

    #[test]
    fn every_pair_is_run_as_often_as_asked() {
        // 4 + 2 instances by bfs, 2 instances by sat at three bounds, all twice.
        assert_eq!(plan(&Choices::default()).jobs.len(), 2 * (6 + 2 * 3));
        let full = Choices {
            full: true,
            repeat: Some(1),
            ..Choices::default()
        };
        assert_eq!(plan(&full).jobs.len(), 12 + 6);
        let more = Choices {
            with: vec!["cmd:true".to_owned()],
            ..full
        };
        assert_eq!(plan(&more).jobs.len(), 2 * 12 + 6);
    }

    #[test]
    fn the_extent_is_that_of_the_plan() {
        let ways = [
            Choices::default(),
            Choices {
                full: true,
                ..Choices::default()
            },
            Choices {
                sample: Some(1),
                repeat: Some(3),
                only: vec!["bfs".to_owned()],
                ..Choices::default()
            },
        ];
        for choices in ways {
            let extent = Plan::extent(&suite(), &choices).unwrap().unwrap();
            assert_eq!(extent.runs, plan(&choices).jobs.len() as u64, "{choices:?}");
            assert_eq!(extent.boards, 10);
        }
        let endless = Suite::parse(
            "format = 1\nname = \"t\"\nsummary = \"s\"\nrepeat = 4000000000\n\
             [[instances]]\ngenerate = \"uniform\"\nsize = \"3x3\"\ncount = 9000000000000000000\n\
             [[configurations]]\nsolver = \"bfs\"\n",
        )
        .unwrap();
        let extent = Plan::extent(&endless, &Choices::default()).unwrap();
        assert_eq!(extent.unwrap().runs, u64::MAX);
    }

    #[test]
    fn names_of_runs_differ_and_stay() {
        let (first, second) = (plan(&Choices::default()), plan(&Choices::default()));
        assert_eq!(first, second);
        let mut ids: Vec<u64> = first.jobs.iter().map(|job| job.id).collect();
        ids.sort_unstable();
        ids.dedup();
        assert_eq!(ids.len(), first.jobs.len());
    }

    #[test]
    fn shards_are_a_partition() {
        let whole = plan(&Choices::default());
        let mut parts: Vec<u64> = (1..=5)
            .flat_map(|index| whole.clone().shard(Shard { index, count: 5 }).jobs)
            .map(|job| job.id)
            .collect();
        parts.sort_unstable();
        let mut ids: Vec<u64> = whole.jobs.iter().map(|job| job.id).collect();
        ids.sort_unstable();
        assert_eq!(parts, ids);
        for wrong in ["0/3", "4/3", "1", "a/b", "1/0"] {
            assert!(wrong.parse::<Shard>().is_err(), "{wrong}");
        }
    }

    #[test]
    fn what_is_not_there_is_named() {
        let choices = Choices {
            only: vec!["dfs".to_owned()],
            ..Choices::default()
        };
        let fault = Plan::new(&suite(), &choices, Path::new(".")).unwrap_err();
        assert!(fault.to_string().contains("`dfs`"), "{fault}");
        let choices = Choices {
            with: vec!["astra".to_owned()],
            ..Choices::default()
        };
        let fault = Plan::new(&suite(), &choices, Path::new(".")).unwrap_err();
        assert!(fault.to_string().contains("astar"), "{fault}");
    }
}
