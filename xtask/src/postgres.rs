//! The table of solved positions in PostgreSQL, which the test starts in a temporary folder.

use crate::cargo::cargo;
use crate::steps::Verdict;

/// Runs the test.
pub(crate) fn check() -> Result<Verdict, String> {
    cargo(&[
        "test",
        "--locked",
        "--quiet",
        "--package=taquin-web",
        "--test=postgres",
        "--",
        "--ignored",
    ])
}
