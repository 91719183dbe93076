//! Heuristics by name: `manhattan`, `name:argument`, `max(a,b)`.

use std::fmt;
use std::ops::ControlFlow;
use std::str::FromStr;

use taquin_core::spec::{SpecError, split_outside_parentheses};
use taquin_core::{Board, Control, Limits, Outcome, Plan, Puzzle, SolveError, Stats, Stop};

use super::{BuildError, Entry, Guide, HEURISTICS, Max, Nearest};
use crate::incumbent::Incumbent;

/// A choice of heuristic, checked against the catalogue.
#[derive(Clone)]
pub enum HeuristicSpec {
    /// One of [`HEURISTICS`], with its argument.
    Named(&'static Entry, Option<String>),
    /// The largest of several.
    Max(Vec<Self>),
}

/// Manhattan distance, which every informed search takes unless told otherwise.
impl Default for HeuristicSpec {
    fn default() -> Self {
        "manhattan".parse().expect("the catalogue has it")
    }
}

impl HeuristicSpec {
    /// Whether it never exceeds the true distance.
    pub fn is_admissible(&self) -> bool {
        match self {
            Self::Named(entry, _) => entry.admissible,
            Self::Max(parts) => parts.iter().all(Self::is_admissible),
        }
    }

    /// The plan of an algorithm that uses it.
    pub fn plan(&self, algorithm: &str) -> Plan {
        Plan {
            algorithm: algorithm.to_owned(),
            heuristic: Some(self.to_string()),
        }
    }

    /// Makes it for one goal.
    ///
    /// # Errors
    /// When the size is out of its reach, or the control stops the building of its tables.
    pub fn build(&self, goal: &Board, control: &Control) -> Result<Box<dyn Guide>, BuildError> {
        match self {
            Self::Named(entry, argument) => (entry.build)(goal, argument.as_deref(), control),
            Self::Max(parts) => {
                let parts = parts.iter().map(|part| part.build(goal, control));
                Ok(Box::new(Max(parts.collect::<Result<_, _>>()?)))
            }
        }
    }

    /// Makes it for a puzzle, however long that takes: the least over its goals if it has several.
    ///
    /// # Errors
    /// When the size is out of its reach.
    pub fn guide(&self, puzzle: &Puzzle) -> Result<Box<dyn Guide>, SolveError> {
        self.for_puzzle(puzzle, &Control::new(Limits::default()))
            .map_err(|error| self.explain(puzzle, error))
    }

    /// Makes it for a puzzle and has it lead a search. Where the control stops already the building
    /// of tables, the answer is one of a search that was stopped.
    ///
    /// # Errors
    /// When the size is out of its reach.
    pub fn lead(
        &self,
        puzzle: &Puzzle,
        control: &Control,
        search: impl FnOnce(&dyn Guide) -> Outcome,
    ) -> Result<Outcome, SolveError> {
        match self.for_puzzle(puzzle, control) {
            Ok(guide) => Ok(search(&*guide)),
            Err(BuildError::Stopped(stop)) => {
                Ok(Incumbent::new(puzzle, control).outcome(stop, Stats::default()))
            }
            Err(error) => Err(self.explain(puzzle, error)),
        }
    }

    /// Its value for the start of a puzzle. Breaks where the control stops the building of tables.
    ///
    /// # Errors
    /// When the size is out of its reach.
    pub fn estimate(
        &self,
        puzzle: &Puzzle,
        control: &Control,
    ) -> Result<ControlFlow<Stop, u32>, SolveError> {
        match self.for_puzzle(puzzle, control) {
            Ok(guide) => Ok(ControlFlow::Continue(guide.estimate(puzzle.start()))),
            Err(BuildError::Stopped(stop)) => Ok(ControlFlow::Break(stop)),
            Err(error) => Err(self.explain(puzzle, error)),
        }
    }

    fn for_puzzle(&self, puzzle: &Puzzle, control: &Control) -> Result<Box<dyn Guide>, BuildError> {
        let goals = puzzle.targets().iter();
        let guides = goals.map(|goal| self.build(goal, control));
        let mut guides = guides.collect::<Result<Vec<_>, _>>()?;
        Ok(match guides.len() {
            1 => guides.swap_remove(0),
            _ => Box::new(Nearest(guides)),
        })
    }

    fn explain(&self, puzzle: &Puzzle, error: BuildError) -> SolveError {
        let part = self.to_string();
        match error {
            BuildError::Unsupported {
                reason,
                alternatives,
            } => SolveError::Unsupported {
                part,
                size: puzzle.start().size(),
                reason,
                alternatives: alternatives.to_owned(),
            },
            error @ BuildError::Stopped(_) => SolveError::Failed {
                part,
                reason: error.to_string(),
            },
        }
    }
}

impl FromStr for HeuristicSpec {
    type Err = SpecError;

    fn from_str(text: &str) -> Result<Self, SpecError> {
        let text = text.trim();
        if let Some(parts) = text.strip_prefix("max(").and_then(|t| t.strip_suffix(')')) {
            let parts = split_outside_parentheses(parts).map(str::parse);
            return Ok(Self::Max(parts.collect::<Result<_, _>>()?));
        }
        let (name, argument) = match text.split_once(':') {
            Some((name, argument)) => (name, Some(argument)),
            None => (text, None),
        };
        let entry = HEURISTICS
            .iter()
            .find(|entry| entry.name == name)
            .ok_or_else(|| {
                let names: Vec<&str> = HEURISTICS.iter().map(|entry| entry.name).collect();
                SpecError::unknown("heuristic", name, &names)
            })?;
        let bad = |reason: String| SpecError::BadValue {
            key: "heuristic".to_owned(),
            value: text.to_owned(),
            reason,
        };
        match (&entry.argument, argument) {
            (_, None) => {}
            (None, Some(_)) => return Err(bad(format!("{name} takes no argument"))),
            (Some(kind), Some(argument)) => (kind.check)(argument).map_err(bad)?,
        }
        Ok(Self::Named(entry, argument.map(str::to_owned)))
    }
}

impl fmt::Display for HeuristicSpec {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Named(entry, None) => f.write_str(entry.name),
            Self::Named(entry, Some(argument)) => write!(f, "{}:{argument}", entry.name),
            Self::Max(parts) => {
                f.write_str("max(")?;
                for (i, part) in parts.iter().enumerate() {
                    write!(f, "{}{part}", if i > 0 { "," } else { "" })?;
                }
                f.write_str(")")
            }
        }
    }
}
