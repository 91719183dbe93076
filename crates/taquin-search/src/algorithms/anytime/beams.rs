//! Beams that somebody else searches, a GPU say, with everything around them as in [`Anytime`].

use std::time::Duration;

use taquin_core::{Board, Control, Move, Outcome, Puzzle, SolveError, Stop};

use super::compass::Compass;
use super::learned::{LAYER, Learned, SUM};
use super::{Anytime, Effort, Threads};

/// Something that searches beams.
pub trait Beams: Sync {
    /// Searches one beam; it stops when the control says so.
    ///
    /// # Errors
    /// When it cannot.
    fn beam(&self, ask: &Ask<'_>, control: &Control) -> Result<Found, SolveError>;
}

/// What a beam is asked for.
pub struct Ask<'a> {
    /// Where it begins.
    pub start: &'a Board,
    /// Where it ends.
    pub goal: &'a Board,
    /// The learned score that leads it; without, the linear conflicts do.
    pub weights: Option<&'a Weights>,
    /// Only ways of at most so many moves are of interest.
    pub longest: u32,
    /// Boards of a level, or the time that the beam may take.
    pub width: Breadth,
}

/// How wide a beam may be.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Breadth {
    /// So many boards a level.
    Boards(usize),
    /// What ends in this time.
    Within(Duration),
}

/// What a beam found, and did.
#[derive(Clone, Debug, Default)]
pub struct Found {
    /// The moves to the goal, if it was reached.
    pub moves: Option<Vec<Move>>,
    /// Why it was cut short, if it was.
    pub stopped: Option<Stop>,
    /// Boards whose children were made, and children that were new.
    pub expanded: u64,
    /// Children that were new.
    pub generated: u64,
    /// Boards of the widest level.
    pub widest: u64,
    /// Bytes it took.
    pub bytes: u64,
}

/// A learned score as plain numbers, 128 for one; [`Weights::score`] says what is done with them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Weights {
    /// By number and cell, `cells · number + cell`: what it adds to the sum.
    pub vectors: Vec<[i16; SUM]>,
    /// By the same index: what it adds to the score directly.
    pub direct: Vec<i32>,
    /// The sum of no number at all.
    pub bias: [i16; SUM],
    /// The layer behind the sum.
    pub layer: [[i16; SUM]; LAYER],
    /// What is added to it.
    pub layer_bias: [i32; LAYER],
    /// The weights of its units.
    pub last: [i16; LAYER],
    /// What is added to them.
    pub last_bias: i32,
    /// What a move of the linear conflicts counts.
    pub conflicts: i32,
}

impl Weights {
    /// The weights for a goal, if some were learned for it.
    pub fn new(goal: &Board) -> Option<Self> {
        Learned::new(goal).map(|learned| learned.weights())
    }

    /// The score of a board as this machine works it out, in sixteenths of a move; none where nothing
    /// was learned for the goal.
    pub fn score(goal: &Board, board: &Board) -> Option<u32> {
        let learned = Learned::new(goal)?;
        Some(learned.score(learned.start(board)))
    }
}

impl Anytime {
    /// Solves as `anytime` does, but with beams that somebody else searches.
    ///
    /// # Errors
    /// When the puzzle cannot be solved here at all, or a beam fails.
    pub fn solve_with(
        &self,
        beams: &dyn Beams,
        puzzle: &Puzzle,
        control: &Control,
    ) -> Result<Outcome, SolveError> {
        let Self {
            threads: Threads(threads),
            effort: Effort(effort),
        } = *self;
        super::run(puzzle, control, threads, effort, Some(beams))
    }
}
