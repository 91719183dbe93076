//! The table of solved positions in a real PostgreSQL, which the test starts in a folder of its own.

use crate::cargo::cargo;
use crate::steps::Verdict;
use crate::tools;

/// Sees that the server's programs are there and runs the test.
pub(crate) fn check() -> Result<Verdict, String> {
    if let Err(reason) = tools::POSTGRESQL.provide() {
        return Ok(Verdict::Skipped(reason));
    }
    cargo(&[
        "test",
        "--locked",
        "--quiet",
        "--package=taquin-web",
        "--features=postgres",
        "--test=postgres",
    ])
}
