//! The manual's page on the command line shows what the commands really say.
#![cfg(unix)]

use std::path::Path;
use std::process::Command;

const PAGE: &str = include_str!("../../../docs/src/cli.md");

#[test]
fn every_example_of_the_manual_is_true() {
    let mut examples = 0;
    for block in PAGE.split("```console\n").skip(1) {
        let (block, _) = block.split_once("```").unwrap();
        for example in block.split("$ ").skip(1) {
            let (command, expected) = example.split_once('\n').unwrap();
            assert_eq!(
                without_times(&said(command)),
                without_times(expected),
                "\n$ {command}"
            );
            examples += 1;
        }
    }
    assert!(examples > 20, "{examples}");
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
