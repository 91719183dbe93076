//! Programs that some tests run: installed if need be, and said plainly where they cannot be.

use std::process::{Command, Stdio};

/// A program of the system.
pub(crate) struct Tool {
    /// Its name, and that of its package.
    name: &'static str,
    /// What makes it tell its version.
    version: &'static str,
    /// What is left out without it.
    loss: &'static str,
}

/// The terminal in which tests play the game.
pub(crate) const TMUX: Tool = Tool {
    name: "tmux",
    version: "-V",
    loss: "the tests of the game in a terminal",
};

/// The solver of theories that the thesis used.
pub(crate) const Z3: Tool = Tool {
    name: "z3",
    version: "--version",
    loss: "the tests of smt with a real solver",
};

/// The browser in which tests play the game on the page.
pub(crate) const CHROMIUM: Tool = Tool {
    name: "chromium",
    version: "--version",
    loss: "the tests of the page in a browser",
};

/// What brings the tests of the page their runner.
pub(crate) const NPM: Tool = Tool {
    name: "npm",
    version: "--version",
    loss: "the tests of the page in a browser",
};

/// Ways to install a package, as systems have them; those that need rights ask `sudo` without a
/// password.
const WAYS: &[&[&str]] = &[
    &["apt-get", "install", "--yes", "--no-install-recommends"],
    &["dnf", "install", "--assumeyes"],
    &["pacman", "--sync", "--noconfirm"],
    &["apk", "add"],
    &["brew", "install"],
];

impl Tool {
    /// Sees that it is there, by installing it if need be; says why it is not.
    pub(crate) fn provide(&self) -> Result<(), String> {
        if self.is_there() {
            return Ok(());
        }
        for way in WAYS {
            let install = [*way, &[self.name]].concat();
            let with_rights = [&["sudo", "--non-interactive"], &install[..]].concat();
            if quietly(&install) || quietly(&with_rights) {
                break;
            }
        }
        if self.is_there() {
            return Ok(());
        }
        Err(format!(
            "{} is not installed and could not be; {} are left out",
            self.name, self.loss
        ))
    }

    fn is_there(&self) -> bool {
        quietly(&[self.name, self.version])
    }
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
