//! Heuristics by name: `manhattan`, `name:argument`, `max(a,b)`.

use std::fmt;
use std::str::FromStr;

use taquin_core::spec::{SpecError, split_outside_parentheses};
use taquin_core::{Board, Control, Halt, Outcome, Plan, Puzzle, SolveError, Stats};

use super::combine::{MAX_PARTS, combine};
use super::{Guide, HEURISTICS, Heuristic, HeuristicEntry, HeuristicError};
use crate::incumbent::Incumbent;
use crate::informed::{Order, Tie};

/// A choice of heuristic, checked against the catalogue.
#[derive(Clone)]
pub enum HeuristicSpec {
    /// One of [`HEURISTICS`], with its argument.
    Named(&'static HeuristicEntry, Option<String>),
    /// The largest of several.
    Max(Vec<Self>),
}

/// Manhattan distance, the default of every informed search.
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

    /// Whether it falls by no more than one at each slide; so does the greatest of such.
    fn is_consistent(&self) -> bool {
        match self {
            Self::Named(entry, _) => entry.consistent,
            Self::Max(parts) => parts.iter().all(Self::is_consistent),
        }
    }

    /// The plan of an algorithm that uses it.
    pub fn plan(&self, algorithm: &str) -> Plan {
        Plan {
            algorithm: algorithm.to_owned(),
            heuristic: Some(self.to_string()),
        }
    }

    /// The named heuristics it is made of.
    fn leaves(&self) -> Vec<(&'static HeuristicEntry, Option<&str>)> {
        match self {
            Self::Named(entry, argument) => vec![(entry, argument.as_deref())],
            Self::Max(parts) => parts.iter().flat_map(Self::leaves).collect(),
        }
    }

    /// Makes it for one goal.
    ///
    /// # Errors
    /// When the size is out of its reach, or the control stops the building of its tables.
    pub fn build(&self, goal: &Board, control: &Control) -> Result<Box<dyn Guide>, HeuristicError> {
        self.for_goals(std::slice::from_ref(goal), control)
    }

    /// Makes it for a puzzle: the least over its goals if it has several. Tables come from the
    /// control's context.
    ///
    /// # Errors
    /// When the size is out of its reach, or the control stops the building of its tables.
    pub fn guide(&self, puzzle: &Puzzle, control: &Control) -> Result<Box<dyn Guide>, Halt> {
        let guide = self.for_goals(puzzle.targets(), control);
        guide.map_err(|error| self.explain(puzzle, error))
    }

    /// Best-first order by `g_weight · g + h_weight · h` with this heuristic.
    pub(crate) fn order(&self, g_weight: u32, h_weight: u32, tie: Tie) -> Order {
        Order {
            g_weight,
            h_weight,
            tie,
            admissible: self.is_admissible(),
            monotone: self.is_consistent() && h_weight <= g_weight,
        }
    }

    /// Best-first search of a puzzle in this order.
    pub(crate) fn best_first(
        &self,
        puzzle: &Puzzle,
        control: &Control,
        order: Order,
    ) -> Result<Outcome, SolveError> {
        self.guide_search(puzzle, control, |guide| {
            guide.best_first(puzzle, control, order)
        })
    }

    /// Makes it for a puzzle and has it lead a search. Where the control already stops the building of
    /// tables, the answer is that of a stopped search.
    ///
    /// # Errors
    /// When the size is out of its reach.
    pub fn guide_search(
        &self,
        puzzle: &Puzzle,
        control: &Control,
        search: impl FnOnce(&dyn Guide) -> Outcome,
    ) -> Result<Outcome, SolveError> {
        match self.guide(puzzle, control) {
            Ok(guide) => Ok(search(&*guide)),
            Err(Halt::Stopped(stop)) => {
                Ok(Incumbent::new(puzzle, control).outcome(stop, Stats::default()))
            }
            Err(Halt::Refused(error)) => Err(error),
        }
    }

    /// Its value for the start of a puzzle.
    ///
    /// # Errors
    /// When the size is out of its reach, or the control stops the building of tables.
    pub fn estimate(&self, puzzle: &Puzzle, control: &Control) -> Result<u32, Halt> {
        Ok(self.guide(puzzle, control)?.estimate(puzzle.start()))
    }

    fn for_goals(
        &self,
        goals: &[Board],
        control: &Control,
    ) -> Result<Box<dyn Guide>, HeuristicError> {
        let leaves = self.leaves();
        if goals.len() * leaves.len() > MAX_PARTS {
            return Err(HeuristicError::Unsupported {
                reason: format!(
                    "{} goals with {} heuristics each are more than the {MAX_PARTS} that can be \
                     followed together",
                    goals.len(),
                    leaves.len()
                ),
                alternatives: &["manhattan", "walking-distance"],
            });
        }
        let mut parts: Vec<Box<dyn Heuristic>> = Vec::new();
        let mut held = 0;
        for goal in goals {
            for &(entry, argument) in &leaves {
                // The tables of all parts are in memory together.
                let part = (entry.build)(goal, argument, &control.reserving(held))?;
                held += part.table_bytes();
                parts.push(part);
            }
        }
        Ok(match parts.len() {
            1 => parts.swap_remove(0),
            _ => combine(parts, leaves.len()),
        })
    }

    fn explain(&self, puzzle: &Puzzle, error: HeuristicError) -> Halt {
        match error {
            HeuristicError::Stopped(stop) => Halt::Stopped(stop),
            HeuristicError::Unsupported {
                reason,
                alternatives,
            } => Halt::Refused(SolveError::Unsupported {
                part: self.to_string(),
                size: puzzle.start().size(),
                reason,
                alternatives: alternatives.iter().map(ToString::to_string).collect(),
            }),
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
        if let Some(argument) = argument {
            let checked = match &entry.argument {
                None => Err(format!("{name} takes no argument")),
                Some(kind) => (kind.check)(argument),
            };
            checked.map_err(|reason| SpecError::BadArgument {
                name: name.to_owned(),
                argument: argument.to_owned(),
                reason,
            })?;
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

#[cfg(test)]
mod tests {
    use taquin_core::{Control, Goals, Limits, Stop};

    use super::*;

    /// 3024 entries each, which take 18 kB to build: one fits, a second beside the first does not.
    #[test]
    fn the_parts_of_a_maximum_share_the_memory_while_they_are_made() {
        let puzzle = Puzzle::new("8 1 3/4 0 2/7 6 5".parse().unwrap(), &Goals::default());
        let puzzle = puzzle.unwrap();
        let guide = |text: &str| {
            let limits = Limits {
                memory: Some(24_500),
                ..Limits::default()
            };
            let heuristic: HeuristicSpec = text.parse().unwrap();
            heuristic.guide(&puzzle, &Control::new(limits))
        };
        assert!(guide("pdb:4-4").is_ok());
        let both = guide("max(pdb:4-4,pdb:1.3.5.7+2.4.6.8)");
        assert!(matches!(both, Err(Halt::Stopped(Stop::OutOfMemory))));
    }
}
