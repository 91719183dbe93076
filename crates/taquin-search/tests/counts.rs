//! The words for what a search does mean what the manual says, on boards small enough to check.

use std::time::Duration;

use taquin_core::catalogue::Catalogue;
use taquin_core::{Board, Control, Goal, Goals, Limits, Outcome, Puzzle, Size, Stats};
use taquin_search::algorithms::SOLVERS;

fn board(rows: usize, cols: usize, numbers: &[u32]) -> Board {
    Board::new(Size::new(rows, cols).unwrap(), numbers).unwrap()
}

fn solve(spec: &str, start: &Board) -> Outcome {
    let puzzle = Puzzle::new(start.clone(), &Goals::default()).unwrap();
    let solver = Catalogue(SOLVERS).solver(spec).unwrap();
    solver
        .solve(&puzzle, &Control::new(Limits::default()))
        .unwrap()
}

/// A solver's length, then its *expanded*, *generated*, *reopened*, *peak open* and *peak closed*.
///
/// Counted by a short program of its own that follows the manual's definitions: goal test when a
/// node is taken from the open list (`bidirectional` and the deepening searches: when it is made),
/// ties to larger g then first in, successors in the order U D L R, heuristic Manhattan.
type Counts = (&'static str, [u64; 6]);

const ON_2X2: &[Counts] = &[
    ("bfs", [4, 8, 10, 0, 2, 8]),
    ("dfs", [4, 4, 6, 0, 2, 4]),
    ("iddfs", [4, 24, 34, 0, 5, 0]),
    ("ucs", [4, 8, 10, 0, 2, 8]),
    ("bidirectional", [4, 6, 10, 0, 4, 6]),
    ("greedy", [4, 4, 6, 0, 2, 4]),
    ("astar", [4, 4, 6, 0, 2, 4]),
    ("astar:tie=low-g", [4, 4, 6, 0, 2, 4]),
    ("astar:tie=fifo", [4, 4, 6, 0, 2, 4]),
    ("astar:heuristic=misplaced", [4, 5, 7, 0, 2, 5]),
    ("wastar", [4, 4, 6, 0, 2, 4]),
    ("wastar:weight=5", [4, 4, 6, 0, 2, 4]),
    ("wastar:heuristic=misplaced,weight=3", [4, 5, 7, 0, 2, 5]),
    ("ida", [4, 4, 6, 0, 4, 0]),
    ("beam:width=1", [4, 4, 6, 0, 2, 4]),
    ("beam:width=2", [4, 7, 9, 0, 2, 7]),
    ("beam:width=10", [4, 7, 9, 0, 2, 7]),
    ("beam", [4, 7, 9, 0, 2, 7]),
];

const ON_2X3: &[Counts] = &[
    ("bfs", [21, 359, 360, 0, 48, 359]),
    ("dfs", [143, 266, 303, 0, 42, 266]),
    ("iddfs", [21, 11_676, 15_867, 0, 22, 0]),
    ("ucs", [21, 359, 360, 0, 48, 359]),
    ("bidirectional", [21, 152, 201, 0, 49, 152]),
    ("greedy", [21, 60, 79, 0, 19, 60]),
    ("astar", [21, 170, 212, 0, 39, 170]),
    ("astar:tie=low-g", [21, 238, 279, 0, 44, 238]),
    ("astar:tie=fifo", [21, 238, 281, 0, 51, 238]),
    ("astar:heuristic=misplaced", [21, 281, 315, 0, 43, 281]),
    ("wastar", [21, 143, 175, 1, 31, 142]),
    ("wastar:weight=5", [21, 116, 151, 1, 31, 115]),
    (
        "wastar:heuristic=misplaced,weight=3",
        [21, 226, 272, 6, 40, 220],
    ),
    ("ida", [21, 1031, 1387, 0, 21, 0]),
    ("beam:width=1", [33, 33, 48, 0, 2, 33]),
    ("beam:width=2", [37, 73, 100, 0, 4, 73]),
    ("beam:width=10", [21, 172, 212, 0, 17, 172]),
    ("beam", [21, 359, 360, 0, 47, 359]),
];

/// The counts of `bfs` and of A\* agree with those published beside this board.
const ON_3X3: &[Counts] = &[
    ("bfs", [14, 5123, 7961, 0, 2839, 5123]),
    ("dfs", [6082, 176_548, 181_383, 0, 42_912, 176_548]),
    ("iddfs", [14, 20_187, 34_838, 0, 15, 0]),
    ("ucs", [14, 5123, 7961, 0, 2839, 5123]),
    ("bidirectional", [14, 197, 323, 0, 127, 197]),
    ("greedy", [36, 178, 312, 0, 134, 178]),
    ("astar", [14, 38, 67, 0, 28, 38]),
    ("astar:tie=low-g", [14, 76, 128, 0, 52, 76]),
    ("astar:tie=fifo", [14, 76, 128, 0, 52, 76]),
    ("astar:heuristic=misplaced", [14, 223, 371, 0, 147, 223]),
    ("wastar", [14, 34, 61, 1, 27, 33]),
    ("wastar:weight=5", [14, 48, 84, 3, 36, 45]),
    (
        "wastar:heuristic=misplaced,weight=3",
        [14, 443, 741, 11, 290, 432],
    ),
    ("ida", [14, 85, 145, 0, 14, 0]),
    ("beam:width=1", [28, 154, 276, 0, 4, 99]),
    ("beam:width=2", [28, 55, 100, 0, 4, 55]),
    ("beam:width=10", [14, 118, 199, 0, 20, 118]),
    ("beam", [14, 3389, 5518, 0, 1833, 3389]),
];

#[test]
fn every_search_counts_as_the_manual_says() {
    for (start, counts) in [
        (board(2, 2, &[3, 1, 2, 0]), ON_2X2),
        (board(2, 3, &[4, 5, 0, 1, 2, 3]), ON_2X3),
        (board(3, 3, &[8, 1, 3, 4, 0, 2, 7, 6, 5]), ON_3X3),
    ] {
        for &(spec, expected) in counts {
            let outcome = solve(spec, &start);
            let length = outcome.best().unwrap().len();
            let stats = outcome.stats;
            let counted = [
                u64::from(length),
                stats.expanded,
                stats.generated,
                stats.reopened,
                stats.peak_open,
                stats.peak_closed,
            ];
            assert_eq!(counted, expected, "{spec} on {start}");
        }
    }
}

/// Published beside the same board; the heuristic is not worth a second program.
#[test]
fn linear_conflict_has_the_published_counts() {
    let start = board(3, 3, &[8, 1, 3, 4, 0, 2, 7, 6, 5]);
    let stats = solve("astar:heuristic=linear-conflict", &start).stats;
    assert_eq!((stats.expanded, stats.generated), (36, 64));
}

/// What does not search counts the boards on its way, and keeps no open list.
#[test]
fn walks_count_their_boards() {
    let start = board(3, 3, &[8, 1, 3, 4, 0, 2, 7, 6, 5]);
    for name in ["table", "human"] {
        let outcome = solve(name, &start);
        let moves = u64::from(outcome.best().unwrap().len());
        let stats = outcome.stats;
        assert_eq!(
            (stats.expanded, stats.generated),
            (moves, moves + 1),
            "{name}"
        );
        assert_eq!(stats.peak_open, 1, "{name}");
    }
}

#[test]
fn every_solver_solves() {
    let start = board(3, 3, &[8, 1, 3, 4, 0, 2, 7, 6, 5]);
    for entry in SOLVERS {
        let outcome = solve(entry.name, &start);
        assert!(outcome.best().is_some(), "{}", entry.name);
    }
}

/// With a large table, children wait for their lines before they are looked up; a search that is traced
/// looks them up at once.
#[test]
fn children_that_wait_are_counted_like_all_others() {
    let start = board(
        4,
        4,
        &[6, 13, 3, 2, 11, 9, 5, 10, 1, 7, 12, 14, 8, 4, 0, 15],
    );
    let goals = Goals::from(Goal::BlankFirst);
    let puzzle = Puzzle::new(start, &goals).unwrap();
    for spec in ["astar", "astar:tie=low-g", "astar:tie=fifo", "ucs"] {
        let solver = Catalogue(SOLVERS).solver(spec).unwrap();
        let counts = |control: Control| {
            let outcome = solver.solve(&puzzle, &control).unwrap();
            let stats = Stats {
                time: Duration::ZERO,
                ..outcome.stats
            };
            (outcome.lower_bound(), outcome.stop, stats)
        };
        let limits = Limits {
            nodes: Some(300_000),
            ..Limits::default()
        };
        let waiting = counts(Control::new(limits));
        let at_once = counts(Control::new(limits).with_trace(1));
        assert!(waiting.2.generated > 400_000, "{spec} has a large table");
        assert_eq!(waiting, at_once, "{spec}");
    }
}
