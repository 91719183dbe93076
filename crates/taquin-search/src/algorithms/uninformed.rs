//! Code shared by uninformed searches: the choice of the packed board, and the answer.

use std::ops::ControlFlow;

use taquin_core::{Control, Outcome, Puzzle, Stats, Stop};

use crate::incumbent::{Incumbent, answer};
use crate::memory::{State, WithState, for_size};

/// A search without a heuristic.
pub(super) trait Uninformed {
    /// Searches with boards packed like this.
    fn search<S: State>(
        &self,
        puzzle: &Puzzle,
        control: &Control,
        incumbent: &mut Incumbent<'_>,
        stats: &mut Stats,
    ) -> ControlFlow<Stop>;
}

/// Searches with the smallest packed board that fits.
pub(super) fn solve(search: &impl Uninformed, puzzle: &Puzzle, control: &Control) -> Outcome {
    let fitting = Fitting {
        search,
        puzzle,
        control,
    };
    for_size(puzzle.start().size(), fitting)
}

struct Fitting<'a, U> {
    search: &'a U,
    puzzle: &'a Puzzle,
    control: &'a Control,
}

impl<U: Uninformed> WithState for Fitting<'_, U> {
    type Output = Outcome;

    fn run<S: State>(self) -> Outcome {
        answer(self.puzzle, self.control, |incumbent, stats| {
            self.search
                .search::<S>(self.puzzle, self.control, incumbent, stats)
        })
    }
}
