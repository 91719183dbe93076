//! What a search tells while it works.

use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Duration;

use taquin_core::catalogue::Catalogue;
use taquin_core::{Board, Clock, Control, Event, Goal, Limits, Outcome, Puzzle, Size};
use taquin_search::algorithms::SOLVERS;

/// A clock that is a second later at each look, so that nodes are reported as often as possible.
#[derive(Default)]
struct Hasty(AtomicU64);

impl Clock for Hasty {
    fn elapsed(&self) -> Duration {
        Duration::from_secs(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

/// The events of one solve, apart.
#[derive(Clone, Default)]
struct Told {
    bounds: Vec<u32>,
    lengths: Vec<u32>,
    nodes: Vec<u64>,
}

fn listen(spec: &str, puzzle: &Puzzle, limits: Limits) -> (Outcome, Told) {
    let told: Arc<Mutex<Told>> = Arc::default();
    let hear = told.clone();
    let control = Control::with_clock(limits, Hasty::default()).on_event(move |event| {
        let mut told = hear.lock().unwrap();
        match event {
            Event::LowerBound(bound) => told.bounds.push(*bound),
            Event::Improved(solution) => told.lengths.push(solution.len()),
            Event::Nodes(nodes) => told.nodes.push(*nodes),
            _ => {}
        }
    });
    let solver = Catalogue(SOLVERS).solver(spec).unwrap();
    let outcome = solver.solve(puzzle, &control).unwrap();
    let told = told.lock().unwrap().clone();
    (outcome, told)
}

/// R. Korf, *Depth-First Iterative-Deepening*, 1985, Table 1: board 88 has 65 moves. Its last proof is
/// a long one. Each of its iterations is reported: those that the proving search reports when it runs
/// alone, starting where a short try without tables ended.
#[test]
fn a_long_proof_is_heard_of() {
    let numbers = [15, 2, 12, 11, 14, 13, 9, 5, 1, 3, 8, 7, 0, 10, 6, 4];
    let board = Board::new(Size::new(4, 4).unwrap(), &numbers).unwrap();
    let puzzle = Puzzle::new(board, &Goal::BlankFirst.into()).unwrap();
    let (outcome, told) = listen("anytime:threads=1,effort=0", &puzzle, Limits::default());
    assert!(outcome.is_optimal());
    assert_eq!(outcome.lower_bound(), 65);

    let short = Limits {
        nodes: Some(250_000),
        ..Limits::default()
    };
    let (tried, _) = listen("ida/linear-conflict", &puzzle, short);
    let (_, alone) = listen("pdb-ida", &puzzle, Limits::default());
    let higher = |bound: &&u32| **bound > tried.lower_bound();
    let proven: Vec<&u32> = alone.bounds.iter().filter(higher).collect();
    assert!(proven.len() >= 3, "{proven:?}");
    assert!(
        proven.iter().all(|bound| told.bounds.contains(bound)),
        "{proven:?} {:?}",
        told.bounds
    );

    assert!(told.bounds.is_sorted_by(|a, b| a < b), "{:?}", told.bounds);
    assert_eq!(told.bounds.last(), Some(&65));
    let lengths = &told.lengths;
    assert!(lengths.is_sorted_by(|a, b| a > b), "{lengths:?}");
    assert_eq!(lengths.last(), Some(&65));
    assert!(told.nodes.is_sorted(), "{:?}", told.nodes);
    let last = *told.nodes.last().unwrap();
    assert!(last > outcome.stats.expanded / 2 && last <= outcome.stats.expanded);
}
