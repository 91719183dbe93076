//! Every shortest solution of a board: from its complete distance table where that is small, else by
//! searching all boards within the least bound.

use std::ops::ControlFlow;
use std::sync::Arc;

use taquin::algorithms::PdbIda;
use taquin::notation::{Notation, format_moves};
use taquin::table::{DistanceTable, TableError};
use taquin::{Board, Control, Limits, Move, Outcome, Plan, Puzzle, Solver, Stats, Stop};
use taquin_app::RefusalKind;
use taquin_app::Run;

use crate::failure::{Exit, Failure};
use crate::interrupt;

/// The shortest solutions of a puzzle.
pub(super) struct Shortest {
    /// One of them, as a solver's answer.
    pub(super) run: Run,
    /// How many there are.
    pub(super) count: u64,
    source: Source,
}

/// Where the solutions are.
enum Source {
    /// Tables of the goals they lead to.
    Tables(Vec<DistanceTable>),
    /// In this list.
    List(Vec<Vec<Move>>),
}

/// The most solutions that are listed.
const MOST: usize = 1_000_000;

/// Finds all shortest solutions of a puzzle; `listed` if they are to be shown.
pub(super) fn find(puzzle: &Puzzle, limits: Limits, listed: bool) -> Result<Shortest, Failure> {
    let control = Arc::new(Control::new(limits));
    interrupt::watch(&control);
    if puzzle.start().size().cells() > DistanceTable::MAX_CELLS {
        return search(puzzle, &control, listed);
    }
    let mut tables = Vec::new();
    for goal in puzzle.targets() {
        tables.push(DistanceTable::within(goal, &control).map_err(|error| refused(&error))?);
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
    let best = taquin::Solution::check(puzzle, best.moves().to_vec());
    let best = best.map_err(|error| {
        Failure::new(
            Exit::Verification,
            RefusalKind::Verification,
            error.to_string(),
        )
    })?;
    Ok(Shortest {
        run: Run {
            outcome: Outcome::new(Some(best), least, Stop::Finished, stats),
            plan: Plan {
                algorithm: "table".to_owned(),
                heuristic: None,
            },
            trace: taquin::trace::Trace::default(),
        },
        count,
        source: Source::Tables(tables),
    })
}

/// Searches everything within the length of a shortest solution.
fn search(puzzle: &Puzzle, control: &Control, listed: bool) -> Result<Shortest, Failure> {
    let solver = PdbIda::default();
    let plan = solver.plan(puzzle);
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
    })?;
    let limit = |text: String| Failure::new(Exit::Limit, RefusalKind::InvalidRequest, text);
    let least = least.map_err(|stop| match stop {
        Stop::Cancelled => Failure::new(
            Exit::Interrupted,
            RefusalKind::InvalidRequest,
            "interrupted before all shortest solutions were found".to_owned(),
        ),
        _ => limit("limit reached before all shortest solutions were found".to_owned()),
    })?;
    if list.len() > MOST {
        return Err(limit(format!(
            "there are more than {MOST} shortest solutions; --count counts them"
        )));
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
            trace: taquin::trace::Trace::default(),
        },
        count,
        source: Source::List(list),
    })
}

impl Shortest {
    /// The solutions in the order U D L R.
    pub(super) fn lines(&self, start: &Board, notation: Notation) -> Vec<String> {
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

/// Calls `found` with every way downhill; as deep as the board is far, at most 55 moves.
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

fn refused(error: &TableError) -> Failure {
    Failure::new(Exit::Limit, RefusalKind::InvalidRequest, error.to_string())
}
