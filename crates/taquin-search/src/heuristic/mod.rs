//! Estimates of the distance to a goal, each by name.
//!
//! To add one: a file with the idea, why it is admissible (or a counterexample), the reference,
//! the type, `impl Incremental` and a `const ENTRY`; then a line in [`HEURISTICS`]. The suite
//! checks every entry of the table against true distances.

mod combine;
mod gaschnig;
mod inversion;
mod inversions;
mod linear_conflict;
mod linear_conflict_pairs;
mod lines;
mod manhattan;
mod misplaced;
mod pdb;
mod spec;
mod walking_distance;
mod walking_table;
mod weight;
mod weighted_inversion;
mod weighted_inversion_code;
mod zero;

use taquin_core::{Board, Cells, Control, Move, Outcome, Puzzle, Stop};

pub use combine::{Max, Nearest};
pub use gaschnig::Gaschnig;
pub use inversion::{Inversion, InversionState};
pub use linear_conflict::{LineConflict, LinearConflict, line_conflicts};
pub use manhattan::Manhattan;
pub use misplaced::Misplaced;
pub use pdb::{PatternDatabases, PatternValues, pattern_values};
pub use spec::HeuristicSpec;
pub use walking_distance::WalkingDistance;
pub use weight::Weight;
pub use weighted_inversion::{WeightedInversion, WeightedInversionState};
pub use weighted_inversion_code::WeightedInversionCode;
pub use zero::Zero;

use crate::algorithms::{BeamSearch, BestFirst, Deepening, Order};
use crate::memory::for_size;

/// All heuristics, in the order they are listed to users.
pub const HEURISTICS: &[Entry] = &[
    zero::ENTRY,
    misplaced::ENTRY,
    gaschnig::ENTRY,
    manhattan::ENTRY,
    inversion::ENTRY,
    linear_conflict::ENTRY,
    walking_distance::ENTRY,
    pdb::ENTRY,
    linear_conflict_pairs::ENTRY,
    weighted_inversion::ENTRY,
    weighted_inversion_code::ENTRY,
];

/// A line of the catalogue.
pub struct Entry {
    /// The name, as users write it.
    pub name: &'static str,
    /// One line for lists.
    pub summary: &'static str,
    /// Whether it never exceeds the true distance.
    pub admissible: bool,
    /// Whether it changes by at most one from a board to the next.
    pub consistent: bool,
    /// What may stand behind the name, as in `name:ARGUMENT`; none if it takes nothing.
    pub argument: Option<Argument>,
    /// Makes it for a goal.
    pub build: Build,
}

/// Makes a heuristic for a goal from the argument of its name. Tables that take long to build ask
/// the control.
pub type Build = fn(
    goal: &Board,
    argument: Option<&str>,
    control: &Control,
) -> Result<Box<dyn Guide>, BuildError>;

/// The argument of a heuristic's name.
pub struct Argument {
    /// What it means, for lists.
    pub summary: &'static str,
    /// Says what is wrong with a text, if anything is.
    pub check: fn(&str) -> Result<(), String>,
}

/// Why a heuristic is not made for a goal.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum BuildError {
    /// It cannot be.
    #[error("{reason}")]
    Unsupported {
        /// What stands in the way.
        reason: String,
        /// Heuristics that would do, as a readable list.
        alternatives: &'static str,
    },
    /// The control stopped the building of its tables.
    #[error("its tables were not finished")]
    Stopped(Stop),
}

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

    /// The estimate that a state stands for.
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

    /// An outcome of a search that it led, with these tables named.
    fn vouch(&self, mut outcome: Outcome) -> Outcome {
        if let Some(exhausted) = &mut outcome.exhausted {
            exhausted.tables = self.table_names();
        }
        outcome
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

/// The cell of each number in the goal, the blank's included.
fn homes(goal: &Board) -> [u8; 256] {
    let mut homes = [0; 256];
    for (cell, number) in goal.numbers().enumerate() {
        homes[usize::from(number)] = cell as u8;
    }
    homes
}
