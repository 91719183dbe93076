//! The service on PostgreSQL, which the tests start in a temporary folder: one process that shares its
//! tables, and two of which one is killed.

use crate::cargo::cargo;
use crate::steps::Verdict;

/// The packages and their tests.
const TESTS: [(&str, &str); 2] = [
    ("--package=taquin-web", "--test=postgres"),
    ("--package=taquin-cli", "--test=replicas"),
];

/// Runs the tests, one at a time: they measure how long things take.
pub(crate) fn check() -> Result<Verdict, String> {
    for (package, test) in TESTS {
        let options = ["--", "--ignored", "--test-threads=1"];
        let test = ["test", "--locked", "--quiet", package, test];
        cargo(&[&test[..], &options[..]].concat())?;
    }
    Ok(Verdict::Passed)
}
