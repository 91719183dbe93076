//! Manhattan distance plus α times an inversion count: called *walking distance* in the report
//! *The (n² − 1)-Puzzle* (L. J. Fernández Vega, University of Granada), which claims that it is
//! admissible for α = 2.
//!
//! It is **not admissible** for α = 2, nor for any α that changes it: the manual records the
//! smallest counterexamples. It is here because it was published, and as an estimate for searches
//! that do not promise a shortest solution.
//!
//! With *I* the pairs of tiles in the wrong order read row by row and *J* those read column by
//! column, the report's text (section 4.2.3) defines
//!
//! > *h* = Manhattan + α · (⌊*I*/3⌋ + *I* mod 3 + ⌊*J*/3⌋ + *J* mod 3).
//!
//! The 3 belongs to 4x4, where a vertical slide passes three tiles, but the report uses it for all
//! sizes, and so does this. `weighted-inversion-code` is what the report's program computes.

use taquin_core::{Board, Cells};

use super::inversions::{Counts, Inversions};
use super::weight::{self, Weight};
use super::{HeuristicEntry, Incremental, Manhattan, Slide};

pub(super) const ENTRY: HeuristicEntry = HeuristicEntry {
    name: "weighted-inversion",
    summary: "manhattan + α · inversions, published as admissible, which it is not",
    admissible: false,
    consistent: false,
    argument: Some(weight::ARGUMENT),
    build: |goal, argument, _| {
        let weight = Weight::from_argument(argument)?;
        Ok(Box::new(WeightedInversion::new(goal, weight)))
    },
};

/// The report's *walking distance* as its text defines it.
#[derive(Clone, Debug)]
pub struct WeightedInversion {
    manhattan: Manhattan,
    inversions: Inversions,
    weight: Weight,
}

/// Manhattan distance and inversions of a board.
#[derive(Clone, Copy, Debug)]
pub struct WeightedInversionState {
    manhattan: u16,
    counts: Counts,
}

impl WeightedInversion {
    /// The distance to this goal with a weight on the inversions.
    pub fn new(goal: &Board, weight: Weight) -> Self {
        Self {
            manhattan: Manhattan::new(goal),
            inversions: Inversions::new(goal),
            weight,
        }
    }
}

impl Incremental for WeightedInversion {
    type State = WeightedInversionState;

    fn start<B: Cells + ?Sized>(&self, board: &B) -> WeightedInversionState {
        WeightedInversionState {
            manhattan: self.manhattan.start(board) as u16,
            counts: self.inversions.count(board),
        }
    }

    #[inline]
    fn step<B: Cells + ?Sized>(
        &self,
        state: WeightedInversionState,
        after: &B,
        slide: Slide,
    ) -> WeightedInversionState {
        let manhattan = u32::from(state.manhattan);
        WeightedInversionState {
            manhattan: self.manhattan.step(manhattan, after, slide) as u16,
            counts: self.inversions.step(state.counts, after, slide),
        }
    }

    #[inline]
    fn estimate(&self, state: WeightedInversionState) -> u32 {
        let thirds = |count: u16| u32::from(count / 3 + count % 3);
        let Counts { by_rows, by_cols } = state.counts;
        let inverse = thirds(by_rows) + thirds(by_cols);
        u32::from(state.manhattan) + self.weight.times(inverse)
    }

    fn table_bytes(&self) -> u64 {
        self.manhattan.table_bytes() + 512
    }
}
