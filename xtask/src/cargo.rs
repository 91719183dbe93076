//! Calling cargo and rustup, in the workspace's root.

use std::env;
use std::ffi::OsString;
use std::iter;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::steps::Verdict;

/// The folder of the workspace.
pub(crate) fn root() -> PathBuf {
    let own = PathBuf::from(env!("CARGO_MANIFEST_DIR"));
    own.parent().map(PathBuf::from).unwrap_or(own)
}

/// Runs cargo with these arguments, warnings of rustdoc denied.
pub(crate) fn cargo(arguments: &[&str]) -> Result<Verdict, String> {
    succeed(command("cargo").args(arguments))
}

/// Runs the nightly toolchain's cargo.
pub(crate) fn nightly(arguments: &[&str]) -> Result<Verdict, String> {
    succeed(
        command("rustup")
            .args(["run", "nightly", "cargo"])
            .args(arguments),
    )
}

/// What cargo prints with these arguments.
pub(crate) fn cargo_output(arguments: &[&str]) -> Result<String, String> {
    let output = command("cargo")
        .args(arguments)
        .stderr(Stdio::inherit())
        .output()
        .map_err(|error| format!("cargo cannot be run: {error}"))?;
    if !output.status.success() {
        return Err(format!(
            "cargo {} ended with {}",
            arguments.join(" "),
            output.status
        ));
    }
    String::from_utf8(output.stdout).map_err(|error| error.to_string())
}

/// Whether nextest is installed.
pub(crate) fn has_nextest() -> bool {
    is_quietly_fine(command("cargo").args(["nextest", "--version"]))
}

/// Whether a nightly toolchain is installed.
pub(crate) fn has_nightly() -> bool {
    is_quietly_fine(command("rustup").args(["run", "nightly", "cargo", "--version"]))
}

/// A part of the toolchain that a minimal installation lacks.
#[derive(Clone, Copy)]
pub(crate) enum Component {
    Rustfmt,
    Clippy,
}

impl Component {
    /// Sees that it is there, by installing it if need be; says why it is not.
    pub(crate) fn provide(self) -> Result<(), String> {
        let (subcommand, name) = match self {
            Self::Rustfmt => ("fmt", "rustfmt"),
            Self::Clippy => ("clippy", "clippy"),
        };
        let is_there = || is_quietly_fine(command("cargo").args([subcommand, "--version"]));
        if is_there() {
            return Ok(());
        }
        // Whether this worked shows in the second look.
        let _ = command("rustup").args(["component", "add", name]).status();
        if is_there() {
            return Ok(());
        }
        Err(format!(
            "{name} is not installed and rustup could not add it"
        ))
    }
}

/// Where programs that are built for the tests alone are kept.
pub(crate) fn tools() -> PathBuf {
    root().join("target/tools")
}

/// The search path with those programs in front.
pub(crate) fn path() -> OsString {
    let usual = env::var_os("PATH").unwrap_or_default();
    let all = iter::once(tools().join("bin")).chain(env::split_paths(&usual));
    env::join_paths(all).unwrap_or(usual)
}

pub(crate) fn command(program: &str) -> Command {
    let mut command = Command::new(program);
    command
        .current_dir(root())
        .env("PATH", path())
        .env("RUSTDOCFLAGS", "--deny=warnings");
    command
}

pub(crate) fn succeed(command: &mut Command) -> Result<Verdict, String> {
    let line = format!("{command:?}");
    match command.status() {
        Ok(status) if status.success() => Ok(Verdict::Passed),
        Ok(status) => Err(format!("{line} ended with {status}")),
        Err(error) => Err(format!("{line} cannot be run: {error}")),
    }
}

fn is_quietly_fine(command: &mut Command) -> bool {
    let status = command.stdout(Stdio::null()).stderr(Stdio::null()).status();
    status.is_ok_and(|status| status.success())
}
