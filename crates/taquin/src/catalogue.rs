//! Everything that can be chosen, by name.

pub use taquin_core::catalogue::{
    Catalogue, Guarantee, OptionEntry, OptionKind, Pseudocode, Runs, SolverEntry,
};
use taquin_core::spec::SpecError;
use taquin_core::{Control, Puzzle, Solver};
use taquin_search::algorithms::PdbIda;
pub use taquin_search::heuristic::HeuristicEntry;
use taquin_search::heuristic::{HEURISTICS, HeuristicSpec};

/// The tables of solvers, in the order they are listed to users.
const TABLES: &[&[&SolverEntry]] = &[
    &[&crate::auto::ENTRY],
    taquin_search::algorithms::SOLVERS,
    taquin_sat::SOLVERS,
    #[cfg(feature = "gpu")]
    taquin_gpu::entries::SOLVERS,
];

const COUNT: usize = {
    let (mut count, mut i) = (0, 0);
    while i < TABLES.len() {
        count += TABLES[i].len();
        i += 1;
    }
    count
};

static ENTRIES: [&SolverEntry; COUNT] = {
    let mut entries = [&crate::auto::ENTRY; COUNT];
    let (mut next, mut i) = (0, 0);
    while i < TABLES.len() {
        let mut j = 0;
        while j < TABLES[i].len() {
            entries[next] = TABLES[i][j];
            next += 1;
            j += 1;
        }
        i += 1;
    }
    entries
};

/// All solvers.
pub static CATALOGUE: Catalogue = Catalogue(&ENTRIES);

/// All solvers, in the order they are listed to users.
pub fn solvers() -> impl Iterator<Item = &'static SolverEntry> {
    CATALOGUE.entries()
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
    CATALOGUE.solver(text)
}

/// The value of a heuristic at a puzzle's start, named by a spec or by a
/// [`Plan`](taquin_core::Plan); `None` if it cannot be built or the control stops it.
///
/// # Errors
/// When the text cannot be read or names no heuristic.
pub fn estimate(text: &str, puzzle: &Puzzle, control: &Control) -> Result<Option<u32>, SpecError> {
    // Its tables are followed by one search alone, so it is no heuristic of a spec.
    if let Some(tables) = text.strip_prefix(PdbIda::HEURISTIC) {
        let tables = tables.parse().ok();
        let search = tables.map(|tables| PdbIda {
            tables,
            ..PdbIda::default()
        });
        return Ok(search.and_then(|search| search.estimate(puzzle, control).ok()));
    }
    let heuristic: HeuristicSpec = text.parse()?;
    Ok(heuristic.estimate(puzzle, control).ok())
}

#[cfg(test)]
mod tests {
    use taquin_core::spec::Spec;

    use super::*;

    #[test]
    fn names_are_unique_and_defaults_can_be_read() {
        for (i, entry) in ENTRIES.iter().enumerate() {
            assert!(ENTRIES[..i].iter().all(|other| other.name != entry.name));
            let written = |option: &OptionEntry| format!("{}={}", option.name, option.default);
            let options: Vec<String> = entry.options.iter().map(written).collect();
            let spec = if options.is_empty() {
                entry.name.to_owned()
            } else {
                format!("{}:{}", entry.name, options.join(","))
            };
            let spec: Spec = spec.parse().unwrap();
            let built = CATALOGUE.build(spec.clone());
            assert_eq!(built.map(|solver| solver.name()), Ok(entry.name), "{spec}");
        }
    }

    #[test]
    fn the_bound_of_zero_aware_tables_is_told_by_the_name_in_a_plan() {
        let board = "8 11 3 5/4 1 2 6/7 10 9 0".parse().unwrap();
        let puzzle = Puzzle::new(board, &taquin_core::Goals::default()).unwrap();
        let control = Control::new(taquin_core::Limits::default());
        let search = PdbIda::default();
        let plan = search.plan(&puzzle, control.context());
        let told = estimate(plan.heuristic.as_deref().unwrap(), &puzzle, &control).unwrap();
        let outcome = search.solve(&puzzle, &control).unwrap();
        let length = outcome.best().unwrap().len();
        let told = told.unwrap();
        assert!(told > 0 && told <= length && (length - told).is_multiple_of(2));
        assert_eq!(estimate("zero-aware-pdb:?", &puzzle, &control), Ok(None));
    }

    #[test]
    fn pseudocode_has_the_lines_that_steps_stand_on() {
        for entry in solvers() {
            let Some(paper) = entry.pseudocode else {
                continue;
            };
            for line in [
                paper.expand,
                paper.generate,
                paper.duplicate,
                paper.prune,
                paper.goal,
                paper.restart.unwrap_or(0),
            ] {
                assert!(line < paper.lines.len(), "{}", entry.name);
            }
        }
    }
}
