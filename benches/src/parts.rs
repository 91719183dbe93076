//! The cost of a journal: the same proof in one go and in parts.

use std::sync::Arc;

use taquin::algorithms::PdbIda;
use taquin::parts::{Folder, Keep};
use taquin::{Context, Control, Goal, Limits, Outcome, Puzzle, Solver, data};

/// A 24-puzzle of some twenty CPU seconds, several times without and with parts in turns.
pub(crate) fn run() {
    let set = data::by_name("korf-24-50").expect("it is embedded");
    let instance = set.instances().nth(29).expect("there are fifty");
    let puzzle = Puzzle::new(instance.board, &Goal::BlankFirst.into());
    let puzzle = puzzle.expect("a published board is solvable");
    let solver = PdbIda {
        tables: "6-6-6-6".parse().expect("a partition"),
        ..PdbIda::default()
    };
    let context = Context::new();
    let control = || Control::new(Limits::default()).within(&context);
    let estimate = solver.estimate(&puzzle, &control());
    assert!(estimate.is_ok(), "the tables are there before time counts");
    let counts = |outcome: &Outcome| (outcome.stats.expanded, outcome.stats.generated);
    println!("round\texpanded\tplain_s\tparts_s\trows\tseconds_per_part");
    let mut ratios = Vec::new();
    for round in 1..=3 {
        let (plain, alone) = crate::timed(|| solver.solve(&puzzle, &control()).expect("no limit"));
        let name = format!("taquin-parts-{}-{round}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let folder = Folder::open(&path, "rows").expect("a temporary folder");
        let keep = Arc::new(Keep::new(folder));
        let control = control().keeping(Arc::clone(&keep));
        let (kept, in_parts) = crate::timed(|| solver.solve(&puzzle, &control).expect("no limit"));
        assert_eq!(plain.best(), kept.best());
        let exhausted = |outcome: &Outcome| outcome.exhausted.as_ref().map(|e| (e.bound, e.nodes));
        assert_eq!(exhausted(&plain), exhausted(&kept));
        let rows = keep.journal().rows().expect("what was written").len();
        let _ = std::fs::remove_dir_all(path);
        let (alone, in_parts) = (alone.as_secs_f64(), in_parts.as_secs_f64());
        println!(
            "{round}\t{}\t{alone:.3}\t{in_parts:.3}\t{rows}\t{:.2}",
            counts(&plain).0,
            in_parts / rows as f64
        );
        ratios.push(in_parts / alone);
    }
    println!(
        "# parts take {:.4} times the CPU time, median",
        crate::median(&mut ratios)
    );
}
