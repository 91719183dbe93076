//! Look-up in the complete distance table: for boards of at most ten cells.
//!
//! The table of the goal is built when first needed (all cells!/2 boards, a byte each), kept for
//! later puzzles, and then followed downhill. With several goals each has its table and the nearest
//! goal is taken.
//!
//! Statistics count the walk, not the building: *expanded* are the boards on the way, the goal left
//! out, and *generated* adds the goal. *Bytes* include what building took. A node limit therefore
//! limits the walk; time, memory and cancelling are obeyed while building too.

use std::ops::ControlFlow;
use std::sync::{Mutex, PoisonError};

use taquin_core::trace::Why;
use taquin_core::{
    Board, Control, Event, Exhausted, Move, Outcome, Puzzle, Solution, SolveError, Solver,
};
use taquin_core::{Stats, Stop};

use super::{Entry, finish};
use crate::incumbent::least_manhattan;
use crate::table::{DistanceTable, TableError};
use crate::tracing::Walk;

pub(super) const ENTRY: Entry = Entry {
    name: "table",
    summary: "look-up in the complete distance table of a small board",
    guarantee: "optimal; boards of at most 10 cells; a byte for each of cells!/2 boards",
    options: &[],
    build: |options| {
        finish(options, &ENTRY)?;
        Ok(Box::new(Table::default()))
    },
};

/// Solves by look-up; keeps the last few tables it built.
#[derive(Debug, Default)]
pub struct Table {
    kept: Mutex<Vec<DistanceTable>>,
}

/// How many tables are kept: enough for the goals of one puzzle, at most 7 MB.
const KEPT: usize = 4;

impl Solver for Table {
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
        let (best, lower_bound, stop) = match self.nearest(puzzle, control, &mut stats) {
            Ok((table, distance)) => {
                control.report(&Event::LowerBound(distance));
                title = Some(table.title());
                let (solution, stop) = descend(&table, puzzle, control, &mut stats);
                (solution, distance, stop)
            }
            Err(TableError::Stopped(stop)) => (None, least_manhattan(puzzle, puzzle.start()), stop),
            Err(error @ TableError::TooLarge(size)) => {
                return Err(SolveError::Unsupported {
                    part: ENTRY.name.to_owned(),
                    size,
                    reason: error.to_string(),
                    alternatives: "ida or astar".to_owned(),
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

impl Table {
    /// The table of the goal nearest to the start, and its distance.
    fn nearest(
        &self,
        puzzle: &Puzzle,
        control: &Control,
        stats: &mut Stats,
    ) -> Result<(DistanceTable, u32), TableError> {
        let mut nearest: Option<(DistanceTable, u32)> = None;
        for goal in puzzle.targets() {
            let table = self.table(goal, control)?;
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

    /// The table of a goal: one that is kept, or a new one, which is kept in turn.
    fn table(&self, goal: &Board, control: &Control) -> Result<DistanceTable, TableError> {
        let kept = || self.kept.lock().unwrap_or_else(PoisonError::into_inner);
        let fitting = kept().iter().find_map(|table| table.for_goal(goal));
        if let Some(table) = fitting {
            return Ok(table);
        }
        let table = DistanceTable::within(goal, control)?;
        let mut kept = kept();
        if kept.len() == KEPT {
            kept.remove(0);
        }
        kept.push(table.clone());
        Ok(table)
    }
}

/// Follows the table from the start to its goal.
fn descend(
    table: &DistanceTable,
    puzzle: &Puzzle,
    control: &Control,
    stats: &mut Stats,
) -> (Option<Solution>, Stop) {
    let mut meter = control.meter();
    let mut board = puzzle.start().clone();
    let mut moves: Vec<Move> = Vec::new();
    let mut walk = Walk::new(control);
    loop {
        let best = table.best_moves(&board).first().copied();
        let distance = table.distance(&board).unwrap_or(0);
        let why = best.map(|_| Why::LeastH);
        walk.record(&board, moves.last().copied(), distance, why);
        let Some(mv) = best else { break };
        if let ControlFlow::Break(stop) = meter.node() {
            return (None, stop);
        }
        board.slide(mv);
        moves.push(mv);
        stats.expanded += 1;
        stats.generated += 1;
        stats.peak_closed += 1;
    }
    let solution = Solution::check(puzzle, moves).expect("going downhill ends at the goal");
    (Some(solution), Stop::Finished)
}
