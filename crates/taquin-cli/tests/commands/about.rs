//! What taquin says of itself.

use insta::assert_snapshot;

use crate::common::{output, run};

#[test]
fn list_names_everything() {
    assert_snapshot!(run(&["list", "goals"]), @r"
    name         on 3x4
    blank-last   1 2 3 4/5 6 7 8/9 10 11 0
    blank-first  0 1 2 3/4 5 6 7/8 9 10 11
    spiral       1 2 3 4/10 11 0 5/9 8 7 6
    ");
    // The bands of 3x3 are those the manual states.
    assert_snapshot!(run(&["list", "levels"]), @r"
    name    2x2   2x3     2x4     3x3     4x4     5x5
    easy    1..2  3..8    5..13   5..12   10..25  walk of 25
    medium  3     9..13   14..23  13..20  26..40  walk of 100
    hard    4..5  14..17  24..30  21..26  41..55  any
    expert  6     18..21  31..36  27..31  56..80  none
    random  any   any     any     any     any     any
    ! Numbers are moves of a shortest solution; any: all boards that can be solved.
    ");
    let solvers = run(&["list", "solvers", "--format", "csv"]);
    for name in "auto bfs dfs iddfs ucs bidirectional greedy astar wastar ida beam human".split(' ')
    {
        assert!(solvers.contains(&format!("\n{name},")), "{name}");
    }
    let heuristics = run(&["list", "heuristics", "--format", "ndjson"]);
    assert!(
        heuristics.contains("{\"name\":\"manhattan\",\"admissible\":true,\"consistent\":true,")
    );
}

#[test]
fn doctor_finds_all_well() {
    let result = output(&["doctor", "--format", "json"], b"");
    let text = String::from_utf8(result.stdout).unwrap();
    assert_eq!(result.status.code(), Some(0), "{text}");
    assert!(
        text.contains("\"good\": true") && !text.contains("\"good\": false"),
        "{text}"
    );
}

#[test]
fn completions_and_manual_are_printed() {
    assert!(run(&["completions", "bash"]).contains("_taquin()"));
    assert!(run(&["completions", "fish"]).contains("complete -c taquin"));
    assert!(run(&["man"]).contains(".TH taquin"));
    assert!(run(&["man", "solve"]).contains("\\-\\-all\\-optimal"));
    assert_snapshot!(run(&["man", "slove"]), @r"
    ! error: there is no command `slove`; did you mean `solve`?
    exit 2
    ");
}
