//! Which horizons are tried, and in which order.

use std::str::FromStr;

use crate::encodings::Encoding;
use crate::formula::{Horizon, Task};

/// Which horizons are tried, and in which order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Schedule {
    /// From a lower bound upward by two; the first plan is a shortest one.
    #[default]
    Up,
    /// From a known solution downward by two, until there is no shorter one.
    Down,
    /// Always the middle between the best solution known and the lower bound.
    Bisect,
    /// These, until one has a plan.
    Steps(Vec<u32>),
}

impl FromStr for Schedule {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text {
            "up" => return Ok(Self::Up),
            "down" => return Ok(Self::Down),
            "bisect" => return Ok(Self::Bisect),
            _ => {}
        }
        let steps: Result<Vec<u32>, _> = text.split('+').map(str::parse).collect();
        match steps {
            Ok(steps) if steps.iter().all(|&s| s <= Task::MAX_STEPS) => Ok(Self::Steps(steps)),
            Ok(_) => Err(format!("at most {} steps", Task::MAX_STEPS)),
            Err(_) => {
                Err("write up, down, bisect, a number of steps, or several like 1+2+4+8".to_owned())
            }
        }
    }
}

impl Schedule {
    /// The plans a formula of this schedule is about: a step upward builds on the refutation of all
    /// shorter lengths; every other question is independent.
    pub(super) fn horizon(&self, encoding: Encoding) -> Horizon {
        match self {
            Self::Up => encoding.0.horizon,
            _ => Horizon::AtMost,
        }
    }
}
