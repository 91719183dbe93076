//! The GPU kernels: compiling them, and checking that the committed PTX is current.

use std::io::ErrorKind;
use std::path::PathBuf;
use std::process::Command;

use crate::cargo::{command, root, succeed};
use crate::steps::Verdict;

/// The exit code of `compile.py` when it cannot get the compiler.
const NO_COMPILER: i32 = 3;

/// Compiles the kernels and compares the result with the committed PTX; prints registers and spills.
/// Then lets `taquin-gpu` compile some at run time, as it does on a machine with a GPU.
pub(crate) fn check() -> Result<Verdict, String> {
    match compile(&["--check"])? {
        skipped @ Verdict::Skipped(_) => Ok(skipped),
        Verdict::Passed | Verdict::Noted(_) => compile_at_run_time(),
    }
}

fn compile_at_run_time() -> Result<Verdict, String> {
    let test = "nvrtc_compiles_what_is_asked_for";
    succeed(
        command("cargo")
            .args([
                "test",
                "--quiet",
                "-p",
                "taquin-gpu",
                "--test",
                "compiled",
                test,
            ])
            .env("LD_LIBRARY_PATH", library()?)
            .env("TAQUIN_NVRTC", "required"),
    )
}

/// The folder of the NVRTC library that `compile.py` installed.
fn library() -> Result<PathBuf, String> {
    let lib = root().join("target/cuda/lib");
    let pythons = std::fs::read_dir(&lib).map_err(|error| format!("{}: {error}", lib.display()))?;
    let inside = "site-packages/nvidia/cuda_nvrtc/lib";
    let mut folders = pythons.filter_map(|entry| Some(entry.ok()?.path().join(inside)));
    let found = folders.find(|folder| folder.is_dir());
    found.ok_or_else(|| format!("no {inside} in {}", lib.display()))
}

/// Compiles the kernels and writes the PTX.
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
