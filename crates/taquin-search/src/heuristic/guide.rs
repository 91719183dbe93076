//! Heuristics behind a dynamic interface, with one virtual call per solve.
//!
//! On boards of up to [`SMALL_CELLS`] cells every heuristic has loops of its own, so that the choice
//! costs one virtual call per solve and none per node. On larger boards all share one set of loops at one
//! virtual call per node: there a node costs more to store than to estimate, and a set of loops
//! for each heuristic would double the time to compile this crate.

use taquin_core::{Board, Cells, Control, Move, Outcome, Puzzle};

use super::combine::{By, Carried, Carry, Light};
use crate::informed::{BeamSearch, BestFirst, Deepening, Incremental, Order, Slide};
use crate::memory::{SMALL_CELLS, State, WithState, for_large, for_small};

/// A heuristic seen from outside: one method per family of algorithms.
pub trait Guide: Send + Sync {
    /// The estimate for a board.
    fn estimate(&self, board: &dyn Cells) -> u32;

    /// The tables that a proof with it rests on, by name and checksum.
    fn tables(&self) -> Vec<String>;

    /// The estimates along a walk, the start's first, each found from the one before by its slide.
    /// The walk ends at the first move that cannot be made.
    fn along(&self, start: &Board, moves: &[Move]) -> Vec<u32>;

    /// A search that it leads.
    fn search(&self, puzzle: &Puzzle, control: &Control, family: Family) -> Outcome;

    /// Best-first search: A\* and its kin.
    fn best_first(&self, puzzle: &Puzzle, control: &Control, order: Order) -> Outcome {
        self.search(puzzle, control, Family::BestFirst(order))
    }

    /// Iterative deepening by f.
    fn deepen(&self, puzzle: &Puzzle, control: &Control, admissible: bool) -> Outcome {
        self.search(puzzle, control, Family::Deepening { admissible })
    }

    /// Breadth-first search that keeps the best `width` nodes of each level.
    fn beam(&self, puzzle: &Puzzle, control: &Control, width: usize) -> Outcome {
        self.search(puzzle, control, Family::Beam { width })
    }
}

/// The families of informed searches.
#[derive(Clone, Copy, Debug)]
pub enum Family {
    /// Best-first search.
    BestFirst(Order),
    /// Iterative deepening by f.
    Deepening {
        /// Whether an exhausted threshold is a lower bound.
        admissible: bool,
    },
    /// Beam search.
    Beam {
        /// Nodes that are kept of each level.
        width: usize,
    },
}

/// A heuristic of the catalogue: it can guide a search, or be followed together with others.
pub trait Heuristic: Guide {
    /// The state of a board.
    fn start_carried(&self, board: &dyn Cells) -> Carried;

    /// The state after a slide; `after` is the board after it.
    fn step_carried(&self, state: Carried, after: &dyn Cells, slide: Slide) -> Carried;

    /// The state of a board whose estimate is known.
    fn resume_carried(&self, board: &dyn Cells, estimate: u32) -> Carried;

    /// The estimate of a state.
    fn estimate_carried(&self, state: Carried) -> u32;

    /// Bytes of lookup tables behind it.
    fn table_bytes(&self) -> u64;
}

impl<H: Incremental<State: Carry>> Heuristic for H {
    fn start_carried(&self, board: &dyn Cells) -> Carried {
        self.start(board).pack()
    }

    fn step_carried(&self, state: Carried, after: &dyn Cells, slide: Slide) -> Carried {
        self.step(H::State::unpack(state), after, slide).pack()
    }

    fn resume_carried(&self, board: &dyn Cells, estimate: u32) -> Carried {
        self.resume(board, estimate).pack()
    }

    fn estimate_carried(&self, state: Carried) -> u32 {
        Incremental::estimate(self, H::State::unpack(state))
    }

    fn table_bytes(&self) -> u64 {
        Incremental::table_bytes(self)
    }
}

impl<H: Incremental<State: Carry>> Guide for H {
    fn estimate(&self, board: &dyn Cells) -> u32 {
        Incremental::estimate(self, self.start(board))
    }

    fn tables(&self) -> Vec<String> {
        self.table_names()
    }

    fn along(&self, start: &Board, moves: &[Move]) -> Vec<u32> {
        along(self, start, moves)
    }

    fn search(&self, puzzle: &Puzzle, control: &Control, family: Family) -> Outcome {
        let size = puzzle.start().size();
        if size.cells() <= SMALL_CELLS {
            for_small(size, Job::new(self, puzzle, control, family))
        } else {
            for_large(size, Job::new(&Hidden(self), puzzle, control, family))
        }
    }
}

/// A family of searches with its heuristic, to be run with the state that fits the puzzle.
pub(super) struct Job<'a, H> {
    heuristic: &'a H,
    puzzle: &'a Puzzle,
    control: &'a Control,
    family: Family,
}

impl<'a, H> Job<'a, H> {
    pub(super) fn new(
        heuristic: &'a H,
        puzzle: &'a Puzzle,
        control: &'a Control,
        family: Family,
    ) -> Self {
        Self {
            heuristic,
            puzzle,
            control,
            family,
        }
    }
}

impl<H: Incremental> WithState for Job<'_, H> {
    type Output = Outcome;

    fn run<S: State>(self) -> Outcome {
        let Self {
            heuristic,
            puzzle,
            control,
            family,
        } = self;
        match family {
            Family::BestFirst(order) => BestFirst {
                puzzle,
                control,
                heuristic,
                order,
            }
            .run::<S>(),
            Family::Deepening { admissible } => Deepening {
                puzzle,
                control,
                heuristic,
                admissible,
            }
            .run::<S>(),
            Family::Beam { width } => BeamSearch {
                puzzle,
                control,
                heuristic,
                width,
            }
            .run::<S>(),
        }
    }
}

/// See [`Guide::along`].
pub(super) fn along<H: Incremental>(heuristic: &H, start: &Board, moves: &[Move]) -> Vec<u32> {
    let mut board = start.clone();
    let mut state = heuristic.start(&board);
    let mut estimates = vec![heuristic.estimate(state)];
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
        state = heuristic.step(state, &board, slide);
        estimates.push(heuristic.estimate(state));
    }
    estimates
}

/// A heuristic behind virtual calls, for boards of more than [`SMALL_CELLS`] cells.
struct Hidden<'a>(&'a dyn Heuristic);

impl Incremental for Hidden<'_> {
    type State = Light;

    fn start<B: Cells + ?Sized>(&self, board: &B) -> Light {
        self.0.start_carried(&By(board)).light()
    }

    fn step<B: Cells + ?Sized>(&self, state: Light, after: &B, slide: Slide) -> Light {
        let state = Carried::Light(state);
        self.0.step_carried(state, &By(after), slide).light()
    }

    fn estimate(&self, state: Light) -> u32 {
        self.0.estimate_carried(Carried::Light(state))
    }

    fn resume<B: Cells + ?Sized>(&self, board: &B, estimate: u32) -> Light {
        self.0.resume_carried(&By(board), estimate).light()
    }

    fn table_bytes(&self) -> u64 {
        self.0.table_bytes()
    }

    fn table_names(&self) -> Vec<String> {
        self.0.tables()
    }
}
