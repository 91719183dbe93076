//! Whether the libraries compile for browsers.
//!
//! With the standard library that rustup installs for the target; without it, one that cargo builds
//! from the toolchain's source, which a stable compiler does with `RUSTC_BOOTSTRAP`.

use std::path::{Path, PathBuf};
use std::process::Command;

use crate::cargo::{command, output, succeed};
use crate::steps::Verdict;

pub(crate) const TARGET: &str = "wasm32-unknown-unknown";

/// The crates that must compile, without the features that need a system below them.
const CRATES: &[&str] = &[
    "taquin",
    "taquin-app",
    "taquin-core",
    "taquin-data",
    "taquin-export",
    "taquin-game",
    "taquin-pdb",
    "taquin-sat",
    "taquin-search",
    "taquin-wasm",
    "taquin-wasm-game",
    "taquin-wasm-results",
];

/// Checks them, and says by what.
pub(crate) fn check() -> Result<Verdict, String> {
    let mut check = command("cargo");
    check.args(["check", "--locked", "--quiet", "--no-default-features"]);
    check.arg(format!("--target={TARGET}"));
    check.args(CRATES.iter().map(|name| format!("--package={name}")));
    let Some(library) = standard_library(&mut check) else {
        return Ok(Verdict::Skipped(no_compiler()));
    };
    succeed(&mut check)?;
    Ok(Verdict::Noted(format!(
        "{} crates, {library}",
        CRATES.len()
    )))
}

/// Lets cargo use the standard library there is, and says which; none if there is none.
pub(crate) fn standard_library(cargo: &mut Command) -> Option<&'static str> {
    if has_target() {
        return Some("the standard library of rustup");
    }
    has_source().then(|| {
        cargo.arg("-Zbuild-std=std,panic_abort");
        cargo.env("RUSTC_BOOTSTRAP", "1");
        "a standard library built from rust-src"
    })
}

/// Advice for when it is missing.
pub(crate) fn no_compiler() -> String {
    format!("neither `rustup target add {TARGET}` nor `rustup component add rust-src` was run")
}

/// Whether the standard library is installed for the target.
pub(crate) fn has_target() -> bool {
    printed(&["--print=target-libdir", "--target", TARGET]).is_some_and(|path| path.is_dir())
}

/// Whether the source of the standard library is installed.
fn has_source() -> bool {
    let source = Path::new("lib/rustlib/src/rust/library/Cargo.lock");
    printed(&["--print=sysroot"]).is_some_and(|sysroot| sysroot.join(source).is_file())
}

fn printed(arguments: &[&str]) -> Option<PathBuf> {
    let text = output(command("rustc").args(arguments)).ok()?;
    Some(PathBuf::from(text.trim()))
}
