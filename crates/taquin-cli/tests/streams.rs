//! Pipes, threads and signals.

mod common;

use std::io::{BufRead, BufReader, Read, Write};
use std::process::Stdio;
use std::time::Duration;

use common::{command, output};

/// A board at the greatest distance, 80: no search here proves it before the test ends.
const HARDEST: &str = "0 12 9 13/15 11 10 14/3 7 2 5/4 8 6 1";

#[test]
fn answers_keep_the_order_of_the_questions_on_two_threads() {
    // Boards near and far in turn, so that a later one is done before an earlier one.
    let far = output(
        &[
            "generate",
            "3x3",
            "--distance",
            "28..31",
            "-n",
            "40",
            "--seed",
            "1",
            "-q",
        ],
        b"",
    );
    let near = output(
        &[
            "generate",
            "3x3",
            "--distance",
            "1..3",
            "-n",
            "40",
            "--seed",
            "1",
            "-q",
        ],
        b"",
    );
    let (far, near) = (
        String::from_utf8(far.stdout).unwrap(),
        String::from_utf8(near.stdout).unwrap(),
    );
    let lines: Vec<&str> = far
        .lines()
        .zip(near.lines())
        .flat_map(|(a, b)| [a, b])
        .collect();
    let args = ["solve", "--format", "csv", "--threads", "2"];
    let result = output(&args, lines.join("\n").as_bytes());
    assert_eq!(result.status.code(), Some(0));
    let answers = String::from_utf8(result.stdout).unwrap();
    let boards: Vec<&str> = answers
        .lines()
        .skip(1)
        .map(|row| row.split(',').nth(1).unwrap())
        .collect();
    assert_eq!(boards, lines);
}

#[test]
fn an_answer_comes_before_the_next_question() {
    let mut child = command(&["solve", "-q"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut questions = child.stdin.take().unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap());
    for (question, expected) in [("1 2/0 3\n", "L\n"), ("1 0/3 2\n", "U\n")] {
        questions.write_all(question.as_bytes()).unwrap();
        let mut answer = String::new();
        answers.read_line(&mut answer).unwrap();
        assert_eq!(answer, expected);
    }
    drop(questions);
    assert!(child.wait().unwrap().success());
}

/// Answers that are written together still stand before what is said of them.
#[test]
fn in_one_file_each_answer_stands_before_its_label() {
    let path = std::env::temp_dir().join(format!("taquin-one-file-{}", std::process::id()));
    let file = std::fs::File::create(&path).unwrap();
    let mut child = command(&["solve"])
        .stdin(Stdio::piped())
        .stdout(file.try_clone().unwrap())
        .stderr(file)
        .spawn()
        .unwrap();
    let mut questions = child.stdin.take().unwrap();
    questions.write_all(b"1 2/0 3\n1 2/3\n1 0/3 2\n").unwrap();
    drop(questions);
    assert_eq!(child.wait().unwrap().code(), Some(2));
    let text = std::fs::read_to_string(&path).unwrap();
    std::fs::remove_file(&path).unwrap();
    let starts = [
        "L",
        "1 move",
        "error: line 2",
        "  1 2/3",
        "   ",
        "U",
        "1 move",
    ];
    assert_eq!(text.lines().count(), starts.len(), "{text}");
    for (line, start) in text.lines().zip(starts) {
        assert!(line.starts_with(start), "{text}");
    }
}

#[test]
fn a_closed_pipe_is_success() {
    for args in [
        ["generate", "4x4", "-n", "1000000"].as_slice(),
        &["dataset", "get", "deepcubea-48"],
        &["completions", "bash"],
        &["list", "solvers"],
    ] {
        let mut child = command(args)
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .unwrap();
        drop(child.stdout.take());
        let mut talk = String::new();
        child
            .stderr
            .take()
            .unwrap()
            .read_to_string(&mut talk)
            .unwrap();
        assert!(child.wait().unwrap().success(), "{args:?}: {talk}");
        assert!(!talk.contains("error"), "{args:?}: {talk}");
    }
}

#[test]
fn a_time_limit_is_an_answer_with_statistics() {
    let result = output(
        &[
            "solve",
            "--algo",
            "ida",
            "--time-limit",
            "50ms",
            "--format",
            "json",
            HARDEST,
        ],
        b"",
    );
    assert_eq!(result.status.code(), Some(4));
    let answer: serde_json::Value = serde_json::from_slice(&result.stdout).unwrap();
    assert_eq!(answer["status"], "limit");
    assert_eq!(answer["limit"], "time");
    assert!(answer["stats"]["expanded"].as_u64().unwrap() > 0);
    assert!(answer["lower_bound"].as_u64().unwrap() >= 50);
}

#[test]
fn a_memory_limit_is_an_answer_too() {
    let result = output(
        &["solve", "--algo", "bfs", "--memory-limit", "20M", HARDEST],
        b"",
    );
    assert_eq!(result.status.code(), Some(4));
    let talk = String::from_utf8(result.stderr).unwrap();
    assert!(
        talk.starts_with("limit reached (memory): no solution found, at least "),
        "{talk}"
    );
}

/// Sends Ctrl-C once the search is under way.
#[cfg(target_os = "linux")]
#[test]
fn ctrl_c_prints_the_statistics_so_far() {
    let child = command(&["solve", "--algo", "ida", HARDEST])
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .unwrap();
    // The handler is there before the search begins, and nothing before it takes as long as this.
    while cpu_ticks(child.id()) < 20 {
        std::thread::sleep(Duration::from_millis(5));
    }
    interrupt(child.id());
    let result = child.wait_with_output().unwrap();
    let talk = String::from_utf8(result.stderr).unwrap();
    assert_eq!(result.status.code(), Some(130), "{talk}");
    assert!(
        talk.starts_with("interrupted: no solution found, at least "),
        "{talk}"
    );
    assert!(
        talk.contains("ida/manhattan") && talk.contains("expanded"),
        "{talk}"
    );
}

/// Waiting for a line that never comes is no search, but Ctrl-C ends it all the same.
#[cfg(unix)]
#[test]
fn ctrl_c_ends_a_wait_for_input() {
    let mut child = command(&["solve"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let mut questions = child.stdin.take().unwrap();
    questions.write_all(b"1 2/0 3\n").unwrap();
    let mut answers = BufReader::new(child.stdout.take().unwrap());
    answers.read_line(&mut String::new()).unwrap();
    interrupt(child.id());
    assert_eq!(child.wait().unwrap().code(), Some(130));
}

/// The CPU time of a process, in hundredths of a second.
#[cfg(target_os = "linux")]
fn cpu_ticks(process: u32) -> u64 {
    let stat = std::fs::read_to_string(format!("/proc/{process}/stat")).unwrap();
    // The name in parentheses may hold blanks; user and system time are fields 14 and 15.
    let (_, fields) = stat.rsplit_once(')').unwrap();
    let times = fields.split_whitespace().skip(11).take(2);
    times.map(|field| field.parse::<u64>().unwrap()).sum()
}

#[cfg(unix)]
fn interrupt(process: u32) {
    let status = std::process::Command::new("kill")
        .args(["-INT", &process.to_string()])
        .status();
    assert!(status.unwrap().success());
}
