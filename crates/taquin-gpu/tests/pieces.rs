//! A search in parts, its kernels compiled for this machine, against one in one go.

mod host;

use std::io;
use std::sync::{Arc, Mutex};

use taquin_core::generate::{Generator, Uniform};
use taquin_core::parts::{Folder, Journal, Record, Row, Share};
use taquin_core::{Control, Goal, Goals, Limits, Outcome, Puzzle, Size, Solution, Stop};
use taquin_gpu::{Ended, GpuError, Iteration, Pieces, Prior, SearchSettings, Searcher};

/// Weak tables, few boards in a layer, and few nodes in a launch: many parts, dealt out often.
fn settings() -> SearchSettings {
    SearchSettings {
        tables: "1.2+3.4+5.6+7.8".parse().unwrap(),
        automaton: 8,
        frontier: 64,
        nodes: 300,
        patience: 16,
        ..SearchSettings::default()
    }
}

fn puzzle(seed: u64) -> Puzzle {
    let goal = Goal::BlankLast.board(Size::new(3, 3).unwrap()).unwrap();
    Puzzle::new(Uniform.board(&goal, seed), &Goals::default()).unwrap()
}

fn unlimited() -> Control {
    Control::new(Limits::default())
}

/// Parts of about this many children.
fn pieces(journal: &mut dyn Journal) -> Pieces<'_> {
    Pieces {
        part_nodes: 40,
        ..Pieces::new(journal)
    }
}

fn solve(
    searcher: &mut Searcher,
    puzzle: &Puzzle,
    control: &Control,
    journal: &mut dyn Journal,
) -> Result<Outcome, GpuError> {
    let known = Prior {
        pieces: Some(pieces(journal)),
        ..Prior::default()
    };
    searcher.solve_from(puzzle, control, &settings(), known, |_| ())
}

/// Exhausted thresholds with their nodes.
fn exhausted(rows: &[Row]) -> Vec<(u32, u64, u64)> {
    let count = |row: &Row| (row.threshold, row.counts.expanded, row.counts.generated);
    let exhausted = rows.iter().filter(|row| row.record == Record::Exhausted);
    exhausted.map(count).collect()
}

/// The same of a search without a journal, and its length.
fn in_one_go(searcher: &mut Searcher, puzzle: &Puzzle) -> (Vec<(u32, u64, u64)>, u32) {
    let mut thresholds = Vec::new();
    let listen = |i: &Iteration| thresholds.push((i.threshold, i.expanded, i.generated));
    let outcome = searcher
        .solve(puzzle, &unlimited(), &settings(), listen)
        .unwrap();
    assert!(outcome.is_optimal());
    // The last one holds the solution.
    thresholds.pop();
    (thresholds, outcome.lower_bound())
}

fn part_rows(rows: &[Row]) -> usize {
    let is_part = |row: &&Row| matches!(row.record, Record::Part(_));
    rows.iter().filter(is_part).count()
}

/// A 15-puzzle: thousands of nodes in a part.
#[test]
fn a_15_puzzle_in_parts_counts_the_same_nodes() {
    let set = taquin_data::by_name("korf-15-100").unwrap();
    let instance = set.instances().find(|i| i.optimal == Some(46)).unwrap();
    let puzzle = Puzzle::new(instance.board, &Goals::from(instance.goal)).unwrap();
    let settings = SearchSettings {
        tables: "4-4-4-3".parse().unwrap(),
        frontier: 1 << 10,
        nodes: 20_000,
        patience: 256,
        ..settings()
    };
    let mut searcher = Searcher::new(Box::new(host::Host));
    let mut thresholds = [Vec::new(), Vec::new()];
    let mut rows = Vec::new();
    for (counts, in_parts) in thresholds.iter_mut().zip([false, true]) {
        let known = Prior {
            pieces: in_parts.then(|| Pieces {
                part_nodes: 5000,
                ..Pieces::new(&mut rows)
            }),
            ..Prior::default()
        };
        let listen = |i: &Iteration| {
            if i.ended == Ended::Exhausted {
                counts.push((i.threshold, i.expanded, i.generated));
            }
        };
        let outcome = searcher.solve_from(&puzzle, &unlimited(), &settings, known, listen);
        assert_eq!(Some(outcome.unwrap().lower_bound()), instance.optimal);
    }
    assert_eq!(thresholds[0], thresholds[1]);
    let parts = part_rows(&rows);
    assert!(parts > 10, "only {parts} parts");
}

/// A journal that takes this many rows and then fails like a full disk.
struct Failing {
    rows: Vec<Row>,
    left: usize,
}

impl Journal for Failing {
    fn rows(&mut self) -> io::Result<Vec<Row>> {
        self.rows.rows()
    }

    fn append(&mut self, row: &Row) -> io::Result<()> {
        self.left = self.left.checked_sub(1).ok_or(io::ErrorKind::StorageFull)?;
        self.rows.push(row.clone());
        Ok(())
    }
}

/// Rows that are lost cost their parts alone, and every threshold has the nodes of a search in one go.
#[test]
fn an_interrupted_search_counts_the_same_nodes() {
    let mut searcher = Searcher::new(Box::new(host::Host));
    let mut many = 0;
    for seed in 0..6 {
        let puzzle = puzzle(seed);
        let (whole, length) = in_one_go(&mut searcher, &puzzle);
        for rows_a_run in [1, 2, 7, usize::MAX] {
            let mut rows = Vec::new();
            let outcome = loop {
                let mut journal = Failing {
                    rows,
                    left: rows_a_run,
                };
                // Another searcher each time, as after a crash.
                let mut searcher = Searcher::new(Box::new(host::Host));
                let outcome = solve(&mut searcher, &puzzle, &unlimited(), &mut journal);
                rows = journal.rows;
                match outcome {
                    Ok(outcome) => break outcome,
                    Err(GpuError::Journal(_)) => {}
                    Err(error) => panic!("{error}"),
                }
            };
            assert_eq!(exhausted(&rows), whole, "seed {seed}, {rows_a_run} rows");
            assert_eq!(outcome.lower_bound(), length);
            assert!(outcome.is_optimal());
            let proof = outcome.exhausted.unwrap();
            assert_eq!(proof.nodes, whole.iter().map(|t| t.1).sum::<u64>());
            many = many.max(part_rows(&rows));
        }
    }
    assert!(many > 12, "only {many} parts");
}

/// Stopped by a limit in the middle of parts, again and again, in a folder.
#[test]
fn a_search_goes_on_in_a_folder_after_limits() {
    let path = std::path::Path::new(env!("CARGO_TARGET_TMPDIR")).join("pieces");
    let _ = std::fs::remove_dir_all(&path);
    let puzzle = puzzle(3);
    let (whole, length) = in_one_go(&mut Searcher::new(Box::new(host::Host)), &puzzle);
    let mut stopped = 0;
    // A run that stops in the middle of a part loses it, so the limit grows until one goes through.
    for nodes in (40..).step_by(40) {
        let limits = Limits {
            nodes: Some(nodes),
            ..Limits::default()
        };
        let mut searcher = Searcher::new(Box::new(host::Host));
        let mut folder = Folder::open(&path, "test").unwrap();
        let outcome = solve(&mut searcher, &puzzle, &Control::new(limits), &mut folder).unwrap();
        assert!(outcome.lower_bound() <= length);
        if outcome.stop == Stop::Finished {
            assert!(outcome.is_optimal());
            assert_eq!(exhausted(&folder.rows().unwrap()), whole);
            break;
        }
        stopped += 1;
    }
    assert!(stopped > 3, "stopped {stopped} times");
    // What is solved is not searched again.
    let mut folder = Folder::open(&path, "test").unwrap();
    let rows = folder.rows().unwrap().len();
    let known = Prior {
        pieces: Some(pieces(&mut folder)),
        ..Prior::default()
    };
    let nothing = |i: &Iteration| assert_eq!(i.ended, Ended::Recorded);
    let mut searcher = Searcher::new(Box::new(host::Host));
    let outcome = searcher
        .solve_from(&puzzle, &unlimited(), &settings(), known, nothing)
        .unwrap();
    assert!(outcome.is_optimal());
    assert_eq!(folder.rows().unwrap().len(), rows);
    std::fs::remove_dir_all(path).unwrap();
}

/// A journal that several threads share.
#[derive(Clone, Default)]
struct Shared(Arc<Mutex<Vec<Row>>>);

impl Journal for Shared {
    fn rows(&mut self) -> io::Result<Vec<Row>> {
        self.0.lock().unwrap().rows()
    }

    fn append(&mut self, row: &Row) -> io::Result<()> {
        self.0.lock().unwrap().push(row.clone());
        Ok(())
    }
}

#[test]
fn several_searches_share_a_journal() {
    let puzzle = puzzle(3);
    let (whole, length) = in_one_go(&mut Searcher::new(Box::new(host::Host)), &puzzle);
    let shared = Shared::default();
    std::thread::scope(|scope| {
        for index in 0..3 {
            let (mut journal, puzzle) = (shared.clone(), &puzzle);
            scope.spawn(move || {
                let known = Prior {
                    pieces: Some(Pieces {
                        share: Share { index, of: 3 },
                        ..pieces(&mut journal)
                    }),
                    ..Prior::default()
                };
                let mut searcher = Searcher::new(Box::new(host::Host));
                let outcome = searcher
                    .solve_from(puzzle, &unlimited(), &settings(), known, |_| ())
                    .unwrap();
                assert!(outcome.is_optimal());
                assert_eq!(outcome.lower_bound(), length);
            });
        }
    });
    let mut rows = exhausted(&shared.0.lock().unwrap());
    rows.sort_unstable();
    rows.dedup();
    assert_eq!(rows, whole);
}

/// Rows of another board, other tables or another frontier are not relied on.
#[test]
fn rows_of_other_searches_are_not_used() {
    let mut searcher = Searcher::new(Box::new(host::Host));
    let mut rows = Vec::new();
    solve(&mut searcher, &puzzle(0), &unlimited(), &mut rows).unwrap();
    let others = rows.clone();
    for (puzzle, settings) in [
        (puzzle(1), settings()),
        (
            puzzle(0),
            SearchSettings {
                tables: "1.3+2.4+5.6+7.8".parse().unwrap(),
                ..settings()
            },
        ),
        (
            puzzle(0),
            SearchSettings {
                frontier: 100,
                ..settings()
            },
        ),
        (
            puzzle(0),
            SearchSettings {
                automaton: 6,
                ..settings()
            },
        ),
    ] {
        let mut rows = others.clone();
        let mut whole = Vec::new();
        let listen = |i: &Iteration| whole.push(i.threshold);
        let outcome = searcher.solve(&puzzle, &unlimited(), &settings, listen);
        let known = Prior {
            pieces: Some(pieces(&mut rows)),
            ..Prior::default()
        };
        let mut thresholds = Vec::new();
        let again = searcher
            .solve_from(&puzzle, &unlimited(), &settings, known, |i| {
                assert_ne!(i.ended, Ended::Recorded);
                thresholds.push(i.threshold);
            })
            .unwrap();
        assert_eq!(thresholds, whole);
        assert_eq!(again.lower_bound(), outcome.unwrap().lower_bound());
    }
}

#[test]
fn a_recorded_solution_is_replayed() {
    let mut searcher = Searcher::new(Box::new(host::Host));
    let mut rows = Vec::new();
    solve(&mut searcher, &puzzle(0), &unlimited(), &mut rows).unwrap();
    let last = rows.last_mut().unwrap();
    let Record::Solved(moves) = &mut last.record else {
        panic!("the last row is the solution")
    };
    moves.reverse();
    let refused = solve(&mut searcher, &puzzle(0), &unlimited(), &mut rows).unwrap_err();
    assert!(matches!(refused, GpuError::Journal(_)), "{refused}");
}

/// A solution that is known need not be found: the thresholds below its length prove it.
#[test]
fn an_incumbent_saves_the_last_threshold() {
    let mut searcher = Searcher::new(Box::new(host::Host));
    for seed in 0..6 {
        let puzzle = puzzle(seed);
        let plain = searcher
            .solve(&puzzle, &unlimited(), &settings(), |_| ())
            .unwrap();
        let shortest = plain.best().unwrap().clone();
        let mut longer = shortest.moves().to_vec();
        let there = longer[0];
        longer.splice(0..0, [there, taquin_core::Move(there.0.opposite())]);
        let longer = Solution::check(&puzzle, longer).unwrap();
        for (incumbent, skipped) in [(shortest.clone(), 1), (longer, 0)] {
            let known = Prior {
                incumbent: Some(incumbent),
                ..Prior::default()
            };
            let mut thresholds = Vec::new();
            let outcome = searcher
                .solve_from(&puzzle, &unlimited(), &settings(), known, |i| {
                    thresholds.push(i.threshold);
                })
                .unwrap();
            assert!(outcome.is_optimal());
            assert_eq!(outcome.lower_bound(), shortest.len());
            let last = thresholds.last().copied().unwrap_or(shortest.len() - 2);
            assert_eq!(last, shortest.len() - 2 * skipped, "seed {seed}");
        }
    }
}
