//! Every shortest solution of a small board, from its complete distance table.

use std::sync::Arc;

use taquin::notation::{Notation, format_moves};
use taquin::table::{DistanceTable, TableError};
use taquin::wire::ProblemKind;
use taquin::{Board, Control, Limits, Move, Outcome, Plan, Puzzle, Stats, Stop};

use crate::engine::Run;
use crate::failure::{Exit, Failure};
use crate::interrupt;

/// The shortest solutions of a puzzle.
pub(super) struct Shortest {
    /// One of them, as a solver's answer.
    pub(super) run: Run,
    /// How many there are.
    pub(super) count: u64,
    /// Tables of the goals they lead to.
    tables: Vec<DistanceTable>,
}

/// Finds all shortest solutions of a puzzle whose size the table covers.
pub(super) fn find(puzzle: &Puzzle, limits: Limits) -> Result<Shortest, Failure> {
    let control = Arc::new(Control::new(limits));
    interrupt::watch(&control);
    let mut tables = Vec::new();
    for goal in puzzle.targets() {
        tables.push(DistanceTable::within(goal, &control).map_err(refused)?);
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
            ProblemKind::Verification,
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
        tables,
    })
}

impl Shortest {
    /// The solutions in the order U D L R.
    pub(super) fn lines(&self, start: &Board, notation: Notation) -> Vec<String> {
        let mut lines = Vec::new();
        for table in &self.tables {
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

fn refused(error: TableError) -> Failure {
    match error {
        TableError::TooLarge(size) => Failure::new(
            Exit::Usage,
            ProblemKind::Unsupported,
            format!(
                "all shortest solutions are not available yet for {size}: the distance table \
                 covers boards of up to {} cells; plain `taquin solve` gives one of them",
                DistanceTable::MAX_CELLS
            ),
        ),
        error => Failure::new(Exit::Limit, ProblemKind::InvalidRequest, error.to_string()),
    }
}
