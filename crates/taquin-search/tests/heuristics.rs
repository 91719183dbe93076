//! Every heuristic of the catalogue against the truth: a new entry is checked without a new test.

use std::sync::{Arc, Weak};

use proptest::prelude::*;
use taquin_core::catalogue::Catalogue;
use taquin_core::{
    Board, Control, Direction, Event, Goal, Goals, Limits, Move, Outcome, Puzzle, Size, Solver,
    Stop,
};
use taquin_search::algorithms::SOLVERS;
use taquin_search::heuristic::{Guide, HEURISTICS, HeuristicEntry, HeuristicError, HeuristicSpec};
use taquin_testkit::{Distances, generate};

fn goal(goal: &Goal, rows: usize, cols: usize) -> Board {
    goal.board(Size::new(rows, cols).unwrap()).unwrap()
}

fn unlimited() -> Control {
    Control::new(Limits::default())
}

fn build(name: &str, goal: &Board) -> Box<dyn Guide> {
    let spec: HeuristicSpec = name.parse().unwrap();
    spec.build(goal, &unlimited()).unwrap()
}

fn slid(board: &Board, mv: Move) -> Board {
    let mut next = board.clone();
    next.slide(mv).unwrap();
    next
}

/// What an exhaustive look at all boards of a size found out about one heuristic.
#[derive(Default)]
struct Verdict {
    /// The nearest, then lexicographically first board with an estimate above the truth.
    too_high: Option<(u32, Board, u32)>,
    /// An edge that changes the estimate by more than one.
    jump: Option<(Board, Move)>,
}

/// Looks at every board that reaches the goal and at every slide from it.
fn judge(entry: &HeuristicEntry, goal: &Board, truth: &Distances) -> Verdict {
    let guide = (entry.build)(goal, None, &unlimited()).unwrap();
    assert_eq!(guide.estimate(goal), 0, "{} on {goal}", entry.name);
    let mut verdict = Verdict::default();
    for (board, distance) in truth.iter() {
        let estimate = guide.estimate(&board);
        let nearest = verdict.too_high.as_ref().map_or(u32::MAX, |found| found.0);
        if estimate > distance && distance < nearest {
            verdict.too_high = Some((distance, board.clone(), estimate));
        }
        for mv in board.moves() {
            let along = guide.along(&board, &[mv]);
            let scratch = [estimate, guide.estimate(&slid(&board, mv))];
            assert_eq!(along, scratch, "{}: {mv:?} on {board}", entry.name);
            if scratch[0].abs_diff(scratch[1]) > 1 {
                verdict.jump.get_or_insert_with(|| (board.clone(), mv));
            }
        }
    }
    verdict
}

/// A heuristic, its estimate, and the nearest board that it overestimates with its true distance.
type Counterexample = (&'static str, u32, String, u32);

/// Claims of all entries hold on all boards. Gives the smallest counterexample to each that claims
/// nothing; those that claim no consistency must jump somewhere.
fn check_all(goal: &Board) -> Vec<Counterexample> {
    let truth = Distances::from_goal(goal);
    let mut counterexamples = Vec::new();
    for entry in HEURISTICS {
        let Verdict { too_high, jump } = judge(entry, goal, &truth);
        if let Some((distance, board, estimate)) = too_high {
            let found = (entry.name, estimate, board.to_string(), distance);
            assert!(!entry.admissible, "{found:?}");
            counterexamples.push(found);
        }
        match jump {
            Some(jump) => assert!(!entry.consistent, "{} {jump:?}", entry.name),
            // The smallest boards are too small to refute everything.
            None => assert!(
                entry.consistent || goal.size().cells() < 9,
                "{}",
                entry.name
            ),
        }
    }
    counterexamples
}

/// The manual repeats these.
fn smallest(list: &[(&'static str, u32, &str, u32)]) -> Vec<Counterexample> {
    let owned = |&(name, estimate, board, distance): &(_, _, &str, _)| {
        (name, estimate, board.to_owned(), distance)
    };
    list.iter().map(owned).collect()
}

#[test]
fn claims_hold_on_all_of_3x3_blank_last() {
    let known = smallest(&[
        ("linear-conflict-pairs", 28, "3 8 1/6 5 4/0 2 7", 26),
        ("weighted-inversion", 5, "1 2 3/4 5 0/7 8 6", 1),
        ("weighted-inversion-code", 5, "1 2 3/4 5 0/7 8 6", 1),
    ]);
    assert_eq!(check_all(&goal(&Goal::BlankLast, 3, 3)), known);
}

#[test]
fn claims_hold_on_all_of_3x3_blank_first() {
    let known = smallest(&[
        ("linear-conflict-pairs", 28, "2 7 0/5 4 3/8 1 6", 26),
        ("weighted-inversion", 5, "1 0 2/3 4 5/6 7 8", 1),
        ("weighted-inversion-code", 3, "1 0 2/3 4 5/6 7 8", 1),
    ]);
    assert_eq!(check_all(&goal(&Goal::BlankFirst, 3, 3)), known);
}

/// With the blank in the middle even `linear-conflict-pairs` stays below the truth.
#[test]
fn claims_hold_on_all_of_3x3_spiral() {
    let known = smallest(&[
        ("weighted-inversion", 5, "1 0 3/8 2 4/7 6 5", 1),
        ("weighted-inversion-code", 5, "1 0 3/8 2 4/7 6 5", 1),
    ]);
    assert_eq!(check_all(&goal(&Goal::Spiral, 3, 3)), known);
}

#[test]
fn claims_hold_on_rectangles() {
    for (rows, cols) in [(2, 2), (2, 3), (3, 2), (2, 4), (4, 2)] {
        for (_, kind) in Goal::NAMED {
            check_all(&goal(&kind, rows, cols));
        }
    }
}

/// Lines of five have what shorter ones lack, such as a row where taking out the tile with the most
/// conflicts is not best. All 1,814,400 boards would take too long here; every 11th does.
#[test]
fn claims_hold_on_a_sample_of_2x5() {
    for (goal, truth) in [(2, 5), (5, 2)].map(|(rows, cols)| {
        let goal = goal(&Goal::BlankLast, rows, cols);
        (goal.clone(), Distances::from_goal(&goal))
    }) {
        let guides: Vec<_> = HEURISTICS
            .iter()
            .filter(|entry| entry.admissible)
            .map(|entry| {
                (
                    entry.name,
                    (entry.build)(&goal, None, &unlimited()).unwrap(),
                )
            })
            .collect();
        for (board, distance) in truth.iter().step_by(11) {
            for (name, guide) in &guides {
                assert!(guide.estimate(&board) <= distance, "{name} on {board}");
            }
        }
    }
}

/// Boards with their optimal lengths for the goal with the blank first: R. E. Korf, *Depth-First
/// Iterative-Deepening*, Artificial Intelligence 27 (1985), numbers 1, 12, 42, 55, 60 and 88.
const KORF: [([u32; 16], u32); 6] = [
    ([14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3], 57),
    ([14, 1, 9, 6, 4, 8, 12, 5, 7, 2, 3, 0, 10, 11, 13, 15], 45),
    ([4, 5, 7, 2, 9, 14, 12, 13, 0, 3, 6, 11, 8, 1, 15, 10], 42),
    ([13, 8, 14, 3, 9, 1, 0, 7, 15, 5, 4, 10, 12, 2, 6, 11], 41),
    ([11, 14, 13, 1, 2, 3, 12, 4, 15, 7, 9, 5, 10, 6, 8, 0], 66),
    ([15, 2, 12, 11, 14, 13, 9, 5, 1, 3, 8, 7, 0, 10, 6, 4], 65),
];

#[test]
fn admissible_ones_stay_below_the_published_optima_of_4x4() {
    let goal = goal(&Goal::BlankFirst, 4, 4);
    for entry in HEURISTICS.iter().filter(|entry| entry.admissible) {
        let guide = (entry.build)(&goal, None, &unlimited()).unwrap();
        for (numbers, optimum) in KORF {
            let board = Board::new(goal.size(), &numbers).unwrap();
            let estimate = guide.estimate(&board);
            assert!(estimate <= optimum, "{}: {estimate} on {board}", entry.name);
        }
    }
}

/// The Manhattan distance of Korf's first board, 41, is in the same table of the paper.
#[test]
fn manhattan_is_as_published() {
    let goal = goal(&Goal::BlankFirst, 4, 4);
    let board = Board::new(goal.size(), &KORF[0].0).unwrap();
    assert_eq!(build("manhattan", &goal).estimate(&board), 41);
}

/// Each pair with a proof in the module of the larger one.
#[test]
fn the_larger_of_two_is_never_below_the_smaller() {
    for kind in [Goal::BlankLast, Goal::Spiral] {
        let goal = goal(&kind, 3, 3);
        let truth = Distances::from_goal(&goal);
        for (large, small) in [
            ("misplaced", "zero"),
            ("gaschnig", "misplaced"),
            ("manhattan", "misplaced"),
            ("linear-conflict", "manhattan"),
            ("walking-distance", "manhattan"),
            ("pdb", "manhattan"),
            ("linear-conflict-pairs", "linear-conflict"),
            ("weighted-inversion", "manhattan"),
            ("weighted-inversion-code", "manhattan"),
        ] {
            let (large_guide, small_guide) = (build(large, &goal), build(small, &goal));
            for (board, _) in truth.iter() {
                assert!(
                    large_guide.estimate(&board) >= small_guide.estimate(&board),
                    "{large} below {small} on {board}"
                );
            }
        }
    }
}

/// These change by exactly one with each slide, so they are odd where the distance is odd.
#[test]
fn some_have_the_parity_of_the_true_distance() {
    for (rows, cols) in [(3, 3), (2, 4), (3, 2)] {
        let goal = goal(&Goal::Spiral, rows, cols);
        let truth = Distances::from_goal(&goal);
        for name in [
            "gaschnig",
            "manhattan",
            "inversion",
            "linear-conflict",
            "walking-distance",
            "pdb",
        ] {
            let guide = build(name, &goal);
            for (board, distance) in truth.iter() {
                let estimate = guide.estimate(&board);
                assert_eq!(estimate % 2, distance % 2, "{name}: {estimate} on {board}");
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(48))]

    /// Also on boards too large for lookup tables of lines, and with any goal.
    #[test]
    fn following_a_walk_gives_what_counting_afresh_gives(
        (puzzle, moves) in prop::sample::select(vec![
            (3, 3), (3, 5), (4, 4), (2, 6), (5, 5), (4, 6), (6, 6), (7, 9), (16, 2), (16, 16),
        ])
        .prop_flat_map(|(rows, cols)| generate::puzzles(Size::new(rows, cols).unwrap()))
        .prop_flat_map(|puzzle| {
            let walks = generate::walks(puzzle.start().clone(), 60);
            (Just(puzzle), walks)
        })
    ) {
        let goal = &puzzle.targets()[0];
        for entry in HEURISTICS {
            let Ok(guide) = (entry.build)(goal, None, &unlimited()) else {
                continue;
            };
            prop_assert_eq!(guide.estimate(goal), 0);
            let along = guide.along(puzzle.start(), &moves);
            prop_assert_eq!(along.len(), moves.len() + 1);
            let mut board = puzzle.start().clone();
            prop_assert_eq!(along[0], guide.estimate(&board));
            for (mv, pair) in moves.iter().zip(along.windows(2)) {
                board.slide(*mv);
                prop_assert_eq!(pair[1], guide.estimate(&board), "{} on {}", entry.name, board);
                if entry.consistent {
                    prop_assert!(pair[0].abs_diff(pair[1]) <= 1, "{} on {}", entry.name, board);
                }
            }
        }
    }
}

/// Combined heuristics are followed slide by slide as well: over several goals, the least of the
/// largest.
#[test]
fn combined_heuristics_follow_walks() {
    let size = Size::new(3, 3).unwrap();
    let goals = Goals::new([Goal::BlankLast, Goal::BlankFirst]);
    let start = Board::new(size, &[8, 1, 3, 4, 0, 2, 7, 6, 5]).unwrap();
    let puzzle = Puzzle::new(start, &goals).unwrap();
    let names: Vec<&str> = HEURISTICS.iter().map(|entry| entry.name).collect();
    let mut specs: Vec<String> = names.iter().map(ToString::to_string).collect();
    for chunk in names.chunks(4) {
        specs.push(format!("max({})", chunk.join(",")));
        specs.push(format!("max(max({}),manhattan)", chunk.join(",")));
    }
    for spec in specs {
        let spec: HeuristicSpec = spec.parse().unwrap();
        let guide = spec.guide(&puzzle, &unlimited()).unwrap();
        let parts: Vec<_> = puzzle
            .targets()
            .iter()
            .map(|goal| spec.build(goal, &unlimited()).unwrap())
            .collect();
        let mut board = puzzle.start().clone();
        let mut moves = Vec::new();
        for step in 0..60 {
            let possible: Vec<Move> = board.moves().collect();
            let mv = possible[(step * 7 + step / 3) % possible.len()];
            board.slide(mv);
            moves.push(mv);
        }
        let along = guide.along(puzzle.start(), &moves);
        let mut board = puzzle.start().clone();
        for (i, estimate) in along.into_iter().enumerate() {
            let least = parts.iter().map(|part| part.estimate(&board)).min();
            assert_eq!(Some(estimate), least, "{spec} after {i} moves");
            if let Some(&mv) = moves.get(i) {
                board.slide(mv);
            }
        }
    }
}

fn solve(spec: &str, puzzle: &Puzzle) -> Outcome {
    let solver = Catalogue(SOLVERS).solver(spec).unwrap();
    let limits = Limits {
        nodes: Some(400_000),
        ..Limits::default()
    };
    solver.solve(puzzle, &Control::new(limits)).unwrap()
}

/// Shortest solutions with admissible ones, and in no case a bound above the truth: searches must
/// not take an estimate for a proof that is none.
#[test]
fn searches_prove_what_their_heuristic_allows() {
    let goals = Goals::new([Goal::BlankFirst, Goal::BlankLast]);
    for goals in [Goals::from(Goal::Spiral), goals] {
        let size = Size::new(3, 3).unwrap();
        let targets = goals
            .as_slice()
            .iter()
            .map(|goal| goal.board(size).unwrap());
        let truth = Distances::from_goals(&targets.collect::<Vec<_>>());
        for (start, distance) in truth.iter().step_by(60_001) {
            let puzzle = Puzzle::new(start, &goals).unwrap();
            let names = HEURISTICS.iter().map(|entry| entry.name.to_owned());
            let largest = "max(linear-conflict,inversion)".to_owned();
            for heuristic in names.chain([largest]) {
                let admissible = HeuristicSpec::is_admissible(&heuristic.parse().unwrap());
                for (solver, proves) in [
                    ("astar", admissible),
                    ("ida", admissible),
                    ("wastar", false),
                    ("greedy", false),
                ] {
                    let spec = format!("{solver}:heuristic={heuristic}");
                    let outcome = solve(&spec, &puzzle);
                    let case = format!("{spec} on {} to {goals}", puzzle.start());
                    assert!(outcome.lower_bound() <= distance, "{case}");
                    let length = outcome.best().map(taquin_core::Solution::len);
                    assert!(length.is_none_or(|length| length >= distance), "{case}");
                    // IDA* with a weak heuristic runs out of nodes.
                    if proves && outcome.stop == Stop::Finished {
                        assert_eq!(length, Some(distance), "{case}");
                        assert!(outcome.is_optimal(), "{case}");
                    }
                }
            }
        }
    }
}

#[test]
fn walking_distance_says_where_its_tables_end() {
    for (rows, cols) in [(2, 2), (2, 6), (6, 2), (3, 5), (5, 3), (4, 4)] {
        let spec: HeuristicSpec = "walking-distance".parse().unwrap();
        assert!(
            spec.build(&goal(&Goal::Spiral, rows, cols), &unlimited())
                .is_ok()
        );
    }
    for (rows, cols) in [(2, 7), (7, 2), (4, 5), (5, 5), (16, 16), (2, 16)] {
        let spec: HeuristicSpec = "walking-distance".parse().unwrap();
        let built = spec.build(&goal(&Goal::BlankLast, rows, cols), &unlimited());
        let Err(HeuristicError::Unsupported {
            reason,
            alternatives,
        }) = built
        else {
            panic!("{rows}x{cols} has a table");
        };
        assert!(reason.contains("4194304"), "{reason}");
        assert!(alternatives.contains(&"linear-conflict"));
    }
}

#[test]
fn pattern_databases_prove_published_lengths_with_fewer_nodes() {
    for index in [0, 1, 2, 3] {
        let (numbers, optimum) = KORF[index];
        let start = Board::new(Size::new(4, 4).unwrap(), &numbers).unwrap();
        let puzzle = Puzzle::new(start, &Goals::from(Goal::BlankFirst)).unwrap();
        let [best, middle, walking] = ["pdb:6-6-3", "pdb:5-5-5", "walking-distance"]
            .map(|name| solve(&format!("ida/{name}"), &puzzle));
        assert!(best.is_optimal(), "{}", puzzle.start());
        assert_eq!(best.lower_bound(), optimum, "{}", puzzle.start());
        let nodes = [&best, &middle, &walking].map(|outcome| outcome.stats.expanded);
        assert!(nodes[0] < nodes[2] && nodes[1] < nodes[2], "{nodes:?}");
    }
}

#[test]
fn partitions_are_checked_against_the_board() {
    let said = |name: &str, rows, cols| {
        let spec: HeuristicSpec = name.parse().unwrap();
        spec.build(&goal(&Goal::BlankLast, rows, cols), &unlimited())
            .err()
            .map(|error| error.to_string())
    };
    assert_eq!(said("pdb:4-4", 3, 3), None);
    assert_eq!(said("pdb:1.2+7.8", 3, 3), None);
    let wrong = "6-6-3 is for 15 tiles, and a 3x3 board has 8";
    assert_eq!(said("pdb:6-6-3", 3, 3).unwrap(), wrong);
    assert!(said("pdb", 6, 6).unwrap().contains("at most 25 cells"));
    assert!(said("pdb:7-8", 4, 4).unwrap().contains("taquin pdb build"));
    assert!("pdb:six".parse::<HeuristicSpec>().is_err());
}

/// The report's two definitions by hand for `3 1 2/0 4 5/6 7 8`. Manhattan is 1. Row by row 3 stands
/// before 1 and 2: two inversions, so 0 + 2; column by column there are none. Its program sees 3
/// before 1 in the row and, taking the blank for 0, 3 over 0 in the column: 2, so 0 + 2 again. For
/// `1 0 2/3 4 5/6 7 8` the text counts 1 before 3 and 6 down the columns, the program only 1 beside 0.
#[test]
fn the_report_is_followed_to_the_letter() {
    let goal = goal(&Goal::BlankFirst, 3, 3);
    for (name, numbers, estimate) in [
        ("weighted-inversion:2", [3, 1, 2, 0, 4, 5, 6, 7, 8], 5),
        ("weighted-inversion-code:2", [3, 1, 2, 0, 4, 5, 6, 7, 8], 5),
        ("weighted-inversion:2", [1, 0, 2, 3, 4, 5, 6, 7, 8], 5),
        ("weighted-inversion-code:2", [1, 0, 2, 3, 4, 5, 6, 7, 8], 3),
    ] {
        let board = Board::new(goal.size(), &numbers).unwrap();
        assert_eq!(
            build(name, &goal).estimate(&board),
            estimate,
            "{name} {board}"
        );
    }
}

#[test]
fn arguments_are_checked_when_read() {
    let weighted = |text: &str| text.parse::<HeuristicSpec>();
    let goal = goal(&Goal::BlankFirst, 3, 3);
    assert!(weighted("weighted-inversion:0.5").is_ok());
    assert!(weighted("weighted-inversion:two").is_err());
    assert!(weighted("manhattan:2").is_err());
    let (plain, two) = ("weighted-inversion", "weighted-inversion:2");
    let board = Board::new(goal.size(), &[8, 1, 3, 4, 0, 2, 7, 6, 5]).unwrap();
    assert_eq!(
        build(plain, &goal).estimate(&board),
        build(two, &goal).estimate(&board)
    );
    let zero = build("weighted-inversion:0", &goal).estimate(&board);
    assert_eq!(zero, build("manhattan", &goal).estimate(&board));
}

/// A search whose heuristic needs tables can be stopped while they are built, and begins again as
/// if nothing had happened. The partition is used nowhere else, so its tables are not in memory.
#[test]
fn tables_of_a_heuristic_are_given_up_when_the_search_is_stopped() {
    let mut start = goal(&Goal::BlankLast, 4, 4);
    for direction in [Direction::Down, Direction::Right, Direction::Down] {
        start.slide(Move(direction)).unwrap();
    }
    let puzzle = Puzzle::new(start, &Goals::from(Goal::BlankLast)).unwrap();
    let spec = "1.2.5.6.9.10+3.4.7.8.11.12+13.14.15";
    for name in ["astar", "greedy", "ida", "beam", "wastar"] {
        let spec = format!("{name}:heuristic=pdb:{spec}");
        let solver = Catalogue(SOLVERS).solver(&spec).unwrap();
        // Whoever hears that a table is being built takes it back.
        let control = Arc::new_cyclic(|control: &Weak<Control>| {
            let control = control.clone();
            unlimited().on_event(move |event| {
                if let (
                    Event::Table {
                        reached, entries, ..
                    },
                    Some(control),
                ) = (event, control.upgrade())
                {
                    assert!(reached <= entries);
                    control.cancel();
                }
            })
        });
        let outcome = solver.solve(&puzzle, &control).unwrap();
        assert_eq!(
            (outcome.stop, outcome.stats.expanded),
            (Stop::Cancelled, 0),
            "{name}"
        );
        assert!(
            outcome.best().is_none() && outcome.lower_bound() > 0,
            "{name}"
        );
    }
    let limits = Limits {
        memory: Some(1 << 20),
        ..Limits::default()
    };
    let astar = taquin_search::algorithms::AStar {
        heuristic: format!("pdb:{spec}").parse().unwrap(),
        ..Default::default()
    };
    let outcome = astar.solve(&puzzle, &Control::new(limits)).unwrap();
    assert_eq!(outcome.stop, Stop::OutOfMemory);
}
