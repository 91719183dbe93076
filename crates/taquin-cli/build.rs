//! Tells the program which commit and compiler it was built from, for the records of experiments.

use std::process::Command;

fn main() {
    let unknown = || "unknown".to_owned();
    let commit = said("git", &["rev-parse", "--short=12", "HEAD"]).unwrap_or_else(unknown);
    println!("cargo::rustc-env=TAQUIN_COMMIT={commit}");
    let compiler = std::env::var("RUSTC")
        .ok()
        .and_then(|rustc| said(&rustc, &["--version"]));
    println!(
        "cargo::rustc-env=TAQUIN_COMPILER={}",
        compiler.unwrap_or_else(unknown)
    );
    // Each commit and each change of branch writes there.
    if let Some(log) = said("git", &["rev-parse", "--git-path", "logs/HEAD"]) {
        println!("cargo::rerun-if-changed={log}");
    }
    println!("cargo::rerun-if-changed=build.rs");
}

/// The first line that a program prints.
fn said(program: &str, arguments: &[&str]) -> Option<String> {
    let output = Command::new(program).args(arguments).output().ok()?;
    let text = String::from_utf8(output.stdout).ok()?;
    let line = text.lines().next()?.trim();
    (output.status.success() && !line.is_empty()).then(|| line.to_owned())
}
