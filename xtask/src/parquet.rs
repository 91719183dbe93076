//! The tables that the lab writes, read by a program that knows nothing of ours.

use std::process::Command;

use crate::cargo::{cargo, root};
use crate::python::Package;
use crate::steps::Verdict;

/// Makes a small folder of results and compares its Parquet file with its rows, value by value.
pub(crate) fn check() -> Result<Verdict, String> {
    let pyarrow = Package {
        name: "pyarrow",
        version: "26.0.1",
        probe: "import pyarrow.parquet",
        loss: "Parquet files are not read back",
    };
    let venv = match pyarrow.provide() {
        Ok(venv) => venv,
        Err(reason) => return Ok(Verdict::Skipped(reason)),
    };
    cargo(&["build", "--locked", "--quiet", "--package=taquin-cli"])?;
    let folder = root().join("target/parquet-check");
    // The last time's rows would be gone on with.
    let _ = std::fs::remove_dir_all(&folder);
    let script = root().join("xtask/src/parquet.py");
    let taquin = root().join("target/debug/taquin");
    let status = Command::new(venv.join("bin/python"))
        .args([&script, &taquin, &folder])
        .status()
        .map_err(|error| format!("python cannot be run: {error}"))?;
    if status.success() {
        return Ok(Verdict::Passed);
    }
    Err(format!("the table is not what the rows say ({status})"))
}
