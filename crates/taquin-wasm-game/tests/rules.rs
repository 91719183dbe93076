//! The rules as a page asks them: text fields in, text fields out.

use taquin_core::{Board, Goal, Goals, Parity, Puzzle, Size, SwapFix};
use taquin_testkit::Distances;
use taquin_wasm_game::Rules;

fn ask(rules: &mut Rules, fields: &[&str]) -> Result<Vec<String>, String> {
    let answer = rules.ask(&fields.join("\0"))?;
    Ok(answer.split('\0').map(str::to_owned).collect())
}

fn know(rules: &mut Rules, fields: &[&str]) -> Vec<String> {
    ask(rules, fields).unwrap_or_else(|fault| panic!("{fields:?}: {fault:?}"))
}

#[test]
fn questions_about_boards_have_the_answers_of_the_core_on_every_2x3() {
    let rules = &mut Rules::default();
    let goal = Goal::BlankLast.board(Size::new(2, 3).unwrap()).unwrap();
    let oracle = Distances::from_goal(&goal);
    let numbers = [0_u32, 1, 2, 3, 4, 5];
    let mut seen = 0;
    permutations(&numbers, &mut |numbers| {
        let board = Board::new(goal.size(), numbers).unwrap();
        let (text, goal_text) = (board.to_string(), goal.to_string());
        let parity = Parity::of(&board, &goal);
        let said = know(rules, &["parity", &text, &goal_text]);
        assert_eq!(said[0], parity.inversions.to_string());
        assert_eq!(said[3] == "1", oracle.get(&board).is_none());
        let pairs = know(rules, &["pairs", &text, &goal_text]);
        assert_eq!(
            pairs.iter().filter(|pair| !pair.is_empty()).count(),
            parity.inversions as usize
        );
        assert_eq!(
            know(rules, &["mend", &text, &goal_text])[2],
            SwapFix::of(&board, &goal).board.to_string()
        );
        if let Ok(puzzle) = Puzzle::new(board.clone(), &Goals::default()) {
            let away = know(rules, &["away", &text, &goal_text]);
            let sum: u32 = away[0].split(' ').map(|n| n.parse::<u32>().unwrap()).sum();
            assert_eq!(sum, puzzle.manhattan_distance());
        }
        for way in know(rules, &["ways", &text])[0].split(' ') {
            let after = know(rules, &["play", &text, &way[..1]]);
            let after: Board = after[0].parse().unwrap();
            assert_eq!(after.blank().index().to_string(), way[1..]);
        }
        seen += 1;
    });
    assert_eq!(seen, 720);
}

#[test]
fn replays_are_read_as_links_have_them() {
    let rules = &mut Rules::default();
    let read = know(rules, &["replay", "L,U2,R", "0,ci,9k"]);
    assert_eq!(read, ["LUUR", "0 450 450 794"]);
    for (words, waits) in [
        ("L,U", "0"),
        ("L", "-1"),
        ("L", "ZZ"),
        ("", "0"),
        ("X", "0"),
        ("L", "999999999"),
    ] {
        assert!(
            ask(rules, &["replay", words, waits]).is_err(),
            "{words} {waits}"
        );
    }
}

fn permutations(numbers: &[u32], each: &mut impl FnMut(&[u32])) {
    fn go(numbers: &mut Vec<u32>, from: usize, each: &mut impl FnMut(&[u32])) {
        if from == numbers.len() {
            return each(numbers);
        }
        for at in from..numbers.len() {
            numbers.swap(from, at);
            go(numbers, from + 1, each);
            numbers.swap(from, at);
        }
    }
    go(&mut numbers.to_vec(), 0, each);
}

#[test]
fn undo_goes_back_across_games_and_a_game_comes_back_as_it_was_left() {
    let rules = &mut Rules::default();
    let first = know(rules, &["game", "1 2 3/4 5 6/0 7 8", "blank-last", "0"])[0].clone();
    know(rules, &["make", &first, "L", "1000000"]);
    let second = know(rules, &["game", "1 2 3/4 0 5/7 8 6", "blank-last", "0"])[0].clone();
    know(rules, &["begin", &first, &second, "2000000"]);
    let undone = know(rules, &["undo", &second, "3000000"]);
    assert_eq!((undone[0].as_str(), &undone[2]), ("game", &first));
    // board, moves, presses, times, microseconds before, running since, phase, help
    assert_eq!(
        undone[3..],
        [
            "1 2 3/4 5 6/7 0 8",
            "1",
            "L",
            "0",
            "1000000",
            "",
            "playing",
            "0"
        ]
    );
    assert_eq!(know(rules, &["latest", &first]), ["0", &first, &second]);
    let left = [
        "restore",
        "1 2 3/4 5 6/0 7 8",
        "blank-last",
        "0",
        "L R",
        "0 70",
        "1",
        "90",
        "1",
        "0",
    ];
    let restored = know(rules, &left);
    let look = know(rules, &["look", &restored[0]]);
    assert_eq!(
        look,
        [
            "1 2 3/4 5 6/7 0 8",
            "1",
            "L R",
            "0 70",
            "90000",
            "",
            "playing",
            "1"
        ]
    );
}

#[test]
fn what_is_wrong_is_named_and_no_question_panics() {
    let rules = &mut Rules::default();
    for (fields, fault) in [
        (
            vec!["board", "1 2 2/3 4 5/6 7 0"],
            "bad_board\x002\0#t\x002\0#n\x002\0#max\x008",
        ),
        (
            vec!["board", "1 2 3 4 0"],
            "bad_size\0\0#n\x005\0#count\x005\0#w\x002\0#h\x002\0#need\x004",
        ),
        (vec!["board", ""], "bad_empty\0"),
        (vec!["goal", "moon", "3x3"], "bad_token\0\0token\0moon"),
        (vec!["game", "1 2 3/4 5 6/8 7 0", "blank-last"], ""),
        (vec!["make", "7", "L", "0"], ""),
        (vec!["nonsense"], ""),
        (vec![""], ""),
    ] {
        assert_eq!(ask(rules, &fields), Err(fault.to_owned()), "{fields:?}");
    }
    let game = know(rules, &["game", "1 2 3/4 5 6/0 7 8", "blank-last", "0"])[0].clone();
    let names = [
        "board",
        "goal",
        "simplify",
        "replay",
        "id",
        "moves",
        "line",
        "ways",
        "play",
        "boards",
        "press",
        "swap",
        "parity",
        "pairs",
        "mend",
        "away",
        "game",
        "restore",
        "join",
        "begin",
        "look",
        "make",
        "back",
        "forth",
        "pause",
        "resume",
        "assist",
        "count",
        "counted",
        "undo",
        "redo",
        "around",
        "latest",
        "player",
        "play-back",
    ];
    let values = [
        "",
        "-1",
        "999999999999999999999",
        "1 2 3/4 5 6/0 7 8",
        "\u{fffd}",
        "LLLL",
        &game,
    ];
    for name in names {
        for a in values {
            for b in values {
                // A refusal or an answer, but no panic.
                let _ = ask(rules, &[name, a, b, a]);
            }
        }
    }
}
