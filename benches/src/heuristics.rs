//! IDA\* on one 15-puzzle with each admissible heuristic: nodes, and time for each.

use taquin::{Control, Goals, Limits, Puzzle, Solver, catalogue};
use taquin_search::algorithms::Ida;

use crate::{ms, timed};

/// More nodes than this, and a heuristic is too weak for the board.
const MOST_NODES: u64 = 200_000_000;

pub(crate) fn run() {
    println!("heuristic\tlength\texpanded\tgenerated\tms");
    let set = taquin::data::by_name("korf-15-100").expect("a set of ours");
    let mut instances = set.instances();
    let instance = instances.find(|instance| instance.id.ends_with("012"));
    let instance = instance.expect("Korf's board 12");
    let puzzle =
        Puzzle::new(instance.board, &Goals::from(instance.goal)).expect("it can be solved");
    for entry in catalogue::heuristics().filter(|entry| entry.admissible) {
        let heuristic = entry.name.parse().expect("a heuristic of the catalogue");
        let control = Control::new(Limits {
            nodes: Some(MOST_NODES),
            ..Limits::default()
        });
        let (outcome, time) = timed(|| Ida { heuristic }.solve(&puzzle, &control));
        let Ok(outcome) = outcome else {
            continue;
        };
        let length = outcome
            .best()
            .map_or_else(|| "-".to_owned(), |s| s.len().to_string());
        let stats = outcome.stats;
        println!(
            "{}\t{length}\t{}\t{}\t{:.1}",
            entry.name,
            stats.expanded,
            stats.generated,
            ms(time)
        );
    }
}
