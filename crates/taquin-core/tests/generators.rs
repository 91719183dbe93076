//! What every generator promises, and boards that may never change.

use taquin_core::generate::{Cycles, GENERATORS, Generator, Uniform, Walk, boards, by_name};
use taquin_core::{Board, Goal, Parity, Size};

fn goal(goal: &Goal, rows: usize, cols: usize) -> Board {
    goal.board(Size::new(rows, cols).unwrap()).unwrap()
}

/// Sizes small and large, square and not.
const SIZES: [(usize, usize); 9] = [
    (2, 2),
    (2, 3),
    (3, 2),
    (3, 3),
    (4, 4),
    (5, 3),
    (2, 16),
    (7, 10),
    (16, 16),
];

#[test]
fn every_board_reaches_its_goal() {
    for (rows, cols) in SIZES {
        for (_, named) in Goal::NAMED {
            let goal = goal(&named, rows, cols);
            for entry in GENERATORS {
                let generator = by_name(entry.name).unwrap();
                for board in boards(&*generator, &goal, 9).take(20) {
                    let parity = Parity::of(&board, &goal);
                    assert!(!parity.is_odd(), "{} {board}", entry.name);
                }
            }
        }
    }
}

#[test]
fn cycles_leave_the_blank_at_home() {
    for (rows, cols) in SIZES {
        let goal = goal(&Goal::Spiral, rows, cols);
        for board in boards(&Cycles::default(), &goal, 0).take(20) {
            assert_eq!(board.blank(), goal.blank());
        }
    }
}

#[test]
fn one_cycle_moves_three_tiles() {
    let goal = goal(&Goal::BlankLast, 4, 4);
    for board in boards(&Cycles { turns: 1 }, &goal, 0).take(100) {
        let moved = goal.numbers().zip(board.numbers()).filter(|(a, b)| a != b);
        assert_eq!(moved.count(), 3);
    }
}

#[test]
fn a_walk_never_takes_a_move_back() {
    // Two different moves, of which the second does not undo the first, never end at the goal,
    // and on 2x2 a walk can only go round: after twelve moves it is home.
    let start = goal(&Goal::BlankLast, 4, 4);
    for board in boards(&Walk { moves: 2 }, &start, 0).take(200) {
        let away = board.blank().index().abs_diff(start.blank().index());
        assert!([2, 5, 8].contains(&away), "{board}");
    }
    let small = goal(&Goal::BlankLast, 2, 2);
    for board in boards(&Walk { moves: 12 }, &small, 0).take(20) {
        assert_eq!(board, small);
    }
}

#[test]
fn options_are_read_and_faults_named() {
    let start = goal(&Goal::BlankLast, 3, 3);
    let short = by_name("walk:k=1").unwrap().board(&start, 5);
    assert_eq!(short, Walk { moves: 1 }.board(&start, 5));
    assert_eq!(by_name("cycles:n=0").unwrap().board(&start, 5), start);
    for (text, message) in [
        (
            "unifrom",
            "there is no generator `unifrom`; did you mean `uniform`?",
        ),
        ("uniform:k=3", "uniform has no option `k`; it has none"),
        ("walk:n=3", "walk has no option `n`"),
        ("walk:k=-3", "k=-3: "),
        ("walk:k=1000001", "k=1000001: the most is 1000000"),
    ] {
        let error = by_name(text).err().expect(text).to_string();
        assert!(error.contains(message), "{text}: {error}");
    }
}

/// Boards of generator major g1. These lines may be added to, never changed: a failure here means
/// that published game IDs would show other boards.
#[test]
fn published_boards_stay_as_they_are() {
    for (name, named, rows, cols, seed, expected) in PUBLISHED {
        let board = by_name(name)
            .unwrap()
            .board(&goal(&named, rows, cols), seed);
        assert_eq!(board.to_string(), expected, "{name} {rows}x{cols} {seed}");
    }
}

type Published = (&'static str, Goal, usize, usize, u64, &'static str);

/// Written by a second implementation of the rules, apart from this one.
const PUBLISHED: [Published; 20] = [
    ("uniform", Goal::BlankLast, 2, 2, 0, "1 2/0 3"),
    ("uniform", Goal::BlankLast, 2, 2, 1, "1 2/0 3"),
    ("uniform", Goal::BlankLast, 3, 3, 1, "3 7 8/1 2 6/4 5 0"),
    ("uniform", Goal::BlankFirst, 3, 3, 1, "6 2 7/0 1 5/3 4 8"),
    ("uniform", Goal::Spiral, 3, 3, 1, "7 3 6/1 2 4/8 0 5"),
    (
        "uniform",
        Goal::BlankLast,
        3,
        3,
        u64::MAX,
        "1 4 2/3 8 6/5 7 0",
    ),
    (
        "uniform",
        Goal::BlankLast,
        4,
        4,
        20_481,
        "2 12 15 11/10 13 4 1/14 0 8 3/7 9 6 5",
    ),
    (
        "uniform",
        Goal::BlankLast,
        4,
        4,
        20_482,
        "11 14 4 9/0 2 5 15/8 12 3 1/6 13 10 7",
    ),
    ("uniform", Goal::BlankFirst, 2, 5, 7, "6 7 5 2 9/1 3 8 0 4"),
    (
        "uniform",
        Goal::BlankLast,
        5,
        3,
        7,
        "11 8 13/0 10 14/4 6 9/3 7 2/1 5 12",
    ),
    (
        "uniform",
        Goal::Spiral,
        6,
        6,
        123_456_789,
        "30 22 1 7 35 14/28 4 8 2 15 10/27 25 19 24 32 29/18 9 11 21 31 33/17 13 3 34 23 20/5 0 26 16 12 6",
    ),
    (
        "uniform",
        Goal::BlankLast,
        2,
        16,
        1,
        "24 31 27 28 9 30 14 12 11 1 25 4 7 6 10 8/15 21 2 16 26 20 22 18 29 3 5 0 13 19 17 23",
    ),
    ("cycles", Goal::BlankLast, 2, 2, 1, "1 2/3 0"),
    ("cycles", Goal::BlankLast, 3, 3, 1, "5 2 6/1 8 4/3 7 0"),
    (
        "cycles:n=2",
        Goal::BlankFirst,
        4,
        4,
        1,
        "0 10 2 3/4 13 6 5/8 9 12 11/1 7 14 15",
    ),
    (
        "cycles",
        Goal::Spiral,
        4,
        4,
        20_481,
        "15 14 9 8/6 10 7 2/11 0 5 12/3 13 4 1",
    ),
    ("walk", Goal::BlankLast, 3, 3, 1, "5 8 4/1 7 2/3 6 0"),
    (
        "walk:k=10",
        Goal::BlankLast,
        4,
        4,
        1,
        "1 2 3 4/6 10 7 8/5 13 11 12/9 14 15 0",
    ),
    (
        "walk",
        Goal::BlankFirst,
        3,
        5,
        1,
        "5 13 4 1 3/10 0 7 12 9/11 2 8 6 14",
    ),
    (
        "walk:k=1000",
        Goal::Spiral,
        5,
        5,
        20_481,
        "13 7 15 5 11/8 19 21 0 1/3 12 16 22 2/23 14 17 18 20/9 6 10 4 24",
    ),
];

#[test]
fn seeds_in_a_row_are_the_boards_in_a_row() {
    let start = goal(&Goal::BlankFirst, 4, 4);
    let row: Vec<Board> = boards(&Uniform, &start, u64::MAX - 1).take(4).collect();
    let seeds = [u64::MAX - 1, u64::MAX, 0, 1];
    assert_eq!(row, seeds.map(|seed| Uniform.board(&start, seed)));
}
