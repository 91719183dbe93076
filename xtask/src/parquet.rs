//! The Parquet files of the lab, read by pyarrow.

use std::process::Command;

use crate::cargo::{build_taquin, root};
use crate::steps::Verdict;
use crate::tools::PYARROW;

/// Makes a small folder of results and compares its Parquet file with its rows, value by value.
pub(crate) fn check() -> Result<Verdict, String> {
    let taquin = build_taquin()?;
    let folder = root().join("target/parquet-check");
    // A run would continue with the rows of the last one.
    let _ = std::fs::remove_dir_all(&folder);
    let script = root().join("xtask/src/parquet.py");
    let status = Command::new(PYARROW.environment().join("bin/python"))
        .args([&script, &taquin, &folder])
        .status()
        .map_err(|error| format!("python cannot be run: {error}"))?;
    if status.success() {
        return Ok(Verdict::Passed);
    }
    Err(format!("the Parquet file differs from the rows ({status})"))
}
