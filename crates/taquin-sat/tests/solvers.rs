//! The SAT solver keeps the promises of every solver, and finds true distances with each encoding,
//! backend and schedule.

use std::sync::Arc;

use taquin_core::generate::{Generator, Uniform};
use taquin_core::{Board, Control, Goal, Goals, Limits, Outcome, Puzzle, Size, Solver};
use taquin_sat::backend::{BACKENDS, Choice};
use taquin_sat::encodings::{ENCODINGS, Encoding};
use taquin_sat::{Sat, Schedule};
use taquin_testkit::{Distances, Promise, conform};

#[test]
fn sat_conforms() {
    conform(&Sat::default(), Promise::Shortest, 31);
}

fn goal(rows: usize, cols: usize) -> Board {
    Goal::BlankLast
        .board(Size::new(rows, cols).unwrap())
        .unwrap()
}

fn solve(sat: &Sat, board: &Board) -> Outcome {
    let puzzle = Puzzle::new(board.clone(), &Goals::default()).unwrap();
    sat.solve(&puzzle, &Control::new(Limits::default()))
        .unwrap()
}

/// Solves random boards of a size and compares with true distances, up to a distance.
fn agrees(sat: &Sat, (rows, cols): (usize, usize), boards: u64, reach: u32) {
    let goal = goal(rows, cols);
    let truth = Distances::from_goals(std::slice::from_ref(&goal));
    let mut asked = 0;
    for seed in 0.. {
        let board = Uniform.board(&goal, seed);
        let distance = truth.get(&board).unwrap();
        if distance > reach {
            continue;
        }
        let outcome = solve(sat, &board);
        assert!(outcome.is_optimal(), "{board}");
        assert_eq!(outcome.lower_bound(), distance, "{board}");
        asked += 1;
        if asked == boards {
            break;
        }
    }
}

#[test]
fn two_hundred_random_8_puzzles_are_optimal() {
    agrees(&Sat::default(), (3, 3), 200, 31);
}

#[test]
fn every_backend_finds_true_distances() {
    for entry in BACKENDS {
        let backend = Choice((entry.build)());
        let sat = Sat {
            backend,
            ..Sat::default()
        };
        agrees(&sat, (3, 3), 10, 26);
    }
}

#[test]
fn every_encoding_finds_true_distances() {
    for entry in ENCODINGS {
        let sat = Sat {
            encoding: Encoding(entry),
            ..Sat::default()
        };
        agrees(&sat, (2, 3), 8, 21);
        agrees(&sat, (3, 3), 3, 16);
    }
}

#[test]
fn every_schedule_finds_true_distances() {
    for text in ["up", "down", "bisect"] {
        let sat = Sat {
            schedule: text.parse().unwrap(),
            known: Some(Arc::new(Sat {
                schedule: Schedule::Steps(vec![31]),
                ..Sat::default()
            })),
            ..Sat::default()
        };
        agrees(&sat, (3, 3), 10, 24);
    }
    let sat = Sat {
        threads: 2,
        ..Sat::default()
    };
    agrees(&sat, (3, 3), 20, 31);
}

/// The thesis' sequence of bounds: a solution of at most the first bound that has one.
#[test]
fn a_list_of_steps_gives_bounds() {
    let sat = Sat {
        schedule: "1+2+4+8+16+21+26+31".parse().unwrap(),
        ..Sat::default()
    };
    let board = taquin_core::notation::parse_board("8 1 3/4 0 2/7 6 5").unwrap();
    let outcome = solve(&sat, &board);
    // 14 moves are optimal; 8 is refuted, 16 is not.
    assert_eq!(outcome.lower_bound(), 10);
    assert!((14..=16).contains(&outcome.best().unwrap().len()));
}
