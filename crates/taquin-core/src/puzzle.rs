//! Solvable puzzles.

use std::fmt;

use crate::{Board, GoalError, Goals, Parity, Size, SwapFix};

/// A start and the goals it can reach: at least one, all of the start's size.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Puzzle {
    start: Board,
    targets: Vec<Board>,
}

impl Puzzle {
    /// The puzzle of bringing `start` to any of `goals`.
    ///
    /// # Errors
    /// When a goal has another size, or when none of them can be reached.
    pub fn new(start: Board, goals: &Goals) -> Result<Self, PuzzleError> {
        let mut boards = Vec::new();
        for goal in goals.as_slice() {
            boards.push(goal.board(start.size())?);
        }
        let first = boards[0].clone();
        let targets: Vec<Board> = boards
            .into_iter()
            .filter(|goal| !Parity::of(&start, goal).is_odd())
            .collect();
        if targets.is_empty() {
            return Err(PuzzleError::Unsolvable(Box::new(Unsolvable {
                parity: Parity::of(&start, &first),
                fix: SwapFix::of(&start, &first),
            })));
        }
        Ok(Self { start, targets })
    }

    /// The position to begin with.
    pub fn start(&self) -> &Board {
        &self.start
    }

    /// The goal boards that can be reached; never empty.
    pub fn targets(&self) -> &[Board] {
        &self.targets
    }

    /// Whether this board is one of the goals.
    pub fn is_solved_by(&self, board: &Board) -> bool {
        self.targets.contains(board)
    }

    /// The sum over all tiles of the rows and columns to their places in the nearest goal. No solution
    /// is shorter: every move slides one tile by one cell.
    pub fn manhattan_distance(&self) -> u32 {
        let size = self.start.size();
        let distance = |goal: &Board| {
            let mut homes = [0; Size::MAX_CELLS];
            for (home, number) in goal.numbers().enumerate() {
                homes[usize::from(number)] = home;
            }
            let numbers = self.start.numbers().enumerate();
            let tiles = numbers.filter(|&(_, number)| number > 0);
            let away = tiles.map(|(cell, number)| size.distance(cell, homes[usize::from(number)]));
            away.sum::<usize>() as u32
        };
        let distances = self.targets.iter().map(distance);
        distances.min().expect("a puzzle has a goal")
    }

    /// The same goals from another position.
    ///
    /// # Errors
    /// When the position has another size or reaches none of the goals.
    pub fn with_start(&self, start: Board) -> Result<Self, PuzzleError> {
        let goals = Goals::new(self.targets.iter().cloned().map(crate::Goal::Custom));
        Self::new(start, &goals)
    }
}

/// Why a position and its goals are not a puzzle.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
#[non_exhaustive]
pub enum PuzzleError {
    /// A goal has another size than the position.
    #[error(transparent)]
    Size(#[from] GoalError),
    /// No goal can be reached.
    #[error(transparent)]
    Unsolvable(Box<Unsolvable>),
}

/// Why a board cannot reach a goal, and the swap that fixes it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Unsolvable {
    /// The board's parity as seen from the goal; odd.
    pub parity: Parity,
    /// The swap that fixes it.
    pub fix: SwapFix,
}

impl Unsolvable {
    /// The explanation: `1 inversion, blank already on its home row`.
    pub fn reason(&self) -> String {
        self.parity.reason()
    }
}

impl std::error::Error for Unsolvable {}

impl fmt::Display for Unsolvable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (a, b) = self.fix.swap;
        write!(
            f,
            "this board cannot be solved: its parity is odd, the goal's is even ({}), and no slide \
             ever changes that; swap {a} and {b} to make it solvable",
            self.reason()
        )
    }
}
