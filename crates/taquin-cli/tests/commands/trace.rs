//! Searches step by step.

use insta::assert_snapshot;

use crate::common::{SAMPLE, output, run};

/// The method has no choice to show, so there is a board a move.
#[test]
fn a_trace_of_the_human_method_has_its_boards() {
    assert_snapshot!(run(&["solve", "--algo", "human", "--trace", "1 2 3/4 0 5"]), @r"
    [1, 2, 3]
    [4, ' ', 5]

    [('up', (0, 1)), ('right', (1, 2)), ('left', (1, 0))]

    [1, 2, 3]
    [4, 5, ' ']

    Solution found!
    Number of explored states: 2

    ('right', (1, 2))
    [1, 2, 3]
    [4, 5, ' ']

    ! 1 move, optimal (proven) · human · 1 expanded · TIME
    ");
}

/// A beam is cut when a level is done: what is left out may be the child of an earlier node.
#[test]
fn a_trace_names_the_boards_that_a_beam_leaves_out() {
    let text = run(&["solve", "--algo", "beam:width=2", "--trace=20", SAMPLE]);
    assert!(
        text.contains("\n8 1 3/4 6 2/0 7 5  g = 2, h = 10, f = 10 pruned\n"),
        "{text}"
    );
}

/// The DFS report's easy problem, and its figure: two explored states.
#[test]
fn a_trace_reads_like_the_report() {
    assert_snapshot!(run(&["solve", "--algo", "bfs", "--trace", "1 2 3/4 5 0/7 8 6"]), @r"
    [1, 2, 3]
    [4, 5, ' ']
    [7, 8, 6]

    [('down', (2, 2)), ('up', (0, 2)), ('left', (1, 1))]

    ('down', (2, 2))
    ('up', (0, 2))
    ('left', (1, 1))
    [1, 2, 3]
    [4, 5, 6]
    [7, 8, ' ']

    Solution found!
    Number of explored states: 2

    ('down', (2, 2))
    [1, 2, 3]
    [4, 5, 6]
    [7, 8, ' ']

    ! 1 move, optimal (proven) · bfs · 1 expanded · TIME
    ");
}

/// The BFS report's easy problem has 23 explored states there; the order of actions decides.
#[test]
fn a_trace_finds_the_reports_solution() {
    let text = run(&["solve", "--algo", "bfs", "--trace=5", "1 2 3/4 6 8/7 5 0"]);
    let (_, end) = text.split_once("Solution found!\n").unwrap();
    assert_snapshot!(end, @r"
    Number of explored states: 18

    ('up', (1, 2))
    [1, 2, 3]
    [4, 6, ' ']
    [7, 5, 8]

    ('left', (1, 1))
    [1, 2, 3]
    [4, ' ', 6]
    [7, 5, 8]

    ('down', (2, 1))
    [1, 2, 3]
    [4, 5, 6]
    [7, ' ', 8]

    ('right', (2, 2))
    [1, 2, 3]
    [4, 5, 6]
    [7, 8, ' ']

    ! 4 moves, optimal (proven) · bfs · 17 expanded · TIME
    ");
}

#[test]
fn a_trace_of_an_informed_search_says_why() {
    assert_snapshot!(run(&["solve", "--algo", "astar", "--trace", "-q", "1 2 3/4 0 5"]), @r"
    [1, 2, 3]
    [4, ' ', 5]

    g = 0, h = 1, f = 1: expanded because it is the start

    [('up', (0, 1)), ('right', (1, 2)), ('left', (1, 0))]

    ('up', (0, 1))  g = 1, h = 2, f = 3
    ('right', (1, 2))  g = 1, h = 0, f = 1
    ('left', (1, 0))  g = 1, h = 2, f = 3
    [1, 2, 3]
    [4, 5, ' ']

    g = 1, h = 0, f = 1: a goal

    Solution found!
    Number of explored states: 2

    ('right', (1, 2))
    [1, 2, 3]
    [4, 5, ' ']
    ");
}

/// Every solver can be watched, also those that do not search: a board for each expanded node, and
/// the goal.
#[test]
fn every_solver_has_a_trace() {
    let list = output(&["list", "solvers", "--format", "json"], b"").stdout;
    let list: serde_json::Value = serde_json::from_slice(&list).unwrap();
    for solver in list.as_array().unwrap() {
        let name = solver["name"].as_str().unwrap();
        // It needs an outside program.
        if name == "smt" {
            continue;
        }
        let args = [
            "solve",
            "--algo",
            name,
            "--trace=100000",
            "--format",
            "json",
        ];
        let answer = output(&[&args[..], &["3 1/2 0"]].concat(), b"").stdout;
        let answer: serde_json::Value = serde_json::from_slice(&answer).unwrap();
        let events = answer["trace"]["events"].as_array().unwrap();
        let count = |kind| events.iter().filter(|event| event["type"] == kind).count();
        // What a logic engine expands are no boards.
        if name != "sat" {
            let expanded = answer["stats"]["expanded"].as_u64();
            assert_eq!(Some(count("expand") as u64), expanded, "{name}");
        }
        assert_eq!(count("goal"), 1, "{name}");
        assert_eq!(answer["trace"]["truncated"], false, "{name}");
    }
}
