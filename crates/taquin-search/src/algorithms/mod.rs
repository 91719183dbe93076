//! Searches, each by name.
//!
//! To add one: a file with its guarantee, memory and reference, the options as a struct with
//! documented defaults, `impl Solver` and a `static ENTRY`; then a line in [`SOLVERS`].

mod anytime;
mod astar;
mod beam;
mod bfs;
mod bidirectional;
mod dfs;
mod greedy;
mod human;
mod ida;
mod iddfs;
mod options;
mod pdb_ida;
mod table;
mod ucs;
mod wastar;

use taquin_core::catalogue::SolverEntry;

pub use anytime::{Anytime, Ask, BeamResult, Beams, Breadth, Layer, Net, NodeBudget, Threads};
pub use astar::AStar;
pub use beam::{Beam, BeamWidth};
pub use bfs::Bfs;
pub use bidirectional::Bidirectional;
pub use dfs::{DepthLimit, Dfs};
pub use greedy::Greedy;
pub use human::Human;
pub use ida::Ida;
pub use iddfs::Iddfs;
pub use options::MoveOrder;
pub use pdb_ida::{
    Automata, Automaton, Campaign, CampaignError, CampaignProgress, Dealt, Next, PartSearch,
    PdbIda, Tables,
};
pub use table::TableLookup;
pub use ucs::Ucs;
pub use wastar::{FractionalWeight, WeightedAStar};

pub use crate::informed::{Order, Tie};

/// All searches, in the order they are listed to users.
pub const SOLVERS: &[&SolverEntry] = &[
    &bfs::ENTRY,
    &dfs::ENTRY,
    &iddfs::ENTRY,
    &ucs::ENTRY,
    &bidirectional::ENTRY,
    &greedy::ENTRY,
    &astar::ENTRY,
    &wastar::ENTRY,
    &ida::ENTRY,
    &pdb_ida::ENTRY,
    &beam::ENTRY,
    &human::ENTRY,
    &anytime::ENTRY,
    &table::ENTRY,
];
