//! The GPU's kernels: compiling them, and whether the compiled ones that are kept are current.

use std::io::ErrorKind;
use std::process::Command;

use crate::cargo::root;
use crate::steps::Verdict;

/// How `compile.py` ends when it cannot get the compiler.
const NO_COMPILER: i32 = 3;

/// Compiles the kernels and compares with what is kept; prints registers and spills.
pub(crate) fn check() -> Result<Verdict, String> {
    compile(&["--check"])
}

/// Compiles the kernels and keeps the result.
pub(crate) fn write() -> Result<Verdict, String> {
    compile(&[])
}

fn compile(options: &[&str]) -> Result<Verdict, String> {
    let script = root().join("crates/taquin-gpu/kernels/compile.py");
    let status = Command::new("python3")
        .arg(script)
        .arg(root().join("target/cuda"))
        .args(options)
        .status();
    match status {
        Err(error) if error.kind() == ErrorKind::NotFound => Ok(Verdict::Skipped(
            "python3 is not installed, which fetches and runs the compiler".to_owned(),
        )),
        Err(error) => Err(error.to_string()),
        Ok(status) if status.success() => Ok(Verdict::Passed),
        Ok(status) if status.code() == Some(NO_COMPILER) => Ok(Verdict::Skipped(
            "the compiler could not be fetched from PyPI".to_owned(),
        )),
        Ok(status) => Err(format!("{status}")),
    }
}
