//! Solves instances of a set on the GPU and prints a row for each: number, published and found length,
//! nodes expanded and generated, seconds, generated nodes a second in thousands of millions.
//!
//! ```text
//! cargo run --release -p taquin-gpu --example korf -- korf-24-50 1-50 6-6-6-6/8-8-8
//! ```
#![expect(clippy::print_stdout, reason = "a program that prints rows")]

use std::error::Error;
use std::time::Instant;

use taquin_core::{Control, Goals, Limits, Puzzle, Solution};
use taquin_gpu::{Cuda, Engine, Iteration, Settings};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut next = |default: &str| arguments.next().unwrap_or_else(|| default.to_owned());
    let (set, numbers, tables) = (next("korf-24-50"), next("1-50"), next("6-6-6-6/8-8-8"));
    let settings = Settings {
        tables: tables.parse()?,
        ..Settings::default()
    };
    let mut engine = Engine::new(Box::new(Cuda::new()?));
    println!("# {}, tables {tables}", engine.name());
    let instances: Vec<_> = taquin_data::by_name(&set)?.instances().collect();
    let all = Instant::now();
    for number in wanted(&numbers)? {
        let Some(instance) = number.checked_sub(1).and_then(|i| instances.get(i)) else {
            return Err(format!("{set} has instances 1 to {}", instances.len()).into());
        };
        let puzzle = Puzzle::new(instance.board.clone(), &Goals::from(instance.goal.clone()))?;
        let began = Instant::now();
        let control = Control::new(Limits::default());
        let outcome = engine.solve(&puzzle, &control, &settings, tell)?;
        let seconds = began.elapsed().as_secs_f64();
        let stats = outcome.stats;
        println!(
            "{number}\t{}\t{}\t{}\t{}\t{seconds:.3}\t{:.2}",
            instance.optimal.map_or("-".to_owned(), |n| n.to_string()),
            outcome.best().map_or(0, Solution::len),
            stats.expanded,
            stats.generated,
            stats.generated as f64 / 1e9 / seconds
        );
    }
    println!("# {:.2} s in all", all.elapsed().as_secs_f64());
    Ok(())
}

/// Thresholds that took long.
fn tell(iteration: &Iteration) {
    if iteration.seconds.iter().sum::<f64>() > 0.1 {
        println!("# {iteration:?}");
    }
}

/// `1-3,7` is 1, 2, 3 and 7.
fn wanted(text: &str) -> Result<Vec<usize>, std::num::ParseIntError> {
    let mut numbers = Vec::new();
    for part in text.split(',') {
        let (first, last) = part.split_once('-').unwrap_or((part, part));
        numbers.extend(first.parse::<usize>()?..=last.parse()?);
    }
    Ok(numbers)
}
