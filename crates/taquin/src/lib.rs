//! The sliding-tile puzzle: boards, solvers, heuristics and instance sets, all by name.
//!
//! Text becomes a [`Board`], a board and its [`Goals`] become a [`Puzzle`], a [`Solver`] from the
//! [`catalogue`] works on it under a [`Control`], and the [`Outcome`] is an interval: the best
//! [`Solution`] found, and a proven lower bound.
//!
//! ```
//! use taquin::{Board, Control, Goals, Limits, Puzzle, catalogue};
//!
//! let board: Board = "8 1 3/4 0 2/7 6 5".parse()?;
//! let puzzle = Puzzle::new(board, &Goals::default())?;
//! let solver = catalogue::solver("astar/manhattan")?;
//! let outcome = solver.solve(&puzzle, &Control::new(Limits::default()))?;
//! assert!(outcome.is_optimal());
//! assert_eq!(outcome.best().map(|solution| solution.len()), Some(14));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! | you want | look at |
//! | --- | --- |
//! | read and write positions and moves | [`notation`] |
//! | the solvers, heuristics and their options | [`catalogue`], [`algorithms`], [`heuristic`] |
//! | boards by seed, level or exact distance | [`generate`], [`levels`] |
//! | limits, progress, cancelling | [`Control`] |
//! | what searches share (tables, device) | [`Context`] |
//! | every distance of a small board | [`table`] |
//! | published instances with their optima | [`data`] |
//! | pattern databases, formulas and proofs | [`pdb`], [`sat`] |
//! | the method people use, in words | [`human`] |

mod auto;
pub mod catalogue;
pub mod levels;

pub use auto::Auto;
pub use taquin_core::*;
pub use taquin_data as data;
#[cfg(feature = "gpu")]
pub use taquin_gpu::{Gpu, GpuCheck, GpuError, gpu_checks, gpu_name, gpu_table};
pub use taquin_pdb as pdb;
pub use taquin_sat as sat;
pub use taquin_search::{algorithms, exhaust, heuristic, human, mtm, partial, table};
