//! The slides that the tiles of each pattern need among themselves, summed over patterns that
//! share no tile, and the same for the mirrored board: the larger of the two.
//!
//! Every slide moves a tile of at most one pattern, so a solution contains at least as many slides of
//! each pattern as its table says: the sum is **admissible**, and a mirrored board is as far from the
//! goal as the board. It is **not consistent**: an entry is the least over the places the blank may have
//! among the tiles, so the blank can gain several slides at once by being somewhere else; but every
//! estimate is odd where the true distance is odd.
//!
//! R. E. Korf, A. Felner, *Disjoint Pattern Database Heuristics*, Artificial Intelligence 134 (2002).

use std::ops::ControlFlow;

use taquin_core::{Board, Cells, Control, Size};
use taquin_pdb::{
    DatabaseSet, Followed, Partition, Pattern, PdbCache, PdbCacheError, TableKind, canonical_blank,
};

use super::{
    Argument, Heuristic, HeuristicEntry, HeuristicError, Incremental, Slide, walking_distance,
};

pub(super) const ENTRY: HeuristicEntry = HeuristicEntry {
    name: "pdb",
    summary: "slides that groups of tiles need among themselves, from pattern databases",
    admissible: true,
    consistent: false,
    argument: Some(Argument {
        summary: "the partition: tiles in each pattern, like 6-6-3, or which, like 1.2.5.6+3.4.7.8; \
                  if left out, one whose tables are built at once",
        check: |text| match text.parse::<Partition>() {
            Ok(_) => Ok(()),
            Err(error) => Err(error.to_string()),
        },
    }),
    build,
};

/// Gets the tables from the cache and makes the heuristic with the smallest state that suffices.
fn build(
    goal: &Board,
    argument: Option<&str>,
    control: &Control,
) -> Result<Box<dyn Heuristic>, HeuristicError> {
    let set = tables(goal, argument, control)?;
    Ok(if set.tables().len() <= 4 {
        Box::new(PatternDatabases::<4>(set))
    } else {
        Box::new(PatternDatabases::<{ Partition::MAX_PATTERNS }>(set))
    })
}

/// A board's values in the default tables: the partition's name, and the tiles of each pattern with
/// the slides they need. The slides add up to the heuristic's value.
///
/// # Errors
/// When the tables of this size are out of reach, or the control stops their building.
pub fn pattern_values(
    board: &Board,
    goal: &Board,
    control: &Control,
) -> Result<PatternValues, HeuristicError> {
    let set = tables(goal, None, control)?;
    let name = Partition::default_for(goal.size()).to_string();
    Ok((name, set.parts(board)))
}

/// A partition's name, and the tiles and slides of each of its patterns.
pub type PatternValues = (String, Vec<(Vec<u8>, u32)>);

fn tables(
    goal: &Board,
    argument: Option<&str>,
    control: &Control,
) -> Result<DatabaseSet, HeuristicError> {
    let size = goal.size();
    let unsupported = |reason: String| HeuristicError::Unsupported {
        reason,
        alternatives: alternatives(size, argument.is_some()),
    };
    let partition = match argument {
        Some(text) => text
            .parse()
            .map_err(|error| unsupported(format!("{error}")))?,
        None => Partition::default_for(size),
    };
    let blank = canonical_blank(size, goal.blank().index());
    let patterns = partition
        .patterns(size, blank)
        .map_err(|error| unsupported(error.to_string()))?;
    let cache = control.context().part::<PdbCache>();
    if let ControlFlow::Break(stop) = cache.check_memory(&patterns, TableKind::Plain, control) {
        return Err(HeuristicError::Stopped(stop));
    }
    let table = |pattern| {
        let table = cache.get(pattern, TableKind::Plain, control);
        table.map_err(|error| match error {
            PdbCacheError::Build(taquin_pdb::BuildError::Stopped(stop)) => {
                HeuristicError::Stopped(stop)
            }
            error => unsupported(error.for_partition(&partition, goal).to_string()),
        })
    };
    let tables = patterns.iter().map(table).collect::<Result<_, _>>()?;
    Ok(DatabaseSet::new(goal, tables))
}

/// The heuristics to suggest if tables are not available: those that support this size.
fn alternatives(size: Size, has_argument: bool) -> &'static [&'static str] {
    let has_default = has_argument && size.cells() <= Pattern::MAX_CELLS;
    match (has_default, walking_distance::works_on(size)) {
        (true, true) => &["pdb", "walking-distance", "linear-conflict"],
        (true, false) => &["pdb", "linear-conflict"],
        (false, true) => &["walking-distance", "linear-conflict"],
        (false, false) => &["linear-conflict", "manhattan"],
    }
}

/// Additive pattern databases, at most `P` of them.
pub struct PatternDatabases<const P: usize>(DatabaseSet);

impl<const P: usize> Incremental for PatternDatabases<P> {
    type State = Followed<P>;

    fn start<B: Cells + ?Sized>(&self, board: &B) -> Followed<P> {
        self.0.start(board)
    }

    #[inline]
    fn step<B: Cells + ?Sized>(&self, state: Followed<P>, after: &B, slide: Slide) -> Followed<P> {
        self.0.step(state, after, slide.tile, slide.from, slide.to)
    }

    #[inline]
    fn estimate(&self, state: Followed<P>) -> u32 {
        state.estimate()
    }

    fn table_bytes(&self) -> u64 {
        self.0.bytes()
    }

    fn table_names(&self) -> Vec<String> {
        self.0.tables().iter().map(|table| table.title()).collect()
    }
}
