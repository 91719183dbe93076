//! Look-up in the complete distance table: for boards of at most ten cells.
//!
//! The table of the goal is built when first needed (all cells!/2 boards, a byte each), kept in the
//! context, and then followed downhill. With several goals each has its table and the nearest
//! goal is taken.
//!
//! Statistics count the walk, not the building: *expanded* counts the boards on the path except the
//! goal, and *generated* adds the goal. *Bytes* include what building took. A node limit therefore
//! limits the walk; time, memory and cancelling are obeyed while building too.

use std::ops::ControlFlow;

use taquin_core::catalogue::{Guarantee, Pseudocode, Runs, SolverEntry};
use taquin_core::trace::Why;
use taquin_core::{Control, Event, Exhausted, Move, Outcome, Puzzle, Solution, SolveError, Solver};
use taquin_core::{Stats, Stop};

use crate::table::{DistanceTable, DistanceTables, TableError};
use crate::tracing::Walk;

pub(super) static ENTRY: SolverEntry = SolverEntry {
    name: "table",
    summary: "look-up in the complete distance table of a small board",
    guarantee: Guarantee::Optimal,
    notes: "optimal; boards of at most 10 cells; a byte for each of cells!/2 boards",
    runs: Runs::InProcess,
    max_cells: DistanceTable::MAX_CELLS,
    textbook: false,
    pseudocode: Some(&Pseudocode::WALK),
    options: &[],
    make: |_| Ok(Box::new(TableLookup)),
};

/// Solves by look-up in the context's [`DistanceTables`].
#[derive(Clone, Copy, Debug, Default)]
pub struct TableLookup;

impl Solver for TableLookup {
    fn name(&self) -> &'static str {
        ENTRY.name
    }

    fn solve(&self, puzzle: &Puzzle, control: &Control) -> Result<Outcome, SolveError> {
        let began = control.elapsed();
        let mut stats = Stats {
            generated: 1,
            peak_open: 1,
            ..Stats::default()
        };
        let mut title = None;
        let (best, lower_bound, stop) = match nearest(puzzle, control, &mut stats) {
            Ok((table, distance)) => {
                control.report(&Event::LowerBound(distance));
                title = Some(table.title());
                let (solution, stop) = descend(&table, distance, puzzle, control, &mut stats);
                (solution, distance, stop)
            }
            Err(TableError::Stopped(stop)) => (None, puzzle.manhattan_distance(), stop),
            Err(error @ TableError::TooLarge(size)) => {
                return Err(SolveError::Unsupported {
                    part: ENTRY.name.to_owned(),
                    size,
                    reason: error.to_string(),
                    alternatives: ["ida", "astar"].map(String::from).to_vec(),
                });
            }
        };
        if let Some(solution) = &best {
            control.report(&Event::Improved(solution.clone()));
        }
        stats.time = control.elapsed().saturating_sub(began);
        let outcome = Outcome::new(best, lower_bound, stop, stats);
        Ok(match (title, lower_bound.checked_sub(1)) {
            (Some(title), Some(bound)) => outcome.with_exhausted(Exhausted {
                bound,
                nodes: 0,
                tables: vec![title],
            }),
            _ => outcome,
        })
    }
}

/// The table of the goal nearest to the start, and its distance.
fn nearest(
    puzzle: &Puzzle,
    control: &Control,
    stats: &mut Stats,
) -> Result<(DistanceTable, u32), TableError> {
    let tables = control.context().part::<DistanceTables>();
    let mut nearest: Option<(DistanceTable, u32)> = None;
    for goal in puzzle.targets() {
        let table = tables.get(goal, control)?;
        // A table kept from an earlier puzzle counts as if it were built now, so that an
        // answer does not depend on what was solved before.
        let held = nearest.as_ref().map_or(0, |(other, _)| other.bytes());
        stats.peak_bytes = stats.peak_bytes.max(table.peak_bytes() + held);
        if let ControlFlow::Break(stop) = control.check_memory(stats.peak_bytes) {
            return Err(TableError::Stopped(stop));
        }
        let distance = table
            .distance(puzzle.start())
            .expect("a puzzle's start reaches its targets");
        if nearest.as_ref().is_none_or(|&(_, least)| distance < least) {
            nearest = Some((table, distance));
        }
    }
    Ok(nearest.expect("a puzzle has a target"))
}

/// Follows the table from the start to its goal, this many moves away.
fn descend(
    table: &DistanceTable,
    mut distance: u32,
    puzzle: &Puzzle,
    control: &Control,
    stats: &mut Stats,
) -> (Option<Solution>, Stop) {
    let mut meter = control.meter();
    let mut board = puzzle.start().clone();
    let mut moves: Vec<Move> = Vec::new();
    let mut walk = Walk::new(control);
    let mut descent = table.descent(puzzle.start());
    loop {
        let best = descent.next();
        let why = best.map(|_| Why::LeastH);
        walk.record(&board, moves.last().copied(), distance, why);
        let Some(mv) = best else { break };
        if let ControlFlow::Break(stop) = meter.node() {
            return (None, stop);
        }
        board.slide(mv);
        moves.push(mv);
        distance -= 1;
        stats.expanded += 1;
        stats.generated += 1;
        stats.peak_closed += 1;
    }
    let solution = Solution::check(puzzle, moves).expect("going downhill ends at the goal");
    (Some(solution), Stop::Finished)
}
