//! tmux, the terminal in which tests play the game.

use std::process::{Command, Stdio};

/// Ways to install it, as systems have them; those that need rights ask `sudo` without a password.
const WAYS: &[&[&str]] = &[
    &[
        "apt-get",
        "install",
        "--yes",
        "--no-install-recommends",
        "tmux",
    ],
    &["dnf", "install", "--assumeyes", "tmux"],
    &["pacman", "--sync", "--noconfirm", "tmux"],
    &["apk", "add", "tmux"],
    &["brew", "install", "tmux"],
];

/// Sees that tmux is there, by installing it if need be; says why it is not.
pub(crate) fn provide() -> Result<(), String> {
    if is_there() {
        return Ok(());
    }
    for way in WAYS {
        if quietly(way) || quietly(&[&["sudo", "--non-interactive"], *way].concat()) {
            break;
        }
    }
    if is_there() {
        return Ok(());
    }
    let reason = "tmux is not installed and could not be; the tests of the game in a terminal \
                  are left out";
    Err(reason.to_owned())
}

fn is_there() -> bool {
    quietly(&["tmux", "-V"])
}

fn quietly(command: &[&str]) -> bool {
    let status = Command::new(command[0])
        .args(&command[1..])
        .stdin(Stdio::null())
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    status.is_ok_and(|status| status.success())
}
