//! Informed search: loops that are generic over the heuristic and the packed board.
//!
//! A heuristic implements [`Incremental`]; a [`Guide`] hides its type, so that the choice costs one
//! virtual call per solve and none per node.

mod beam;
mod best_first;
mod deepening;

use taquin_core::{Board, Cells, Control, Move, Outcome, Puzzle};

use self::beam::BeamSearch;
use self::best_first::BestFirst;
pub(crate) use self::best_first::path_from;
pub use self::best_first::{Order, Tie};
use self::deepening::Deepening;
use crate::memory::for_size;

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
pub trait Incremental: Send + Sync + 'static {
    /// What is carried along with a board.
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

/// A heuristic seen from outside: one method per family of algorithms, so that the call is dynamic
/// once per solve and static per node.
pub trait Guide: Send + Sync {
    /// The estimate for a board.
    fn estimate(&self, board: &dyn Cells) -> u32;

    /// The tables that a proof with it rests on, by name and checksum.
    fn tables(&self) -> Vec<String>;

    /// The estimates along a walk, the start's first, each found from the one before by its slide.
    /// The walk ends at the first move that cannot be made.
    fn along(&self, start: &Board, moves: &[Move]) -> Vec<u32>;

    /// Best-first search: A\* and its kin.
    fn best_first(&self, puzzle: &Puzzle, control: &Control, order: Order) -> Outcome;

    /// Iterative deepening by f.
    fn deepen(&self, puzzle: &Puzzle, control: &Control, admissible: bool) -> Outcome;

    /// Breadth-first search that keeps the best `width` nodes of each level.
    fn beam(&self, puzzle: &Puzzle, control: &Control, width: usize) -> Outcome;
}

impl<H: Incremental> Guide for H {
    fn estimate(&self, board: &dyn Cells) -> u32 {
        Incremental::estimate(self, self.start(board))
    }

    fn tables(&self) -> Vec<String> {
        self.table_names()
    }

    fn along(&self, start: &Board, moves: &[Move]) -> Vec<u32> {
        let mut board = start.clone();
        let mut state = self.start(&board);
        let mut estimates = vec![Incremental::estimate(self, state)];
        for &mv in moves {
            let to = board.blank().index();
            let Some(tile) = board.slide(mv) else {
                break;
            };
            let slide = Slide {
                tile: tile.number(),
                from: board.blank().index(),
                to,
            };
            state = self.step(state, &board, slide);
            estimates.push(Incremental::estimate(self, state));
        }
        estimates
    }

    fn best_first(&self, puzzle: &Puzzle, control: &Control, order: Order) -> Outcome {
        let search = BestFirst {
            puzzle,
            control,
            heuristic: self,
            order,
        };
        for_size(puzzle.start().size(), search)
    }

    fn deepen(&self, puzzle: &Puzzle, control: &Control, admissible: bool) -> Outcome {
        let search = Deepening {
            puzzle,
            control,
            heuristic: self,
            admissible,
        };
        for_size(puzzle.start().size(), search)
    }

    fn beam(&self, puzzle: &Puzzle, control: &Control, width: usize) -> Outcome {
        let search = BeamSearch {
            puzzle,
            control,
            heuristic: self,
            width,
        };
        for_size(puzzle.start().size(), search)
    }
}
