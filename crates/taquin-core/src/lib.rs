//! The vocabulary of the sliding-tile puzzle, and the contract between solvers and their callers.
//!
//! Text becomes a [`Board`], a board and a [`Goal`] become a [`Puzzle`], and a puzzle and a list
//! of moves become a [`Solution`]. Each of these types proves a check: a board is a permutation,
//! a puzzle can be solved, a solution was replayed. A [`Solver`] gets a puzzle and a [`Control`]
//! and gives an [`Outcome`]: the best solution found and a proven lower bound.
//!
//! This crate starts no threads and keeps no global state. It does no input or output, except that
//! with the feature `files` it keeps the journal of a long search in a folder that the caller names.

mod acceptance;
mod board;
mod context;
mod control;
mod goal;
mod moves;
mod outcome;
mod parity;
mod partial;
mod puzzle;
mod size;
mod solution;
mod solver;

pub mod algebra;
pub mod catalogue;
pub mod generate;
pub mod notation;
pub mod packed;
pub mod parts;
pub mod spec;
pub mod trace;

pub use acceptance::Acceptance;
pub use board::{Board, BoardError, Cell, Cells, Tile};
pub use context::Context;
pub use control::{Clock, Control, Event, Limits, Meter, Stop};
pub use goal::{Goal, GoalError, Goals};
pub use moves::{Direction, Move};
pub use outcome::{Claim, Exhausted, Outcome, Stats};
pub use parity::{Parity, SwapFix};
pub use partial::{PartialGoal, PartialGoalError};
pub use puzzle::{Puzzle, PuzzleError, Unsolvable};
pub use size::{Size, SizeError};
pub use solution::{IllegalMove, Solution, SolutionError, multi_tile_length};
pub use solver::{Halt, Plan, SolveError, Solver};
