//! Lengths and times of the human method on uniform random boards, as a Markdown table.
//!
//! `cargo run --release -p taquin-search --example human_figures`

#![expect(
    clippy::print_stdout,
    reason = "a program for people, with its table on stdout"
)]

use std::error::Error;
use std::time::{Duration, Instant};

use taquin_core::generate::{self, Uniform};
use taquin_core::{Goal, Puzzle, Size};
use taquin_search::human;

/// Boards of each size: seeds 1 to this.
const BOARDS: usize = 200;

/// Solves of each board; the shortest time counts, so that a pause of the machine does not.
const REPEATS: usize = 3;

const SIZES: [(usize, usize); 9] = [
    (3, 3),
    (4, 4),
    (5, 5),
    (6, 6),
    (8, 8),
    (10, 10),
    (16, 16),
    (2, 16),
    (16, 2),
];

fn main() -> Result<(), Box<dyn Error>> {
    println!("| size | goal | moves, mean | least | most | time, mean ms | most ms |");
    println!("| --- | --- | --- | --- | --- | --- | --- |");
    for (rows, cols) in SIZES {
        let size = Size::new(rows, cols)?;
        for (name, goal) in Goal::NAMED {
            row(size, name, &goal)?;
        }
    }
    Ok(())
}

fn row(size: Size, name: &str, goal: &Goal) -> Result<(), Box<dyn Error>> {
    let target = goal.board(size)?;
    let (mut lengths, mut times) = (Vec::new(), Vec::new());
    for board in generate::boards(&Uniform, &target, 1).take(BOARDS) {
        let puzzle = Puzzle::new(board, &goal.clone().into())?;
        let runs = [(); REPEATS].map(|()| {
            let begun = Instant::now();
            let solution = human::solve(&puzzle);
            (begun.elapsed(), solution.len())
        });
        let (time, length) = runs.into_iter().min().unwrap_or_default();
        times.push(time);
        lengths.push(length);
    }
    let milliseconds = |time: Duration| time.as_secs_f64() * 1e3;
    println!(
        "| {size} | {name} | {:.1} | {} | {} | {:.3} | {:.3} |",
        f64::from(lengths.iter().sum::<u32>()) / BOARDS as f64,
        lengths.iter().min().unwrap_or(&0),
        lengths.iter().max().unwrap_or(&0),
        milliseconds(times.iter().sum::<Duration>()) / BOARDS as f64,
        milliseconds(times.iter().max().copied().unwrap_or_default()),
    );
    Ok(())
}
