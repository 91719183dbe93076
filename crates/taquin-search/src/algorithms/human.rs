//! The human method as a solver: rows, columns, the last 2x2.
//!
//! Guarantee: a solution of every puzzle up to 16x16, a few times longer than the shortest. The
//! lower bound is the Manhattan distance, so the answer is proven optimal only when it has just
//! that length. Memory: one board and the moves. The method and its reference are in
//! [`crate::human`].
//!
//! Statistics: *expanded* are the boards on which a move was made, *generated* these and the last one;
//! nothing waits and nothing is remembered, so one node is open and none closed. Limits are checked
//! after each stage of about two tiles. A trace has the boards on the way;
//! [`human::explain`](crate::human::explain) describes each of them.

use std::ops::ControlFlow;

use taquin_core::catalogue::{Guarantee, Pseudocode, Runs, SolverEntry};
use taquin_core::trace::Why;
use taquin_core::{Control, Move, Outcome, Puzzle, Size, SolveError, Solver, Stats, Stop};

use crate::human::Stages;
use crate::incumbent::answer;
use crate::tracing::Walk;

pub(super) static ENTRY: SolverEntry = SolverEntry {
    name: "human",
    summary: "row by row, as people do; any size in milliseconds",
    guarantee: Guarantee::Solution,
    notes: "always a solution, rarely a shortest one; next to no memory",
    runs: Runs::InProcess,
    max_cells: Size::MAX_CELLS,
    textbook: false,
    pseudocode: Some(&Pseudocode::WALK),
    options: &[],
    make: |_| Ok(Box::new(Human)),
};

/// The human method; it has no options.
#[derive(Clone, Copy, Debug, Default)]
pub struct Human;

impl Solver for Human {
    fn name(&self) -> &'static str {
        ENTRY.name
    }

    fn solve(&self, puzzle: &Puzzle, control: &Control) -> Result<Outcome, SolveError> {
        Ok(answer(puzzle, control, |incumbent, stats| {
            (stats.generated, stats.peak_open) = (1, 1);
            incumbent.offer(play(puzzle, control, stats)?);
            ControlFlow::Continue(())
        }))
    }
}

/// Plays the stages and counts their moves.
pub(super) fn play(
    puzzle: &Puzzle,
    control: &Control,
    stats: &mut Stats,
) -> ControlFlow<Stop, Vec<Move>> {
    let mut meter = control.meter();
    let mut moves = Vec::new();
    let (mut board, mut walk) = (puzzle.start().clone(), Walk::new(control));
    let mut hold = |moves: &Vec<Move>| {
        let bytes = (size_of::<Stages>() + moves.capacity()) as u64;
        control.check_memory(bytes)?;
        stats.peak_bytes = bytes;
        ControlFlow::Continue(())
    };
    hold(&moves)?;
    for stage in Stages::new(puzzle) {
        control.check()?;
        for mv in stage.moves {
            walk.record(&board, moves.last().copied(), 0, Some(Why::Method));
            meter.node()?;
            stats.expanded += 1;
            stats.generated += 1;
            board.slide(mv);
            moves.push(mv);
        }
        hold(&moves)?;
    }
    walk.record(&board, moves.last().copied(), 0, None);
    ControlFlow::Continue(moves)
}
