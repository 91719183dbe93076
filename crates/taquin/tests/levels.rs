//! Levels and distances against true distances, and games that may never change.

use taquin::generate::{GameId, Level};
use taquin::levels::{Band, Dealer, game};
use taquin::{Control, Goal, Goals, Limits, Puzzle, Size};
use taquin_testkit::Distances;

fn unlimited() -> Control {
    Control::new(Limits::default())
}

fn games(rows: usize, cols: usize, goal: &Goal) -> Dealer {
    let goal = goal.board(Size::new(rows, cols).unwrap());
    Dealer::new(goal.unwrap(), &unlimited())
}

/// Games of generator major g1: board, optimum, upper bound. Lines may be added, never changed.
/// Written by a second implementation of the rules, with a breadth-first search of its own.
const PUBLISHED: [(&str, &str, Option<u32>, Option<u32>); 15] = [
    ("3x3:easy:1", "4 1 3/6 0 8/2 7 5", Some(12), Some(12)),
    ("3x3:medium:1", "6 7 2/1 0 3/5 4 8", Some(14), Some(14)),
    ("3x3:hard:1", "3 7 8/1 2 6/4 5 0", Some(22), Some(22)),
    ("3x3:expert:1", "8 1 6/2 5 4/3 0 7", Some(27), Some(27)),
    ("3x3:random:1", "3 7 8/1 2 6/4 5 0", Some(22), Some(22)),
    ("3x3:expert:20481", "3 0 4/6 7 5/2 8 1", Some(27), Some(27)),
    ("2x2:easy:1", "1 2/0 3", Some(1), Some(1)),
    ("2x3:hard:3", "5 1 3/4 0 2", Some(15), Some(15)),
    ("4x2:expert:5", "6 7/0 5/1 2/3 4", Some(31), Some(31)),
    (
        "2x4:medium:18446744073709551615",
        "3 5 1 0/4 6 2 7",
        Some(23),
        Some(23),
    ),
    (
        "4x4:random:20481",
        "2 12 15 11/10 13 4 1/14 0 8 3/7 9 6 5",
        None,
        None,
    ),
    (
        "5x5:easy:1",
        "1 2 3 4 5/6 7 8 9 10/11 12 13 20 14/21 18 24 22 23/17 16 19 0 15",
        None,
        Some(25),
    ),
    (
        "5x5:medium:1",
        "2 1 7 3 4/12 5 14 8 10/6 15 9 13 19/11 21 18 20 22/17 16 24 23 0",
        None,
        Some(100),
    ),
    (
        "5x5:hard:1",
        "11 21 24 12 9/15 4 14 7 6/10 0 16 2 1/8 20 18 22 3/5 13 19 17 23",
        None,
        None,
    ),
    (
        "3x6:random:9",
        "14 6 2 10 5 4/0 7 13 8 16 17/11 15 12 3 9 1",
        None,
        None,
    ),
];

#[test]
fn published_games_stay_as_they_are() {
    let control = unlimited();
    for (text, board, optimal, upper_bound) in PUBLISHED {
        let id: GameId = text.parse().unwrap();
        let game = game(&id, &Goal::BlankLast, &control).unwrap();
        assert_eq!(game.board.to_string(), board, "{text}");
        assert_eq!(game.id, Some(id));
        assert_eq!((game.seed, game.level), (id.seed, Some(id.level)));
        assert_eq!(
            (game.optimal, game.upper_bound),
            (optimal, upper_bound),
            "{text}"
        );
    }
}

/// The distances of each level, easy to expert, as the manual states them.
#[test]
fn levels_are_bands_of_true_distances() {
    for (rows, cols, goal, bands) in [
        (
            3,
            3,
            Goal::BlankLast,
            [(5, 12), (13, 20), (21, 26), (27, 31)],
        ),
        (3, 3, Goal::Spiral, [(5, 12), (13, 20), (21, 26), (27, 31)]),
        (2, 2, Goal::BlankLast, [(1, 2), (3, 3), (4, 5), (6, 6)]),
        (
            2,
            3,
            Goal::BlankFirst,
            [(3, 8), (9, 13), (14, 17), (18, 21)],
        ),
        (
            4,
            2,
            Goal::BlankLast,
            [(5, 13), (14, 23), (24, 30), (31, 36)],
        ),
        (
            2,
            5,
            Goal::BlankLast,
            [(8, 21), (22, 35), (36, 46), (47, 55)],
        ),
    ] {
        let board = goal.board(Size::new(rows, cols).unwrap()).unwrap();
        let truth = Distances::from_goal(&board);
        let games = Dealer::new(board, &unlimited());
        for (level, (min, max)) in Level::ALL.into_iter().zip(bands) {
            for seed in 0..25 {
                let game = games.at_level(level, seed).unwrap();
                let distance = truth.get(&game.board);
                assert_eq!(game.optimal, distance);
                assert!(
                    distance >= Some(min) && distance <= Some(max),
                    "{level} {}",
                    game.board
                );
            }
        }
        let game = games.at_level(Level::Random, 3).unwrap();
        assert_eq!(game.optimal, truth.get(&game.board));
        assert!(game.optimal_proven());
    }
}

#[test]
fn a_distance_is_met_exactly() {
    let games = games(3, 3, &Goal::BlankLast);
    // One of the two boards at distance 31; the first in the stream of seed 1 by the second
    // implementation.
    let game = games.at_distance("31".parse().unwrap(), 1).unwrap();
    assert_eq!(game.board.to_string(), "6 4 7/8 5 0/3 2 1");
    assert_eq!((game.id, game.level, game.optimal), (None, None, Some(31)));
    for seed in 0..20 {
        let game = games.at_distance("0..3".parse().unwrap(), seed).unwrap();
        assert!(game.optimal <= Some(3));
    }
    let far = games.at_distance(Band::new(30, 99).unwrap(), 5).unwrap();
    assert!(far.optimal >= Some(30));
}

/// The distances are proven again by another search with another heuristic.
#[test]
fn boards_between_are_led_to_their_bands() {
    let distance = |rows: usize, cols: usize, text: &str, seed: u64| {
        let games = games(rows, cols, &Goal::BlankLast);
        let band: Band = text.parse().unwrap();
        let game = games.at_distance(band, seed).unwrap();
        let puzzle = Puzzle::new(game.board.clone(), &Goals::default()).unwrap();
        let ida = taquin::catalogue::solver("ida/walking-distance").unwrap();
        let outcome = ida
            .solve(&puzzle, &Control::new(Limits::default()))
            .unwrap();
        assert!(outcome.is_optimal());
        assert_eq!(game.optimal, Some(outcome.lower_bound()), "{}", game.board);
        assert!(
            band.contains(outcome.lower_bound()),
            "{text}: {}",
            game.board
        );
        assert_eq!(
            games.at_distance(band, seed).unwrap(),
            game,
            "the same again"
        );
        outcome.lower_bound()
    };
    for (seed, text) in ["0", "1", "7..9", "20", "33..34"].into_iter().enumerate() {
        distance(4, 4, text, seed as u64);
    }
    // Farther than nearly all boards of the size are.
    distance(3, 4, "45", 1);
    distance(2, 6, "10..30", 2);
    let game = games(4, 4, &Goal::BlankLast)
        .at_level(Level::Easy, 20481)
        .unwrap();
    assert!((10..=25).contains(&game.optimal.unwrap()));
    assert_eq!(game.id.unwrap().to_string(), "4x4:easy:20481");
}

/// Proven again by plain IDA\* over tables of other tiles.
#[test]
fn far_boards_are_as_far_as_they_say() {
    let ida = taquin::catalogue::solver("ida/pdb:5-5-5").unwrap();
    let games = games(4, 4, &Goal::BlankLast);
    for (seed, text) in ["61", "62", "63..64"].into_iter().enumerate() {
        let band: Band = text.parse().unwrap();
        let game = games.at_distance(band, seed as u64).unwrap();
        let puzzle = Puzzle::new(game.board.clone(), &Goals::default()).unwrap();
        let control = Control::new(Limits::default());
        let outcome = ida.solve(&puzzle, &control).unwrap();
        assert!(outcome.is_optimal());
        assert_eq!(game.optimal, Some(outcome.lower_bound()), "{}", game.board);
        assert!(band.contains(outcome.lower_bound()), "{}", game.board);
    }
}

/// The 17 boards at 80 are published, and serve every goal with the blank in a corner.
#[test]
fn the_farthest_boards_are_known() {
    let known: Vec<String> = taquin::data::by_name("hardest-15")
        .unwrap()
        .instances()
        .map(|instance| instance.board.to_string())
        .collect();
    let band: Band = "80".parse().unwrap();
    for seed in 0..5 {
        let game = games(4, 4, &Goal::BlankLast)
            .at_distance(band, seed)
            .unwrap();
        assert_eq!(game.optimal, Some(80));
        assert!(known.contains(&game.board.to_string()));
        // Turned by half and renumbered, it is a board for the blank first, and again one of them.
        let game = games(4, 4, &Goal::BlankFirst)
            .at_distance(band, seed)
            .unwrap();
        let goal = Goals::new([Goal::BlankFirst]);
        assert!(Puzzle::new(game.board.clone(), &goal).is_ok());
        let turned = game
            .board
            .numbers()
            .map(|n| if n == 0 { 0 } else { 16 - u32::from(n) });
        let turned: Vec<u32> = turned.collect::<Vec<_>>().into_iter().rev().collect();
        let turned = taquin::Board::new(game.board.size(), &turned).unwrap();
        assert!(known.contains(&turned.to_string()));
    }
}

#[test]
fn what_cannot_be_had_is_said_plainly() {
    let level = |rows, cols, level| {
        let made = games(rows, cols, &Goal::BlankLast).at_level(level, 1);
        made.unwrap_err().to_string()
    };
    assert_eq!(
        level(5, 5, Level::Expert),
        "there is no level expert for 5x5: the farthest boards are not known; use hard"
    );
    let distance = |rows, cols, text: &str| {
        let made = games(rows, cols, &Goal::BlankLast).at_distance(text.parse().unwrap(), 1);
        made.unwrap_err().to_string()
    };
    assert_eq!(
        distance(3, 3, "32..40"),
        "no 3x3 board is 32..40 moves from the goal; the farthest are 31 away"
    );
    assert_eq!(
        distance(4, 4, "81..90"),
        "no 4x4 board is 81..90 moves from the goal; the farthest are 80 away"
    );
    assert!(distance(6, 6, "20").starts_with("a distance cannot be requested on 6x6"));
    for (text, message) in [
        ("far", "`far` is not a distance"),
        ("1..", "`1..` is not a distance"),
        ("-1", "`-1` is not a distance"),
        ("9..3", "no distance lies from 9 to 3"),
    ] {
        let error = text.parse::<Band>().unwrap_err().to_string();
        assert!(error.starts_with(message), "{error}");
    }
}

#[test]
fn every_level_of_a_large_board_is_there_but_expert() {
    for (rows, cols) in [(5, 5), (3, 6), (2, 9), (16, 16)] {
        let games = games(rows, cols, &Goal::Spiral);
        for level in [Level::Easy, Level::Medium, Level::Hard, Level::Random] {
            let game = games.at_level(level, 8).unwrap();
            assert_eq!(game.optimal, None);
            let walked = [Level::Easy, Level::Medium].contains(&level);
            assert_eq!(game.upper_bound.is_some(), walked, "{level}");
        }
    }
}
