//! Exercises: questions by seed, answers marked by exit code.

use crate::common::output;

fn code(args: &[&str]) -> Option<i32> {
    output(args, b"").status.code()
}

#[test]
fn answers_are_marked_by_the_exit_code() {
    let check = ["exercise", "check", "manhattan", "--seed", "7"];
    let with = |answer| code(&[&check[..], &[answer]].concat());
    assert_eq!(with("14"), Some(0), "right");
    assert_eq!(with("15"), Some(5), "wrong");
    assert_eq!(with("many"), Some(2), "unreadable");
    assert_eq!(code(&["exercise", "show", "no-such"]), Some(2));
}

/// Moves and boards are words with spaces; quotes are not needed.
#[test]
fn an_answer_may_be_several_words() {
    let shown = output(
        &[
            "exercise",
            "show",
            "thresholds",
            "--answer",
            "--format",
            "json",
        ],
        b"",
    );
    let shown: serde_json::Value = serde_json::from_slice(&shown.stdout).unwrap();
    let key = shown["answer"].as_str().unwrap();
    let words: Vec<&str> = key.split(' ').collect();
    assert!(words.len() > 1, "{key}");
    let check = ["exercise", "check", "thresholds"];
    assert_eq!(code(&[&check[..], &words].concat()), Some(0));
}
