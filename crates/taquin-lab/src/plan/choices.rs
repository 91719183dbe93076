//! The caller's changes to a suite, and the selection of runs.

use serde::{Deserialize, Serialize};

use super::PlanError;
use crate::lane::{self, Executor};
use crate::suite::{Configuration, LimitSpec, Suite};

/// The caller's changes to a suite.
#[derive(Clone, Debug, Default, PartialEq, Serialize, Deserialize)]
#[serde(default)]
pub struct Choices {
    /// All instances, where the suite takes a sample.
    pub full: bool,
    /// At most this many instances of each set.
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

impl Choices {
    /// The seed of a suite's random boards.
    pub(super) fn seed(&self, suite: &Suite) -> u64 {
        self.seed.unwrap_or(suite.seed)
    }

    /// The number of instances to take from a set with this sample; none takes all.
    pub(super) fn sample(&self, own: Option<usize>) -> Option<u64> {
        let own = own.filter(|_| !self.full);
        self.sample.or(own).map(|size| size as u64)
    }

    /// The selected configurations of the suite, and the added ones.
    pub(super) fn configurations(&self, suite: &Suite) -> Result<Vec<Configuration>, PlanError> {
        let mut all = suite.configurations.clone();
        for text in &self.with {
            let engine = Executor::parse(text);
            let engine = engine.map_err(|reason| PlanError::With {
                text: text.clone(),
                reason,
            })?;
            if text.contains(lane::STEPS) {
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
        if self.only.is_empty() {
            return Ok(all);
        }
        let known: Vec<String> = all.iter().map(|c| c.name.clone()).collect();
        if let Some(name) = self.only.iter().find(|name| !known.contains(name)) {
            let known = known.join(", ");
            return Err(PlanError::NoConfiguration {
                name: name.clone(),
                known,
            });
        }
        // Configurations added by --with are always selected.
        all.retain(|c| self.only.contains(&c.name) || self.with.contains(&c.name));
        Ok(all)
    }
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
