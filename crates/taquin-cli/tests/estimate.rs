//! Values of heuristics for streams of positions.

mod common;

use common::{SAMPLE, output, run, run_with};

/// The values are counted by hand: tiles 8, 1, 2, 6 and 5 of the sample are 3, 1, 2, 2 and 2 slides from
/// home; with tile 8 beside the last cell all but one tile are at home.
#[test]
fn every_heuristic_has_a_column() {
    let list = "manhattan,misplaced";
    let said = run(&["estimate", SAMPLE, "--with", list]);
    assert_eq!(said, "manhattan 10, misplaced 5\n");
    let boards = format!("{SAMPLE}\n1 2 3/4 5 6/7 0 8\n");
    let csv = run_with(&["estimate", "--with", list, "--format", "csv"], &boards);
    assert_eq!(
        csv,
        "id,board,goal,manhattan,misplaced,error\n\
         ,8 1 3/4 0 2/7 6 5,blank-last,10,5,\n\
         ,1 2 3/4 5 6/7 0 8,blank-last,1,1,\n"
    );
    let md = run_with(&["estimate", "--with", list, "--format", "md"], &boards);
    assert!(
        md.contains("| 1 2 3/4 5 6/7 0 8 | blank-last | 1 | 1 |"),
        "{md}"
    );
    let ndjson = run_with(&["estimate", "--with", list, "--format", "ndjson"], &boards);
    let second = ndjson.lines().nth(1).unwrap();
    let expected = r#"{"board":"1 2 3/4 5 6/7 0 8","goal":"blank-last","estimates":{"manhattan":1,"misplaced":1}}"#;
    assert_eq!(second, expected);
}

#[test]
fn all_heuristics_without_tables_on_disk_are_the_default() {
    let json = output(&["estimate", SAMPLE, "--format", "json"], b"");
    let json: serde_json::Value = serde_json::from_slice(&json.stdout).unwrap();
    let names = json["estimates"].as_object().unwrap().keys();
    let names: Vec<&str> = names.map(String::as_str).collect();
    let list = output(&["list", "heuristics", "--format", "json"], b"");
    let list: serde_json::Value = serde_json::from_slice(&list.stdout).unwrap();
    let listed = list.as_array().unwrap().iter();
    let listed: Vec<&str> = listed.map(|h| h["name"].as_str().unwrap()).collect();
    let expected: Vec<&str> = listed.into_iter().filter(|name| *name != "pdb").collect();
    assert_eq!(names, expected);
}

#[test]
fn names_and_goals_of_the_input_are_kept_and_faults_do_not_end_the_stream() {
    let generated = output(
        &[
            "generate", "3x3", "-n", "3", "--seed", "1", "--format", "ndjson",
        ],
        b"",
    );
    let boards = String::from_utf8(generated.stdout).unwrap();
    let wrong = r#"{"id":"odd","board":"2 1 3/4 5 6/7 8 0"}"#;
    let named = r#"{"id":"one","board":"0 1 2/3 4 5/6 7 8","goal":"blank-first"}"#;
    let stream = format!("{boards}{wrong}\n{named}\n");
    let args = [
        "estimate",
        "--with",
        "zero,manhattan",
        "--format",
        "csv",
        "-j",
        "2",
    ];
    let csv = run_with(&args, &stream);
    let rows: Vec<&str> = csv.lines().skip(1).collect();
    assert!(
        rows[3].contains("2 1 3/4 5 6/7 8 0") && rows[3].contains("cannot be solved"),
        "{csv}"
    );
    assert!(rows[3].starts_with("odd,"), "{csv}");
    assert_eq!(rows[4], "one,0 1 2/3 4 5/6 7 8,blank-first,0,0,");
    // The first position that failed was unsolvable.
    assert_eq!(rows[5..], ["exit 3"]);
    assert!(run(&["estimate", SAMPLE, "--with", "manhatan"]).ends_with("exit 2\n"));
}

/// The name of a position is kept when the position cannot be read or solved, in every format that
/// names positions.
#[test]
fn errors_name_their_position() {
    let json = "{\"id\":\"short\",\"board\":\"1 2 3/4\"}\n{\"id\":\"odd\",\"board\":\"2 1 3/4 5 6/7 8 0\"}\n";
    let tsv = "short\t3\t3\t-\t1 2 3 4\t-\nodd\t3\t3\t-\t2 1 3 4 5 6 7 8 0\t-\n";
    for (format, text) in [("json", json), ("tsv", tsv)] {
        let args = ["estimate", "--with", "zero", "--input-format", format];
        let csv = run_with(&[&args[..], &["--format", "csv"]].concat(), text);
        let rows: Vec<&str> = csv.lines().skip(1).collect();
        assert!(rows[0].starts_with("short,"), "{csv}");
        assert!(rows[1].starts_with("odd,"), "{csv}");
        let ndjson = run_with(&[&args[..], &["--format", "ndjson"]].concat(), text);
        for (line, id) in ndjson.lines().zip(["short", "odd"]) {
            let row: serde_json::Value = serde_json::from_str(line).unwrap();
            assert_eq!(row["id"], id, "{ndjson}");
            assert!(row["detail"].is_string(), "{ndjson}");
        }
    }
}

/// Every heuristic of the default list on every board that two threads may mix up, in order.
#[test]
fn thousands_of_positions_are_answered_in_order() {
    let boards = output(&["generate", "3x3", "-n", "2000", "--seed", "7"], b"").stdout;
    let boards = String::from_utf8(boards).unwrap();
    let args = [
        "estimate",
        "--with",
        "manhattan",
        "--format",
        "csv",
        "-j",
        "2",
    ];
    let csv = run_with(&args, &boards);
    assert_eq!(csv.lines().count(), 2001);
    for (board, row) in boards.lines().zip(csv.lines().skip(1)) {
        assert!(row.contains(&format!(",{board},")), "{board}: {row}");
        let numbers: Vec<i32> = board
            .split([' ', '/'])
            .map(|n| n.parse().unwrap())
            .collect();
        let mut sum = 0;
        for (cell, &number) in (0_i32..).zip(&numbers).filter(|(_, number)| **number > 0) {
            let home = number - 1;
            sum += (cell / 3 - home / 3).abs() + (cell % 3 - home % 3).abs();
        }
        assert!(
            row.ends_with(&format!(",blank-last,{sum},")),
            "{board}: {row}"
        );
    }
}
