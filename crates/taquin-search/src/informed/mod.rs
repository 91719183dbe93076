//! Informed search: loops that are generic over the heuristic and the packed board.
//!
//! A heuristic implements [`Incremental`]; `heuristic::Guide` hides its type.

mod beam;
mod best_first;
mod deepening;
mod deferred;

use taquin_core::{Cells, Outcome};

pub(crate) use self::beam::BeamSearch;
pub(crate) use self::best_first::{BestFirst, path_from};
pub use self::best_first::{Order, Tie};
pub(crate) use self::deepening::Deepening;

/// One tile's slide by one cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Slide {
    /// The tile's number.
    pub tile: u8,
    /// The cell it left, where the blank is now.
    pub from: usize,
    /// The cell it came to, where the blank was.
    pub to: usize,
}

/// A heuristic that follows a board slide by slide.
///
/// It is made for one goal. 0 on the goal; never more than the true distance if its entry says
/// *admissible*.
pub trait Incremental: Send + Sync {
    /// The state that follows a board.
    type State: Copy + Send + Sync;

    /// The state of a board.
    fn start<B: Cells + ?Sized>(&self, board: &B) -> Self::State;

    /// The state after a slide; `after` is the board after it.
    #[inline]
    fn step<B: Cells + ?Sized>(&self, state: Self::State, after: &B, slide: Slide) -> Self::State {
        let _ = (state, slide);
        self.start(after)
    }

    /// The estimate of a state.
    fn estimate(&self, state: Self::State) -> u32;

    /// The state of a board whose estimate is known, where that is cheaper than from scratch.
    #[inline]
    fn resume<B: Cells + ?Sized>(&self, board: &B, estimate: u32) -> Self::State {
        let _ = estimate;
        self.start(board)
    }

    /// Bytes of lookup tables behind it.
    fn table_bytes(&self) -> u64 {
        0
    }

    /// The tables that a proof with it rests on, by name and checksum: those that may come from files.
    fn table_names(&self) -> Vec<String> {
        Vec::new()
    }

    /// An outcome of a search that it led, naming these tables.
    fn with_tables(&self, mut outcome: Outcome) -> Outcome {
        if let Some(exhausted) = &mut outcome.exhausted {
            exhausted.tables = self.table_names();
        }
        outcome
    }
}

/// A heuristic whose state is its estimate.
pub trait Scalar: Send + Sync + 'static {
    /// The estimate for a board.
    fn start<B: Cells + ?Sized>(&self, board: &B) -> u32;

    /// The estimate after a slide; `after` is the board after it.
    #[inline]
    fn step<B: Cells + ?Sized>(&self, estimate: u32, after: &B, slide: Slide) -> u32 {
        let _ = (estimate, slide);
        self.start(after)
    }

    /// Bytes of lookup tables behind it.
    fn table_bytes(&self) -> u64 {
        0
    }
}

impl<H: Scalar> Incremental for H {
    type State = u32;

    #[inline]
    fn start<B: Cells + ?Sized>(&self, board: &B) -> u32 {
        Scalar::start(self, board)
    }

    #[inline]
    fn step<B: Cells + ?Sized>(&self, estimate: u32, after: &B, slide: Slide) -> u32 {
        Scalar::step(self, estimate, after, slide)
    }

    #[inline]
    fn estimate(&self, estimate: u32) -> u32 {
        estimate
    }

    #[inline]
    fn resume<B: Cells + ?Sized>(&self, _: &B, estimate: u32) -> u32 {
        estimate
    }

    fn table_bytes(&self) -> u64 {
        Scalar::table_bytes(self)
    }
}
