//! Solves instances of a set on the GPU and prints a row for each: number, published and found length,
//! nodes expanded and generated, seconds, generated nodes per second in thousands of millions; and
//! thresholds that took long.
//!
//! ```text
//! cargo run --release -p taquin-gpu --example korf -- korf-24-50 1-50 tables=6-6-6-6/8-8-8 automaton=14
//! ```
//! Other settings are `choose`, `frontier`, `beam` (expected children from which a beam
//! comes first), `all` (those from which all partitions are used), `threads` of a block, `nodes`, `patience`, `together`, `waits`, and
//! `kernels`, a file of PTX to be used instead of the one kept.
#![expect(clippy::print_stdout, reason = "a program that prints rows")]

use std::error::Error;
use std::time::Instant;

use taquin_core::{Control, Goals, Limits, Puzzle, Solution};
use taquin_gpu::{Choose, Cuda, Iteration, SearchSettings, Searcher};

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let mut next = |default: &str| arguments.next().unwrap_or_else(|| default.to_owned());
    let (set, numbers) = (next("korf-24-50"), next("1-50"));
    let mut settings = SearchSettings {
        automaton: 14,
        all_from: SearchSettings::ALL_FROM,
        ..SearchSettings::default()
    };
    let given: Vec<String> = arguments.collect();
    let kernels = given
        .iter()
        .find_map(|option| option.strip_prefix("kernels="));
    let cuda = match kernels {
        Some(path) => Cuda::with_kernels(&std::fs::read_to_string(path)?),
        None => Cuda::new(),
    };
    let mut cuda = cuda?;
    for option in &given {
        let (key, value) = option.split_once('=').ok_or("an option is key=value")?;
        match key {
            "tables" => settings.tables = value.parse()?,
            "automaton" => settings.automaton = value.parse()?,
            "choose" => settings.choose = Some(Choose::known(value.parse()?)),
            "frontier" => settings.frontier = value.parse()?,
            "beam" => settings.beam_from = value.parse()?,
            "all" => settings.all_from = value.parse()?,
            "threads" => cuda = cuda.with_threads(value.parse()?),
            "nodes" => settings.nodes = value.parse()?,
            "patience" => settings.patience = value.parse()?,
            "together" => settings.refill.threads = value.parse()?,
            "waits" => settings.refill.rounds = value.parse()?,
            "kernels" => (),
            _ => return Err(format!("there is no setting {key}").into()),
        }
    }
    let mut searcher = Searcher::new(Box::new(cuda));
    println!("# {}, {}", searcher.name(), given.join(" "));
    let instances: Vec<_> = taquin_data::by_name(&set)?.instances().collect();
    let all = Instant::now();
    for number in wanted(&numbers)? {
        let Some(instance) = number.checked_sub(1).and_then(|i| instances.get(i)) else {
            return Err(format!("{set} has instances 1 to {}", instances.len()).into());
        };
        let puzzle = Puzzle::new(instance.board.clone(), &Goals::from(instance.goal.clone()))?;
        let began = Instant::now();
        let control = Control::new(Limits::default());
        let outcome = searcher.solve(&puzzle, &control, &settings, tell)?;
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
    let [breadth, depth] = iteration.seconds;
    if breadth + depth > 0.1 {
        println!(
            "#   {} layers {} frontier {} launches {} generated {:.3} G expanded {:.3} G breadth \
             {breadth:.3} s depth {depth:.3} s {:.2} G/s",
            iteration.threshold,
            iteration.layers,
            iteration.frontier,
            iteration.launches,
            iteration.generated as f64 / 1e9,
            iteration.expanded as f64 / 1e9,
            iteration.generated as f64 / 1e9 / (breadth + depth)
        );
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
