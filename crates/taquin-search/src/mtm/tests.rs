use std::collections::{HashMap, HashSet};

use taquin_core::{Board, Direction, Goal, Goals, Limits, Size};

use super::*;

/// All boards one multi-tile move away.
fn neighbours(board: &Board) -> Vec<Board> {
    let mut neighbours = Vec::new();
    for direction in Direction::ALL {
        let mut slid = board.clone();
        while slid.slide(Move(direction)).is_some() {
            neighbours.push(slid.clone());
        }
    }
    neighbours
}

/// True distances in multi-tile moves, breadth-first over boards.
fn distances(goal: &Board) -> HashMap<Board, u32> {
    let mut distances = HashMap::from([(goal.clone(), 0)]);
    let mut layer = vec![goal.clone()];
    let mut depth = 0;
    while !layer.is_empty() {
        depth += 1;
        let mut next = Vec::new();
        for slid in layer.iter().flat_map(neighbours) {
            if !distances.contains_key(&slid) {
                distances.insert(slid.clone(), depth);
                next.push(slid);
            }
        }
        layer = next;
    }
    distances
}

/// The true distance of two boards, breadth-first from both.
fn distance(start: &Board, goal: &Board) -> u32 {
    let mut sides = [start, goal].map(|board| HashSet::from([board.clone()]));
    let mut layers = [start, goal].map(|board| vec![board.clone()]);
    let mut depth = 0;
    loop {
        if layers[0].iter().any(|board| sides[1].contains(board)) {
            return depth;
        }
        depth += 1;
        let side = usize::from(layers[1].len() < layers[0].len());
        let slid = layers[side].iter().flat_map(neighbours);
        let fresh: Vec<Board> = slid.filter(|b| sides[side].insert(b.clone())).collect();
        layers[side] = fresh;
        if layers[1].iter().any(|board| sides[0].contains(board)) {
            return depth;
        }
    }
}

fn optimal(board: &Board, goals: &Goals, control: &Control) -> u32 {
    let puzzle = Puzzle::new(board.clone(), goals).unwrap();
    let outcome = solve(&puzzle, control).unwrap();
    assert!(outcome.is_optimal(), "{board}");
    outcome.length().unwrap()
}

/// The length by the search without tables of classes.
fn walked(board: &Board, goals: &Goals, control: &Control) -> u32 {
    let puzzle = Puzzle::new(board.clone(), goals).unwrap();
    let mut search = Search {
        puzzle: &puzzle,
        control,
        lower_bound: 0,
        heuristic: WALKING,
        stats: Stats::default(),
    };
    let ControlFlow::Continue(Some(solution)) = search.walk(u64::MAX) else {
        panic!("{board} was not solved");
    };
    multi_tile_length(solution.moves())
}

fn control() -> Control {
    Control::new(Limits::default())
}

fn size(rows: usize, cols: usize) -> Size {
    Size::new(rows, cols).unwrap()
}

#[test]
fn every_board_of_the_smallest_sizes_is_solved_optimally() {
    let control = control();
    for (rows, cols) in [(2, 2), (2, 3), (3, 2)] {
        for goal in [Goal::BlankLast, Goal::BlankFirst, Goal::Spiral] {
            let goals = Goals::from(goal.clone());
            let target = goal.board(size(rows, cols)).unwrap();
            for (board, distance) in distances(&target) {
                let found = optimal(&board, &goals, &control);
                assert_eq!(found, distance, "{board} to {goal}");
                assert_eq!(
                    walked(&board, &goals, &control),
                    distance,
                    "{board} to {goal}"
                );
            }
        }
    }
}

#[test]
fn every_board_of_3x3_is_solved_optimally() {
    let control = control();
    let goal = Goal::BlankLast.board(size(3, 3)).unwrap();
    let distances = distances(&goal);
    assert_eq!(distances.len(), 181_440);
    // Published for the 3x3 puzzle: no board needs more than 24 multi-tile moves.
    assert_eq!(distances.values().max(), Some(&24));
    for (board, &distance) in &distances {
        assert_eq!(
            optimal(board, &Goals::default(), &control),
            distance,
            "{board}"
        );
    }
    for (board, &distance) in distances.iter().take(200) {
        assert_eq!(
            walked(board, &Goals::default(), &control),
            distance,
            "{board}"
        );
    }
}

#[test]
fn goals_with_the_blank_anywhere_are_reached_optimally() {
    let control = control();
    let start: Board = "8 6 7/2 5 4/3 0 1".parse().unwrap();
    for cell in 0..9 {
        let mut numbers: Vec<u32> = (1..9).collect();
        numbers.insert(cell, 0);
        let rows: Vec<String> = numbers
            .chunks(3)
            .map(|row| format!("{} {} {}", row[0], row[1], row[2]))
            .collect();
        let mut target: Board = rows.join("/").parse().unwrap();
        if Puzzle::new(start.clone(), &Goals::from(Goal::Custom(target.clone()))).is_err() {
            // The other half of the boards: two tiles change places.
            let text = rows.join("/");
            let text = text.replace('7', "x").replace('8', "7").replace('x', "8");
            target = text.parse().unwrap();
        }
        let goals = Goals::from(Goal::Custom(target.clone()));
        let expected = distance(&start, &target);
        assert_eq!(optimal(&start, &goals, &control), expected, "{target}");
        assert_eq!(walked(&start, &goals, &control), expected, "{target}");
    }
}

#[test]
fn samples_of_other_sizes_are_solved_optimally() {
    let control = control();
    for (rows, cols) in [(2, 4), (4, 2), (2, 5), (3, 4), (4, 3)] {
        let goal = Goal::BlankLast.board(size(rows, cols)).unwrap();
        let mut board = goal.clone();
        let mut seed = 19_u64;
        // Breadth-first from both ends takes a second for a board of twelve cells.
        let boards = if rows * cols < 12 { 12 } else { 3 };
        for _ in 0..boards {
            for _ in 0..60 {
                // Knuth's MMIX generator.
                seed = seed
                    .wrapping_mul(6_364_136_223_846_793_005)
                    .wrapping_add(1_442_695_040_888_963_407);
                let choices = neighbours(&board);
                board = choices[(seed >> 33) as usize % choices.len()].clone();
            }
            let expected = distance(&board, &goal);
            assert_eq!(
                optimal(&board, &Goals::default(), &control),
                expected,
                "{board}"
            );
        }
    }
}

#[test]
fn the_nearest_of_several_goals_counts() {
    let control = control();
    let size = size(2, 3);
    let goals = Goals::new([Goal::BlankLast, Goal::BlankFirst]);
    let reach = [Goal::BlankLast, Goal::BlankFirst].map(|g| distances(&g.board(size).unwrap()));
    for board in reach[0].keys().step_by(7) {
        let least = reach.iter().filter_map(|d| d.get(board)).min();
        assert_eq!(Some(&optimal(board, &goals, &control)), least, "{board}");
        assert_eq!(Some(&walked(board, &goals, &control)), least, "{board}");
    }
}

/// The first of Korf's hundred.
fn korf() -> Puzzle {
    let board: Board = "14 13 15 7/11 12 9 5/6 0 2 1/4 8 10 3".parse().unwrap();
    Puzzle::new(board, &Goals::from(Goal::BlankFirst)).unwrap()
}

#[test]
fn a_limit_leaves_a_true_lower_bound() {
    let limits = Limits {
        nodes: Some(10_000),
        ..Limits::default()
    };
    let outcome = solve(&korf(), &Control::new(limits)).unwrap();
    assert_eq!(
        (outcome.stop, outcome.stats.expanded),
        (Stop::OutOfNodes, 10_000)
    );
    // 33 by this search and by slidy 0.7.0.
    assert!((15..=33).contains(&outcome.lower_bound()), "{outcome:?}");
    assert_eq!(outcome.best(), None);
}

#[test]
fn a_low_memory_limit_leaves_the_search_without_large_tables() {
    let limits = Limits {
        nodes: Some(2 * PATIENCE),
        memory: Some(200 << 20),
        ..Limits::default()
    };
    let outcome = solve(&korf(), &Control::new(limits)).unwrap();
    assert_eq!(
        (outcome.stop, outcome.stats.expanded, outcome.heuristic),
        (Stop::OutOfNodes, 2 * PATIENCE, WALKING)
    );
    assert!(outcome.stats.peak_bytes < 200 << 20, "{outcome:?}");
}

#[test]
fn a_short_search_builds_no_large_tables() {
    let board: Board = "0 1 2 3/5 6 7 4/9 10 11 8/13 14 15 12".parse().unwrap();
    let puzzle = Puzzle::new(board, &Goals::default()).unwrap();
    let outcome = solve(&puzzle, &control()).unwrap();
    assert_eq!(outcome.length(), Some(2), "a long run of tiles is one move");
    assert_eq!(outcome.heuristic, WALKING);
}

#[test]
fn large_boards_are_refused() {
    let goal = Goal::BlankLast.board(size(5, 5)).unwrap();
    let puzzle = Puzzle::new(goal, &Goals::default()).unwrap();
    let refused = solve(&puzzle, &control()).unwrap_err();
    assert!(
        refused.to_string().contains("at most 16 cells"),
        "{refused}"
    );
}
