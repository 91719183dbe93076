//! Settings of the search: threads, and nodes if nothing else limits it.

use super::wide::MOST_THREADS;

/// A number of threads, at least one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Threads(usize);

impl Threads {
    /// All that the machine has.
    pub fn all() -> Self {
        let all = std::thread::available_parallelism();
        Self::new(all.map_or(1, std::num::NonZero::get))
    }

    /// This many threads, brought into the range from 1 to 64.
    pub fn new(threads: usize) -> Self {
        Self(threads.clamp(1, MOST_THREADS))
    }

    /// The number of threads.
    pub(super) fn count(self) -> usize {
        self.0
    }
}

impl std::str::FromStr for Threads {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        match text.parse() {
            _ if text == "all" => Ok(Self::all()),
            Ok(threads @ 1..=MOST_THREADS) => Ok(Self(threads)),
            _ => Err(format!(
                "threads are a number from 1 to {MOST_THREADS}, or all"
            )),
        }
    }
}

/// A number of nodes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NodeBudget(pub u64);

impl std::str::FromStr for NodeBudget {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let number = text.parse().map(Self);
        number.map_err(|_| "effort is a whole number of nodes".to_owned())
    }
}
