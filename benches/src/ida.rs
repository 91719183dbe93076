//! The rate of IDA\* with Manhattan distance, and its node counts, which are a signature.

use std::time::Duration;

use taquin::{Control, Goals, Limits, Puzzle, Solver};
use taquin_search::algorithms::Ida;

use crate::{ms, timed};

/// Boards of Korf's hundred that take some seconds together.
const BOARDS: [&str; 8] = ["002", "004", "006", "009", "012", "016", "042", "055"];

pub(crate) fn run() {
    println!("id\tlength\texpanded\tgenerated\tms\tmillion_per_s");
    let (mut nodes, mut time) = (0, Duration::ZERO);
    let set = taquin::data::by_name("korf-15-100").expect("a set of ours");
    let chosen = |id: &str| BOARDS.iter().any(|number| id.ends_with(number));
    for instance in set.instances().filter(|instance| chosen(&instance.id)) {
        let optimal = instance.optimal;
        let puzzle = Puzzle::new(instance.board, &Goals::from(instance.goal));
        let puzzle = puzzle.expect("Korf's boards can be solved");
        let control = Control::new(Limits::default());
        let (outcome, took) = timed(|| Ida::default().solve(&puzzle, &control));
        let outcome = outcome.expect("IDA* takes every board");
        assert!(outcome.is_optimal() && Some(outcome.lower_bound()) == optimal);
        let stats = outcome.stats;
        let rate = stats.generated as f64 / took.as_secs_f64() / 1e6;
        let (id, length) = (&instance.id, outcome.lower_bound());
        println!(
            "{id}\t{length}\t{}\t{}\t{:.1}\t{rate:.1}",
            stats.expanded,
            stats.generated,
            ms(took)
        );
        (nodes, time) = (nodes + stats.generated, time + took);
    }
    let rate = nodes as f64 / time.as_secs_f64() / 1e6;
    println!(
        "# {nodes} generated in {:.1} ms: {rate:.1} million a second",
        ms(time)
    );
}
