//! A cache of complete distance tables: the optimum of a small board is one look-up.

use std::sync::{Mutex, MutexGuard, PoisonError};

use taquin::table::{DistanceTable, TableError};
use taquin::{Board, Control, Puzzle};

use crate::{Advice, LINE};

/// The distance tables built so far; a table is shared by all goals with the blank in one cell.
///
/// All of them together hold less than 50 MB: there are eight sizes of at most ten cells.
#[derive(Debug, Default)]
pub struct DistanceTables {
    kept: Mutex<Vec<DistanceTable>>,
}

impl DistanceTables {
    /// Whether boards of this puzzle's size have a table.
    pub fn has_size_of(puzzle: &Puzzle) -> bool {
        puzzle.start().size().cells() <= DistanceTable::MAX_CELLS
    }

    /// What the tables in the cache advise; none where one would have to be built.
    pub fn advice(&self, puzzle: &Puzzle) -> Option<Advice> {
        let tables: Option<Vec<DistanceTable>> = puzzle
            .targets()
            .iter()
            .map(|goal| self.cached(goal))
            .collect();
        nearest(&tables?, puzzle)
    }

    /// The exact distances of boards; none where the boards are too large for a table, the control
    /// stops its building, or a board reaches no goal.
    pub fn distances(
        &self,
        puzzle: &Puzzle,
        boards: &[Board],
        control: &Control,
    ) -> Option<Vec<u32>> {
        self.build(puzzle, control).ok()?;
        let targets = puzzle.targets().iter();
        let tables: Vec<DistanceTable> = targets
            .map(|goal| self.cached(goal))
            .collect::<Option<_>>()?;
        let least = |board: &Board| {
            tables
                .iter()
                .filter_map(|table| table.distance(board))
                .min()
        };
        boards.iter().map(least).collect()
    }

    /// Builds the tables of a puzzle that are missing.
    ///
    /// # Errors
    /// When the boards are too large, or the control stops the work.
    pub fn build(&self, puzzle: &Puzzle, control: &Control) -> Result<(), TableError> {
        for goal in puzzle.targets() {
            if self.cached(goal).is_none() {
                let table = DistanceTable::within(goal, control)?;
                let mut kept = self.lock();
                // Another thread may have been quicker.
                if kept.iter().all(|other| other.for_goal(goal).is_none()) {
                    kept.push(table);
                }
            }
        }
        Ok(())
    }

    fn cached(&self, goal: &Board) -> Option<DistanceTable> {
        self.lock().iter().find_map(|table| table.for_goal(goal))
    }

    fn lock(&self) -> MutexGuard<'_, Vec<DistanceTable>> {
        self.kept.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn nearest(tables: &[DistanceTable], puzzle: &Puzzle) -> Option<Advice> {
    let start = puzzle.start();
    let distances = tables.iter().map(|table| table.distance(start));
    let distances: Vec<u32> = distances.collect::<Option<_>>()?;
    let (table, &distance) = tables.iter().zip(&distances).min_by_key(|(_, d)| **d)?;
    let mut board = start.clone();
    let mut line = Vec::new();
    while line.len() < LINE {
        let Some(&best) = table.best_moves(&board).first() else {
            break;
        };
        board.slide(best)?;
        line.push(best);
    }
    Some(Advice {
        line,
        distance: Some(distance),
    })
}
