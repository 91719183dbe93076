//! Sets and configurations as they are written in a suite's file.

use std::path::PathBuf;
use std::str::FromStr;

use serde::Deserialize;
use taquin::generate::{self, Level};
use taquin::levels::Band;
use taquin::notation::parse_goals;
use taquin::{Size, data};

use super::{Configuration, InstanceSet, LimitSpec, Source};
use crate::lane::{self, Executor};

/// A set as written in the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawSet {
    name: Option<String>,
    dataset: Option<String>,
    generate: Option<String>,
    level: Option<String>,
    distance: Option<String>,
    file: Option<PathBuf>,
    boards: Option<Vec<String>>,
    size: Option<String>,
    count: Option<u64>,
    seed: Option<u64>,
    goal: Option<String>,
    #[serde(default)]
    only: Vec<String>,
    sample: Option<usize>,
}

impl TryFrom<RawSet> for InstanceSet {
    type Error = String;

    fn try_from(raw: RawSet) -> Result<Self, String> {
        let given = [
            ("dataset", raw.dataset.is_some()),
            ("generate", raw.generate.is_some()),
            ("level", raw.level.is_some()),
            ("distance", raw.distance.is_some()),
            ("file", raw.file.is_some()),
            ("boards", raw.boards.is_some()),
        ];
        let kinds: Vec<&str> = given
            .iter()
            .filter(|kind| kind.1)
            .map(|kind| kind.0)
            .collect();
        let [kind] = kinds[..] else {
            return Err(format!(
                "a set needs one of dataset, generate, level, distance, file and boards; this has {}",
                if kinds.is_empty() {
                    "none".to_owned()
                } else {
                    kinds.join(" and ")
                }
            ));
        };
        if raw.sample == Some(0) {
            return Err("a sample of 0 takes nothing; leave it out to take all".to_owned());
        }
        let random = matches!(kind, "generate" | "level" | "distance");
        if !random {
            let size = raw.size.is_some().then_some("size");
            let count = raw.count.is_some().then_some("count");
            let seed = raw.seed.is_some().then_some("seed");
            if let Some(key) = size.or(count).or(seed) {
                return Err(format!(
                    "{key} belongs to generate, level and distance, not to {kind}"
                ));
            }
        }
        let goal = raw.goal.as_deref().map(parse_goals).transpose();
        let goal = goal.map_err(|error| format!("goal: {}", error.fault()))?;
        let name = raw.name.clone();
        let (own, source) = raw.source()?;
        let name = name.unwrap_or(own);
        if name.is_empty() || name.contains(['/', '\n', '\t']) {
            return Err("the name of a set is not empty and has no slash".to_owned());
        }
        Ok(Self {
            name,
            source,
            goal,
            only: raw.only,
            sample: raw.sample,
        })
    }
}

impl RawSet {
    /// The name a set has if none is given, and its boards.
    fn source(&self) -> Result<(String, Source), String> {
        if let Some(name) = &self.dataset {
            let set = data::by_name(name).map_err(|error| error.to_string())?;
            return Ok((name.clone(), Source::Dataset(set)));
        }
        if let Some(path) = &self.file {
            let stem = path.file_stem().unwrap_or_default().to_string_lossy();
            return Ok((stem.into_owned(), Source::File(path.clone())));
        }
        if let Some(boards) = &self.boards {
            if boards.is_empty() {
                return Err(
                    "boards is empty; write positions like \"8 1 3/4 0 2/7 6 5\"".to_owned(),
                );
            }
            return Ok(("boards".to_owned(), Source::Boards(boards.clone())));
        }
        let size = self
            .size
            .as_deref()
            .ok_or("boards that are made need a size, like \"4x4\"")?;
        let size = Size::from_str(size).map_err(|error| error.to_string())?;
        let count = self.count.ok_or("boards that are made need a count")?;
        if count == 0 {
            return Err("a count of 0 makes no boards".to_owned());
        }
        let seed = self.seed;
        let text = |value: &Option<String>| value.clone().unwrap_or_default();
        Ok(if self.generate.is_some() {
            let generator = text(&self.generate);
            generate::by_name(&generator).map_err(|error| error.to_string())?;
            (
                format!("{size}-{generator}"),
                Source::Drawn {
                    generator,
                    size,
                    count,
                    seed,
                },
            )
        } else if self.level.is_some() {
            let level = text(&self.level)
                .parse::<Level>()
                .map_err(|error| error.to_string())?;
            (
                format!("{size}-{level}"),
                Source::Level {
                    level,
                    size,
                    count,
                    seed,
                },
            )
        } else {
            let band = text(&self.distance)
                .parse::<Band>()
                .map_err(|error| error.to_string())?;
            (
                format!("{size}-{band}"),
                Source::Distance {
                    band,
                    size,
                    count,
                    seed,
                },
            )
        })
    }
}

/// A configuration as written in the file.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(super) struct RawConfiguration {
    name: Option<String>,
    solver: Option<String>,
    command: Option<String>,
    #[serde(default)]
    steps: Vec<u32>,
    #[serde(default)]
    sets: Vec<String>,
    #[serde(default)]
    limits: LimitSpec,
    sample: Option<usize>,
}

impl TryFrom<RawConfiguration> for Configuration {
    type Error = String;

    fn try_from(raw: RawConfiguration) -> Result<Self, String> {
        let (text, engine) = match (raw.solver, raw.command) {
            (Some(solver), None) => (solver.clone(), Executor::solver(&solver)?),
            (None, Some(command)) => (command.clone(), Executor::command(&command)?),
            _ => return Err("a configuration needs either a solver or a command".to_owned()),
        };
        let has_place = text.contains(lane::STEPS);
        if has_place == raw.steps.is_empty() {
            return Err(format!(
                "{} and a list of steps belong together: the one takes the place of the other",
                lane::STEPS
            ));
        }
        let name = raw.name.unwrap_or(text);
        if name.trim().is_empty() || name.contains(['\n', '\t']) {
            return Err("the name of a configuration is one line that is not empty".to_owned());
        }
        Ok(Self {
            name,
            engine,
            steps: raw.steps,
            sets: raw.sets,
            limits: raw.limits,
            sample: raw.sample,
        })
    }
}
