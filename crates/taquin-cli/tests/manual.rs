//! The manual and the README show what the commands really say.
#![cfg(unix)]

use std::fmt::Write;
use std::path::Path;
use std::process::Command;

use taquin::catalogue;

const PAGES: [(&str, &str, usize); 21] = [
    ("cli", include_str!("../../../docs/src/cli.md"), 20),
    (
        "course",
        include_str!("../../../docs/src/course/index.md"),
        3,
    ),
    (
        "parity",
        include_str!("../../../docs/src/course/parity.md"),
        1,
    ),
    (
        "graph",
        include_str!("../../../docs/src/course/graph.md"),
        1,
    ),
    (
        "uninformed",
        include_str!("../../../docs/src/course/uninformed.md"),
        1,
    ),
    (
        "course heuristics",
        include_str!("../../../docs/src/course/heuristics.md"),
        1,
    ),
    (
        "admissible",
        include_str!("../../../docs/src/course/admissible.md"),
        3,
    ),
    (
        "astar",
        include_str!("../../../docs/src/course/astar.md"),
        1,
    ),
    ("ida", include_str!("../../../docs/src/course/ida.md"), 1),
    (
        "course sat",
        include_str!("../../../docs/src/course/sat.md"),
        2,
    ),
    (
        "proofs",
        include_str!("../../../docs/src/course/proofs.md"),
        1,
    ),
    (
        "generate",
        include_str!("../../../docs/src/guide/generate.md"),
        3,
    ),
    (
        "experiment",
        include_str!("../../../docs/src/guide/experiment.md"),
        1,
    ),
    ("lab", include_str!("../../../docs/src/lab.md"), 1),
    ("play", include_str!("../../../docs/src/play.md"), 1),
    ("solvers", SOLVERS, 1),
    ("solve", include_str!("../../../docs/src/guide/solve.md"), 3),
    ("start", include_str!("../../../docs/src/guide/start.md"), 2),
    ("teach", include_str!("../../../docs/src/guide/teach.md"), 2),
    ("tracing", include_str!("../../../docs/src/tracing.md"), 1),
    ("README", include_str!("../../../README.md"), 4),
];

const SOLVERS: &str = include_str!("../../../docs/src/solvers.md");

#[test]
fn every_example_of_the_manual_is_true() {
    for (page, text, least) in PAGES {
        let mut examples = 0;
        for block in text.split("```console\n").skip(1) {
            let (block, _) = block.split_once("```").unwrap();
            for example in block.split("$ ").skip(1) {
                let (command, expected) = example.split_once('\n').unwrap();
                let command = command.replace("cargo run --release -p taquin-cli --", "taquin");
                // The README also names commands without showing what they say.
                if command.starts_with("cargo") || expected.is_empty() {
                    continue;
                }
                assert_eq!(
                    without_times(&said(&command)),
                    without_times(expected),
                    "{page}\n$ {command}"
                );
                examples += 1;
            }
        }
        assert!(examples >= least, "{page}: {examples}");
    }
}

/// The page has a section of the same shape for each solver.
#[test]
fn every_solver_is_described() {
    for solver in catalogue::solvers() {
        let name = solver.name;
        let (_, section) = SOLVERS
            .split_once(&format!("\n## {name}\n"))
            .unwrap_or_else(|| panic!("{name} has no section"));
        let section = section.split("\n## ").next().unwrap();
        for row in ["name", "guarantee", "memory", "reference"] {
            assert!(section.contains(&format!("\n| {row} | ")), "{name}: {row}");
        }
    }
}

/// With `TAQUIN_UPDATE=1` the test writes the rows instead; `cargo xtask catalogue` does that.
#[test]
fn the_options_of_solvers_are_those_of_the_catalogue() {
    let current = with_options(SOLVERS);
    if std::env::var_os("TAQUIN_UPDATE").is_some() {
        let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../docs/src/solvers.md");
        std::fs::write(page, current).unwrap();
        return;
    }
    assert_eq!(SOLVERS, current, "run `cargo xtask catalogue`");
}

/// The page with a row for each option, above the reference of each solver.
fn with_options(page: &str) -> String {
    let mut text = String::new();
    let mut solver = None;
    for line in page.lines() {
        if let Some(name) = line.strip_prefix("## ") {
            solver = catalogue::solvers().find(|entry| entry.name == name);
        }
        let is_option = line.starts_with("| option");
        if is_option && solver.is_some() {
            continue;
        }
        if line.starts_with("| reference |")
            && let Some(entry) = solver
        {
            for option in entry.options {
                writeln!(text, "| option `{}` | {option} |", option.name).unwrap();
            }
        }
        writeln!(text, "{line}").unwrap();
    }
    text
}

/// What a shell shows after the command, both streams as they come.
fn said(command: &str) -> String {
    let binary = Path::new(env!("CARGO_BIN_EXE_taquin"));
    let folder = binary.parent().unwrap().to_str().unwrap();
    let path = format!("{folder}:{}", std::env::var("PATH").unwrap());
    let output = Command::new("sh")
        .args(["-c", &format!("exec 2>&1; {command}")])
        .env("PATH", path)
        .env("NO_COLOR", "1")
        .current_dir(std::env::temp_dir())
        .output()
        .unwrap();
    String::from_utf8(output.stdout).unwrap()
}

/// Times and bytes are those of some machine: the end of a summary, and the last two columns of a
/// comparison.
fn without_times(text: &str) -> String {
    let mut lines: Vec<String> = Vec::new();
    let mut in_table = false;
    for line in text.trim_end().lines() {
        in_table |= line.ends_with("time ms") || line.ends_with("time ms |");
        let line = line.split(" expanded · ").next().unwrap_or_default();
        let words: Vec<&str> = line.split_whitespace().filter(|w| *w != "|").collect();
        lines.push(match words.len() {
            n if in_table && n > 2 => words[..n - 2].join(" "),
            _ if line.contains("\"time_ms\"") || line.contains("\"peak_mb\"") => String::new(),
            _ => line.trim_end().to_owned(),
        });
    }
    lines.join("\n")
}
