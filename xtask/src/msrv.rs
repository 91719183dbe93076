//! Whether the workspace compiles with the oldest Rust that it declares (`rust-version`).

use std::fs;

use crate::cargo::{command, output, root, succeed};
use crate::steps::Verdict;

/// Compiles everything with that version. Where the other steps use it already there is nothing to
/// add; where it is not installed there is nothing to compile with.
pub(crate) fn check() -> Result<Verdict, String> {
    let manifest = fs::read_to_string(root().join("Cargo.toml"));
    let manifest = manifest.map_err(|error| format!("Cargo.toml: {error}"))?;
    let oldest = declared(&manifest).ok_or("Cargo.toml declares no rust-version")?;
    let current = output(command("rustc").arg("--version"))?;
    if is_version(&current, oldest) {
        return Ok(Verdict::Noted(format!(
            "{oldest} is the compiler of all other steps"
        )));
    }
    if output(command("rustup").args(["run", oldest, "rustc", "--version"])).is_err() {
        return Ok(Verdict::Skipped(format!(
            "`rustup toolchain install {oldest}` has not been run"
        )));
    }
    let what = [
        "check",
        "--locked",
        "--workspace",
        "--all-targets",
        "--quiet",
    ];
    // A folder of its own, so that neither compiler throws away what the other built.
    let folder = "--target-dir=target/msrv";
    succeed(
        command("rustup")
            .args(["run", oldest, "cargo"])
            .args(what)
            .arg(folder),
    )
}

/// The version that a manifest declares.
fn declared(manifest: &str) -> Option<&str> {
    let mut lines = manifest.lines();
    let value = lines.find_map(|line| line.strip_prefix("rust-version = "))?;
    Some(value.trim_matches('"'))
}

/// Whether `rustc 1.95.0 (…)` is version `1.95`.
fn is_version(said: &str, version: &str) -> bool {
    let said = said.split(' ').nth(1).unwrap_or_default();
    said == version
        || said
            .strip_prefix(version)
            .is_some_and(|rest| rest.starts_with('.'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_from_the_manifest_and_the_compiler() {
        let manifest = "[workspace.package]\nedition = \"2024\"\nrust-version = \"1.95\"\n";
        assert_eq!(declared(manifest), Some("1.95"));
        assert!(is_version("rustc 1.95.0 (59807616e 2026-04-14)", "1.95"));
        assert!(!is_version("rustc 1.96.0 (aaaaaaaaa 2026-05-01)", "1.95"));
        assert!(!is_version("rustc 1.9.0 (aaaaaaaaa 2016-05-01)", "1.95"));
    }
}
