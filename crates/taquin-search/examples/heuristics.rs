//! Measures every heuristic of the catalogue: how near it is to the truth on all boards of 3x3,
//! where it first goes wrong, and what it costs on 4x4. The tables of the manual come from here:
//!
//! ```console
//! $ cargo run --release -p taquin-search --example heuristics
//! ```
#![expect(clippy::print_stdout, reason = "an example that prints its tables")]

use std::time::{Duration, Instant};

use taquin_core::generate::{Uniform, boards};
use taquin_core::{Board, Control, Goal, Limits, Puzzle, Size};
use taquin_search::heuristic::{Guide, HEURISTICS, HeuristicSpec};
use taquin_testkit::Distances;

/// Number 12 of the hundred 15-puzzles of R. E. Korf (1985); its optimum is 45.
const KORF_12: [u32; 16] = [14, 1, 9, 6, 4, 8, 12, 5, 7, 2, 3, 0, 10, 11, 13, 15];

/// Nodes after which IDA\* with a weak heuristic is stopped.
const NODES: u64 = 1_000_000;

/// Runs of each measurement.
const RUNS: usize = 9;

fn main() {
    quality();
    for (rows, cols) in [(3, 3), (2, 4), (2, 5)] {
        counterexamples(rows, cols);
    }
    inverse_alone();
    cost();
}

fn goal(goal: &Goal, rows: usize, cols: usize) -> Board {
    let size = Size::new(rows, cols).expect("a size of the lists");
    goal.board(size).expect("a goal that has a name")
}

fn build(text: &str, goal: &Board) -> Box<dyn Guide> {
    let spec: HeuristicSpec = text.parse().expect("a heuristic of the catalogue");
    let control = Control::new(Limits::default());
    spec.build(goal, &control)
        .expect("small boards are in its reach")
}

/// Mean of h / h* over all boards but the goal, of h, and the share of boards where they are equal.
fn quality() {
    let goal = goal(&Goal::BlankLast, 3, 3);
    let truth = Distances::from_goal(&goal);
    let boards: Vec<(Board, u32)> = truth.iter().filter(|&(_, d)| d > 0).collect();
    let count = boards.len() as f64;
    println!("| heuristic | mean h / h* | mean h | largest h | h = h* | h > h* |");
    println!("|---|---|---|---|---|---|");
    for entry in HEURISTICS {
        let guide = build(entry.name, &goal);
        let pairs: Vec<(f64, f64)> = boards
            .iter()
            .map(|(board, distance)| (f64::from(guide.estimate(board)), f64::from(*distance)))
            .collect();
        let mean = |f: fn(&(f64, f64)) -> f64| pairs.iter().map(f).sum::<f64>() / count;
        let largest = pairs.iter().map(|pair| pair.0).fold(0.0, f64::max);
        println!(
            "| `{}` | {:.4} | {:.3} | {largest} | {:.2} % | {:.2} % |",
            entry.name,
            mean(|(h, d)| h / d),
            mean(|(h, _)| *h),
            100.0 * mean(|(h, d)| f64::from(u8::from(h >= d)) - f64::from(u8::from(h > d))),
            100.0 * mean(|(h, d)| f64::from(u8::from(h > d))),
        );
    }
}

/// The nearest, then lexicographically first board that a heuristic overestimates.
fn counterexamples(rows: usize, cols: usize) {
    println!("\n{rows}x{cols}");
    for (name, kind) in Goal::NAMED {
        let goal = goal(&kind, rows, cols);
        let truth = Distances::from_goal(&goal);
        for heuristic in [
            "linear-conflict-pairs",
            "weighted-inversion:2",
            "weighted-inversion-code:2",
        ] {
            let guide = build(heuristic, &goal);
            let over = truth.iter().filter_map(|(board, distance)| {
                let estimate = guide.estimate(&board);
                (estimate > distance).then_some((distance, board, estimate))
            });
            let over: Vec<_> = over.collect();
            // `min_by_key` keeps the first of equals, and the oracle lists boards in order.
            match over.iter().min_by_key(|(distance, ..)| distance) {
                None => println!("{heuristic}, {name}: never above the truth"),
                Some((distance, board, estimate)) => println!(
                    "{heuristic}, {name}: {estimate} on {board}, which is {distance} away; {} of {} \
                     boards, at most {} too high",
                    over.len(),
                    truth.states(),
                    over.iter().map(|(d, _, h)| h - d).max().unwrap_or(0),
                ),
            }
        }
    }
}

/// The report's inversion count by itself: the estimate with α = 1 less that with α = 0.
fn inverse_alone() {
    let goal = goal(&Goal::BlankFirst, 3, 3);
    let truth = Distances::from_goal(&goal);
    println!();
    for name in ["weighted-inversion", "weighted-inversion-code"] {
        let [none, one] = ["0", "1"].map(|weight| build(&format!("{name}:{weight}"), &goal));
        let inverse = |board: &Board| one.estimate(board) - none.estimate(board);
        let over = truth.iter().filter(|(board, d)| inverse(board) > *d);
        match over.min_by_key(|&(_, distance)| distance) {
            None => println!("{name} without Manhattan: never above the truth"),
            Some((board, distance)) => println!(
                "{name} without Manhattan: {} on {board}, which is {distance} away",
                inverse(&board)
            ),
        }
        // The largest weight that a board allows is (h* − Manhattan) / inversions.
        let weight = truth.iter().filter(|(board, _)| inverse(board) > 0);
        let weight = weight
            .map(|(board, d)| f64::from(d - none.estimate(&board)) / f64::from(inverse(&board)));
        println!(
            "{name}: admissible up to α = {}",
            weight.fold(f64::MAX, f64::min)
        );
    }
}

/// What each costs on 4x4: to build, from scratch, and in IDA\*.
fn cost() {
    let goal = goal(&Goal::BlankFirst, 4, 4);
    let start = Board::new(goal.size(), &KORF_12).expect("a published board");
    let puzzle = Puzzle::new(start, &Goal::BlankFirst.into()).expect("a published puzzle");
    let boards: Vec<Board> = boards(&Uniform, &goal, 1).take(2000).collect();
    println!("\n| heuristic | build | from scratch | IDA* generated | a node in IDA* |");
    println!("|---|---|---|---|---|");
    for entry in HEURISTICS {
        let (build_time, guide) = fastest(|| build(entry.name, &goal));
        let estimates = || boards.iter().map(|b| guide.estimate(b)).sum::<u32>();
        let (scratch, _) = fastest(estimates);
        let (search, outcome) = fastest(|| {
            let nodes = Some(NODES);
            let control = Control::new(Limits {
                nodes,
                ..Limits::default()
            });
            guide.deepen(&puzzle, &control, entry.admissible)
        });
        let generated = outcome.stats.generated;
        println!(
            "| `{}` | {build_time:.1?} | {:.0} ns | {}{generated} | {:.1} ns |",
            entry.name,
            scratch.as_nanos() as f64 / boards.len() as f64,
            if outcome.best().is_some() { "" } else { "> " },
            search.as_nanos() as f64 / generated as f64,
        );
    }
}

/// The least time of several runs, since other work on the machine only ever adds to it.
fn fastest<T>(job: impl Fn() -> T) -> (Duration, T) {
    let runs = (0..RUNS).map(|_| time(&job));
    runs.min_by_key(|run| run.0).expect("several runs")
}

fn time<T>(job: impl FnOnce() -> T) -> (Duration, T) {
    let begun = Instant::now();
    let result = std::hint::black_box(job());
    (begun.elapsed(), result)
}
