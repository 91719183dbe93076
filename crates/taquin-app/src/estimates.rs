//! The values of heuristics on many boards.

use std::collections::HashMap;
use std::sync::{Arc, Mutex, PoisonError};

use taquin::heuristic::{Guide, HEURISTICS, HeuristicSpec};
use taquin::spec::{SpecError, split_outside_parentheses};
use taquin::{Board, Control, Goals, Halt, Puzzle, Stop};

use crate::{Refusal, answer};

/// The heuristic whose tables may be large and are kept on disk.
const ON_DISK: &str = "pdb";

/// Goals whose heuristics are kept; a stream rarely has more than one.
const KEPT: usize = 16;

/// Heuristics that are made once for each goal and asked about many boards.
pub struct Estimator {
    specs: Vec<HeuristicSpec>,
    names: Vec<String>,
    /// Whether a heuristic that does not support a size is left out instead of refused.
    lenient: bool,
    made: Mutex<HashMap<Vec<Board>, Arc<Guides>>>,
}

/// Why there are no values.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum EstimateError {
    /// No goal can be reached, or a heuristic does not support the size.
    #[error(transparent)]
    Refused(Refusal),
    /// A limit came while the tables of a heuristic were built.
    #[error("limit reached ({}) while the tables of {heuristic} were built", answer::stop_word(*.stop).unwrap_or("cancelled"))]
    Stopped {
        /// Which one.
        stop: Stop,
        /// The heuristic.
        heuristic: String,
    },
}

impl<E: Into<Refusal>> From<E> for EstimateError {
    fn from(error: E) -> Self {
        Self::Refused(error.into())
    }
}

/// The estimator of each heuristic; none if it does not support the size.
type Guides = Vec<Option<Box<dyn Guide>>>;

/// All heuristics but those with tables on disk. One that does not support a size has no value there.
impl Default for Estimator {
    fn default() -> Self {
        let entries = HEURISTICS.iter().filter(|entry| entry.name != ON_DISK);
        let specs = entries.map(|entry| HeuristicSpec::Named(entry, None));
        Self {
            lenient: true,
            ..Self::new(specs.collect())
        }
    }
}

impl Estimator {
    /// These heuristics; a board of a size that one of them cannot do is refused.
    pub fn new(specs: Vec<HeuristicSpec>) -> Self {
        Self {
            names: specs.iter().map(ToString::to_string).collect(),
            specs,
            lenient: false,
            made: Mutex::default(),
        }
    }

    /// The heuristics of a list like `manhattan,max(inversion,gaschnig)`.
    ///
    /// # Errors
    /// When one of them is unknown or appears twice.
    pub fn read(list: &str) -> Result<Self, SpecError> {
        let specs = split_outside_parentheses(list).map(str::parse);
        let this = Self::new(specs.collect::<Result<_, _>>()?);
        let twice = |(i, name): (usize, &String)| this.names[..i].contains(name);
        match this.names.iter().enumerate().find(|&pair| twice(pair)) {
            None => Ok(this),
            Some((_, name)) => Err(SpecError::BadValue {
                key: "with".to_owned(),
                value: name.clone(),
                reason: "it is there twice".to_owned(),
            }),
        }
    }

    /// The names of the heuristics, in order.
    pub fn names(&self) -> &[String] {
        &self.names
    }

    /// The value of each heuristic for a board, in order.
    ///
    /// # Errors
    /// When no goal can be reached, a heuristic does not support the size, or the control stops the
    /// building of its tables.
    pub fn estimate(
        &self,
        board: &Board,
        goals: &Goals,
        control: &Control,
    ) -> Result<Vec<Option<u32>>, EstimateError> {
        let puzzle = Puzzle::new(board.clone(), goals)?;
        let guides = self.guides(&puzzle, control)?;
        let value = |guide: &Option<Box<dyn Guide>>| Some(guide.as_ref()?.estimate(board));
        Ok(guides.iter().map(value).collect())
    }

    /// The answer about a board.
    ///
    /// # Errors
    /// As for [`Estimator::estimate`].
    pub fn answer(
        &self,
        id: Option<String>,
        board: &Board,
        goals: &Goals,
        control: &Control,
    ) -> Result<answer::Estimates, EstimateError> {
        let values = self.estimate(board, goals, control)?;
        Ok(answer::Estimates {
            id,
            board: board.to_string(),
            goal: goals.to_string(),
            estimates: self
                .names
                .iter()
                .zip(values)
                .map(|(name, value)| (name.clone(), value.into()))
                .collect(),
        })
    }

    fn guides(&self, puzzle: &Puzzle, control: &Control) -> Result<Arc<Guides>, EstimateError> {
        // Held while they are made, so that threads do not make the same ones at once.
        let mut made = self.made.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some(guides) = made.get(puzzle.targets()) {
            return Ok(guides.clone());
        }
        let guides = self
            .specs
            .iter()
            .map(|spec| self.guide(spec, puzzle, control));
        let guides = Arc::new(guides.collect::<Result<Guides, _>>()?);
        if made.len() >= KEPT {
            made.clear();
        }
        made.insert(puzzle.targets().to_vec(), guides.clone());
        Ok(guides)
    }

    fn guide(
        &self,
        spec: &HeuristicSpec,
        puzzle: &Puzzle,
        control: &Control,
    ) -> Result<Option<Box<dyn Guide>>, EstimateError> {
        match spec.guide(puzzle, control) {
            Ok(guide) => Ok(Some(guide)),
            Err(Halt::Refused(_)) if self.lenient => Ok(None),
            Err(Halt::Refused(error)) => Err(error.into()),
            Err(Halt::Stopped(stop)) => Err(EstimateError::Stopped {
                stop,
                heuristic: spec.to_string(),
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use taquin::{Goal, Limits, Size};
    use taquin_testkit::Distances;

    use super::*;

    fn values(estimator: &Estimator, board: &str, goals: &Goals) -> Vec<Option<u32>> {
        let control = Control::new(Limits::default());
        let board = board.parse().unwrap();
        estimator.estimate(&board, goals, &control).unwrap()
    }

    /// 8 1 3/4 0 2/7 6 5: tiles 8, 1, 2, 6 and 5 are 3, 1, 2, 2 and 2 slides from home, the others at home.
    #[test]
    fn values_are_those_counted_by_hand() {
        let estimator = Estimator::read("zero, misplaced,manhattan,max(misplaced,zero)").unwrap();
        let names = ["zero", "misplaced", "manhattan", "max(misplaced,zero)"];
        assert_eq!(estimator.names(), names);
        let goals = Goals::from(Goal::BlankLast);
        let sample = values(&estimator, "8 1 3/4 0 2/7 6 5", &goals);
        assert_eq!(sample, [Some(0), Some(5), Some(10), Some(5)]);
        // Tile 8 is one slide from its home with the blank last, and at home with the blank first.
        let one = values(&estimator, "1 2 3/4 5 6/7 0 8", &goals);
        assert_eq!(one, [Some(0), Some(1), Some(1), Some(1)]);
        // The nearest of several goals counts.
        let both = Goals::new([Goal::BlankLast, "1 2 3/4 5 6/7 0 8".parse().unwrap()]);
        let none = values(&estimator, "1 2 3/4 5 6/7 0 8", &both);
        assert_eq!(none, [Some(0); 4]);
    }

    #[test]
    fn admissible_heuristics_stay_below_the_true_distance() {
        let estimator = Estimator::default();
        let goal = Goal::BlankFirst.board(Size::new(2, 3).unwrap()).unwrap();
        let distances = Distances::from_goal(&goal);
        let goals = Goals::from(Goal::BlankFirst);
        let control = Control::new(Limits::default());
        let mut boards = 0;
        for (board, distance) in distances.iter() {
            let values = estimator.estimate(&board, &goals, &control).unwrap();
            for (spec, value) in estimator.specs.iter().zip(values) {
                let value = value.unwrap();
                assert!(
                    !spec.is_admissible() || value <= distance,
                    "{spec} on {board}"
                );
                assert!(distance > 0 || value == 0, "{spec} on {board}");
            }
            boards += 1;
        }
        assert_eq!(boards, 360);
    }

    #[test]
    fn what_cannot_be_had_is_left_out_or_refused() {
        let control = Control::new(Limits::default());
        let board = Goal::BlankLast.board(Size::new(16, 16).unwrap()).unwrap();
        let goals = Goals::from(Goal::BlankLast);
        let all = Estimator::default();
        let values = all.estimate(&board, &goals, &control).unwrap();
        let walking = all.names().iter().position(|n| n == "walking-distance");
        assert_eq!(values[walking.unwrap()], None);
        let one = Estimator::read("walking-distance").unwrap();
        let refused = one.estimate(&board, &goals, &control).unwrap_err();
        assert!(
            refused
                .to_string()
                .contains("walking-distance does not work on 16x16")
        );
        assert!(Estimator::read("manhattan,zero,manhattan").is_err());
        assert!(Estimator::read("manhatan").is_err());
    }
}
