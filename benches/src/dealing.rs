//! The work of rank 0 in a search on many machines, between thresholds and per part.

use std::time::Instant;

use taquin::algorithms::PdbIda;
use taquin::parts::{Counts, Deal, Folder, Journal, Searched, Share};
use taquin::{Control, Goal, Limits, Puzzle, data};

/// For a 24-puzzle and several numbers of parts: milliseconds to cut a threshold into them, and
/// microseconds to deal a part, take its result and write its row.
pub(crate) fn run() {
    let set = data::by_name("korf-24-50").expect("it is embedded");
    let instance = set.instances().nth(29).expect("there are fifty");
    let puzzle = Puzzle::new(instance.board, &Goal::BlankFirst.into());
    let puzzle = puzzle.expect("a published board is solvable");
    let solver = PdbIda {
        tables: "6-6-6-6".parse().expect("a partition"),
        ..PdbIda::default()
    };
    let control = Control::new(Limits::default());
    let search = solver.part_search(&puzzle, &control).expect("no limit");
    let threshold = search.first_threshold() + 16;
    let path = std::env::temp_dir().join(format!("taquin-dealing-{}", std::process::id()));
    println!("wanted\tparts\tsplit_ms\tdeal_us");
    for wanted in [256, 1024, 4096, 16384, 65536] {
        let began = Instant::now();
        let spans = search.split(threshold, wanted);
        let split = began.elapsed();
        let mut deal = Deal::new(&spans, [], None);
        let mut folder = Folder::open(&path, &wanted.to_string()).expect("a temporary folder");
        let began = Instant::now();
        while let Some(span) = deal.take(Share::ALL) {
            let searched = Searched {
                done: vec![(span.clone(), Counts::default())],
                ..Searched::default()
            };
            assert!(deal.finish(&span, &searched), "{span} was dealt");
            for row in search.rows(threshold, &searched) {
                folder.append_unsynced(&row).expect("room on the disk");
            }
        }
        let each = began.elapsed().as_secs_f64() / spans.len() as f64;
        assert!(deal.is_over());
        let (split, each) = (crate::ms(split), each * 1e6);
        println!("{wanted}\t{}\t{split:.1}\t{each:.1}", spans.len());
    }
    let _ = std::fs::remove_dir_all(path);
}
