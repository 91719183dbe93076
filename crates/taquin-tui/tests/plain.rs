//! The dialogue line by line, as a script or a screen reader meets it.

use std::sync::Arc;
use std::time::Duration;

use insta::assert_snapshot;
use proptest::prelude::*;
use taquin::generate::Level;
use taquin::{Control, Goal, Goals};
use taquin_game::{Game, Origin};
use taquin_tui::plain::{PlainOptions, run};

fn dialogue(board: Option<&str>, typed: &str) -> String {
    let game = board.map(|board| {
        let board = board.parse().unwrap();
        Game::new(board, Goal::BlankLast, Origin::default()).unwrap()
    });
    let options = PlainOptions {
        game,
        level: Level::Random,
        goals: Goals::default(),
        patience: None,
        memory: None,
        context: taquin::Context::new(),
        on_search: |_: &Arc<Control>| {},
    };
    let mut output = Vec::new();
    run(&options, typed.as_bytes(), &mut output, || Duration::ZERO).unwrap();
    String::from_utf8(output).unwrap()
}

#[test]
fn a_game_is_played_to_its_end() {
    assert_snapshot!(dialogue(Some("1 2 3/4 5 6/0 7 8"), "0\nw\nd\nA\nhint\nhint\ngo\nq\n"), @r"
    Welcome to taquin, the (n²−1)-puzzle.
    3x3: the 8-puzzle.
    Your board:
    1 2 3
    4 5 6
    . 7 8
    0 to play it yourself, 1 to have it solved?
    W A S D slide a tile up, left, down, right; Q quits; help lists the rest.
    No tile can slide up.
    No tile can slide right.
    7 left.
    1 2 3
    4 5 6
    7 . 8
    Look at tile 8.
    Slide 8 left. (optimal, 1 to go)
    8 left.
    1 2 3
    4 5 6
    7 8 .
    YOU WON! (with help) 2 moves in 0:00.
    new deals a board, q quits.
    Goodbye.
    ");
}

#[test]
fn a_board_is_solved_step_by_step() {
    assert_snapshot!(dialogue(Some("1 2 3/4 5 6/0 7 8"), "2\n1\n"), @r"
    Welcome to taquin, the (n²−1)-puzzle.
    3x3: the 8-puzzle.
    Your board:
    1 2 3
    4 5 6
    . 7 8
    0 to play it yourself, 1 to have it solved?
    Type 0 or 1.
    0 to play it yourself, 1 to have it solved?
    Searching…
    1. 7 left
    1 2 3
    4 5 6
    7 . 8
    2. 8 left
    1 2 3
    4 5 6
    7 8 .
    Solved in 2 moves, optimal (proven).
    ");
}

#[test]
fn a_board_can_be_asked_about_and_moves_taken_back() {
    let typed = "0\ntile 4\nwhere\nrow\ncolumn\nundo\nundo\nredo\ntile 99\nfly\ntime\n";
    assert_snapshot!(dialogue(Some("1 2 3/4 5 6/0 7 8"), typed), @r"
    Welcome to taquin, the (n²−1)-puzzle.
    3x3: the 8-puzzle.
    Your board:
    1 2 3
    4 5 6
    . 7 8
    0 to play it yourself, 1 to have it solved?
    W A S D slide a tile up, left, down, right; Q quits; help lists the rest.
    4 down.
    1 2 3
    . 5 6
    4 7 8
    The blank is in row 2, column 1.
    Row 2: blank 5 6.
    Column 1: 1 blank 4.
    1 2 3
    4 5 6
    . 7 8
    There is nothing to undo.
    1 2 3
    . 5 6
    4 7 8
    There is no tile 99; the tiles are 1–8.
    `fly` is no command; help lists them.
    1 move, 0:00.
    ");
}

#[test]
fn a_size_is_asked_for_until_there_is_one() {
    let said = dialogue(None, "one\n1\n17\n2x3\n0\nq\n");
    let asked = said.matches("Board size, 2 to 16").count();
    assert_eq!(asked, 4, "{said}");
    assert!(said.contains("2x3: the 5-puzzle."), "{said}");
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 32, ..ProptestConfig::default() })]

    /// Whatever is typed, the dialogue goes on and ends with the input.
    #[test]
    fn rubbish_does_no_harm(typed in "([wasdq0-9 \n]|undo\n|redo\n|hint\n|go\n|[^\n]\n){0,60}") {
        dialogue(Some("8 1 3/4 0 2/7 6 5"), &typed);
        dialogue(None, &format!("2\n{typed}"));
    }
}
