//! Measurements behind the manual's results page: `cargo run --release -p taquin-benches -- NAME`.
//!
//! Each prints raw rows, tab-separated, and a summary in lines that begin with `#`. Two programs that
//! are compared take turns in one run, and time is CPU time of the one thread, so that a busy machine
//! disturbs both alike.
#![expect(clippy::print_stdout, reason = "rows are the result")]

mod allocated;
mod anytime;
mod astar;
mod dealing;
mod heuristics;
mod ida;
mod levels;
mod mtm;
mod parts;
mod sat;
mod small_boards;

use std::process::ExitCode;
use std::time::Duration;

use cpu_time::ThreadTime;

/// All measurements: name, what it shows, and what runs it.
const BENCHES: &[(&str, &str, fn())] = &[
    (
        "anytime-24",
        "anytime search on DeepCubeA's 24-puzzles, 1 s each",
        anytime::small,
    ),
    (
        "anytime-35",
        "anytime search on DeepCubeA's 35-puzzles, 10 s each",
        anytime::middle,
    ),
    (
        "anytime-48",
        "anytime search on DeepCubeA's 48-puzzles, 10 s each",
        anytime::large,
    ),
    (
        "first",
        "the first solution of 10x10 and 16x16",
        anytime::first,
    ),
    (
        "levels",
        "4x4 boards of asked distances, CPU time of each",
        levels::run,
    ),
    (
        "mtm",
        "Korf's 100 boards in the multi-tile metric, tables built once",
        mtm::run,
    ),
    (
        "astar",
        "A* with Manhattan against pathfinding's, 4x4 of 30 to 45 moves",
        astar::run,
    ),
    (
        "ida",
        "IDA* with Manhattan on 4x4: generated nodes per second",
        ida::run,
    ),
    (
        "thesis",
        "1000 random 8-puzzles, A* with misplaced tiles",
        small_boards::thesis,
    ),
    (
        "table",
        "the complete 3x3 distance table, and a hint from it",
        small_boards::table,
    ),
    ("human", "the human method on 16x16", small_boards::human),
    (
        "heuristics",
        "IDA* on 4x4 with each admissible heuristic",
        heuristics::run,
    ),
    (
        "sat-pair",
        "SAT: the course's encoding against ours, 4x4 of optimum 33",
        sat::pair,
    ),
    (
        "sat-far",
        "SAT: ten 4x4 boards each of optimum 40, 44 and 48",
        sat::far,
    ),
    (
        "sat-korf",
        "SAT: Korf's 100 boards, 300 CPU s each, easiest first",
        sat::korf,
    ),
    (
        "dealing",
        "cutting a threshold of a 24-puzzle into parts and dealing them",
        dealing::run,
    ),
    (
        "parts",
        "a 24-puzzle in one go and in parts, CPU time of each",
        parts::run,
    ),
];

fn main() -> ExitCode {
    let name = std::env::args().nth(1).unwrap_or_default();
    if let Some((_, summary, run)) = BENCHES.iter().find(|bench| bench.0 == name) {
        println!("# {summary}");
        run();
        return ExitCode::SUCCESS;
    }
    println!("usage: cargo run --release -p taquin-benches -- NAME");
    for (name, summary, _) in BENCHES {
        println!("  {name:12}{summary}");
    }
    ExitCode::from(2)
}

/// Runs something and says how much CPU time it took.
fn timed<T>(work: impl FnOnce() -> T) -> (T, Duration) {
    let began = ThreadTime::now();
    let result = work();
    (result, began.elapsed())
}

/// Milliseconds, for rows.
fn ms(time: Duration) -> f64 {
    time.as_secs_f64() * 1e3
}

/// The middle of several values.
fn median(values: &mut [f64]) -> f64 {
    values.sort_by(f64::total_cmp);
    let half = values.len() / 2;
    if values.len() % 2 == 1 {
        values[half]
    } else {
        f64::midpoint(values[half - 1], values[half])
    }
}
