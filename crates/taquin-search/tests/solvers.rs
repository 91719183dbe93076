//! Every search keeps its promise: small boards against true distances, larger ones against
//! published optima, and limits that hold wherever they strike.

use std::collections::HashMap;

use taquin_core::catalogue::{Catalogue, Guarantee};
use taquin_core::generate::{Generator, Uniform};
use taquin_core::trace::{StepKind, Trace};
use taquin_core::{Board, Control, Goal, Goals, Limits, Outcome, Puzzle, Size, Solver, Stop};
use taquin_search::algorithms::{PdbIda, SOLVERS};
use taquin_testkit::{Distances, Promise, conform};

fn solver(spec: &str) -> Box<dyn Solver> {
    Catalogue(SOLVERS).solver(spec).unwrap()
}

fn puzzle(rows: usize, cols: usize, numbers: &[u32], goals: &Goals) -> Puzzle {
    let board = Board::new(Size::new(rows, cols).unwrap(), numbers).unwrap();
    Puzzle::new(board, goals).unwrap()
}

/// What each search promises, and how far from the goal it is asked to look without a limit.
const PROMISES: &[(&str, Promise, u32)] = &[
    ("bfs", Promise::Shortest, 31),
    ("dfs", Promise::Any, 31),
    ("dfs:depth=12", Promise::Perhaps, 31),
    ("iddfs", Promise::Shortest, 14),
    ("ucs", Promise::Shortest, 31),
    ("bidirectional", Promise::Shortest, 31),
    ("greedy", Promise::Any, 31),
    ("astar", Promise::Shortest, 31),
    (
        "astar:heuristic=linear-conflict,tie=low-g",
        Promise::Shortest,
        31,
    ),
    (
        "astar:heuristic=max(inversion,gaschnig),tie=fifo",
        Promise::Shortest,
        31,
    ),
    ("wastar", Promise::Any, 31),
    ("wastar:weight=1", Promise::Shortest, 31),
    (
        "wastar:weight=1.37,heuristic=walking-distance",
        Promise::Any,
        31,
    ),
    ("ida", Promise::Shortest, 31),
    ("ida/walking-distance", Promise::Shortest, 31),
    ("pdb-ida", Promise::Shortest, 31),
    ("pdb-ida:automaton=2,roots=0", Promise::Shortest, 31),
    ("pdb-ida:threads=3,automaton=14", Promise::Shortest, 31),
    ("beam", Promise::Any, 31),
    ("beam:width=2", Promise::Any, 31),
    ("human", Promise::Any, 31),
    ("anytime", Promise::Shortest, 31),
    ("anytime:threads=1,effort=0", Promise::Shortest, 31),
    ("table", Promise::Shortest, 31),
];

#[test]
fn every_solver_of_the_table_is_tested() {
    for entry in SOLVERS {
        let named = |&&(spec, ..): &&(&str, Promise, u32)| {
            spec.split([':', '/']).next() == Some(entry.name)
        };
        assert!(PROMISES.iter().find(named).is_some(), "{}", entry.name);
    }
}

/// The guarantee of an entry is what the suite holds its solver to.
#[test]
fn guarantees_are_the_promises_that_are_tested() {
    for entry in SOLVERS {
        let &(_, promise, _) = PROMISES.iter().find(|row| row.0 == entry.name).unwrap();
        let expected = match entry.guarantee {
            Guarantee::Optimal | Guarantee::OptimalUpTo { cells: 9.. } => Promise::Shortest,
            _ => Promise::Any,
        };
        assert_eq!(promise, expected, "{}", entry.name);
    }
}

#[test]
fn solvers_keep_their_promises() {
    for &(spec, promise, reach) in PROMISES {
        conform(&*solver(spec), promise, reach);
    }
}

/// R. Korf, *Depth-First Iterative-Deepening*, 1985, Table 1: boards 12, 16 and 55, goal blank
/// first.
const KORF: [([u32; 16], u32); 3] = [
    ([14, 1, 9, 6, 4, 8, 12, 5, 7, 2, 3, 0, 10, 11, 13, 15], 45),
    ([1, 3, 2, 5, 10, 9, 15, 6, 8, 14, 13, 11, 12, 4, 7, 0], 42),
    ([13, 8, 14, 3, 9, 1, 0, 7, 15, 5, 4, 10, 12, 2, 6, 11], 41),
];

#[test]
fn fifteen_puzzles_have_their_published_lengths() {
    for (numbers, length) in KORF {
        let puzzle = puzzle(4, 4, &numbers, &Goal::BlankFirst.into());
        for spec in [
            "astar",
            "astar/linear-conflict",
            "ida",
            "ida/walking-distance",
            "pdb-ida:tables=5-5-5",
            "pdb-ida:tables=6-6-3/5-5-5,threads=2",
        ] {
            let outcome = solve(spec, &puzzle, Limits::default());
            assert!(outcome.is_optimal(), "{spec}");
            assert_eq!(outcome.lower_bound(), length, "{spec}");
        }
    }
}

#[test]
fn a_weighted_answer_is_within_its_weight() {
    for (numbers, length) in KORF {
        let puzzle = puzzle(4, 4, &numbers, &Goal::BlankFirst.into());
        let outcome = solve("wastar:weight=1.5", &puzzle, Limits::default());
        let found = outcome.best().unwrap().len();
        assert!(2 * found <= 3 * length, "{found} against {length}");
        assert!(outcome.lower_bound() <= length);
        assert!(
            3 * outcome.lower_bound() >= 2 * found,
            "the bound that comes with the weight"
        );
    }
}

#[test]
fn a_search_stops_before_it_holds_more_than_it_may() {
    let puzzle = puzzle(4, 4, &KORF[2].0, &Goal::BlankFirst.into());
    for spec in [
        "bfs",
        "dfs",
        "ucs",
        "bidirectional",
        "astar/misplaced",
        "beam:width=1000000",
    ] {
        let limit = 3 << 20;
        let limits = Limits {
            memory: Some(limit),
            ..Limits::default()
        };
        let outcome = solve(spec, &puzzle, limits);
        assert_eq!(outcome.stop, Stop::OutOfMemory, "{spec}");
        assert!(outcome.stats.peak_bytes <= limit, "{spec}");
        assert!(outcome.stats.expanded > 1000, "{spec}");
        assert!(
            outcome.best().is_none() && outcome.lower_bound() <= KORF[2].1,
            "{spec}"
        );
    }
}

/// A net of 20 MB does not fit, so beams are led by linear conflict.
#[test]
fn beams_do_without_a_net_that_is_larger_than_the_memory() {
    let goal = Goal::BlankLast.board(Size::new(8, 8).unwrap()).unwrap();
    let puzzle = Puzzle::new(Uniform.board(&goal, 1), &Goals::default()).unwrap();
    let limit = 16 << 20;
    let limits = Limits {
        nodes: Some(300_000),
        memory: Some(limit),
        ..Limits::default()
    };
    let first = solve("human", &puzzle, Limits::default());
    let outcome = solve("anytime:threads=1", &puzzle, limits);
    assert_eq!(outcome.stop, Stop::OutOfNodes);
    assert!(outcome.stats.peak_bytes <= limit);
    assert!(outcome.best().unwrap().len() < first.best().unwrap().len());
}

/// A path of thousands of moves must not exhaust the stack of a thread.
#[test]
fn the_largest_boards_do_not_overflow_the_stack() {
    let numbers: Vec<u32> = (0..256).rev().collect();
    let size = Size::new(16, 16).unwrap();
    let board = Board::new(size, &numbers).unwrap();
    let puzzle = Puzzle::new(board, &Goal::BlankFirst.into())
        .or_else(|_| Puzzle::new(Board::new(size, &numbers).unwrap(), &Goal::BlankLast.into()))
        .unwrap();
    let fits = |name: &str| !["table", "pdb-ida"].contains(&name);
    for entry in SOLVERS.iter().filter(|entry| fits(entry.name)) {
        let limits = Limits {
            nodes: Some(20_000),
            ..Limits::default()
        };
        let outcome = solve(entry.name, &puzzle, limits);
        assert!(outcome.lower_bound() > 1000, "{}", entry.name);
    }
}

#[test]
fn either_goal_of_a_set_ends_the_search() {
    let goals = Goals::new([Goal::BlankFirst, Goal::BlankLast]);
    let near_first = puzzle(3, 3, &[1, 0, 2, 3, 4, 5, 6, 7, 8], &goals);
    let near_last = puzzle(3, 3, &[1, 2, 3, 4, 5, 6, 7, 0, 8], &goals);
    for &(spec, promise, _) in PROMISES {
        for puzzle in [&near_first, &near_last] {
            let outcome = solve(spec, puzzle, Limits::default());
            if promise == Promise::Shortest {
                assert_eq!(
                    outcome.best().map(taquin_core::Solution::len),
                    Some(1),
                    "{spec}"
                );
            }
        }
    }
}

/// Ways to one goal all have the same parity; of these two, one is nearer by a single move.
#[test]
fn goals_of_either_parity_are_both_looked_for() {
    let size = Size::new(3, 3).unwrap();
    let targets = [[1, 2, 3, 4, 5, 6, 7, 8, 0], [1, 2, 3, 4, 5, 6, 7, 0, 8]];
    let targets = targets.map(|numbers| Board::new(size, &numbers).unwrap());
    let distances = Distances::from_goals(&targets);
    let goals = Goals::new(targets.map(Goal::Custom));
    for &(spec, promise, reach) in PROMISES {
        if promise != Promise::Shortest {
            continue;
        }
        let near = distances.iter().filter(|(_, distance)| *distance <= reach);
        for (board, distance) in near.step_by(if reach < 31 { 97 } else { 9973 }) {
            let puzzle = Puzzle::new(board, &goals).unwrap();
            let outcome = solve(spec, &puzzle, Limits::default());
            assert!(outcome.is_optimal(), "{spec}: {}", puzzle.start());
            assert_eq!(
                outcome.lower_bound(),
                distance,
                "{spec}: {}",
                puzzle.start()
            );
        }
    }
}

#[test]
fn a_depth_limit_is_exhausted_or_holds() {
    let board = puzzle(3, 3, &[8, 1, 3, 4, 0, 2, 7, 6, 5], &Goals::default());
    let outcome = solve("dfs:depth=13", &board, Limits::default());
    assert_eq!((outcome.best(), outcome.stop), (None, Stop::Finished));
    assert_eq!(
        outcome.lower_bound(),
        14,
        "nothing within 13 moves is proven"
    );
    let outcome = solve("dfs:depth=14", &board, Limits::default());
    assert_eq!(outcome.best().map(taquin_core::Solution::len), Some(14));
}

/// 14 is what `bfs` finds; a search with tables names them, each with a checksum.
#[test]
fn a_shortest_solution_comes_with_what_was_exhausted() {
    let board = puzzle(3, 3, &[8, 1, 3, 4, 0, 2, 7, 6, 5], &Goals::default());
    for (spec, tables) in [
        ("bfs", 0),
        ("bidirectional", 0),
        ("astar", 0),
        ("ida", 0),
        ("ida:heuristic=pdb:4-4", 2),
        ("astar:heuristic=max(manhattan,pdb:5-3)", 2),
        ("pdb-ida:tables=4-4", 2),
        ("table", 1),
    ] {
        let outcome = solve(spec, &board, Limits::default());
        let exhausted = outcome.exhausted.unwrap_or_else(|| panic!("{spec}"));
        assert!(matches!(exhausted.bound, 12 | 13), "{spec}: {exhausted:?}");
        assert_eq!(exhausted.tables.len(), tables, "{spec}: {exhausted:?}");
        let checksum = |name: &String| name.rsplit(' ').next().map(str::len);
        assert!(
            exhausted
                .tables
                .iter()
                .all(|name| checksum(name) == Some(16))
        );
        // On so small a board tables may tell all.
        assert!(tables > 0 || exhausted.nodes > 0, "{spec}");
    }
    let outcome = solve("greedy", &board, Limits::default());
    assert!(outcome.is_optimal() || outcome.exhausted.is_none());
}

fn solve(spec: &str, puzzle: &Puzzle, limits: Limits) -> Outcome {
    let outcome = solver(spec).solve(puzzle, &Control::new(limits));
    outcome.unwrap_or_else(|error| panic!("{spec}: {error}"))
}

fn trace(spec: &str, puzzle: &Puzzle, limit: usize) -> (Outcome, Trace) {
    let control = Control::new(Limits::default()).with_trace(limit);
    let outcome = solver(spec).solve(puzzle, &control).unwrap();
    (outcome, control.tracer().unwrap().take())
}

#[test]
fn a_trace_tells_each_node_once_and_agrees_with_the_counters() {
    let board = puzzle(3, 3, &[1, 2, 3, 4, 6, 8, 7, 5, 0], &Goals::default());
    // What pdb-ida does is too fast to be watched; `ida` shows the same idea.
    let traced = PROMISES
        .iter()
        .filter(|(spec, ..)| !spec.starts_with("pdb-ida"));
    for (spec, ..) in traced {
        let (outcome, trace) = trace(spec, &board, 1_000_000);
        assert!(!trace.truncated, "{spec}");
        let count = |wanted: fn(StepKind) -> bool| {
            trace.steps.iter().filter(|step| wanted(step.kind)).count() as u64
        };
        let expanded = count(|kind| matches!(kind, StepKind::Expand(_)));
        assert_eq!(expanded, outcome.stats.expanded, "{spec}");
        assert_eq!(count(|kind| kind == StepKind::Goal), 1, "{spec}");
        let mut boards = HashMap::new();
        for step in &trace.steps {
            boards.insert(step.node, &step.board);
            // A parent was told of before its children, and the move leads from it to them.
            let Some(parent) = step.parent else { continue };
            let mut moved = boards[&parent].clone();
            assert!(moved.slide(step.mv.unwrap()).is_some(), "{spec}");
            assert_eq!(moved, step.board, "{spec}");
        }
    }
}

#[test]
fn a_bounded_trace_says_that_there_was_more() {
    let board = puzzle(3, 3, &[8, 1, 3, 4, 0, 2, 7, 6, 5], &Goals::default());
    let (outcome, trace) = trace("bfs", &board, 100);
    assert!(outcome.is_optimal());
    assert_eq!((trace.steps.len(), trace.truncated), (100, true));
}

/// Whoever has a solution needs the proof only: a bound that is enough ends the search, and what was
/// exhausted up to there is reported with it. 14 is what `bfs` finds.
#[test]
fn a_bound_that_is_enough_ends_the_search() {
    let board = puzzle(3, 3, &[8, 1, 3, 4, 0, 2, 7, 6, 5], &Goals::default());
    let solver = PdbIda {
        tables: "3-3-2".parse().unwrap(),
        ..PdbIda::default()
    };
    let raise = |enough| {
        let control = Control::new(Limits::default());
        solver.raise_lower_bound(&board, &control, enough).unwrap()
    };
    let mut nodes = Vec::new();
    for enough in 1..=14 {
        let outcome = raise(enough);
        assert_eq!((outcome.best(), outcome.stop), (None, Stop::Finished));
        assert!((enough..=14).contains(&outcome.lower_bound()), "{enough}");
        let exhausted = outcome.exhausted.clone().unwrap();
        assert!(exhausted.bound < outcome.lower_bound() && exhausted.tables.len() == 3);
        nodes.push(outcome.stats.expanded);
    }
    let whole = raise(15);
    assert_eq!(whole.best().map(taquin_core::Solution::len), Some(14));
    assert!(nodes.is_sorted() && *nodes.last().unwrap() < whole.stats.expanded);
}
