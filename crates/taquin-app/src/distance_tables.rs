//! Answers from complete distance tables: the optimum of a small board is one look-up.
//!
//! The tables live in the [context](taquin::table::DistanceTables).

use taquin::table::{DistanceTable, DistanceTables, TableError};
use taquin::{Board, Context, Control, Puzzle};

use crate::{Advice, LINE};

/// Whether boards of this puzzle's size have a distance table.
pub fn has_distance_table(puzzle: &Puzzle) -> bool {
    puzzle.start().size().cells() <= DistanceTable::MAX_CELLS
}

/// The advice of the distance tables in the context; none where one would have to be built.
pub fn table_advice(puzzle: &Puzzle, context: &Context) -> Option<Advice> {
    let tables = context.part::<DistanceTables>();
    let targets = puzzle.targets().iter();
    let tables: Option<Vec<DistanceTable>> = targets.map(|goal| tables.find(goal)).collect();
    nearest(&tables?, puzzle)
}

/// The distance tables of a puzzle, built where they are missing.
///
/// # Errors
/// When the boards are too large, or the control stops the work.
pub fn build_distance_tables(
    puzzle: &Puzzle,
    control: &Control,
) -> Result<Vec<DistanceTable>, TableError> {
    let tables = control.context().part::<DistanceTables>();
    let targets = puzzle.targets().iter();
    targets.map(|goal| tables.get(goal, control)).collect()
}

/// The exact distances of boards; none where the boards are too large for a table, the control
/// stops its building, or a board reaches no goal.
pub(crate) fn exact_distances(
    puzzle: &Puzzle,
    boards: &[Board],
    control: &Control,
) -> Option<Vec<u32>> {
    let tables = build_distance_tables(puzzle, control).ok()?;
    let least = |board: &Board| {
        let distances = tables.iter().filter_map(|table| table.distance(board));
        distances.min()
    };
    boards.iter().map(least).collect()
}

fn nearest(tables: &[DistanceTable], puzzle: &Puzzle) -> Option<Advice> {
    let start = puzzle.start();
    let distances = tables.iter().map(|table| table.distance(start));
    let distances: Vec<u32> = distances.collect::<Option<_>>()?;
    let (table, &distance) = tables.iter().zip(&distances).min_by_key(|(_, d)| **d)?;
    let line = table.descent(start).take(LINE).collect();
    Some(Advice {
        line,
        distance: Some(distance),
    })
}
