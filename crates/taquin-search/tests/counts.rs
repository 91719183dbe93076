//! The words *expanded* and *generated* mean what the manual says, on boards small enough to check.

use taquin_core::spec::Spec;
use taquin_core::{Board, Control, Goals, Limits, Outcome, Puzzle, Size};
use taquin_search::algorithms::SOLVERS;

fn board(rows: usize, cols: usize, numbers: &[u32]) -> Board {
    Board::new(Size::new(rows, cols).unwrap(), numbers).unwrap()
}

fn solve(spec: &str, start: &Board) -> Outcome {
    let spec: Spec = spec.parse().unwrap();
    let entry = SOLVERS
        .iter()
        .find(|entry| entry.name == spec.name)
        .unwrap();
    let puzzle = Puzzle::new(start.clone(), &Goals::default()).unwrap();
    let solver = (entry.build)(spec.options).unwrap();
    solver
        .solve(&puzzle, &Control::new(Limits::default()))
        .unwrap()
}

/// Counted by a short independent program: goal test when a node is taken from the open list, ties
/// to larger g then first in, successors in the order U D L R.
#[test]
fn worked_example_has_the_published_counts() {
    let start = board(3, 3, &[8, 1, 3, 4, 0, 2, 7, 6, 5]);
    for (spec, expanded, generated) in [
        ("bfs", 5123, 7961),
        ("ucs", 5123, 7961),
        ("astar:heuristic=manhattan", 38, 67),
    ] {
        let outcome = solve(spec, &start);
        assert!(outcome.is_optimal(), "{spec}");
        assert_eq!(outcome.lower_bound(), 14, "{spec}");
        let counts = (outcome.stats.expanded, outcome.stats.generated);
        assert_eq!(counts, (expanded, generated), "{spec}");
        assert_eq!(outcome.stats.peak_closed, expanded, "{spec}");
    }
}

#[test]
fn every_solver_solves() {
    let start = board(3, 3, &[8, 1, 3, 4, 0, 2, 7, 6, 5]);
    for entry in SOLVERS {
        let outcome = solve(entry.name, &start);
        assert!(outcome.best().is_some(), "{}", entry.name);
    }
}
