//! Printed traces, in the style of reports on BFS and DFS: each expanded state, its legal actions, those
//! that were added, and at the end the path to the goal.
//!
//! An action is the direction of the *blank* and its new cell, row and column counted from 0.

use std::fmt::Write;

use taquin::trace::{Step, StepKind};
use taquin::{Board, Move};
use taquin_app::Run;

use crate::units::count_of;

/// The recorded search and its solution.
pub(crate) fn search(run: &Run, start: &Board) -> String {
    let mut text = String::new();
    let steps = &run.trace.steps;
    let informed = run.plan.heuristic.is_some();
    let mut index = 0;
    while index < steps.len() {
        let step = &steps[index];
        let rest = &steps[index + 1..];
        let children = rest.iter().take_while(|step| !is_taken(step)).count();
        if is_taken(step) {
            taken(&mut text, step, &rest[..children], informed);
        }
        index += 1 + children;
    }
    if run.trace.truncated {
        let _ = writeln!(
            text,
            "… the search went on; these were its first {}\n",
            count_of(steps.len() as u64, "step")
        );
    }
    solution(&mut text, run, start);
    text
}

fn is_taken(step: &Step) -> bool {
    matches!(step.kind, StepKind::Expand(_) | StepKind::Goal)
}

/// A state that was taken, what can be done in it, and what was added.
fn taken(text: &mut String, step: &Step, children: &[Step], informed: bool) {
    matrix(text, &step.board);
    if informed {
        let Step { g, h, f, .. } = step;
        let why = match step.kind {
            StepKind::Expand(why) => format!("expanded because {why}"),
            _ => "a goal".to_owned(),
        };
        let _ = writeln!(text, "g = {g}, h = {h}, f = {f}: {why}\n");
    }
    if step.kind == StepKind::Goal {
        return;
    }
    let actions: Vec<String> = step
        .board
        .moves()
        .map(|mv| action(&step.board, mv))
        .collect();
    let _ = writeln!(text, "[{}]\n", actions.join(", "));
    for child in children {
        let Some(mv) = child.mv else {
            continue;
        };
        if child.parent != Some(step.node) {
            // A beam is cut when its level is done, so these are children of any of its nodes.
            let Step { board, g, h, f, .. } = child;
            let _ = writeln!(text, "{board}  g = {g}, h = {h}, f = {f} pruned");
            continue;
        }
        // In the searches that keep no states, a child that the bound cuts off is shown as such.
        let note = match child.kind {
            StepKind::Generate => String::new(),
            StepKind::Prune => " left out".to_owned(),
            _ => continue,
        };
        let values = if informed {
            format!("  g = {}, h = {}, f = {}", child.g, child.h, child.f)
        } else {
            String::new()
        };
        let _ = writeln!(text, "{}{values}{note}", action(&step.board, mv));
    }
}

fn solution(text: &mut String, run: &Run, start: &Board) {
    let explored = run.outcome.stats.expanded;
    let Some(best) = run.outcome.best() else {
        let _ = writeln!(
            text,
            "No solution found.\nNumber of explored states: {explored}"
        );
        return;
    };
    // The goal was taken too, though not expanded.
    let _ = writeln!(
        text,
        "Solution found!\nNumber of explored states: {}\n",
        explored + 1
    );
    let mut board = start.clone();
    for &mv in best.moves() {
        let _ = writeln!(text, "{}", action(&board, mv));
        board.slide(mv);
        matrix(text, &board);
    }
}

/// `('up', (0, 2))`: the direction of the blank and its new cell.
fn action(board: &Board, mv: Move) -> String {
    let word = mv.blank_direction().word();
    match board.source(mv) {
        Some(cell) => {
            let (row, col) = (
                board.size().row(cell.index()),
                board.size().col(cell.index()),
            );
            format!("('{word}', ({row}, {col}))")
        }
        None => format!("('{word}', none)"),
    }
}

/// The rows in brackets, the blank as `' '`, and an empty line.
fn matrix(text: &mut String, board: &Board) {
    let cells: Vec<String> = board
        .numbers()
        .map(|number| match number {
            0 => "' '".to_owned(),
            number => number.to_string(),
        })
        .collect();
    for row in cells.chunks(board.size().cols()) {
        let _ = writeln!(text, "[{}]", row.join(", "));
    }
    text.push('\n');
}
