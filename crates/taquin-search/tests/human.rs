//! The human method: it solves everything, and its stages are what they say.

use std::collections::HashSet;

use proptest::prelude::*;
use taquin_core::generate::{self, Generator, Uniform};
use taquin_core::{Board, Direction, Goal, Goals, Move, Puzzle, Size, Tile};
use taquin_search::algorithms::Human;
use taquin_search::human::{self, Stage};
use taquin_testkit::{Distances, Promise, conform};

fn board(rows: usize, cols: usize, numbers: &[u32]) -> Board {
    Board::new(Size::new(rows, cols).unwrap(), numbers).unwrap()
}

fn puzzle(start: Board, goal: &Goal) -> Puzzle {
    Puzzle::new(start, &goal.clone().into()).unwrap()
}

/// Everything that holds for every puzzle; gives the number of moves.
fn check(puzzle: &Puzzle) -> usize {
    let start = puzzle.start();
    let stages = human::explain(puzzle).stages;
    let mut board = start.clone();
    let mut placed = Vec::new();
    let mut names = HashSet::new();
    let goal = &stages[stages.len() - 1].board_after;
    assert!(puzzle.is_solved_by(goal), "{start} ends on {goal}");
    for stage in &stages {
        let Stage { name, text, .. } = stage;
        board = board.replay(&stage.moves).unwrap();
        assert_eq!(board, stage.board_after, "{start}, {name}");
        placed.extend(&stage.goal_tiles);
        for &tile in &placed {
            let (here, home) = (board.find(tile), goal.find(tile));
            assert_eq!(here, home, "{start}: tile {tile} after {name}");
        }
        assert!(names.insert(name), "{start}: two stages {name}");
        assert!(text.ends_with('.'), "{text}");
        let is_done = text.ends_with("already in place.");
        assert_eq!(is_done, stage.moves.is_empty(), "{start}, {name}: {text}");
    }
    assert_eq!(placed.len(), start.size().tiles());

    let moves: Vec<_> = stages.iter().flat_map(|s| s.moves.clone()).collect();
    let is_back = moves.windows(2).any(|pair| pair[0] == pair[1].inverse());
    assert!(!is_back, "{start}: a move is taken back at once");
    assert_eq!(human::solve(puzzle).moves(), moves);
    moves.len()
}

#[test]
fn solves_every_state_of_the_smallest_boards() {
    for (rows, cols) in [(2, 2), (2, 3), (3, 2)] {
        for (_, goal) in Goal::NAMED {
            let target = goal.board(Size::new(rows, cols).unwrap()).unwrap();
            for (start, distance) in Distances::from_goal(&target).iter() {
                assert!(check(&puzzle(start, &goal)) >= distance as usize);
            }
        }
    }
}

/// The manual states the bounds.
#[test]
fn solves_every_state_of_3x3() {
    let goal = Goal::BlankLast.board(Size::new(3, 3).unwrap()).unwrap();
    let (mut worst, mut total) = (0, 0);
    for (start, distance) in Distances::from_goal(&goal).iter() {
        let length = human::solve(&puzzle(start, &Goal::BlankLast)).len();
        assert!(length >= distance);
        worst = worst.max(length);
        total += u64::from(length);
    }
    assert!(worst <= 56, "{worst}");
    assert!(total <= 32 * 181_440, "{total}");
}

#[test]
fn solves_random_boards_of_every_size_to_every_goal() {
    for rows in 2..=16 {
        for cols in 2..=16 {
            let size = Size::new(rows, cols).unwrap();
            let seed = (100 * rows + cols) as u64;
            let standard = Goal::BlankLast.board(size).unwrap();
            let custom = Goal::Custom(Uniform.board(&standard, seed + 1));
            for goal in [Goal::BlankLast, Goal::BlankFirst, Goal::Spiral, custom] {
                let start = Uniform.board(&goal.board(size).unwrap(), seed);
                check(&puzzle(start, &goal));
            }
        }
    }
}

/// The bound of the manual: less than twice the mean of the shortest solutions of uniform
/// 15-puzzles, which is about 52.6.
#[test]
fn solutions_of_4x4_are_short_enough_on_average() {
    let goal = Goal::BlankLast.board(Size::new(4, 4).unwrap()).unwrap();
    let boards = generate::boards(&Uniform, &goal, 1).take(300);
    let lengths = boards.map(|board| human::solve(&puzzle(board, &Goal::BlankLast)).len());
    let mean = f64::from(lengths.sum::<u32>()) / 300.0;
    assert!(mean < 2.0 * 52.6, "{mean}");
}

/// The stages of a board, to the standard goal or to the one with 12 and 15 swapped, whichever can
/// be reached: not every figure of the six steps is a solvable board, but the stages before the
/// last do not depend on that.
fn stages(start: &Board) -> Vec<Stage> {
    let standard = Goal::BlankLast.board(start.size()).unwrap();
    let [a, b] = [12, 15].map(|number| Tile::new(number).unwrap());
    let goals = [standard.clone(), standard.with_swapped(a, b)].map(Goal::Custom);
    human::explain(&Puzzle::new(start.clone(), &Goals::new(goals)).unwrap()).stages
}

/// Boards: the figure of step 2 in the thesis that gives the six steps, left and right. On the
/// right the 9 has made one more move.
#[test]
fn a_row_is_finished_from_its_set_up_position_as_in_the_figure() {
    let set_up = [1, 2, 4, 0, 7, 14, 3, 9, 5, 12, 13, 6, 10, 8, 11, 15];
    let stages = stages(&board(4, 4, &set_up));
    assert_eq!(stages[0].text, "Tiles 1 and 2 are already in place.");
    assert_eq!(stages[1].name, "row 1, tiles 3 and 4");
    assert_eq!(
        stages[1].text,
        "Set up 4 at the place of 3 and 3 just below it, with the blank in the corner; then slide \
         4 right and 3 up."
    );
    let finished = [1, 2, 3, 4, 7, 14, 9, 0, 5, 12, 13, 6, 10, 8, 11, 15];
    let nine_left = [Move(Direction::Left)];
    assert_eq!(
        stages[1].board_after.clone().replay(&nine_left),
        Ok(board(4, 4, &finished))
    );
}

/// Boards: the figure of step 4, left and right.
#[test]
fn a_column_is_finished_from_its_set_up_position_as_in_the_figure() {
    let set_up = [1, 2, 3, 4, 5, 6, 7, 8, 13, 9, 0, 15, 10, 14, 12, 11];
    let stages = stages(&board(4, 4, &set_up));
    assert_eq!(stages[4].name, "column 1, tiles 9 and 13");
    assert_eq!(
        stages[4].text,
        "Set up 13 at the place of 9 and 9 just right of it, with the blank in the corner; then \
         slide 13 down and 9 left."
    );
    let finished = [1, 2, 3, 4, 5, 6, 7, 8, 9, 0, 12, 15, 13, 10, 14, 11];
    assert_eq!(stages[4].board_after, board(4, 4, &finished));
    assert_eq!(stages[5].name, "column 2, tiles 10 and 14");
}

#[test]
fn the_last_three_tiles_are_turned_the_shorter_way() {
    let last = |numbers: [u32; 4]| {
        let stages = human::explain(&puzzle(board(2, 2, &numbers), &Goal::BlankLast)).stages;
        let [stage] = stages.as_slice() else {
            panic!("{stages:?}")
        };
        assert_eq!(stage.name, "last 2×2");
        (stage.moves.len(), stage.text.clone())
    };
    let turned =
        |way: &str| format!("Turn the last three tiles {way} until 1, 2 and 3 are in place.");
    assert_eq!(last([1, 2, 0, 3]), (1, turned("clockwise")));
    assert_eq!(last([1, 0, 3, 2]), (1, turned("anticlockwise")));
    assert_eq!(
        last([1, 2, 3, 0]),
        (0, "Tiles 1, 2 and 3 are already in place.".to_owned())
    );
    // The state farthest away can be turned either way.
    assert_eq!(last([0, 3, 2, 1]), (6, turned("clockwise")));
}

/// Rows of the goal's blank come last: here its place is in the first row, then in the middle.
#[test]
fn the_lines_are_finished_towards_the_place_of_the_blank() {
    let lines = |goal: Goal| {
        let target = goal.board(Size::new(4, 4).unwrap()).unwrap();
        let stages = human::explain(&puzzle(Uniform.board(&target, 1), &goal)).stages;
        let names: Vec<String> = stages.into_iter().map(|stage| stage.name).collect();
        names.join("; ")
    };
    assert_eq!(
        lines(Goal::BlankFirst),
        "row 4, tiles 12 and 13; row 4, tiles 14 and 15; row 3, tiles 8 and 9; \
         row 3, tiles 10 and 11; column 4, tiles 3 and 7; column 3, tiles 2 and 6; last 2×2"
    );
    assert_eq!(
        lines(Goal::Spiral),
        "row 1, tiles 1 and 2; row 1, tiles 3 and 4; row 2, tiles 12 and 13; \
         row 2, tiles 14 and 5; column 1, tiles 11 and 10; column 4, tiles 6 and 7; last 2×2"
    );
}

#[test]
fn of_several_goals_the_nearest_by_manhattan_is_taken() {
    // A move from blank-first, 13 of Manhattan distance from blank-last.
    let start = board(3, 3, &[1, 0, 2, 3, 4, 5, 6, 7, 8]);
    let goals = Goals::new([Goal::BlankLast, Goal::BlankFirst]);
    let puzzle = Puzzle::new(start, &goals).unwrap();
    assert_eq!(puzzle.targets().len(), 2);
    assert_eq!(human::solve(&puzzle).len(), 1);
}

#[test]
fn conforms() {
    conform(&Human, Promise::Any, 31);
}

proptest! {
    #![proptest_config(ProptestConfig {
        cases: 64,
        failure_persistence: None,
        ..ProptestConfig::default()
    })]

    #[test]
    fn any_puzzle_is_solved_in_stages_that_compose(
        puzzle in taquin_testkit::generate::sizes(2..=8)
            .prop_flat_map(taquin_testkit::generate::puzzles)
    ) {
        check(&puzzle);
    }
}
