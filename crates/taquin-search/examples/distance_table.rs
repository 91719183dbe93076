//! Times the complete distance table: building it, and asking it for the best moves.
//!
//! `cargo run --release -p taquin-search --example distance_table`

#![expect(
    clippy::print_stdout,
    reason = "a program that reports to the terminal"
)]

use std::hint::black_box;
use std::time::{Duration, Instant};

use taquin_core::generate::{Uniform, boards};
use taquin_core::{Board, Control, Goal, Limits, Size};
use taquin_search::table::DistanceTable;

fn main() {
    println!("size  states   radius  build ms (median of 21)  distance ns  best moves ns");
    for (rows, cols) in [(2, 3), (2, 4), (3, 3), (2, 5), (5, 2)] {
        let size = Size::new(rows, cols).expect("2 to 16");
        let goal = Goal::BlankLast.board(size).expect("a named goal");
        let mut builds: Vec<Duration> = Vec::new();
        for _ in 0..21 {
            let began = Instant::now();
            black_box(
                DistanceTable::new(black_box(&goal), &Control::new(Limits::default()))
                    .expect("at most ten cells"),
            );
            builds.push(began.elapsed());
        }
        builds.sort();
        let table =
            DistanceTable::new(&goal, &Control::new(Limits::default())).expect("at most ten cells");
        let sample: Vec<Board> = boards(&Uniform, &goal, 0).take(100_000).collect();
        let distance = per_board(&sample, |board| table.distance(board).is_some());
        let hint = per_board(&sample, |board| {
            !table.best_moves(board).is_empty() || board == &goal
        });
        println!(
            "{size}   {:>7}  {:>6}  {:>23.3}  {distance:>11.1}  {hint:>13.1}",
            table.bytes(),
            table.radius(),
            builds[10].as_secs_f64() * 1e3,
        );
    }
}

/// Nanoseconds a board; each answer must be true.
fn per_board(sample: &[Board], ask: impl Fn(&Board) -> bool) -> f64 {
    let began = Instant::now();
    for board in sample {
        assert!(ask(black_box(board)), "{board}");
    }
    began.elapsed().as_secs_f64() * 1e9 / sample.len() as f64
}
