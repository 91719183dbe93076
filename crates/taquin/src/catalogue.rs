//! Everything that can be chosen, by name.

use taquin_core::spec::{Spec, SpecError};
use taquin_core::{Puzzle, Solver};
pub use taquin_search::algorithms::Entry as SolverEntry;
use taquin_search::algorithms::SOLVERS;
pub use taquin_search::heuristic::Entry as HeuristicEntry;
use taquin_search::heuristic::{HEURISTICS, HeuristicSpec};

/// All solvers, in the order they are listed to users.
pub fn solvers() -> impl Iterator<Item = &'static SolverEntry> {
    let auto = [&crate::auto::ENTRY].into_iter();
    let gpu = [&crate::gpu::IDA, &crate::gpu::BATCH, &crate::gpu::BEAM];
    let others = [&crate::logic::SAT, &crate::logic::SMT].into_iter();
    auto.chain(SOLVERS).chain(others).chain(gpu)
}

/// All heuristics, in the order they are listed to users.
pub fn heuristics() -> impl Iterator<Item = &'static HeuristicEntry> {
    HEURISTICS.iter()
}

/// The solver that a text like `astar:heuristic=manhattan` names.
///
/// # Errors
/// When the text cannot be read, or names a solver or option that does not exist.
pub fn solver(text: &str) -> Result<Box<dyn Solver>, SpecError> {
    let spec: Spec = text.parse()?;
    let entry = solvers().find(|entry| entry.name == spec.name);
    let entry = entry.ok_or_else(|| {
        let names: Vec<&str> = solvers().map(|entry| entry.name).collect();
        SpecError::unknown("solver", &spec.name, &names)
    })?;
    (entry.build)(spec.options)
}

/// What the heuristic that a text names says of a puzzle's start; none where it cannot be built.
///
/// # Errors
/// When the text cannot be read or names no heuristic.
pub fn estimate(text: &str, puzzle: &Puzzle) -> Result<Option<u32>, SpecError> {
    let heuristic: HeuristicSpec = text.parse()?;
    let guide = heuristic.guide(puzzle).ok();
    Ok(guide.map(|guide| guide.estimate(puzzle.start())))
}
