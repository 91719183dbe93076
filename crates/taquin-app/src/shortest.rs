//! All shortest solutions of a puzzle: from its complete distance table where that is small, else by
//! searching everything within the least bound.

use std::ops::ControlFlow;

use taquin::algorithms::PdbIda;
use taquin::notation::{Notation, format_moves};
use taquin::pdb::Pattern;
use taquin::table::{DistanceTable, TableError};
use taquin::trace::Trace;
use taquin::{
    Board, Control, Halt, Move, Outcome, Plan, Puzzle, Size, Solution, SolutionError, SolveError,
    Solver, Stats, Stop,
};

use crate::Run;

/// The shortest solutions of a puzzle.
#[derive(Debug)]
pub struct Shortest {
    /// One of them, as a solver's answer.
    pub run: Run,
    /// The number of them.
    pub count: u64,
    source: Source,
}

/// The source of the solutions.
#[derive(Debug)]
enum Source {
    /// Tables of the goals they lead to.
    Tables(Vec<DistanceTable>),
    /// In this list.
    List(Vec<Vec<Move>>),
}

/// Why not all shortest solutions are known.
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum ShortestError {
    /// The search was cancelled.
    #[error("interrupted before all shortest solutions were found")]
    Cancelled,
    /// The search ended at a limit.
    #[error("limit reached before all shortest solutions were found")]
    Limit(Stop),
    /// No search finds them all on boards of this size.
    #[error("all shortest solutions are found on boards of at most {} cells, and {size} has {}", Pattern::MAX_CELLS, size.cells())]
    TooLarge {
        /// The size of the boards.
        size: Size,
    },
    /// More solutions than are listed.
    #[error("there are more than {MOST} shortest solutions")]
    TooMany,
    /// The distance table was not built.
    #[error(transparent)]
    Table(#[from] TableError),
    /// The search cannot work on this puzzle.
    #[error(transparent)]
    Solve(#[from] SolveError),
    /// A solution failed its check.
    #[error(transparent)]
    Check(#[from] SolutionError),
}

/// The most solutions that are listed.
const MOST: usize = 1_000_000;

/// Finds all shortest solutions of a puzzle. They are kept only if `listed`; else they are counted.
///
/// # Errors
/// When the control stops the search, or there are too many solutions to list.
///
/// # Panics
/// When a table does not know the start of a puzzle that reaches its goal.
pub fn shortest(
    puzzle: &Puzzle,
    control: &Control,
    listed: bool,
) -> Result<Shortest, ShortestError> {
    let size = puzzle.start().size();
    if size.cells() > Pattern::MAX_CELLS {
        return Err(ShortestError::TooLarge { size });
    }
    if size.cells() > DistanceTable::MAX_CELLS {
        return search(puzzle, control, listed);
    }
    let mut tables = Vec::new();
    for goal in puzzle.targets() {
        tables.push(DistanceTable::new(goal, control)?);
    }
    let start = puzzle.start();
    let distance = |table: &DistanceTable| {
        table
            .distance(start)
            .expect("a puzzle's start reaches its targets")
    };
    let least = tables.iter().map(distance).min().unwrap_or(0);
    tables.retain(|table| distance(table) == least);
    let count = tables.iter().filter_map(|table| table.count_optimal(start));
    let count = count.sum();
    let stats = Stats {
        expanded: u64::from(least),
        generated: u64::from(least) + 1,
        peak_bytes: tables.iter().map(DistanceTable::peak_bytes).sum(),
        time: control.elapsed(),
        ..Stats::default()
    };
    let best = tables[0].solution(start);
    let best = best.expect("the table knows the start");
    let best = Solution::check(puzzle, best.moves().to_vec())?;
    Ok(Shortest {
        run: Run {
            outcome: Outcome::new(Some(best), least, Stop::Finished, stats),
            plan: Plan {
                algorithm: "table".to_owned(),
                heuristic: None,
            },
            trace: Trace::default(),
        },
        count,
        source: Source::Tables(tables),
    })
}

/// The number of shortest solutions; none if a limit ends the count, or the board is too large to count.
pub fn count_shortest(puzzle: &Puzzle, control: &Control) -> Option<u64> {
    let found = shortest(puzzle, control, false).ok()?;
    Some(found.count)
}

/// Searches everything within the length of a shortest solution.
fn search(puzzle: &Puzzle, control: &Control, listed: bool) -> Result<Shortest, ShortestError> {
    let solver = PdbIda::default();
    let plan = solver.plan(puzzle, control.context());
    let mut count = 0_u64;
    let mut first = None;
    let mut list = Vec::new();
    let least = solver.all_shortest(puzzle, control, &mut |solution| {
        count += 1;
        if listed {
            list.push(solution.moves().to_vec());
        }
        first.get_or_insert(solution);
        if list.len() > MOST {
            ControlFlow::Break(())
        } else {
            ControlFlow::Continue(())
        }
    });
    let least = least.map_err(|halt| match halt {
        Halt::Stopped(Stop::Cancelled) => ShortestError::Cancelled,
        Halt::Stopped(stop) => ShortestError::Limit(stop),
        Halt::Refused(error) => ShortestError::Solve(error),
    })?;
    if list.len() > MOST {
        return Err(ShortestError::TooMany);
    }
    list.sort();
    let stats = Stats {
        time: control.elapsed(),
        ..Stats::default()
    };
    Ok(Shortest {
        run: Run {
            outcome: Outcome::new(first, least, Stop::Finished, stats),
            plan,
            trace: Trace::default(),
        },
        count,
        source: Source::List(list),
    })
}

impl Shortest {
    /// The solutions in the order U D L R.
    pub fn lines(&self, start: &Board, notation: Notation) -> Vec<String> {
        let mut lines = Vec::new();
        let tables = match &self.source {
            Source::Tables(tables) => tables,
            Source::List(list) => {
                let text = |moves: &Vec<Move>| format_moves(moves, notation);
                return list.iter().map(text).collect();
            }
        };
        for table in tables {
            descend(table, start, &mut Vec::new(), &mut |moves| {
                lines.push(format_moves(moves, notation));
            });
        }
        lines
    }
}

/// Calls `found` with every shortest path; as deep as the distance, at most 55 moves.
fn descend(
    table: &DistanceTable,
    board: &Board,
    moves: &mut Vec<Move>,
    found: &mut impl FnMut(&[Move]),
) {
    let best = table.best_moves(board);
    if best.is_empty() {
        found(moves);
    }
    for mv in best {
        let mut next = board.clone();
        next.slide(mv).expect("a best move can be made");
        moves.push(mv);
        descend(table, &next, moves, found);
        moves.pop();
    }
}

#[cfg(test)]
mod tests {
    use super::count_shortest;
    use taquin::{Board, Control, Goals, Limits, Puzzle};

    fn count(text: &str, limits: Limits) -> Option<u64> {
        let board: Board = text.parse().expect("a board");
        let puzzle = Puzzle::new(board, &Goals::default()).expect("it can be solved");
        count_shortest(&puzzle, &Control::new(limits))
    }

    /// Two moves commute nowhere near the goal: one way each; `taquin solve --count` agrees.
    #[test]
    fn near_boards_have_one() {
        assert_eq!(count("1 2 3/4 5 6/0 7 8", Limits::default()), Some(1));
        assert_eq!(
            count("1 2 3 4/5 6 7 8/9 10 11 12/13 0 14 15", Limits::default()),
            Some(1)
        );
    }

    #[test]
    fn a_limit_ends_the_counting() {
        let limits = Limits {
            nodes: Some(1),
            ..Limits::default()
        };
        let far = "14 15 8 12/10 11 9 13/2 6 5 1/3 7 4 0";
        assert_eq!(count(far, limits), None);
    }
}
