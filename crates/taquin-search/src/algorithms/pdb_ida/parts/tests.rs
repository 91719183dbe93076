//! Parts add up to the search with one thread, however it is divided.

use std::sync::Mutex;
use std::sync::atomic::{AtomicU64, Ordering};

use taquin_core::generate::{Generator, Uniform};
use taquin_core::parts::{Deal, Keep, Place, Share};
use taquin_core::{Clock, Context, Event, Goal, Limits, Outcome, Size, Solver};

use super::super::LONG_ITERATION;
use super::campaign::makes_up;
use super::*;

fn control() -> Control {
    Control::new(Limits::default())
}

fn solver(tables: &str) -> PdbIda {
    PdbIda {
        tables: tables.parse().unwrap(),
        ..PdbIda::default()
    }
}

/// Searches a threshold in parts that return their rest when the node budget is spent.
fn in_pieces(search: &PartSearch, threshold: u32, parts: usize, budget: u64) -> Deal {
    let control = control();
    let never = AtomicBool::new(false);
    let spans = search.split(threshold, parts);
    assert_eq!(spans[0].from, Place::default());
    assert!(spans.is_sorted_by(|a, b| a.to.as_ref() == Some(&b.from)));
    assert_eq!(spans[spans.len() - 1].to, None);
    let mut deal = Deal::new(&spans, [], None);
    let mut pieces = 0;
    // Some are taken from the front, some from the back.
    while let Some(span) = deal.take(Share { index: 1, of: 2 }) {
        let (searched, end) = search.search(threshold, &span, Some(budget), &never, &control);
        assert!(end.is_continue());
        assert!(makes_up(&span, &searched), "{span} {searched:?}");
        assert!(searched.rest.len() < 16 + LANES, "{searched:?}");
        assert!(deal.finish(&span, &searched));
        pieces += 1;
        assert!(pieces < 100_000, "it gets no further");
    }
    assert!(deal.is_over());
    deal
}

/// However a threshold is cut, and wherever its parts are interrupted, each node counts once.
#[test]
fn pieces_of_a_threshold_add_up_on_3x3() {
    let goal = Goal::BlankLast.board(Size::new(3, 3).unwrap()).unwrap();
    // Weak tables and a short automaton leave something to search.
    let solver = PdbIda {
        automaton: 2,
        ..solver("2-2-2-2")
    };
    let (mut solved, mut most) = (0, 0);
    for seed in 0..12 {
        let board = Uniform.board(&goal, seed);
        let puzzle = Puzzle::new(board, &Goal::BlankLast.into()).unwrap();
        let search = solver.part_search(&puzzle, &control()).unwrap();
        let first = search.first_threshold();
        for threshold in [first, first + 4, first + 6, first + 8] {
            let whole = search.tools.search(&search.long);
            let task = IterationTask::plain(bound(threshold));
            let (found, _) = whole.iterate(&search.tools.locate(puzzle.start()), task, &control());
            solved += usize::from(found.moves.is_some());
            most = most.max(found.expanded);
            for (parts, budget) in [(1, u64::MAX), (7, u64::MAX), (1, 1), (5, 3000)] {
                let deal = in_pieces(&search, threshold, parts, budget);
                assert_eq!(deal.solution().map(Place::moves), found.moves);
                let counts = deal.counts();
                assert_eq!(
                    (counts.expanded, counts.generated),
                    (found.expanded, found.generated)
                );
            }
        }
    }
    assert!(solved > 4 && most > 1000, "{solved} {most}");
}

fn keep(part_nodes: u64) -> Arc<Keep> {
    Arc::new(Keep::new(Vec::<Row>::new()).with_part_nodes(Some(part_nodes)))
}

/// The counts that must not depend on how the work is split.
#[derive(Debug, PartialEq)]
struct Numbers {
    moves: Option<Vec<Move>>,
    expanded: u64,
    generated: u64,
    exhausted: Option<(u32, u64)>,
}

fn numbers(outcome: &Outcome) -> Numbers {
    Numbers {
        moves: outcome.best().map(|best| best.moves().to_vec()),
        expanded: outcome.stats.expanded,
        generated: outcome.stats.generated,
        exhausted: outcome.exhausted.as_ref().map(|e| (e.bound, e.nodes)),
    }
}

/// A clock that is a second further whenever it is read.
#[derive(Default)]
struct Seconds(AtomicU64);

impl Clock for Seconds {
    fn elapsed(&self) -> Duration {
        Duration::from_secs(self.0.fetch_add(1, Ordering::Relaxed))
    }
}

/// The parts of each threshold become more, up to all of them.
fn assert_progress(events: &[Event], length: u32) {
    let parts = |event: &Event| match *event {
        Event::Parts {
            threshold,
            done,
            of,
        } => Some((threshold, done, of)),
        _ => None,
    };
    let parts: Vec<_> = events.iter().filter_map(parts).collect();
    assert!(parts.len() > 10, "{parts:?}");
    assert!(parts.is_sorted_by_key(|&(threshold, done, _)| (threshold, done)));
    let within = |&(threshold, done, of): &_| threshold <= length && done <= of;
    assert!(parts.iter().all(within), "{parts:?}");
}

/// With a journal, with several threads, and interrupted again and again: the solution and the
/// counts of one thread without a journal.
fn compare(board: &str, goal: Goal, tables: &str) {
    let context = Context::new();
    let within = |limits| Control::new(limits).within(&context);
    let puzzle = Puzzle::new(board.parse().unwrap(), &goal.into()).unwrap();
    let one = solver(tables);
    let plain = one.solve(&puzzle, &within(Limits::default())).unwrap();
    assert!(plain.is_optimal());
    let long = plain.stats.expanded;
    assert!(
        long > 4 * LONG_ITERATION,
        "{long} nodes: nothing is in parts"
    );
    for threads in [1, 3] {
        let many = PdbIda {
            threads,
            ..one.clone()
        };
        let heard = Arc::new(Mutex::new(Vec::new()));
        let control = Control::with_clock(Limits::default(), Seconds::default())
            .within(&context)
            .keeping(keep(1 << 17))
            .on_event({
                let heard = Arc::clone(&heard);
                move |event| heard.lock().unwrap().push(event.clone())
            });
        let outcome = many.solve(&puzzle, &control).unwrap();
        assert_progress(&heard.lock().unwrap(), plain.lower_bound());
        assert!(outcome.is_optimal());
        assert_eq!(numbers(&outcome), numbers(&plain));
    }
    let journal = keep(1 << 18);
    let mut runs = 0;
    let outcome = loop {
        let limits = Limits {
            nodes: Some(300_000 + long / 5),
            ..Limits::default()
        };
        let control = within(limits).keeping(Arc::clone(&journal));
        let outcome = one.solve(&puzzle, &control).unwrap();
        runs += 1;
        assert!(runs < 20, "it gets no further");
        if outcome.is_optimal() {
            break outcome;
        }
        assert_eq!(outcome.stop, Stop::OutOfNodes);
        assert!(outcome.lower_bound() <= plain.lower_bound());
    };
    assert!(runs > 2, "{runs}");
    assert_eq!(numbers(&outcome), numbers(&plain));
    // Nothing is searched again.
    let limits = Limits {
        nodes: Some(1),
        ..Limits::default()
    };
    let control = within(limits).keeping(journal);
    let again = one.solve(&puzzle, &control).unwrap();
    assert_eq!(numbers(&again), numbers(&plain));
}

#[test]
fn a_journal_changes_neither_the_answer_nor_the_counts_on_4x4() {
    // Number 88 of Korf's hundred.
    compare(
        "15 2 12 11/14 13 9 5/1 3 8 7/0 10 6 4",
        Goal::BlankFirst,
        "5-5-5",
    );
}

#[test]
fn a_journal_changes_neither_the_answer_nor_the_counts_on_5x5() {
    // A walk of 90 moves.
    let board = "7 2 15 13 0/6 11 14 3 4/21 8 12 18 5/22 17 9 19 10/16 23 1 24 20";
    compare(board, Goal::BlankLast, "5-5-5-5-4");
}

/// A result that does not fit the part is refused.
#[test]
fn results_must_make_up_the_part() {
    let span: Span = "R..L".parse().unwrap();
    let of = |done: &[&str], rest: &[&str], solution: Option<&str>| Searched {
        done: done
            .iter()
            .map(|text| (text.parse().unwrap(), Counts::default()))
            .collect(),
        rest: rest.iter().map(|text| text.parse().unwrap()).collect(),
        solution: solution.map(|text| text.parse::<Span>().unwrap().from),
    };
    assert!(makes_up(&span, &of(&["R..L"], &[], None)));
    assert!(makes_up(&span, &of(&["R..RL"], &["RL..L"], None)));
    assert!(makes_up(&span, &of(&["R..RL"], &[], Some("RL.."))));
    assert!(makes_up(&span, &of(&["RL..RL"], &["R..RL"], Some("RL.."))));
    assert!(!makes_up(&span, &of(&["R..RL"], &[], None)));
    assert!(!makes_up(&span, &of(&["R.."], &[], None)));
    assert!(!makes_up(&span, &of(&["R..RL"], &["RD..L"], None)));
    assert!(!makes_up(&span, &of(&["R..U"], &[], Some("U.."))));
}
