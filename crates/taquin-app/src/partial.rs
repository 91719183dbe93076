//! Shortest solutions for goals in which some tiles do not matter.

use taquin::notation::Notation;
use taquin::partial::{self, PartialError};
use taquin::trace::Trace;
use taquin::{Board, Control, Goal, Goals, PartialGoal, Plan, Puzzle};

use crate::{Refusal, RefusalKind, Run, answer};

/// Finds a shortest way to a board that meets the goal, with its answer.
///
/// # Errors
/// When the sizes differ, or no such board can be reached.
pub fn solve_partial(
    start: &Board,
    goal: &PartialGoal,
    notation: Notation,
    control: &Control,
) -> Result<(Run, answer::Solve), Refusal> {
    let outcome = partial::solve(start, goal, control).map_err(|error| {
        let kind = match error {
            PartialError::Unsolvable => RefusalKind::Unsolvable,
            _ => RefusalKind::InvalidBoard,
        };
        Refusal::new(kind, error.to_string())
    })?;
    let run = Run {
        outcome,
        plan: Plan {
            algorithm: "astar".to_owned(),
            heuristic: Some("manhattan of the named tiles".to_owned()),
        },
        trace: Trace::default(),
    };
    let end = match run.outcome.best() {
        Some(best) => start.clone().replay(best.moves())?,
        None => start.clone(),
    };
    let goals = Goals::new([Goal::Custom(end)]);
    let puzzle = Puzzle::new(start.clone(), &goals)?;
    let answer = answer::Solve {
        goal: goal.to_string(),
        ..run.answer(&puzzle, &goals, notation)
    };
    Ok((run, answer))
}
