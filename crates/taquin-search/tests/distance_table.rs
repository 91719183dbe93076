//! The complete distance table against plain breadth-first search and published counts.

use std::collections::HashMap;

use taquin_core::catalogue::Catalogue;
use taquin_core::{Board, Control, Goal, Goals, Limits, Move, Puzzle, Size, Stop};
use taquin_search::algorithms::{SOLVERS, TableLookup};
use taquin_search::table::{DistanceTable, TableError};
use taquin_testkit::{Distances, Promise, conform};

fn unlimited() -> Control {
    Control::new(Limits::default())
}

fn board(rows: usize, cols: usize, goal: &Goal) -> Board {
    goal.board(Size::new(rows, cols).unwrap()).unwrap()
}

/// The number of shortest paths, counted move by move on true distances.
fn ways(truth: &Distances, board: &Board, counted: &mut HashMap<Board, u64>) -> u64 {
    let distance = truth.get(board).unwrap();
    if distance == 0 {
        return 1;
    }
    if let Some(&ways) = counted.get(board) {
        return ways;
    }
    let mut sum = 0;
    for next in nearer(truth, board).into_iter().map(|(_, next)| next) {
        sum += ways(truth, &next, counted);
    }
    counted.insert(board.clone(), sum);
    sum
}

/// The moves that lead one nearer to the goal, and the boards they lead to.
fn nearer(truth: &Distances, board: &Board) -> Vec<(Move, Board)> {
    let slid = |mv| (mv, board.clone().replay(&[mv]).unwrap());
    let is_nearer = |(_, next): &(Move, Board)| truth.get(next) < truth.get(board);
    board.moves().map(slid).filter(is_nearer).collect()
}

/// All arrangements of a small board, reachable or not.
fn arrangements(size: Size) -> Vec<Board> {
    let mut all = vec![Vec::new()];
    for _ in 0..size.cells() {
        let longer = |list: &Vec<u32>| {
            (0..size.cells() as u32)
                .filter(|n| !list.contains(n))
                .map(|n| [&list[..], &[n]].concat())
                .collect::<Vec<_>>()
        };
        all = all.iter().flat_map(longer).collect();
    }
    all.iter()
        .map(|list| Board::new(size, list).unwrap())
        .collect()
}

#[test]
fn agrees_with_breadth_first_search_on_every_arrangement() {
    let scrambled =
        |rows, cols, numbers: &[u32]| Board::new(Size::new(rows, cols).unwrap(), numbers).unwrap();
    let mut goals: Vec<Board> = [(2, 2), (2, 3), (3, 2)]
        .into_iter()
        .flat_map(|(rows, cols)| Goal::NAMED.map(|(_, goal)| board(rows, cols, &goal)))
        .collect();
    goals.push(scrambled(2, 3, &[3, 5, 1, 4, 0, 2]));
    goals.push(scrambled(3, 2, &[5, 3, 0, 1, 2, 4]));
    let mask = |moves: &[Move]| moves.iter().fold(0_u8, |mask, mv| mask | 1 << mv.0 as u8);
    for goal in goals {
        let table = DistanceTable::new(&goal, &unlimited()).unwrap();
        let truth = Distances::from_goal(&goal);
        let mut counted = HashMap::new();
        for board in arrangements(goal.size()) {
            let expected = truth.get(&board);
            assert_eq!(table.distance(&board), expected, "{board}");
            let count = expected.map(|_| ways(&truth, &board, &mut counted));
            assert_eq!(table.count_optimal(&board), count, "{board}");
            let moves: Vec<Move> = nearer(&truth, &board).iter().map(|step| step.0).collect();
            assert_eq!(table.best_moves(&board), moves, "{board}");
            let solution = table.solution(&board);
            assert_eq!(solution.map(|s| s.len()), expected, "{board}");
            let numbers: Vec<u8> = board.numbers().collect();
            assert_eq!(table.distance_of(&numbers), expected, "{board}");
            assert_eq!(table.best_moves_of(&numbers), mask(&moves), "{board}");
        }
    }
}

#[test]
fn agrees_with_breadth_first_search_on_larger_boards() {
    for goal in [
        board(2, 4, &Goal::Spiral),
        board(4, 2, &Goal::BlankFirst),
        board(3, 3, &Goal::Spiral),
    ] {
        let table = DistanceTable::new(&goal, &unlimited()).unwrap();
        let truth = Distances::from_goal(&goal);
        assert_eq!(truth.histogram(), table.histogram());
        let mut counted = HashMap::new();
        for (i, (board, distance)) in truth.iter().enumerate() {
            assert_eq!(table.distance(&board), Some(distance), "{board}");
            if i % 997 == 0 {
                let count = ways(&truth, &board, &mut counted);
                assert_eq!(table.count_optimal(&board), Some(count), "{board}");
            }
        }
    }
}

/// Boards at each distance from a goal with the blank in a corner, as published: OEIS A089473 for
/// 3x3, A090035 for 2x4 and A090036 for 2x5.
const PUBLISHED: [(usize, usize, &[u64]); 3] = [
    (
        3,
        3,
        &[
            1, 2, 4, 8, 16, 20, 39, 62, 116, 152, 286, 396, 748, 1024, 1893, 2512, 4485, 5638,
            9529, 10878, 16993, 17110, 23952, 20224, 24047, 15578, 14560, 6274, 3910, 760, 221, 2,
        ],
    ),
    (
        2,
        4,
        &[
            1, 2, 3, 6, 10, 14, 19, 28, 42, 61, 85, 119, 161, 215, 293, 396, 506, 632, 788, 985,
            1194, 1414, 1664, 1884, 1999, 1958, 1770, 1463, 1076, 667, 361, 190, 88, 39, 19, 7, 1,
        ],
    ),
    (
        2,
        5,
        &[
            1, 2, 3, 6, 11, 19, 30, 44, 68, 112, 176, 271, 411, 602, 851, 1232, 1783, 2530, 3567,
            4996, 6838, 9279, 12463, 16597, 21848, 28227, 35682, 44464, 54597, 65966, 78433, 91725,
            104_896, 116_966, 126_335, 131_998, 133_107, 128_720, 119_332, 106_335, 91545, 75742,
            60119, 45840, 33422, 23223, 15140, 9094, 5073, 2605, 1224, 528, 225, 75, 20, 2,
        ],
    ),
];

#[test]
fn has_the_published_histograms() {
    for (rows, cols, expected) in PUBLISHED {
        for goal in [
            board(rows, cols, &Goal::BlankLast),
            board(cols, rows, &Goal::BlankFirst),
        ] {
            let table = DistanceTable::new(&goal, &unlimited()).unwrap();
            assert_eq!(table.histogram(), expected);
            assert_eq!(table.radius() as usize, expected.len() - 1);
            assert_eq!(table.bytes(), expected.iter().sum());
        }
    }
}

#[test]
fn more_than_ten_cells_are_refused() {
    let error = DistanceTable::new(&board(3, 4, &Goal::BlankLast), &unlimited()).unwrap_err();
    assert_eq!(
        error.to_string(),
        "a complete table is kept for boards of at most 10 cells, and 3x4 has 12"
    );
}

#[test]
fn a_goal_with_other_numbers_shares_the_table() {
    let table = DistanceTable::new(&board(3, 3, &Goal::BlankLast), &unlimited()).unwrap();
    let size = table.goal().size();
    let goal = Board::new(size, &[5, 3, 8, 1, 2, 7, 6, 4, 0]).unwrap();
    let shared = table.for_goal(&goal).unwrap();
    assert_eq!(shared.distance(&goal), Some(0));
    let fresh = DistanceTable::new(&goal, &unlimited()).unwrap();
    let start = Board::new(size, &[1, 2, 3, 4, 0, 5, 6, 7, 8]).unwrap();
    assert_eq!(shared.distance(&start), fresh.distance(&start));
    assert!(table.for_goal(&board(3, 3, &Goal::BlankFirst)).is_none());
    assert_eq!(table.distance(&board(2, 2, &Goal::BlankLast)), None);
}

#[test]
fn building_stops_when_told() {
    let goal = board(3, 3, &Goal::BlankLast);
    let control = Control::new(Limits::default());
    control.cancel();
    let stopped = |control: &Control| DistanceTable::new(&goal, control).unwrap_err();
    assert_eq!(stopped(&control), TableError::Stopped(Stop::Cancelled));
    let little = Limits {
        memory: Some(181_439),
        ..Limits::default()
    };
    let stop = stopped(&Control::new(little));
    assert_eq!(stop, TableError::Stopped(Stop::OutOfMemory));
}

#[test]
fn the_solver_conforms() {
    conform(&TableLookup, Promise::Shortest, 31);
}

#[test]
fn the_solver_proves_its_answer_and_obeys_the_node_limit() {
    let solver = Catalogue(SOLVERS).solver("table").unwrap();
    let size = Size::new(3, 3).unwrap();
    // The sample board of the manual: 14 moves.
    let start = Board::new(size, &[8, 1, 3, 4, 0, 2, 7, 6, 5]).unwrap();
    let puzzle = Puzzle::new(start.clone(), &Goals::default()).unwrap();
    let solve = |puzzle: &Puzzle, nodes| {
        let limits = Limits {
            nodes,
            ..Limits::default()
        };
        solver.solve(puzzle, &Control::new(limits)).unwrap()
    };
    let outcome = solve(&puzzle, None);
    assert!(outcome.is_optimal());
    let stats = outcome.stats;
    assert_eq!(
        (outcome.lower_bound(), stats.expanded, stats.generated),
        (14, 14, 15)
    );
    let outcome = solve(&puzzle, Some(13));
    assert_eq!(
        (outcome.stop, outcome.lower_bound()),
        (Stop::OutOfNodes, 14)
    );
    assert!(outcome.best().is_none());

    // Any of several goals: the nearest counts, and here that is the second.
    let near = start
        .clone()
        .replay(&[start.moves().next().unwrap()])
        .unwrap();
    let goals = Goals::new([Goal::BlankLast, Goal::Custom(near)]);
    let outcome = solve(&Puzzle::new(start, &goals).unwrap(), None);
    assert_eq!(outcome.best().unwrap().len(), 1);
    assert!(outcome.is_optimal());

    let large = Puzzle::new(board(4, 4, &Goal::BlankLast), &Goals::default()).unwrap();
    assert!(
        solver
            .solve(&large, &Control::new(Limits::default()))
            .is_err()
    );
}
