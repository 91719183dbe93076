//! Plans in the trace of a search.

use taquin_core::trace::{Step, StepKind};
use taquin_core::{Control, Puzzle, Solution};

/// Puts the boards of the plan into the trace: a formula has no other nodes.
pub(crate) fn record(puzzle: &Puzzle, plan: &Solution, control: &Control) {
    let Some(tracer) = control.tracer() else {
        return;
    };
    let mut board = puzzle.start().clone();
    let mut parent = None;
    for g in 0..=plan.len() {
        let mv = g.checked_sub(1).map(|index| plan.moves()[index as usize]);
        if let Some(mv) = mv {
            board.slide(mv);
        }
        let node = tracer.new_id();
        let is_last = g == plan.len();
        tracer.record(Step {
            kind: if is_last {
                StepKind::Goal
            } else {
                StepKind::Generate
            },
            node,
            parent,
            mv,
            board: board.clone(),
            g,
            h: plan.len() - g,
            f: plan.len(),
            open: 0,
            closed: 0,
        });
        parent = Some(node);
    }
}
