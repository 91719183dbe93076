//! Solves many random 15-puzzles at once on the GPU and prints their mean length and the rate.
//!
//! ```text
//! cargo run --release -p taquin-gpu --example batch -- 1000000
//! ```
#![expect(clippy::print_stdout, reason = "a program that prints")]

use std::error::Error;
use std::time::Instant;

use taquin_core::generate::{Generator, Uniform};
use taquin_core::{Control, Goal, Goals, Limits, Puzzle, Size, Solution};
use taquin_gpu::{Cuda, SearchSettings, Searcher};

fn main() -> Result<(), Box<dyn Error>> {
    let count: u64 = std::env::args().nth(1).map_or(Ok(100_000), |n| n.parse())?;
    let goal = Goal::BlankLast.board(Size::new(4, 4)?)?;
    let puzzles = (0..count)
        .map(|seed| Puzzle::new(Uniform.board(&goal, seed), &Goals::default()))
        .collect::<Result<Vec<_>, _>>()?;
    let mut searcher = Searcher::new(Box::new(Cuda::new()?));
    let control = Control::new(Limits::default());
    let settings = SearchSettings {
        automaton: 14,
        ..SearchSettings::default()
    };
    // The first builds the tables.
    searcher.batch(&puzzles[..1.min(puzzles.len())], &control, &settings)?;
    let began = Instant::now();
    let solved = searcher.batch(&puzzles, &control, &settings)?;
    let seconds = began.elapsed().as_secs_f64();
    let lengths = solved.iter().filter_map(|o| o.best().map(Solution::len));
    let moves: u64 = lengths.map(u64::from).sum();
    let generated: u64 = solved.iter().map(|o| o.stats.generated).sum();
    println!(
        "{count} boards in {seconds:.3} s, {:.0} a second, mean length {:.3}, {generated} children",
        count as f64 / seconds,
        moves as f64 / count as f64,
    );
    Ok(())
}
