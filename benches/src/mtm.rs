//! Korf's hundred in the multi-tile metric: the tables, then the searches.

use std::time::Duration;

use taquin::mtm::{self, MtmOutcome};
use taquin::{Board, Context, Control, Goal, Goals, Limits, Puzzle};

use crate::{ms, timed};

/// Identifier, board and optimal length, by another program.
const KORF: &str = include_str!("../../crates/taquin-search/tests/data/korf-15-100-mtm.tsv");

pub(crate) fn run() {
    let context = Context::new();
    let solve = |board: &str| -> (MtmOutcome, Duration) {
        let board: Board = board.parse().expect("a board of the table");
        let puzzle = Puzzle::new(board, &Goals::from(Goal::BlankFirst));
        let puzzle = puzzle.expect("Korf's boards can be solved");
        let control = Control::new(Limits::default()).within(&context);
        let (outcome, took) = timed(|| mtm::solve(&puzzle, &control));
        (outcome.expect("the metric is for 4x4"), took)
    };
    let rows = KORF.lines().filter(|line| !line.starts_with('#'));
    let rows: Vec<Vec<&str>> = rows.map(|line| line.split('\t').collect()).collect();
    let (_, first) = solve(rows[0][1]);
    println!("id\tlength\texpanded\tgenerated\tms");
    let (mut expanded, mut time) = (0, Duration::ZERO);
    for row in rows {
        let (outcome, took) = solve(row[1]);
        let length = outcome.length().expect("no limit was set");
        assert!(outcome.is_optimal() && row[2] == length.to_string());
        let stats = outcome.stats;
        println!(
            "{}\t{length}\t{}\t{}\t{:.1}",
            row[0],
            stats.expanded,
            stats.generated,
            ms(took)
        );
        (expanded, time) = (expanded + stats.expanded, time + took);
    }
    println!(
        "# {expanded} expanded in {:.0} ms; the first board with its tables built before: {:.0} ms",
        ms(time),
        ms(first)
    );
}
