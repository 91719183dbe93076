//! Every column and member that a command writes is on the manual's page, and those on the page are
//! written.

use std::collections::{BTreeMap, BTreeSet};

use serde_json::Value;

use crate::common::{SAMPLE, output};
use crate::tempfile;

const PAGE: &str = include_str!("../../../../docs/src/output.md");
const RUNS: &str = "0 1 2 3/5 6 7 4/9 10 11 8/13 14 15 12";

/// What the page says of a command.
#[derive(Clone, Default)]
struct Section {
    columns: String,
    /// Members and their types; a type that ends in `?` may be missing.
    members: BTreeMap<String, String>,
}

/// The sections of the page by their headings; one that has the members of another has them here too.
fn sections() -> BTreeMap<String, Section> {
    let mut sections: BTreeMap<String, Section> = BTreeMap::new();
    for text in PAGE.split("\n### ").skip(1) {
        let text = text.split("\n## ").next().unwrap();
        let (heading, text) = text.split_once('\n').unwrap();
        let mut section = Section::default();
        for line in text.lines() {
            if let Some(columns) = line.strip_prefix("Columns: `") {
                section.columns = columns.trim_end_matches('`').into();
            } else if let Some(other) = line.strip_prefix("Columns: those of `") {
                let other = &sections[other.trim_end_matches('`')];
                section.columns.clone_from(&other.columns);
            } else if let Some(rest) = line.strip_prefix("The members of `") {
                let (other, rest) = rest.split_once('`').unwrap();
                section.members.clone_from(&sections[other].members);
                let left_out = rest.strip_prefix(" without ").unwrap_or_default();
                let left_out = left_out.split([',', ';']).next().unwrap_or_default();
                for name in left_out.split('`').skip(1).step_by(2) {
                    section.members.remove(name);
                }
            } else if let Some(row) = line.strip_prefix("| `") {
                let cells: Vec<&str> = row.split(" | ").collect();
                let (name, mark) = cells[0].split_once('`').unwrap();
                let kind = format!("{}{}", cells[1], mark.trim());
                section.members.insert(name.to_owned(), kind);
            }
        }
        sections.insert(heading.to_owned(), section);
    }
    sections
}

/// The members of an answer with their types, lists of objects opened.
fn members(value: &Value, path: &str, known: &Section, found: &mut BTreeSet<(String, String)>) {
    let kind = match value {
        Value::Object(members) => {
            for (name, value) in members {
                let joint = if path.is_empty() { "" } else { "." };
                let name = if path == "estimates" { "NAME" } else { name };
                self::members(value, &format!("{path}{joint}{name}"), known, found);
            }
            return;
        }
        // What the page calls a list is described elsewhere.
        Value::Array(items) if !known.members.contains_key(path) => {
            for item in items {
                self::members(item, &format!("{path}[]"), known, found);
            }
            return;
        }
        Value::Array(_) => "list",
        Value::String(_) => "text",
        Value::Number(_) => "number",
        Value::Bool(_) => "boolean",
        Value::Null => "null",
    };
    found.insert((path.to_owned(), kind.to_owned()));
}

/// That an answer has the members of its section, no more and no fewer.
fn agrees(heading: &str, section: &Section, value: &Value) {
    let mut found = BTreeSet::new();
    members(value, "", section, &mut found);
    for (path, kind) in &found {
        let documented = section.members.get(path);
        let documented = documented.unwrap_or_else(|| panic!("{heading}: `{path}` is missing"));
        let fits = match documented.strip_suffix('?') {
            Some(documented) => kind == "null" || kind == documented,
            None => kind == documented,
        };
        assert!(fits, "{heading}: `{path}` is {kind}, not {documented}");
    }
    // Members of rows are there as often as there are rows.
    let needed = section.members.iter().filter(|(path, kind)| {
        let list = path.split_once("[]").map(|(list, _)| list);
        let is_empty = list.is_some_and(|list| !found.iter().any(|(f, _)| f.starts_with(list)));
        !kind.ends_with('?') && !is_empty
    });
    for (path, _) in needed {
        let is_there = found.iter().any(|(found, _)| found == path);
        assert!(is_there, "{heading}: no `{path}` in {value}");
    }
}

/// The answers in JSON, each by itself: of a stream, or of an object that is only a list of them.
fn answers(value: Value, list: &str) -> Vec<Value> {
    let value = match value {
        Value::Object(mut members) if !list.is_empty() => members.remove(list).unwrap(),
        value => value,
    };
    match value {
        Value::Array(items) => items,
        value => vec![value],
    }
}

#[test]
fn every_column_and_member_is_on_the_page() {
    let sections = sections();
    let folder = tempfile();
    let at = |name: &str| folder.join(name).to_str().unwrap().to_owned();
    std::fs::create_dir_all(&folder).unwrap();
    std::fs::write(at("f.cnf"), "p cnf 2 2\n1 2 0\n-1 0\n").unwrap();
    let (proof, formula) = (at("proof"), at("f.cnf"));
    let three = "1 2 3/* * */* * *";
    // The section, the member that holds the answers, the command, and what it reads.
    let cases: &[(&str, &str, &[&str])] = &[
        ("solve", "", &["solve", SAMPLE]),
        (
            "solve",
            "",
            &["solve", "--algo", "bfs", "--node-limit", "9", SAMPLE],
        ),
        ("solve", "", &["solve", "--algo", "human", SAMPLE]),
        ("solve", "", &["solve", "2x2:easy:1", "3x3:hard:7"]),
        (
            "solve --all-optimal",
            "",
            &["solve", "--all-optimal", SAMPLE],
        ),
        ("solve --all-optimal", "", &["solve", "--count", SAMPLE]),
        (
            "solve --partial",
            "",
            &["solve", "--partial", three, SAMPLE],
        ),
        (
            "solve --metric mtm",
            "",
            &["solve", "--metric", "mtm", RUNS],
        ),
        ("solve --trace", "", &["solve", "--trace=9", SAMPLE]),
        (
            "solve --beyond",
            "",
            &["solve", "--beyond", "2", "1 2 3/4 0 5/7 8 6"],
        ),
        (
            "solve --beyond",
            "",
            &["solve", "--beyond", "1", "--count", "1 2/0 3"],
        ),
        (
            "solve --no-parity-check",
            "",
            &["solve", "--no-parity-check", "2 1/3 0"],
        ),
        (
            "compare",
            "runs",
            &["compare", "--with", "bfs,astar", SAMPLE],
        ),
        ("decide", "", &["decide", "--steps", "14", SAMPLE]),
        ("decide", "", &["decide", "--steps", "0", "1 2/0 3"]),
        (
            "generate",
            "puzzles",
            &["generate", "3x3", "-n", "2", "-s", "1"],
        ),
        ("generate", "puzzles", &["generate", "9x9", "-s", "1"]),
        (
            "generate",
            "puzzles",
            &["generate", "3x3", "--unsolvable", "-s", "1"],
        ),
        (
            "generate --metric mtm",
            "puzzles",
            &[
                "generate",
                "3x3",
                "--metric",
                "mtm",
                "--distance",
                "3",
                "-s",
                "1",
            ],
        ),
        ("check", "", &["check", SAMPLE]),
        ("check", "", &["check", "--pairs", "2 1 3/4 5 6/7 8 0"]),
        (
            "estimate",
            "",
            &["estimate", "--tiles", "--with", "manhattan", SAMPLE],
        ),
        ("dataset get", "", &["dataset", "get", "seeds"]),
        ("dataset list", "", &["dataset", "list"]),
        ("facts", "", &["facts", "2x3"]),
        ("facts", "", &["facts", "9x9"]),
        ("facts", "", &["facts", "5x5"]),
        ("apply", "", &["apply", "--board", SAMPLE, "--moves", "L"]),
        ("moves", "", &["moves", "simplify", "LRL"]),
        (
            "moves",
            "",
            &["moves", "optimise", "--board", SAMPLE, "LUR2D2LURULDLU"],
        ),
        (
            "analyze",
            "",
            &["analyze", "--board", SAMPLE, "--moves", "LUR2D2LURULDLU"],
        ),
        (
            "analyze",
            "",
            &["analyze", "--board", SAMPLE, "--moves", "L"],
        ),
        (
            "analyze --metric mtm",
            "",
            &[
                "analyze", "--metric", "mtm", "--board", RUNS, "--moves", "L3U3",
            ],
        ),
        (
            "verify",
            "",
            &["verify", "--board", SAMPLE, "--moves", "LUR2D2LURULDLU"],
        ),
        ("verify", "", &["verify", "--board", SAMPLE, "--moves", "L"]),
        ("hint", "", &["hint", "--grade", "3", SAMPLE]),
        ("hint", "", &["hint", "--grade", "1", "1 2/3 0"]),
        ("hint --metric mtm", "", &["hint", "--metric", "mtm", RUNS]),
        ("explain", "", &["explain", SAMPLE]),
        (
            "encode",
            "",
            &["encode", "dimacs", "--steps", "1", "1 2/0 3"],
        ),
        ("encode", "", &["encode", "pddl", "1 2/0 3"]),
        (
            "encode --explain",
            "",
            &["encode", "dimacs", "--explain", "--steps", "1", "1 2/0 3"],
        ),
        ("prove", "", &["prove", "-o", &proof, SAMPLE]),
        (
            "prove --check",
            "proofs",
            &["prove", "--checker", "none", "--check", &proof],
        ),
        ("sat", "", &["sat", &formula]),
        ("pdb info", "", &["pdb", "info", "6-6-3"]),
        ("list solvers", "", &["list", "solvers"]),
        ("list heuristics", "", &["list", "heuristics"]),
        ("doctor", "findings", &["doctor"]),
        ("demo", "", &["demo", "c-solver"]),
        ("exercise show", "", &["exercise", "show", "parity"]),
        (
            "exercise check",
            "",
            &["exercise", "check", "parity", "yes"],
        ),
        ("bench list", "", &["bench", "list"]),
    ];
    let mut seen = BTreeSet::from(["errors"]);
    for &(heading, list, command) in cases {
        let run = |format: &str| {
            let run = output(&[command, &["--quiet", "--format", format]].concat(), b"");
            String::from_utf8(run.stdout).unwrap()
        };
        let section = &sections[heading];
        let text = run("json");
        let value: Value = serde_json::from_str(&text)
            .unwrap_or_else(|error| panic!("{command:?}: {error}: {text}"));
        for answer in answers(value, list) {
            agrees(&format!("{heading} ({command:?})"), section, &answer);
        }
        let table = run("csv");
        let columns = table.lines().next().unwrap_or_default();
        // A command without columns refuses to write a table.
        assert_eq!(columns, section.columns, "{command:?}");
        seen.insert(heading);
    }
    let unseen: Vec<&String> = sections.keys().filter(|h| !seen.contains(&h[..])).collect();
    assert!(unseen.is_empty(), "{unseen:?}");
}

#[test]
fn errors_of_every_command_have_the_members_on_the_page() {
    let section = &sections()["errors"];
    let commands: [&[&str]; 9] = [
        &["solve"],
        &["solve", "--metric", "mtm"],
        &["solve", "--beyond", "1"],
        &["hint"],
        &["explain"],
        &["estimate", "--with", "manhattan"],
        &["compare", "--with", "bfs"],
        &["decide", "--steps", "1"],
        &["encode", "dimacs", "--steps", "1"],
    ];
    let faulty = "a\t2\t2\tblank-last\t2 1 3 0\t-\nb\t2\t2\tblank-last\t1 1 3 0\t-\n";
    for command in commands {
        let run = |format: &str| {
            let run = output(
                &[command, &["-q", "--format", format]].concat(),
                faulty.as_bytes(),
            );
            String::from_utf8(run.stdout).unwrap()
        };
        let objects = run("ndjson");
        assert_eq!(objects.lines().count(), 2, "{command:?}: {objects}");
        for (line, id) in objects.lines().zip(["a", "b"]) {
            let value: Value = serde_json::from_str(line).unwrap();
            agrees(&format!("{command:?}"), section, &value);
            assert_eq!(value["id"], id);
            // The goal that cannot be reached is named, whatever the command.
            let detail = value["detail"].as_str().unwrap();
            assert_eq!(detail.contains("goal blank-last"), id == "a", "{detail}");
        }
        for format in ["csv", "md"] {
            let table = run(format);
            let rows: Vec<&str> = table.lines().collect();
            let unsolvable = rows[rows.len() - 2];
            assert!(unsolvable.contains("2 1/3 0"), "{table}");
            assert!(rows[rows.len() - 1].contains('b'), "{table}");
        }
    }
}
