//! Long searches in parts, kept in a folder.

mod common;

use std::path::PathBuf;

use common::{command, output, run};

/// A walk of 90 moves; it takes a million nodes with these tables.
const BOARD: &str = "7 2 15 13 0/6 11 14 3 4/21 8 12 18 5/22 17 9 19 10/16 23 1 24 20";
const ALGO: &str = "pdb-ida:tables=5-5-5-5-4";

/// A folder of this test alone, removed at the end.
struct Temporary(PathBuf);

impl Temporary {
    fn new(name: &str) -> Self {
        let name = format!("taquin-cli-parts-{name}-{}", std::process::id());
        let path = std::env::temp_dir().join(name);
        let _ = std::fs::remove_dir_all(&path);
        Self(path)
    }

    fn text(&self) -> &str {
        self.0.to_str().unwrap()
    }

    fn rows(&self) -> Vec<Vec<String>> {
        let mut rows = Vec::new();
        for file in std::fs::read_dir(&self.0).unwrap() {
            let text = std::fs::read_to_string(file.unwrap().path()).unwrap();
            let columns = |line: &str| line.split('\t').map(str::to_owned).collect();
            rows.extend(text.lines().skip(1).map(columns));
        }
        rows
    }
}

impl Drop for Temporary {
    fn drop(&mut self) {
        let _ = std::fs::remove_dir_all(&self.0);
    }
}

fn answer(args: &[&str]) -> serde_json::Value {
    let said = output(args, b"");
    serde_json::from_slice(&said.stdout).unwrap_or_else(|_| panic!("{said:?}"))
}

#[test]
fn interrupted_searches_continue_and_count_what_one_search_counts() {
    let solve = ["solve", "--algo", ALGO, "--format", "json", BOARD];
    let plain = answer(&solve);
    assert_eq!(plain["proven"], true);
    let folder = Temporary::new("continue");
    let parts = ["--parts", folder.text(), "--part-nodes", "100000"];
    let limited = [&solve[..], &parts, &["--node-limit", "700000"]].concat();
    let first = answer(&limited);
    assert_eq!(first["proven"], false);
    let before = folder.rows();
    let again = answer(&[&solve[..], &parts].concat());
    for member in [
        "/moves",
        "/lower_bound",
        "/stats/expanded",
        "/stats/generated",
    ] {
        assert_eq!(again.pointer(member), plain.pointer(member), "{member}");
    }
    // All that was done is still there, and nothing of it was done again.
    let rows = folder.rows();
    assert_eq!(rows[..before.len()], before);
    let mut spans: Vec<_> = rows.iter().filter(|row| row[4] == "span").collect();
    let count = spans.len();
    spans.sort_by_key(|row| (row[3].clone(), row[12].clone()));
    spans.dedup_by_key(|row| (row[3].clone(), row[12].clone()));
    assert!(count > 3 && spans.len() == count, "{count} {}", spans.len());
}

#[test]
fn processes_that_share_a_folder_find_the_same() {
    let solve = ["solve", "--algo", ALGO, "--format", "json", BOARD];
    let plain = answer(&solve);
    let folder = Temporary::new("share");
    let start = |share| {
        let parts = [
            "--parts",
            folder.text(),
            "--part-nodes",
            "100000",
            "--share",
            share,
        ];
        let mut command = command(&[&solve[..], &parts].concat());
        command
            .stdout(std::process::Stdio::piped())
            .spawn()
            .unwrap()
    };
    let both = ["1/2", "2/2"].map(start);
    for process in both {
        let said = process.wait_with_output().unwrap();
        let found: serde_json::Value = serde_json::from_slice(&said.stdout).unwrap();
        for member in ["/moves", "/stats/expanded", "/stats/generated"] {
            assert_eq!(found.pointer(member), plain.pointer(member), "{member}");
        }
    }
}

#[test]
fn the_parts_of_a_threshold_add_up_and_doing_one_twice_does_no_harm() {
    let threshold = ["part", "--tables", "5-5-5-5-4", "--format", "json", BOARD];
    let nodes = |part: &str, more: &[&str]| {
        let part = ["--threshold", "54", "--part", part];
        let answer = answer(&[&threshold[..], &part, more].concat());
        answer["expanded"].as_u64().unwrap()
    };
    let whole = nodes("1/1", &[]);
    assert!(whole > 1000, "{whole}");
    let folder = Temporary::new("part");
    let kept = ["--parts", folder.text()];
    let sum: u64 = (1..=4).map(|i| nodes(&format!("{i}/4"), &kept)).sum();
    assert_eq!(sum, whole);
    let again: u64 = (1..=4).map(|i| nodes(&format!("{i}/4"), &kept)).sum();
    assert_eq!(again, 0, "the folder has all of it");
}

#[test]
fn wrong_uses_are_explained() {
    let folder = Temporary::new("wrong");
    let said = run(&[
        "solve",
        "--algo",
        "bfs",
        "--parts",
        folder.text(),
        "1 2/3 0",
    ]);
    assert!(
        said.contains("--parts goes with --algo pdb-ida or gpu-ida"),
        "{said}"
    );
    assert!(said.ends_with("exit 2\n"), "{said}");
    let said = run(&["part", "--threshold", "3", "--part", "5/4", "1 2/3 0"]);
    assert!(said.contains("`5/4` is not a share like 1/4"), "{said}");
    let said = run(&["part", "--threshold", "3", "--part", "L..R", "1 2/3 0"]);
    assert!(said.contains("is not a span like UL..UR"), "{said}");
    std::fs::create_dir_all(&folder.0).unwrap();
    std::fs::write(folder.0.join("other.tsv"), "no row\n").unwrap();
    let said = run(&["solve", "--parts", folder.text(), "8 1 3/4 0 2/7 6 5"]);
    assert!(said.contains("other.tsv"), "{said}");
    assert!(
        !said.ends_with("exit 0\n") && said.contains("exit "),
        "{said}"
    );
}
