//! What programs rely on: ids, one type of `status`, errors as rows, and that taquin reads what it
//! writes.

use serde_json::Value;

use crate::common::output;
use crate::tempfile;

fn stdout(args: &[&str], stdin: &str) -> String {
    String::from_utf8(output(args, stdin.as_bytes()).stdout).unwrap()
}

fn stderr(args: &[&str], stdin: &str) -> String {
    String::from_utf8(output(args, stdin.as_bytes()).stderr).unwrap()
}

fn rows(args: &[&str], stdin: &str) -> Vec<Value> {
    let text = stdout(args, stdin);
    text.lines()
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{line}: {error}")))
        .collect()
}

/// Two positions with names, the second unsolvable.
const NAMED: &str = "one\t2\t2\tblank-first\t1 3 2 0\t2\ntwo\t2\t2\tblank-first\t0 1 3 2\t-\n";

#[test]
fn ids_travel_to_every_output_and_errors_keep_the_board() {
    let commands: [&[&str]; 8] = [
        &["solve"],
        &["solve", "--metric", "mtm"],
        &["check"],
        &["hint"],
        &["explain"],
        &["compare", "--with", "bfs"],
        &["estimate", "--with", "manhattan"],
        &["decide", "--steps", "2"],
    ];
    for command in commands {
        let format = |name| [command, &["--quiet", "--format", name]].concat();
        let objects = rows(&format("ndjson"), NAMED);
        assert_eq!(objects[0]["id"], "one", "{command:?}");
        let last = objects.last().unwrap();
        assert_eq!(last["id"], "two", "{command:?}");
        if command[0] != "check" && command[0] != "estimate" {
            assert_eq!(last["status"], "unsolvable", "{command:?}");
            assert_eq!(last["board"], "0 1/3 2", "{command:?}");
            assert!(
                last["detail"]
                    .as_str()
                    .unwrap()
                    .contains("goal blank-first")
            );
        }
        for name in ["csv", "md"] {
            let table = stdout(&format(name), NAMED);
            let bar = if name == "csv" { "" } else { "| " };
            assert!(table.starts_with(&format!("{bar}id")), "{table}");
            let first = table.lines().next().unwrap();
            assert!(
                first.trim_end_matches([' ', '|']).ends_with("error"),
                "{table}"
            );
            let last = table.lines().last().unwrap();
            assert!(last.starts_with(&format!("{bar}two")), "{table}");
        }
    }
}

#[test]
fn the_status_of_an_answer_is_always_a_word() {
    let lines = "1 2/0 3\n1 2/3\n2 1/3 0\n";
    let status = |row: &Value| row["status"].as_str().unwrap().to_owned();
    let words: Vec<String> = rows(&["solve", "--format", "ndjson"], lines)
        .iter()
        .map(status)
        .collect();
    assert_eq!(words, ["optimal", "invalid-board", "unsolvable"]);
    let table = stdout(&["solve", "--format", "csv"], lines);
    let column = table
        .lines()
        .next()
        .unwrap()
        .split(',')
        .position(|name| name == "status");
    let cells: Vec<&str> = table
        .lines()
        .skip(1)
        .map(|row| row.split(',').nth(column.unwrap()).unwrap())
        .collect();
    assert_eq!(cells, words);
}

#[test]
fn taquin_reads_the_tables_it_writes() {
    let lengths = |text: &str| -> Vec<Value> {
        rows(&["solve", "--quiet", "--format", "ndjson"], text)
            .iter()
            .map(|row| Value::from(vec![row["id"].clone(), row["length"].clone()]))
            .collect()
    };
    let plain = stdout(
        &[
            "generate", "3x3", "-n", "4", "-s", "1", "--format", "ndjson",
        ],
        "",
    );
    let expected = lengths(&plain);
    assert_eq!(expected.len(), 4);
    for format in ["csv", "md", "json"] {
        let written = stdout(
            &["generate", "3x3", "-n", "4", "-s", "1", "--format", format],
            "",
        );
        assert_eq!(lengths(&written), expected, "{written}");
        let answered = stdout(&["solve", "--quiet", "--format", format], &written);
        assert_eq!(lengths(&answered), expected, "{answered}");
    }
}

#[test]
fn the_states_of_a_printed_search_are_positions() {
    let trace = stdout(
        &["solve", "--algo", "bfs", "--trace", "1 2 3/4 6 8/7 5 0"],
        "",
    );
    let boards = stdout(&["check", "--format", "csv"], &trace);
    let lines: Vec<&str> = boards.lines().collect();
    assert!(lines[1].starts_with(",1 2 3/4 6 8/7 5 0,"), "{boards}");
    assert!(
        lines.last().unwrap().starts_with(",1 2 3/4 5 6/7 8 0,"),
        "{boards}"
    );
    assert!(
        lines.iter().skip(1).all(|line| line.contains(",true,")),
        "{boards}"
    );
}

#[test]
fn a_position_may_be_a_game_id_a_python_list_or_a_markdown_table() {
    let solved = |text: &str| stdout(&["solve", "--quiet", text], "");
    let board = stdout(&["generate", "--id", "3x3:hard:7", "--quiet"], "");
    assert_eq!(solved("3x3:hard:7"), solved(&board));
    let streamed = rows(&["check", "--format", "ndjson"], "3x3:hard:7\n3x3:easy:1\n");
    assert_eq!(
        (&streamed[0]["id"], &streamed[1]["id"]),
        (&"3x3:hard:7".into(), &"3x3:easy:1".into())
    );
    assert_eq!(streamed[0]["board"], board.trim());
    let expected = solved("1 2 3/4 6 8/7 5 0");
    for text in [
        "[[1,2,3],[4,6,8],[7,5,' ']]",
        "| 1 | 2 | 3 |\n|--|--|--|\n|**4**|**6**|**8**|\n|**7**|**5**|**0**|",
        "[1, 2, 3]\n[4, 6, 8]\n[7, 5, ' ']",
    ] {
        assert_eq!(solved(text), expected, "{text}");
    }
}

#[test]
fn several_quoted_positions_are_several_questions() {
    let answers = stdout(&["solve", "--quiet", "1 2/0 3", "1 0/3 2"], "");
    assert_eq!(answers, "L\nU\n");
    // Parts of one position are still one.
    assert_eq!(stdout(&["solve", "--quiet", "1", "2", "0", "3"], ""), "L\n");
}

#[test]
fn render_encode_decide_and_prove_answer_whole_streams() {
    let two = "1 2/0 3\n1 0/3 2\n";
    assert_eq!(
        stdout(&["render", "--as", "text"], two),
        "1 2\n. 3\n\n1 .\n3 2\n"
    );
    assert_eq!(
        stdout(&["decide", "--steps", "1", "--quiet"], two),
        "L\nU\n"
    );
    let refused = output(&["render"], two.as_bytes());
    assert_eq!(refused.status.code(), Some(2));
    assert!(stderr(&["render"], two).contains("-o FOLDER"));
    let folder = tempfile();
    let path = |name: &str| folder.join(name);
    let given = |name: &str| path(name).to_str().unwrap().to_owned();
    stdout(&["render", "-o", &given("pictures")], two);
    stdout(
        &["encode", "dimacs", "--steps", "1", "-o", &given("formulas")],
        two,
    );
    stdout(
        &["prove", "--quiet", "-o", &given("proofs")],
        NAMED.lines().next().unwrap(),
    );
    stdout(&["prove", "--quiet", "-o", &given("many")], two);
    for file in [
        "pictures/0001.svg",
        "pictures/0002.svg",
        "formulas/0001.cnf",
        "formulas/0002.cnf",
        "proofs/README.md",
        "many/0001/README.md",
        "many/0002/README.md",
    ] {
        assert!(path(file).is_file(), "{file} of {:?}", list(&folder));
    }
}

fn list(folder: &std::path::Path) -> Vec<String> {
    let entries = std::fs::read_dir(folder).unwrap().flatten();
    entries
        .flat_map(|entry| match entry.path() {
            path if path.is_dir() => list(&path),
            path => vec![path.display().to_string()],
        })
        .collect()
}

#[test]
fn a_goal_that_a_file_means_is_named() {
    let school = "3\n8 1 3\n4 0 2\n7 6 5\n";
    assert!(stderr(&["solve"], school).contains("goal spiral"));
    assert!(stdout(&["check"], school).contains("goal spiral"));
    let solved = "3\n1 2 3\n8 0 4\n7 6 5\n";
    assert!(stderr(&["solve"], solved).contains("goal spiral"));
}

/// The pairs are those the thesis lists for its figure of a solvable board.
#[test]
fn check_lists_the_inversions_of_the_thesis() {
    let text = stdout(&["check", "--pairs", "1 8 2/0 4 3/7 6 5"], "");
    let listed = "(8,2), (8,4), (8,3), (8,7), (8,6), (8,5), (4,3), (7,6), (7,5), (6,5)";
    assert!(
        text.contains("10 inversions") && text.contains(listed),
        "{text}"
    );
}

#[test]
fn boards_are_drawn_by_inversions_and_unsolvable() {
    let drawn = stdout(
        &[
            "generate",
            "4x4",
            "--inversions",
            "10..12",
            "-n",
            "9",
            "-s",
            "1",
        ],
        "",
    );
    for row in rows(&["check", "--format", "ndjson"], &drawn) {
        assert_eq!(row["solvable"], true);
        assert!(
            (10..=12).contains(&row["inversions"].as_u64().unwrap()),
            "{row}"
        );
    }
    let none = output(&["generate", "3x3", "--inversions", "1"], b"");
    assert_eq!(none.status.code(), Some(2));
    let unsolvable = stdout(
        &["generate", "3x3", "--unsolvable", "-n", "5", "-s", "1"],
        "",
    );
    let checked = rows(&["check", "--format", "ndjson"], &unsolvable);
    assert_eq!(checked.len(), 5);
    assert!(checked.iter().all(|row| row["solvable"] == false));
}

/// The report's program puts the blank's moves up, left and down on the stack and takes the last.
#[test]
fn the_order_of_moves_can_be_that_of_the_report() {
    let explored = |spec: &str, board: &str| {
        let text = stdout(&["solve", "--algo", spec, "--trace", board], "");
        let line = text
            .lines()
            .find(|line| line.starts_with("Number of explored"));
        line.unwrap_or_default().to_owned()
    };
    let board = "[[1,2,3],[4,5,' '],[7,8,6]]";
    assert_eq!(
        explored("dfs:order=DRLU", board),
        "Number of explored states: 2"
    );
    assert_ne!(explored("dfs", board), "Number of explored states: 2");
    let refused = stderr(&["solve", "--algo", "bfs:order=UUDL", board], "");
    assert!(
        refused.contains("each of the letters U D L R once"),
        "{refused}"
    );
}

#[test]
fn the_multi_tile_metric_has_its_own_lengths() {
    let run = [
        "solve",
        "--metric",
        "mtm",
        "--format",
        "json",
        "0 1 2 3/5 6 7 4/9 10 11 8/13 14 15 12",
    ];
    let answer: Value = serde_json::from_str(&stdout(&run, "")).unwrap();
    assert_eq!(
        (&answer["length"], &answer["length_stm"]),
        (&2.into(), &6.into())
    );
    assert_eq!(
        (&answer["metric"], &answer["moves"]),
        (&"mtm".into(), &"L3U3".into())
    );
    let mixed = output(&["solve", "--metric", "mtm", "--count", "1 2/0 3"], b"");
    assert_eq!(mixed.status.code(), Some(2));
}

#[test]
fn an_unsolvable_board_is_searched_to_the_end_on_request() {
    let unsolvable = "1 2 3/4 5 6/8 7 0";
    let run = output(&["solve", "--no-parity-check", unsolvable], b"");
    assert_eq!(run.status.code(), Some(3));
    let text = String::from_utf8(run.stdout).unwrap();
    assert_eq!(
        text,
        "No solution found.\nNumber of explored states: 181440\n"
    );
    // A solvable one is solved as ever.
    assert_eq!(
        stdout(&["solve", "--no-parity-check", "--quiet", "1 2/0 3"], ""),
        "L\n"
    );
    let limited = output(
        &[
            "solve",
            "--no-parity-check",
            "--node-limit",
            "10",
            unsolvable,
        ],
        b"",
    );
    assert_eq!(limited.status.code(), Some(4));
}

#[test]
fn facts_of_a_size_are_told() {
    let text = stdout(&["facts", "3x3"], "");
    assert!(
        text.contains("181440 boards") && text.contains("31 moves (2 boards)"),
        "{text}"
    );
    let csv = stdout(&["facts", "4x4", "--format", "csv"], "");
    assert!(csv.ends_with("80,17\n"), "{csv}");
}

/// What counts multi-tile moves, or leads to a partial goal, is no length of the board.
#[test]
fn lengths_that_are_not_the_games_own_are_not_read_as_such() {
    let args = |format| {
        let made = ["generate", "3x3", "--metric", "mtm", "--distance", "24"];
        [&made[..], &["-s", "1", "-q", "--format", format]].concat()
    };
    let drawn = stdout(&args("ndjson"), "");
    let drawn: Value = serde_json::from_str(&drawn).unwrap();
    assert_eq!(
        (&drawn["metric"], &drawn["optimal"]),
        (&"mtm".into(), &24.into())
    );
    let table = stdout(&args("csv"), "");
    assert!(table.starts_with("id,board,goal,metric,"), "{table}");
    let farther = output(
        &["generate", "3x3", "--metric", "mtm", "--distance", "25"],
        b"",
    );
    let message = String::from_utf8(farther.stderr).unwrap();
    assert!(message.contains("the farthest are 24 away"), "{message}");
    // The pattern is no goal that another command could not read.
    let partial = ["solve", "-q", "--partial", "1 2 3/* * */* * *", "--format"];
    for format in ["csv", "ndjson"] {
        let answered = stdout(&[&partial[..], &[format]].concat(), "8 1 3/4 0 2/7 6 5\n");
        assert!(answered.contains("1 2 3/* * */* * *"), "{answered}");
        assert_eq!(stdout(&["solve", "-q"], &answered), "LUR2D2LURULDLU\n");
    }
}

#[test]
fn tables_list_every_solution_that_was_asked_for() {
    let farthest = "8 6 7/2 5 4/3 0 1";
    let all = stdout(&["solve", "--all-optimal", farthest], "");
    let all: Vec<&str> = all.lines().collect();
    assert_eq!(all.len(), 40);
    let table = stdout(&["solve", "--all-optimal", "--format", "csv", farthest], "");
    assert!(table.contains(&format!(",{},", all.join(" "))), "{table}");
    let beyond = ["solve", "--beyond", "8", "1 2 3/4 0 5/7 8 6"];
    let lines = stdout(&beyond, "");
    assert!(lines.lines().count() > 1, "{lines}");
    let table = stdout(&[&beyond[..], &["--format", "csv"]].concat(), "");
    let listed: Vec<&str> = lines.lines().collect();
    assert!(
        table.contains(&format!(",{},", listed.join(" "))),
        "{table}"
    );
}

/// Several proofs are one table or one array, and a position without one is a row of it.
#[test]
fn proofs_of_a_stream_are_one_answer() {
    let folder = tempfile();
    let path = folder.join("proofs");
    let args = ["prove", "-q", "-o", path.to_str().unwrap(), "--format"];
    let three = "1 2/0 3\n2 1/3 0\n1 0/3 2\n";
    let table = stdout(&[&args[..], &["csv"]].concat(), three);
    let rows: Vec<&str> = table.lines().collect();
    assert_eq!(rows.len(), 4, "{table}");
    assert!(rows[0].starts_with("id,board,length,"), "{table}");
    assert!(rows[1].starts_with(",1 2/0 3,1,L,"), "{table}");
    assert!(rows[2].starts_with(",2 1/3 0,,"), "{table}");
    let array: Value =
        serde_json::from_str(&stdout(&[&args[..], &["json"]].concat(), three)).unwrap();
    assert_eq!(array[1]["status"], "unsolvable");
    assert_eq!(array[2]["board"], "1 0/3 2");
}

#[test]
fn multi_tile_steps_slide_runs() {
    let board = "0 1 2 3/5 6 7 4/9 10 11 8/13 14 15 12";
    let text = stdout(&["solve", "--metric", "mtm", "--steps", "-q", board], "");
    assert!(
        text.contains("\n1. Slide 1, 2 and 3 together left.\n 1  2  3  .\n"),
        "{text}"
    );
    assert!(
        text.contains("\n2. Slide 4, 8 and 12 together up.\n"),
        "{text}"
    );
}

/// What `pdb-ida` starts from is told like the estimate of any heuristic.
#[test]
fn the_bound_of_pattern_databases_is_told() {
    let answers = rows(
        &["solve", "-q", "--algo", "pdb-ida", "--format", "ndjson"],
        "8 11 3 5/4 1 2 6/7 10 9 0\n",
    );
    let number = |name: &str| answers[0][name].as_u64().unwrap();
    assert_eq!(answers[0]["heuristic"], "zero-aware-pdb:6-5");
    // The sum of the distances of the tiles is the weaker bound.
    let manhattan = stdout(
        &[
            "estimate",
            "--with",
            "manhattan",
            "8 11 3 5/4 1 2 6/7 10 9 0",
        ],
        "",
    );
    let manhattan: u64 = manhattan
        .trim()
        .rsplit(' ')
        .next()
        .unwrap()
        .parse()
        .unwrap();
    assert!(number("h_start") >= manhattan, "{answers:?}");
    assert!(number("h_start") <= number("length"), "{answers:?}");
}
