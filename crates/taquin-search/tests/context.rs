//! What contexts share, and what counts against the memory limit.

use taquin_core::catalogue::Catalogue;
use taquin_core::generate::{Generator, Uniform};
use taquin_core::{Context, Control, Goal, Goals, Limits, Outcome, Puzzle, Size, Stop};
use taquin_pdb::{Partition, PdbCache, TableKind, canonical_blank};
use taquin_search::algorithms::SOLVERS;
use taquin_search::table::DistanceTables;

fn puzzle(rows: usize, cols: usize, goals: &Goals) -> Puzzle {
    let goal = goals.as_slice()[0]
        .board(Size::new(rows, cols).unwrap())
        .unwrap();
    Puzzle::new(Uniform.board(&goal, 5), goals).unwrap()
}

fn solve(spec: &str, puzzle: &Puzzle, limits: Limits, context: &Context) -> Outcome {
    let solver = Catalogue(SOLVERS).solver(spec).unwrap();
    let control = Control::new(limits).within(context);
    solver.solve(puzzle, &control).unwrap()
}

/// Two contexts in one process share nothing.
#[test]
fn tables_stay_in_their_context() {
    let (one, other) = (Context::new(), Context::new());
    let puzzle = puzzle(3, 3, &Goals::default());
    solve("pdb-ida", &puzzle, Limits::default(), &one);
    solve("table", &puzzle, Limits::default(), &one);
    let goal = &puzzle.targets()[0];
    let blank = canonical_blank(goal.size(), goal.blank().index());
    let patterns = Partition::quick(goal.size())
        .patterns(goal.size(), blank)
        .unwrap();
    for pattern in &patterns {
        assert!(one.part::<PdbCache>().has(pattern, TableKind::ZeroAware));
        assert!(!other.part::<PdbCache>().has(pattern, TableKind::ZeroAware));
    }
    assert!(one.part::<DistanceTables>().find(goal).is_some());
    assert!(other.part::<DistanceTables>().find(goal).is_none());
}

/// The tables of 4.4 on 3x3 take 2 · 3,024 bytes. They count wherever they stand: alone, inside
/// `max(…)`, or once for each goal.
#[test]
fn tables_of_combined_heuristics_count_as_memory() {
    let context = Context::new();
    let one_goal = puzzle(3, 3, &Goals::default());
    let two_goals = puzzle(3, 3, &Goals::new([Goal::BlankLast, Goal::BlankFirst]));
    let tables = 2 * 9 * 8 * 7 * 6;
    for (spec, puzzle, least) in [
        ("ida/pdb:4-4", &one_goal, tables),
        ("ida/max(pdb:4-4,manhattan)", &one_goal, tables),
        ("ida/pdb:4-4", &two_goals, 2 * tables),
        ("astar/max(pdb:4-4,manhattan)", &two_goals, 2 * tables),
    ] {
        let unlimited = solve(spec, puzzle, Limits::default(), &context);
        assert!(unlimited.is_optimal());
        let bytes = unlimited.stats.peak_bytes;
        assert!(
            bytes >= least,
            "{spec}: {bytes} bytes, tables alone {least}"
        );
        let limits = Limits {
            memory: Some(least - 1),
            ..Limits::default()
        };
        let limited = solve(spec, puzzle, limits, &context);
        assert_eq!(limited.stop, Stop::OutOfMemory, "{spec}");
    }
}
