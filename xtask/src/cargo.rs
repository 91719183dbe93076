//! Running cargo and other programs in the workspace's root.

use std::env;
use std::ffi::OsString;
use std::iter;
use std::path::PathBuf;
use std::process::{Command, Stdio};

use crate::steps::Verdict;

/// The folder of the workspace that cargo runs this program for.
///
/// Not that of the compiler: a target folder that was copied from another checkout has its path.
pub(crate) fn root() -> PathBuf {
    let own = env::var_os("CARGO_MANIFEST_DIR").unwrap_or(env!("CARGO_MANIFEST_DIR").into());
    let own = PathBuf::from(own);
    own.parent().map(PathBuf::from).unwrap_or(own)
}

/// Runs cargo with these arguments.
pub(crate) fn cargo(arguments: &[&str]) -> Result<Verdict, String> {
    succeed(command("cargo").args(arguments))
}

/// Builds the `taquin` program for tests and returns its path.
///
/// An integration test comes with the program. Built alone, the program would have fewer features of its
/// dependencies than in the build of all tests, and they would be compiled a second time.
pub(crate) fn build_taquin() -> Result<PathBuf, String> {
    let test = ["test", "--locked", "--quiet", "--workspace", "--no-run"];
    cargo(&[&test[..], &["--test=replicas"]].concat())?;
    Ok(target().join("debug/taquin"))
}

/// The folder that cargo builds in.
pub(crate) fn target() -> PathBuf {
    env::var_os("CARGO_TARGET_DIR").map_or_else(|| root().join("target"), PathBuf::from)
}

/// Whether nextest is installed.
pub(crate) fn has_nextest() -> bool {
    output(command("cargo").args(["nextest", "--version"])).is_ok()
}

/// The folder of programs that only the tests use.
pub(crate) fn tools() -> PathBuf {
    root().join("target/tools")
}

/// The search path with those programs in front.
pub(crate) fn path() -> OsString {
    let usual = env::var_os("PATH").unwrap_or_default();
    let all = iter::once(tools().join("bin")).chain(env::split_paths(&usual));
    env::join_paths(all).unwrap_or(usual)
}

/// A program to run in the workspace's root, warnings of rustdoc denied.
pub(crate) fn command(program: &str) -> Command {
    let mut command = Command::new(program);
    command
        .current_dir(root())
        .env("PATH", path())
        .env("RUSTDOCFLAGS", "--deny=warnings");
    command
}

/// Runs a command whose output goes to the terminal.
pub(crate) fn succeed(command: &mut Command) -> Result<Verdict, String> {
    let line = line(command);
    match command.status() {
        Ok(status) if status.success() => Ok(Verdict::Passed),
        Ok(status) => Err(format!("{line} ended with {status}")),
        Err(error) => Err(format!("{line} cannot be run: {error}")),
    }
}

/// The standard output of a command; its standard error is part of the error.
pub(crate) fn output(command: &mut Command) -> Result<String, String> {
    let line = line(command);
    let output = command
        .stdin(Stdio::null())
        .output()
        .map_err(|error| format!("{line} cannot be run: {error}"))?;
    if output.status.success() {
        return String::from_utf8(output.stdout).map_err(|error| format!("{line}: {error}"));
    }
    let complaint = String::from_utf8_lossy(&output.stderr);
    Err(format!("{line} ended with {}\n{complaint}", output.status))
}

/// The command as one would type it, without its environment.
fn line(command: &Command) -> String {
    let words = iter::once(command.get_program()).chain(command.get_args());
    let words: Vec<_> = words.map(|word| word.to_string_lossy()).collect();
    format!("`{}`", words.join(" "))
}
