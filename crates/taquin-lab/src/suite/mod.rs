//! Suites: sets of instances, configurations that solve them, and limits.
//!
//! A suite is a TOML file:
//!
//! ```
//! let suite = taquin_lab::Suite::parse(
//!     r#"
//!     format = 1
//!     name = "mine"
//!     summary = "two solvers on a hundred random 8-puzzles"
//!     [limits]
//!     time = "10s"
//!     [[instances]]
//!     generate = "uniform"
//!     size = "3x3"
//!     count = 100
//!     [[configurations]]
//!     solver = "astar/manhattan"
//!     [[configurations]]
//!     command = "mysolver {board}"
//!     "#,
//! )?;
//! assert_eq!(suite.configurations.len(), 2);
//! # Ok::<(), taquin_lab::SuiteError>(())
//! ```
//!
//! Values are checked while the file is parsed, so that errors name their line.

mod raw;

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::time::Duration;

use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};
use taquin::generate::Level;
use taquin::levels::Band;
use taquin::{Goals, Size, data};
use taquin_app::units;

use crate::lane::Executor;
use crate::plot::PlotKind;
use raw::{RawConfiguration, RawSet};

/// The layout of suite files that this version reads.
pub(crate) const FORMAT: u32 = 1;

/// Less than this no search can begin with.
const LEAST_MEMORY: u64 = 1 << 20;

/// An experiment, as its file says.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Suite {
    /// Layout of the file.
    #[serde(deserialize_with = "format")]
    pub format: u32,
    /// What it is called.
    #[serde(deserialize_with = "name")]
    pub name: String,
    /// One line for lists.
    pub summary: String,
    /// Where the original is, for experiments that repeat one.
    #[serde(default)]
    pub source: Option<String>,
    /// How often each run is made.
    #[serde(default = "one", deserialize_with = "at_least_one")]
    pub repeat: u32,
    /// Runs that each configuration makes before its first one, which are not measured.
    #[serde(default)]
    pub warmup: u32,
    /// Whether each run stays on one core.
    #[serde(default)]
    pub pin: bool,
    /// Where random boards begin.
    #[serde(default)]
    pub seed: u64,
    /// What a run may use, unless its configuration says otherwise.
    #[serde(default)]
    pub limits: LimitSpec,
    /// The boards.
    pub instances: Vec<InstanceSet>,
    /// What solves them.
    pub configurations: Vec<Configuration>,
    /// Pictures of the report; all that the rows give if there are none.
    #[serde(default)]
    pub plots: Vec<PlotKind>,
    /// The original's times, to compare with ours.
    #[serde(default)]
    pub published: Vec<Published>,
}

/// A published figure of an experiment that is repeated: a share of runs within a time, or a mean.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Published {
    /// The configuration that repeats it.
    pub configuration: String,
    /// The set it is about.
    pub set: String,
    /// The share of runs that took less than `below`.
    #[serde(default)]
    pub share: Option<f64>,
    /// The time of the share.
    #[serde(default, deserialize_with = "time")]
    pub below: Option<Duration>,
    /// The mean time.
    #[serde(default, deserialize_with = "time")]
    pub mean: Option<Duration>,
}

/// The limits of a run, as far as they are given.
#[derive(Clone, Copy, Debug, Default, Deserialize, Serialize, PartialEq)]
#[serde(deny_unknown_fields, into = "BTreeMap<&'static str, String>")]
pub struct LimitSpec {
    /// Time for the search.
    #[serde(default, deserialize_with = "time")]
    pub time: Option<Duration>,
    /// CPU time of all its threads and programs.
    #[serde(default, deserialize_with = "time")]
    pub cpu: Option<Duration>,
    /// Bytes it may hold.
    #[serde(default, deserialize_with = "memory")]
    pub memory: Option<u64>,
    /// Nodes it may expand.
    #[serde(default, deserialize_with = "nodes")]
    pub nodes: Option<u64>,
}

impl LimitSpec {
    /// These limits, and those of `other` where there are none.
    pub fn or(self, other: Self) -> Self {
        Self {
            time: self.time.or(other.time),
            cpu: self.cpu.or(other.cpu),
            memory: self.memory.or(other.memory),
            nodes: self.nodes.or(other.nodes),
        }
    }
}

/// Boards, and where they come from.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, try_from = "RawSet")]
pub struct InstanceSet {
    /// What configurations call it.
    pub name: String,
    /// Where the boards come from.
    pub source: Source,
    /// The goals, where the source does not say or is to be overruled.
    pub goal: Option<Goals>,
    /// Only these, by the names they have in their source.
    pub only: Vec<String>,
    /// Sample size unless the whole set is requested.
    pub sample: Option<usize>,
}

/// The source of an instance set's boards.
#[derive(Clone, Debug)]
pub enum Source {
    /// A set of the literature.
    Dataset(&'static data::Dataset),
    /// A generator and how many boards of which size; the seed is that of the suite unless one is named.
    Drawn {
        /// The generator's spec.
        generator: String,
        /// The size.
        size: Size,
        /// How many.
        count: u64,
        /// The seed of the first.
        seed: Option<u64>,
    },
    /// Boards at a level.
    Level {
        /// The level.
        level: Level,
        /// The size.
        size: Size,
        /// How many.
        count: u64,
        /// The seed of the first.
        seed: Option<u64>,
    },
    /// Boards at an exact distance.
    Distance {
        /// The distances.
        band: Band,
        /// The size.
        size: Size,
        /// How many.
        count: u64,
        /// The seed of the first.
        seed: Option<u64>,
    },
    /// A file of positions, relative to the suite's folder.
    File(PathBuf),
    /// Positions written in the suite.
    Boards(Vec<String>),
}

/// A solver or command with its options.
#[derive(Clone, Debug, Deserialize)]
#[serde(deny_unknown_fields, try_from = "RawConfiguration")]
pub struct Configuration {
    /// Its name in rows and plots.
    pub name: String,
    /// The solver.
    pub engine: Executor,
    /// Bounds that take the place of `{steps}`, one run each.
    pub steps: Vec<u32>,
    /// The sets it is for; all if there are none.
    pub sets: Vec<String>,
    /// Its own limits.
    pub limits: LimitSpec,
    /// Maximum number of instances per set, unless the whole is requested: for what is slow.
    pub sample: Option<usize>,
}

impl Configuration {
    /// Whether it is for the set of this name.
    pub fn is_for(&self, set: &str) -> bool {
        self.sets.is_empty() || self.sets.iter().any(|name| name == set)
    }
}

/// Why a file is no suite.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum SuiteError {
    /// The text is no TOML, or a value in it is not what it should be; the message has the line.
    #[error("{0}")]
    Unreadable(String),
    /// Nothing would be run.
    #[error("suite {suite} has no {what}; add a [[{what}]] section")]
    Empty {
        /// The suite.
        suite: String,
        /// The missing part.
        what: &'static str,
    },
    /// Two things have one name.
    #[error("suite {suite} has two {what} called `{name}`; give one of them another name")]
    Twice {
        /// The suite.
        suite: String,
        /// What they are.
        what: &'static str,
        /// The name.
        name: String,
    },
    /// A configuration is for a set that is not there.
    #[error(
        "configuration `{configuration}` is for the set `{set}`, which the suite does not have; it has {known}"
    )]
    UnknownSet {
        /// The configuration.
        configuration: String,
        /// The name it gives.
        set: String,
        /// The names there are.
        known: String,
    },
}

impl Suite {
    /// Reads a suite file.
    ///
    /// # Errors
    /// When it is none; the message names the line and what would be right.
    pub fn parse(text: &str) -> Result<Self, SuiteError> {
        let suite: Self = toml::from_str(text)
            .map_err(|e| SuiteError::Unreadable(e.to_string().trim().to_owned()))?;
        suite.check()?;
        Ok(suite)
    }

    fn check(&self) -> Result<(), SuiteError> {
        let suite = || self.name.clone();
        let lists = [
            ("instances", self.instances.is_empty()),
            ("configurations", self.configurations.is_empty()),
        ];
        if let Some((what, _)) = lists.into_iter().find(|list| list.1) {
            return Err(SuiteError::Empty {
                suite: suite(),
                what,
            });
        }
        let sets: Vec<&str> = self.instances.iter().map(|set| set.name.as_str()).collect();
        let names: Vec<&str> = self
            .configurations
            .iter()
            .map(|c| c.name.as_str())
            .collect();
        for (what, names) in [("sets", &sets), ("configurations", &names)] {
            if let Some(name) = twice(names) {
                return Err(SuiteError::Twice {
                    suite: suite(),
                    what,
                    name,
                });
            }
        }
        for configuration in &self.configurations {
            let unknown = configuration
                .sets
                .iter()
                .find(|set| !sets.contains(&set.as_str()));
            if let Some(set) = unknown {
                return Err(SuiteError::UnknownSet {
                    configuration: configuration.name.clone(),
                    set: set.clone(),
                    known: sets.join(", "),
                });
            }
        }
        Ok(())
    }
}

/// The first name that was there before.
fn twice(names: &[&str]) -> Option<String> {
    let is_second =
        |(i, name): (usize, &&str)| names[..i].contains(name).then(|| (*name).to_owned());
    names.iter().enumerate().find_map(is_second)
}

fn one() -> u32 {
    1
}

fn format<'de, D: Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
    match u32::deserialize(from)? {
        FORMAT => Ok(FORMAT),
        other => Err(D::Error::custom(format!(
            "this suite has format {other}, and this version of taquin reads format {FORMAT}"
        ))),
    }
}

fn name<'de, D: Deserializer<'de>>(from: D) -> Result<String, D::Error> {
    let name = String::deserialize(from)?;
    let fits = |c: char| c.is_ascii_alphanumeric() || "-_.".contains(c);
    if name.is_empty() || !name.chars().all(fits) {
        return Err(D::Error::custom(
            "a suite's name has letters, digits, `-`, `_` and `.`",
        ));
    }
    Ok(name)
}

fn at_least_one<'de, D: Deserializer<'de>>(from: D) -> Result<u32, D::Error> {
    match u32::deserialize(from)? {
        0 => Err(D::Error::custom(
            "a repeat of 0 runs nothing; write 1 or more",
        )),
        count => Ok(count),
    }
}

fn time<'de, D: Deserializer<'de>>(from: D) -> Result<Option<Duration>, D::Error> {
    let text = String::deserialize(from)?;
    units::duration(&text).map(Some).map_err(D::Error::custom)
}

fn nodes<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
    let text = String::deserialize(from)?;
    units::count(&text).map(Some).map_err(D::Error::custom)
}

fn memory<'de, D: Deserializer<'de>>(from: D) -> Result<Option<u64>, D::Error> {
    let text = String::deserialize(from)?;
    let bytes = units::bytes(&text).map_err(D::Error::custom)?;
    check_memory(bytes).map(Some).map_err(D::Error::custom)
}

/// Limits are written as people write them, and read again as they were.
impl From<LimitSpec> for BTreeMap<&'static str, String> {
    fn from(limits: LimitSpec) -> Self {
        let seconds = |time: Duration| format!("{}s", time.as_secs_f64());
        let texts = [
            ("time", limits.time.map(seconds)),
            ("cpu", limits.cpu.map(seconds)),
            ("memory", limits.memory.map(|bytes| bytes.to_string())),
            ("nodes", limits.nodes.map(|nodes| nodes.to_string())),
        ];
        texts
            .into_iter()
            .filter_map(|(name, text)| Some((name, text?)))
            .collect()
    }
}

/// A limit of memory that a search can begin with, and that this machine has.
///
/// # Errors
/// When it is too little for any search, or more than there is.
pub fn check_memory(bytes: u64) -> Result<u64, String> {
    if bytes < LEAST_MEMORY {
        let (given, least) = (units::show_bytes(bytes), units::show_bytes(LEAST_MEMORY));
        return Err(format!(
            "a memory limit of {given} is too little for any search; the least is {least}"
        ));
    }
    match crate::machine::total_memory() {
        Some(total) if bytes > total => {
            let (given, total) = (units::show_bytes(bytes), units::show_bytes(total));
            Err(format!(
                "a memory limit of {given} is more than this machine's {total}"
            ))
        }
        _ => Ok(bytes),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const HEAD: &str = "format = 1\nname = \"t\"\nsummary = \"s\"\n";
    const SET: &str = "[[instances]]\nboards = [\"1 2/3 0\"]\n";
    const LANE: &str = "[[configurations]]\nsolver = \"bfs\"\n";

    fn fault(text: &str) -> String {
        Suite::parse(text).unwrap_err().to_string()
    }

    #[test]
    fn wrong_values_are_told_with_their_line() {
        let faults = [
            (
                "format = 2\nname = \"t\"\nsummary = \"s\"\n",
                SET,
                LANE,
                1,
                "format 2",
            ),
            (HEAD, "colour = 1\n", LANE, 4, "colour"),
            (HEAD, "[limits]\ntime = \"0s\"\n", LANE, 5, "zero"),
            (HEAD, "[limits]\ntime = \"soon\"\n", LANE, 5, "500ms"),
            (HEAD, "[limits]\nmemory = \"10\"\n", LANE, 5, "too little"),
            (HEAD, "[limits]\nmemory = \"9000T\"\n", LANE, 5, "more than"),
            (
                HEAD,
                SET,
                "[[configurations]]\nsolver = \"astra\"\n",
                6,
                "did you mean",
            ),
            (HEAD, SET, "[[configurations]]\nname = \"x\"\n", 6, "either"),
            (
                HEAD,
                SET,
                "[[configurations]]\nsolver = \"sat:horizon={steps}\"\n",
                6,
                "steps",
            ),
            (
                HEAD,
                "[[instances]]\ndataset = \"korf\"\n",
                LANE,
                4,
                "dataset",
            ),
            (HEAD, "[[instances]]\nsize = \"3x3\"\n", LANE, 4, "none"),
            (
                HEAD,
                "[[instances]]\ngenerate = \"uniform\"\nsize = \"1x3\"\ncount = 1\n",
                LANE,
                4,
                "1",
            ),
        ];
        for (head, middle, tail, line, word) in faults {
            let told = fault(&format!("{head}{middle}{tail}"));
            assert!(told.contains(word), "{told}");
            let near = [line - 1, line, line + 1].map(|l| told.contains(&format!("line {l},")));
            assert!(near.contains(&true), "{told}");
        }
    }

    #[test]
    fn limits_come_back_as_they_were() {
        let limits = LimitSpec {
            cpu: Some(Duration::from_millis(2500)),
            time: Some(Duration::from_micros(1_234_567)),
            memory: Some(123_456_789),
            nodes: None,
        };
        let text = serde_json::to_string(&limits).unwrap();
        assert_eq!(
            text,
            r#"{"cpu":"2.5s","memory":"123456789","time":"1.234567s"}"#
        );
        assert_eq!(serde_json::from_str::<LimitSpec>(&text).unwrap(), limits);
    }

    #[test]
    fn what_is_missing_or_there_twice_is_named() {
        let none = fault(&format!("{HEAD}instances = []\nconfigurations = []\n"));
        assert!(none.contains("no instances"), "{none}");
        let twice = fault(&format!("{HEAD}{SET}{LANE}{LANE}"));
        assert!(twice.contains("two configurations called `bfs`"), "{twice}");
        let set = fault(&format!("{HEAD}{SET}{LANE}sets = [\"other\"]\n"));
        assert!(set.contains("`other`") && set.contains("boards"), "{set}");
    }
}
