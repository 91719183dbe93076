//! A panic gives the terminal back before its message is written.
#![cfg(unix)]
#![expect(clippy::print_stderr, reason = "a test that is left out says so")]

use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

#[test]
fn a_panic_gives_the_terminal_back_and_is_read() {
    let server = format!("taquin-panic-{}", std::process::id());
    let tmux = |arguments: &[&str]| {
        Command::new("tmux")
            .args(["-L", &server])
            .args(arguments)
            .output()
    };
    if tmux(&["-V"]).is_err() {
        eprintln!("no tmux: the game was not tried in a terminal");
        return;
    }
    // Tests lie in `deps`, examples beside it.
    let test = std::env::current_exe().unwrap();
    let example = test
        .parent()
        .unwrap()
        .with_file_name("examples")
        .join("panic");
    let shell = format!(
        "echo BEFORE; before=$(stty -g); RUST_BACKTRACE=0 {}; \
         [ \"$before\" = \"$(stty -g)\" ] && echo terminal kept || echo terminal changed; \
         exec sleep 1000",
        example.display()
    );
    tmux(&[
        "-f",
        "/dev/null",
        "new-session",
        "-d",
        "-s",
        "game",
        "-x",
        "100",
        "-y",
        "40",
        &shell,
    ])
    .unwrap();
    let begun = Instant::now();
    let screen = loop {
        let output = tmux(&["capture-pane", "-p", "-t", "game"]).unwrap();
        let screen = String::from_utf8_lossy(&output.stdout).into_owned();
        if screen.contains("terminal ") || begun.elapsed() > Duration::from_secs(30) {
            break screen;
        }
        thread::sleep(Duration::from_millis(20));
    };
    tmux(&["kill-server"]).unwrap();
    assert!(screen.contains("BEFORE"), "{screen}");
    assert!(screen.contains("on purpose"), "{screen}");
    assert!(screen.contains("terminal kept"), "{screen}");
}
