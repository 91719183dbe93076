//! What peers can do: solutions above the optimum, moves as values, partial goals, colours, the
//! multi-tile metric.

use serde_json::Value;

use super::common::{SAMPLE, run};
use super::tempfile;

#[test]
fn solutions_beyond_the_optimum_are_counted_and_listed() {
    let counted = run(&["solve", "--beyond", "2", "--count", SAMPLE]);
    let count: usize = counted.lines().next().unwrap().parse().unwrap();
    let listed = run(&["solve", "-q", "--beyond", "2", SAMPLE]);
    assert_eq!(listed.lines().count(), count, "{listed}");
    let shortest = run(&["solve", "-q", "--all-optimal", SAMPLE]);
    assert!(listed.starts_with(&shortest), "{listed}\n{shortest}");
    for line in listed.lines() {
        let end = run(&["apply", "-q", "--board", SAMPLE, "--moves", line]);
        assert_eq!(end, "1 2 3/4 5 6/7 8 0\n");
    }
    assert!(run(&["solve", "--beyond", "31", SAMPLE]).contains("exit 2"));
}

#[test]
fn moves_are_values() {
    let moves = |args: &[&str]| {
        let mut all = vec!["moves", "-q"];
        all.extend(args);
        run(&all)
    };
    assert_eq!(moves(&["invert", "LUR2D2"]), "U2L2DR\n");
    assert_eq!(moves(&["concat", "LUR2", "D2L"]), "LUR2D2L\n");
    assert_eq!(moves(&["slice", "LUR2D2LU", "2..5"]), "UR2D\n");
    assert_eq!(moves(&["slice", "LUR2", "3.."]), "R2\n");
    assert_eq!(moves(&["transpose", "LUR2"]), "ULD2\n");
    assert_eq!(
        moves(&["transpose", "--notation", "blank", "LUR2"]),
        "ULD2\n"
    );
    assert_eq!(moves(&["simplify", "LURLR"]), "LUR\n");
    assert!(moves(&["slice", "LUR2", "5..2"]).contains("exit 2"));
    // The human method's line becomes a shortest one, proven.
    let human = run(&["solve", "-q", "--algo", "human", SAMPLE]);
    let shorter = run(&["moves", "optimise", "--board", SAMPLE, human.trim()]);
    assert!(
        shorter.contains("! 14 moves instead of 34, optimal (proven)"),
        "{shorter}"
    );
}

#[test]
fn some_tiles_need_not_matter() {
    let said = run(&["solve", "--partial", "1 2 3/* * */* * *", SAMPLE]);
    let moves = said.lines().next().unwrap();
    let end = run(&["apply", "-q", "--board", SAMPLE, "--moves", moves]);
    assert!(end.starts_with("1 2 3/"), "{end}");
    assert!(said.contains("optimal (proven)"), "{said}");
    assert!(said.starts_with("LUR2D2LU\n"), "{said}");
    let other = run(&["solve", "--partial", "1 2/* *", SAMPLE]);
    assert!(
        other.contains("the board is 3x3, but the goal is 2x2"),
        "{other}"
    );
    let odd = run(&[
        "solve",
        "--partial",
        "1 2 3/4 5 6/8 * 0",
        "1 2 3/4 5 6/7 8 0",
    ]);
    assert!(odd.ends_with("exit 3\n"), "{odd}");
}

#[test]
fn tiles_are_coloured() {
    let svg = run(&["render", "--colour", "rows", SAMPLE]);
    // Tile 8 stands in the first row and belongs to the third.
    assert!(svg.contains("fill:hsl(240 70% 80%)"), "{svg}");
    let wrong = run(&["render", "--colour", "rows", "--as", "gif", SAMPLE]);
    assert!(wrong.contains("--colour is for SVG"), "{wrong}");
    assert!(run(&["render", "--colour", "row", SAMPLE]).contains("did you mean `rows`"));
}

#[test]
fn hints_and_reviews_count_multi_tile_moves() {
    let board = "0 1 2 3/5 6 7 4/9 10 11 8/13 14 15 12";
    assert_eq!(
        run(&["hint", "--metric", "mtm", board]),
        "Slide 1, 2 and 3 together left. (optimal, 2 to go)\n"
    );
    let review = run(&[
        "analyze", "--metric", "mtm", "--board", board, "--moves", "L3U3",
    ]);
    assert!(
        review.contains("2 multi-tile moves, optimal (proven); 6 single-tile moves"),
        "{review}"
    );
    assert!(review.contains("1 2 3"), "{review}");
    let lost = run(&[
        "analyze", "--metric", "mtm", "--board", board, "--moves", "LRL3U3",
    ]);
    assert!(
        lost.contains("4 multi-tile moves, 2 more than the shortest (2, proven)"),
        "{lost}"
    );
}

#[test]
fn boards_have_their_distance_in_multi_tile_moves() {
    let args = [
        "generate",
        "3x3",
        "--metric",
        "mtm",
        "--distance",
        "9",
        "-s",
        "4",
        "-q",
    ];
    let board = run(&args);
    assert_eq!(board, run(&args));
    let solved = run(&["solve", "--metric", "mtm", board.trim()]);
    assert!(
        solved.contains("9 multi-tile moves, optimal (proven)"),
        "{solved}"
    );
    let level = run(&[
        "generate", "3x3", "--metric", "mtm", "--level", "easy", "-s", "1", "--format", "json",
    ]);
    let level: Value = serde_json::from_str(&level).unwrap();
    let optimal = level["puzzles"][0]["optimal"].as_u64().unwrap();
    assert!((4..=9).contains(&optimal), "{optimal}");
    let refused = run(&["generate", "5x5", "--metric", "mtm", "--level", "easy"]);
    assert!(refused.contains("name a --distance for 5x5"), "{refused}");
}

/// The walk that made the board is a solution of 256 moves; searching from scratch finds about 1,900.
#[test]
fn the_generators_walk_is_the_first_upper_bound() {
    let args = [
        "solve",
        "--format",
        "json",
        "--node-limit",
        "1000",
        "16x16:easy:3",
    ];
    let answer = super::common::output(&args, b"").stdout;
    let answer: Value = serde_json::from_slice(&answer).unwrap();
    let length = answer["length"].as_u64().unwrap();
    assert!(length <= 256, "{length}");
    let piped = super::common::output(&args[..5], b"16x16:easy:3\n").stdout;
    let answers: Value = serde_json::from_slice(&piped).unwrap();
    assert!(answers[0]["length"].as_u64().unwrap() <= 256);
    assert_eq!(answers[0]["id"], "16x16:easy:3");
}

/// A hundred cells, a mark, an entry in the table of indices and one on the open list.
#[test]
fn large_boards_cost_what_their_cells_cost() {
    let board = run(&["generate", "10x10", "-s", "1", "-q"]);
    let args = [
        "solve",
        "--algo",
        "greedy",
        "--node-limit",
        "100000",
        "--format",
        "json",
        board.trim(),
    ];
    let output = super::common::output(&args, b"");
    let answer: Value = serde_json::from_slice(&output.stdout).unwrap();
    let stat = |name: &str| answer["stats"][name].as_f64().unwrap();
    let bytes = stat("peak_mb") * 1e6 / stat("generated");
    assert!(stat("generated") > 150_000.0);
    assert!(bytes < 250.0, "{bytes} bytes a state");
}

#[test]
fn completions_offer_what_can_be_chosen() {
    let options = ["astar/manhattan", "blank-first", "expert"];
    // Scripts for fish have no values of arguments without a name.
    let arguments = ["korf-15-100", "course-steps", "input-3by3.in", "c-solver"];
    for (shell, values) in [
        ("bash", [&options[..], &arguments].concat()),
        ("zsh", [&options[..], &arguments].concat()),
        ("fish", options.to_vec()),
    ] {
        let script = run(&["completions", shell]);
        for value in values {
            assert!(script.contains(value), "{shell}: {value}");
        }
    }
}

#[test]
fn every_manual_page_is_about_a_command() {
    let folder = tempfile();
    run(&["man", "-o", folder.to_str().unwrap()]);
    let pages: Vec<String> = std::fs::read_dir(&folder)
        .unwrap()
        .map(|page| page.unwrap().file_name().into_string().unwrap())
        .collect();
    assert!(
        pages.contains(&"taquin-bench-run.1".to_owned()),
        "{pages:?}"
    );
    assert!(!pages.iter().any(|page| page.contains("help")), "{pages:?}");
}
