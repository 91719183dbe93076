//! Searches, each by name.
//!
//! To add one: a file with its guarantee, memory and reference, the options as a struct with
//! documented defaults, `impl Solver` and a `const ENTRY`; then a line in [`SOLVERS`].

mod anytime;
mod astar;
mod beam;
mod best_first;
mod bfs;
mod bidirectional;
mod dfs;
mod greedy;
mod human;
mod ida;
mod iddfs;
mod pdb_ida;
mod table;
mod ucs;
mod wastar;

use taquin_core::Solver;
use taquin_core::spec::{Options, SpecError};

pub use anytime::{Anytime, Ask, Beams, Breadth, Effort, Found, Layer, Net, Threads};
pub use astar::AStar;
pub(crate) use beam::BeamSearch;
pub use beam::{Beam, Width};
pub(crate) use best_first::BestFirst;
pub use best_first::{Order, Tie};
pub use bfs::Bfs;
pub use bidirectional::Bidirectional;
pub use dfs::{DepthLimit, Dfs};
pub use greedy::Greedy;
pub use human::Human;
pub(crate) use ida::Deepening;
pub use ida::Ida;
pub use iddfs::Iddfs;
pub use pdb_ida::{Automaton, PdbIda, Tables};
pub use table::Table;
pub use ucs::Ucs;
pub use wastar::{Weight, WeightedAStar};

/// All searches, in the order they are listed to users.
pub const SOLVERS: &[Entry] = &[
    bfs::ENTRY,
    dfs::ENTRY,
    iddfs::ENTRY,
    ucs::ENTRY,
    bidirectional::ENTRY,
    greedy::ENTRY,
    astar::ENTRY,
    wastar::ENTRY,
    ida::ENTRY,
    pdb_ida::ENTRY,
    beam::ENTRY,
    human::ENTRY,
    anytime::ENTRY,
    table::ENTRY,
];

/// A line of the catalogue.
pub struct Entry {
    /// The name, as users write it.
    pub name: &'static str,
    /// One line for lists.
    pub summary: &'static str,
    /// What is known of the answer and of the memory it takes.
    pub guarantee: &'static str,
    /// The options: name, and what they mean with their default.
    pub options: &'static [(&'static str, &'static str)],
    /// Makes the solver from its options.
    pub build: fn(Options) -> Result<Box<dyn Solver>, SpecError>,
}

/// Says that an entry's options were all taken, or which was not.
fn finish(options: Options, entry: &Entry) -> Result<(), SpecError> {
    let names: Vec<&str> = entry.options.iter().map(|&(name, _)| name).collect();
    options.finish(entry.name, &names)
}
