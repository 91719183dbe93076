//! The tables that a plan needs, built before anything is measured.
//!
//! A solver builds small tables when it uses them; that is set-up time. Large ones take minutes and are
//! refused, so an experiment on a clean machine would be about nothing. They are built here, once, and
//! kept as files where the workers find them.

use std::io;
use std::path::Path;

use taquin::catalogue::{CATALOGUE, OptionKind, Runs, SolverEntry};
use taquin::pdb::{
    BuildError, BuildProgress, FileError, Partition, PartitionError, Pattern, PdbCache, TableKind,
    build, canonical_blank,
};
use taquin::{Control, Size};

use crate::lane::Executor;
use crate::measurer;
use crate::plan::RunPlan;

/// Why a table is not there.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum TablesError {
    /// The partition does not fit the boards.
    #[error(transparent)]
    Partition(#[from] PartitionError),
    /// It cannot be built, or not within the limits.
    #[error("the table of tiles {pattern} on {}: {source}", pattern.size())]
    Build {
        /// The table.
        pattern: Pattern,
        /// Why.
        source: BuildError,
    },
    /// It cannot be kept.
    #[error(transparent)]
    File(#[from] FileError),
    /// Nor can the folder.
    #[error(transparent)]
    Io(#[from] io::Error),
}

/// The tables that configurations of a plan name and that are not built on use, each once.
///
/// # Errors
/// When a partition does not fit the boards it is for.
pub fn needed(plan: &RunPlan) -> Result<Vec<(Pattern, TableKind)>, PartitionError> {
    let mut needed: Vec<(Pattern, TableKind)> = Vec::new();
    for (place, lane) in plan.lanes.iter().enumerate() {
        let Executor::Solver(text) = &lane.engine else {
            continue;
        };
        let named = partitions(text);
        if named.is_empty() {
            continue;
        }
        for (size, blank) in boards(plan, place) {
            for (partition, kind) in &named {
                for pattern in partition.patterns(size, blank)? {
                    let table = (pattern, *kind);
                    if !PdbCache::is_built_on_use(&table.0, table.1) && !needed.contains(&table) {
                        needed.push(table);
                    }
                }
            }
        }
    }
    Ok(needed)
}

/// Builds those of the tables that are not in the folder; says how many that were.
///
/// # Errors
/// When one cannot be built or kept. Those before it are there.
pub fn build_missing(
    tables: &[(Pattern, TableKind)],
    folder: &Path,
    threads: usize,
    control: &Control,
    tell: &dyn Fn(&Pattern, BuildProgress),
) -> Result<usize, TablesError> {
    let mut built = 0;
    for (pattern, kind) in tables {
        if PdbCache::open(folder, pattern, *kind).is_ok() {
            continue;
        }
        std::fs::create_dir_all(folder)?;
        let progress = |progress| tell(pattern, progress);
        let table = build(pattern, *kind, threads, control, progress);
        let table = table.map_err(|source| TablesError::Build {
            pattern: pattern.clone(),
            source,
        })?;
        table.save(&PdbCache::path(folder, pattern, *kind), control)?;
        built += 1;
    }
    Ok(built)
}

/// The partitions that a solver's spec names: `pdb-ida:tables=7-8` needs zero-aware tables, the
/// heuristic in `ida/pdb:7-8` plain ones.
fn partitions(spec: &str) -> Vec<(Partition, TableKind)> {
    let mut named = Vec::new();
    let (solver, options) = spec.split_once(':').unwrap_or((spec, ""));
    let entry = CATALOGUE.entry(solver).ok();
    let has_tables = |entry: &SolverEntry| {
        let mut options = entry.options.iter();
        options.any(|option| matches!(option.kind, OptionKind::Tables))
    };
    if entry.is_some_and(|entry| entry.runs == Runs::InProcess && has_tables(entry)) {
        let tables = options
            .split(',')
            .find_map(|o| o.trim().strip_prefix("tables="));
        named.extend(tables.and_then(|text| Some((text.parse().ok()?, TableKind::ZeroAware))));
        return named;
    }
    for (at, _) in spec.match_indices("pdb:") {
        let rest = &spec[at + 4..];
        let end = rest.find([',', ')', '/', ' ']).unwrap_or(rest.len());
        named.extend(
            rest[..end]
                .parse()
                .ok()
                .map(|partition| (partition, TableKind::Plain)),
        );
    }
    named
}

/// The sizes of a configuration's boards, with where goals have their blank.
fn boards(plan: &RunPlan, lane: usize) -> Vec<(Size, usize)> {
    let mut boards: Vec<(Size, usize)> = Vec::new();
    let mut seen: Vec<(&str, usize)> = Vec::new();
    for job in plan.jobs.iter().filter(|job| job.lane == lane) {
        let instance = &plan.instances[job.instance];
        // Boards of a size have texts of nearly one length; it is enough to read one of each.
        let key = (
            instance.goal.as_str(),
            instance.board.split_whitespace().count(),
        );
        if seen.contains(&key) {
            continue;
        }
        seen.push(key);
        let Ok(puzzle) = measurer::puzzle(instance) else {
            continue;
        };
        for target in puzzle.targets() {
            let size = target.size();
            let board = (size, canonical_blank(size, target.blank().index()));
            if !boards.contains(&board) {
                boards.push(board);
            }
        }
    }
    boards
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plan::Choices;
    use crate::suite::Suite;

    fn plan(solver: &str, size: &str) -> RunPlan {
        let text = format!(
            "format = 1\nname = \"t\"\nsummary = \"s\"\n[[instances]]\ngenerate = \"uniform\"\n\
             size = \"{size}\"\ncount = 3\n[[configurations]]\nsolver = \"{solver}\"\n"
        );
        let suite = Suite::parse(&text).unwrap();
        RunPlan::new(
            &suite,
            &Choices::default(),
            Path::new("."),
            &taquin::Control::new(taquin::Limits::default()),
        )
        .unwrap()
    }

    #[test]
    fn large_tables_that_a_spec_names_are_needed() {
        let tiles = |solver: &str, size: &str| -> Vec<(usize, TableKind)> {
            let needed = needed(&plan(solver, size)).unwrap();
            needed
                .iter()
                .map(|(p, kind)| (p.homes().len(), *kind))
                .collect()
        };
        // The table of seven tiles is built on use.
        assert_eq!(
            tiles("pdb-ida:tables=7-8", "4x4"),
            [(8, TableKind::ZeroAware)]
        );
        assert!(tiles("pdb-ida:tables=4-4", "3x3").is_empty());
        assert!(tiles("astar/manhattan", "4x4").is_empty());
        assert!(tiles("ida/pdb:7-8", "4x4").contains(&(8, TableKind::Plain)));
    }

    #[test]
    fn a_table_that_is_there_is_not_built_again() {
        let folder = std::env::temp_dir().join(format!("taquin-tables-{}", std::process::id()));
        let _ = std::fs::remove_dir_all(&folder);
        let size = Size::new(3, 3).unwrap();
        let partition: Partition = "4-4".parse().unwrap();
        let tables: Vec<(Pattern, TableKind)> = partition
            .patterns(size, canonical_blank(size, 8))
            .unwrap()
            .into_iter()
            .map(|pattern| (pattern, TableKind::Plain))
            .collect();
        let control = Control::new(taquin::Limits::default());
        let build = || build_missing(&tables, &folder, 1, &control, &|_, _| {}).unwrap();
        assert_eq!((build(), build()), (2, 0));
        std::fs::remove_dir_all(&folder).unwrap();
    }
}
