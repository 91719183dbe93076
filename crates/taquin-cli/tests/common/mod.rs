//! Runs the real binary and writes down what it said.
#![allow(
    dead_code,
    reason = "each test file is a program of its own and uses a part of this"
)]

use std::fmt::Write as _;
use std::io::Write as _;
use std::process::{Command, Output, Stdio};

/// The sample of the manual: 14 moves.
pub(crate) const SAMPLE: &str = "8 1 3/4 0 2/7 6 5";

/// The binary, in surroundings that do not colour or resize its output.
pub(crate) fn command(args: &[&str]) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_taquin"));
    command
        .args(args)
        .env("NO_COLOR", "1")
        .env("COLUMNS", "100")
        .stdin(Stdio::null());
    command
}

/// Runs it with these bytes as stdin.
pub(crate) fn output(args: &[&str], stdin: &[u8]) -> Output {
    let mut child = command(args)
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    let mut pipe = child.stdin.take().unwrap();
    let stdin = stdin.to_vec();
    let feeder = std::thread::spawn(move || {
        // A command that stops reading early closes the pipe; that is its right.
        let _ = pipe.write_all(&stdin);
    });
    let output = child.wait_with_output().unwrap();
    feeder.join().unwrap();
    output
}

/// What it said and how it ended, without the times.
pub(crate) fn run(args: &[&str]) -> String {
    transcript(&output(args, b""))
}

/// The same with something on stdin.
pub(crate) fn run_with(args: &[&str], stdin: impl AsRef<[u8]>) -> String {
    transcript(&output(args, stdin.as_ref()))
}

/// stdout unchanged, each line of stderr prefixed with `! `, and the exit code if it is not 0.
pub(crate) fn transcript(output: &Output) -> String {
    let mut text = String::from_utf8(output.stdout.clone()).unwrap();
    for line in String::from_utf8(output.stderr.clone()).unwrap().lines() {
        text.push_str(format!("! {line}").trim_end());
        text.push('\n');
    }
    let code = output.status.code().unwrap_or(-1);
    if code != 0 {
        let _ = writeln!(text, "exit {code}");
    }
    without_noise(&text)
}

/// Times and bytes differ from run to run and from machine to machine.
fn without_noise(text: &str) -> String {
    let mut clean = String::new();
    for line in text.lines() {
        let mut line = match line.split_once(" expanded · ") {
            Some((before, _)) => format!("{before} expanded · TIME"),
            None => line.to_owned(),
        };
        for name in ["time_ms", "peak_mb"] {
            line = without_number(&line, &format!("\"{name}\":"));
        }
        clean.push_str(&line);
        clean.push('\n');
    }
    clean
}

fn without_number(line: &str, before: &str) -> String {
    let Some(at) = line.find(before) else {
        return line.to_owned();
    };
    let (head, tail) = line.split_at(at + before.len());
    let rest = tail.trim_start_matches(|c: char| c.is_ascii_digit() || " .e-".contains(c));
    format!("{head} _{rest}")
}
