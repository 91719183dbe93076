//! The multi-tile metric on published boards.

use taquin_core::{Board, Context, Control, Goal, Goals, Limits, Puzzle};
use taquin_search::mtm;

/// Identifier, board and optimal length, by another program.
const KORF: &str = include_str!("data/korf-15-100-mtm.tsv");

#[test]
fn korfs_hundred_have_the_lengths_that_another_program_found() {
    let context = Context::new();
    let rows: Vec<Vec<&str>> = KORF
        .lines()
        .filter(|line| !line.starts_with('#'))
        .map(|line| line.split('\t').collect())
        .collect();
    assert_eq!(rows.len(), 100);
    let solve = |board: &str| {
        let board: Board = board.parse().unwrap();
        let puzzle = Puzzle::new(board, &Goals::from(Goal::BlankFirst)).unwrap();
        let control = Control::new(Limits::default()).within(&context);
        mtm::solve(&puzzle, &control).unwrap()
    };
    for row in &rows {
        let outcome = solve(row[1]);
        assert!(outcome.is_optimal(), "{}", row[0]);
        let length = outcome.length().unwrap();
        assert_eq!(length.to_string(), row[2], "{}", row[0]);
    }
    // Tables are ready now, and two searches with them expand the same nodes.
    for row in rows.iter().take(3) {
        let (one, other) = (solve(row[1]), solve(row[1]));
        assert_eq!(one.stats.expanded, other.stats.expanded, "{}", row[0]);
        assert_eq!(one.best(), other.best(), "{}", row[0]);
    }
}
