//! The documents that taquin replays, and the program of the logic course.

use std::fs;
use std::os::unix::fs::PermissionsExt as _;

use super::common::{command, run, run_with, transcript};
use super::tempfile;

/// The reference program's output for its 3x3 example: its banner, then the board at every step, idle
/// steps included.
#[test]
fn the_course_prints_what_its_program_prints() {
    let folder = tempfile();
    let input = run(&["dataset", "get", "input-3by3.in"]);
    assert_eq!(input, "7\n3\n1 4 0\n3 7 2\n6 8 5\n");
    fs::write(folder.join("input.in"), input).unwrap();
    let said = command(&["course", "-s", "cdcl"])
        .current_dir(&folder)
        .output()
        .unwrap();
    let text = String::from_utf8(said.stdout).unwrap();
    // Two empty lines: the end of what the solver said, and the first of the banner.
    let (solver, boards) = text.split_once("\n\n\n####").unwrap();
    assert!(solver.starts_with("c cdcl: "), "{solver}");
    assert!(solver.contains("\ns SATISFIABLE\nv "), "{solver}");
    let (_, boards) = boards.split_once("Timestep 0:").unwrap();
    assert!(
        boards.starts_with("\n1 4 0 \n3 7 2 \n6 8 5 \n\nTimestep 1:\n"),
        "{boards}"
    );
    assert!(
        boards.ends_with("Timestep 7:\n0 1 2 \n3 4 5 \n6 7 8 \n\n"),
        "{boards}"
    );
    // Nine cells and tiles at eight times, twelve edges at seven; the clauses by the course's text.
    let formula = fs::read_to_string(folder.join("formula.cnf")).unwrap();
    assert!(formula.starts_with("p cnf 732 "), "{}", &formula[..40]);
    assert_eq!(formula.lines().nth(1), Some("2 0"));
    assert_eq!(
        formula.lines().filter(|line| line.starts_with('c')).count(),
        0
    );
}

/// A program in the current folder goes before ours, and its word is marked as unchecked.
#[test]
fn the_course_asks_the_solver_in_the_folder() {
    let folder = tempfile();
    let program = folder.join("glucose-syrup");
    fs::write(
        &program,
        "#!/bin/sh\necho 'c mine'\necho 's UNSATISFIABLE'\nexit 20\n",
    )
    .unwrap();
    fs::set_permissions(&program, fs::Permissions::from_mode(0o755)).unwrap();
    let input = run(&["dataset", "get", "input-2by2-unsat.in"]);
    fs::write(folder.join("input.in"), input).unwrap();
    let course = |args: &[&str]| {
        let mut all = vec!["course"];
        all.extend(args);
        transcript(&command(&all).current_dir(&folder).output().unwrap())
    };
    let said = course(&[]);
    assert!(said.starts_with("c mine\ns UNSATISFIABLE\n"), "{said}");
    assert!(
        said.contains("! no solution in 50 steps, by ./glucose-syrup, unchecked"),
        "{said}"
    );
    assert!(course(&["-v", "0"]).starts_with("s UNSATISFIABLE\n\n"));
    // Ours proves it itself.
    let ours = course(&["-s", "cdcl"]);
    assert!(ours.contains("! no solution in 50 steps\n"), "{ours}");
}

#[test]
fn a_document_is_replayed_figure_by_figure() {
    let said = run(&["demo", "c-solver"]);
    assert!(
        said.contains("document: 0 + 2 + 3 + 0 + 0 + 1 + 0 + 3 + 1 + 2 + 1 + 1 + 1 + 2 + 1 = 18")
    );
    assert!(
        said.contains("taquin:   0 + 2 + 3 + 0 + 0 + 1 + 0 + 3 + 2 + 2 + 1 + 1 + 1 + 2 + 1 = 19")
    );
    assert!(
        said.contains("taquin:   23 moves, optimal (proven)"),
        "{said}"
    );
    let listed = run(&["demo"]);
    for name in ["thesis", "course", "c-solver", "group", "uninformed"] {
        assert!(listed.contains(name), "{listed}");
    }
    assert!(run(&["demo", "c-solvr"]).contains("did you mean `c-solver`?"));
}

#[test]
fn per_tile_distances_add_up() {
    let board = "1 7 15 4/0 6 3 8/2 5 14 11/9 13 10 12";
    let said = run(&["estimate", "--tiles", "--with", "manhattan", board]);
    assert_eq!(
        said,
        "manhattan 19\n0 + 2 + 3 + 0 + 0 + 1 + 0 + 3 + 2 + 2 + 1 + 1 + 1 + 2 + 1 = 19\n"
    );
}

/// The BFS report's board: the tree has every node that the trace generates, and the path in bold.
#[test]
fn the_tree_of_a_search_is_drawn() {
    let board = "[[1,2,3],[4,6,8],[7,5,' ']]";
    let dot = run(&["solve", "-q", "--algo", "bfs", "--tree", "dot", board]);
    assert!(dot.starts_with("digraph search {"), "{dot}");
    assert!(
        dot.contains("label=\"1 2 3\\n4 6 8\\n7 5 0\\n#1\""),
        "{dot}"
    );
    // Four moves to the goal.
    assert_eq!(dot.matches("penwidth=3]").count(), 5 + 4, "{dot}");
    let svg = run(&["solve", "-q", "--algo", "astar", "--tree", "svg", board]);
    assert!(
        svg.starts_with("<svg ") && svg.contains("taquin-goal"),
        "{svg}"
    );
    let cut = run(&["solve", "-q", "--trace=3", "--tree", "dot", board]);
    assert!(cut.contains("the search went on"), "{cut}");
}

#[test]
fn boards_are_made_for_both_goals_of_the_report() {
    let args = [
        "generate",
        "3x3",
        "--goal",
        "blank-first+blank-last",
        "-n",
        "4",
        "-s",
        "1",
    ];
    let boards = run(&args);
    assert_eq!(boards, run(&args));
    for board in boards.lines() {
        let said = run(&["check", "--goal", "blank-first+blank-last", board]);
        assert!(said.starts_with("solvable"), "{said}");
    }
    let far = run(&[
        "generate",
        "3x3",
        "--goal",
        "blank-first+blank-last",
        "--distance",
        "15",
        "-s",
        "1",
        "--format",
        "csv",
    ]);
    let board = far.lines().nth(1).unwrap().split(',').nth(1).unwrap();
    let solved = run(&["solve", "--goal", "blank-first+blank-last", board]);
    assert!(solved.contains("15 moves, optimal (proven)"), "{solved}");
}

/// The report's goal test accepts the blank first or last; so does the game.
#[test]
fn a_game_for_both_goals_of_the_report_is_won_at_either() {
    for (board, key) in [("1 0 2/3 4 5/6 7 8", "d"), ("1 2 3/4 5 6/7 0 8", "a")] {
        let args = ["play", "--plain", "--goal", "blank-first+blank-last", board];
        let said = run_with(&args, format!("0\n{key}\nq\n"));
        assert!(said.contains("YOU WON!"), "{said}");
    }
}
